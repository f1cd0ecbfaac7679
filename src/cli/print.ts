import type { Failure } from '../domain/base/failure.ts';
import type { CommandLines } from '../report/command-lines.ts';
import { type CommandQuestion, EXIT, exitCodeOf } from '../report/exit.ts';
import { failureJson, failureLines, failureMessage } from '../report/failure-text.ts';
import { jsonText, printable } from '../report/printable.ts';
import type { Report } from './command.ts';

/** Prints a command's report or failure, and sets the exit code. */

export function printReport(report: Report, asJson: boolean): void {
  const isWritten = report.isWritten === true;
  const out = isWritten ? '' : asJson ? jsonText(report.json) : report.text;
  if (out !== '') process.stdout.write(`${out}\n`);
  for (const note of report.notes ?? []) process.stderr.write(`${printable(note)}\n`);
  process.exitCode = report.exitCode ?? EXIT.ok;
}

export function printFailure(
  failure: Failure,
  asJson: boolean,
  asks: CommandQuestion,
  lines: CommandLines,
): void {
  if (asJson) process.stdout.write(`${jsonText(failureJson(failure, lines))}\n`);
  process.stderr.write(`${failureLines(failure, lines)}\n`);
  process.exitCode = exitCodeOf(failure, asks);
}

/** A warning about something that failed beside what was done. */
export function warningOf(failure: Failure): string {
  return `Warning: ${failureMessage(failure)}`;
}

/** Where an unexpected error comes from, for those who asked to see it. */
export function printTrace(error: unknown): void {
  if (error instanceof Error) process.stderr.write(`${printable(error.stack ?? '')}\n`);
}
