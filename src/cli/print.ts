import type { Failure } from '../domain/failure.ts';
import { failureJson, failureLines, failureText } from '../report/failure-text.ts';
import { jsonText, printable } from '../report/printable.ts';
import type { Report } from './command.ts';
import { EXIT, exitCodeOf, type Question } from './exit.ts';

/** How the full lane says what a command came to, and decides its exit code. */

export function printReport(report: Report, asJson: boolean): void {
  const out = asJson ? jsonText(report.json) : report.text;
  if (out !== '') process.stdout.write(`${out}\n`);
  for (const note of report.notes ?? []) process.stderr.write(`${printable(note)}\n`);
  process.exitCode = report.exitCode ?? EXIT.ok;
}

export function printFailure(failure: Failure, asJson: boolean, asks: Question): void {
  if (asJson) process.stdout.write(`${jsonText(failureJson(failure))}\n`);
  process.stderr.write(`${failureLines(failure)}\n`);
  process.exitCode = exitCodeOf(failure, asks);
}

/** A warning about something that failed beside what was done. */
export function warningOf(failure: Failure): string {
  return `Warning: ${failureText(failure).message}`;
}

/** Where an unexpected error comes from, for those who asked to see it. */
export function printTrace(error: unknown): void {
  if (error instanceof Error) process.stderr.write(`${printable(error.stack ?? '')}\n`);
}
