import { readVariable } from '../adapters/environment.ts';
import { type StandardOutput, surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { CommandLines } from '../report/command-lines.ts';
import { type CommandQuestion, EXIT, type ExitCode, exitCodeOf } from '../report/exit.ts';
import { failureJson, failureLines, failureMessage } from '../report/failure-text.ts';
import { laidOut } from '../report/layout.ts';
import { jsonText, printable, unobeyed } from '../report/printable.ts';
import type { Report } from './command.ts';

/** What a command writes to its streams, line ends included, and its exit code. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: ExitCode;
}

/** Narrowest terminal that texts are laid out for, in columns. */
const NARROWEST = 40;

/** A command's report, as it is printed. */
export function printedReport(report: Report, asJson: boolean): Printed {
  const isWritten = report.isWritten === true;
  const out = isWritten ? '' : asJson ? jsonText(report.json) : shownText(report);
  return {
    stdout: out === '' ? '' : `${out}\n`,
    stderr: (report.notes ?? []).map((note) => forPerson(`${printable(note)}\n`)).join(''),
    exitCode: report.exitCode ?? EXIT.ok,
  };
}

/** The text of a report, laid out for the terminal that stdout may be. */
export function shownText({ isVerbatim, text }: Pick<Report, 'isVerbatim' | 'text'>): string {
  return isVerbatim === true ? text : laidOut(text, widthOf(surroundings().output));
}

/** The columns that texts are laid out for; undefined where the stream is no terminal, or one that does not tell. */
function widthOf({ columns }: StandardOutput): number | undefined {
  return columns ? Math.max(NARROWEST, columns) : undefined;
}

/** A text for stderr, laid out for the terminal that it may be. */
export function forPerson(text: string): string {
  return laidOut(text, widthOf(surroundings().errors));
}

/** A failure, as it is printed. */
export function printedFailure(
  failure: Failure,
  asJson: boolean,
  asks: CommandQuestion,
  lines: CommandLines,
): Printed {
  // In a job of GitHub the log obeys what others wrote into a file's name, or a file.
  const said = readVariable('GITHUB_ACTIONS') === 'true' ? unobeyed : (text: string) => text;
  return {
    stdout: asJson ? `${said(jsonText(failureJson(failure, lines)))}\n` : '',
    stderr: forPerson(`${said(failureLines(failure, lines))}\n`),
    exitCode: exitCodeOf(failure, asks),
  };
}

/** Prints a command's report, and sets the exit code. */
export function printReport(report: Report, asJson: boolean): void {
  print(printedReport(report, asJson));
}

/** Prints a failure, and sets the exit code. */
export function printFailure(
  failure: Failure,
  asJson: boolean,
  asks: CommandQuestion,
  lines: CommandLines,
): void {
  print(printedFailure(failure, asJson, asks, lines));
}

/** Writes to the streams, and sets the exit code. */
export function print({ exitCode, stderr, stdout }: Printed): void {
  if (stdout !== '') surroundings().output.stream().write(stdout);
  if (stderr !== '') surroundings().errors.stream().write(stderr);
  surroundings().exitCode = exitCode;
}

/** A warning about something that failed beside what was done. */
export function warningOf(failure: Failure): string {
  return `Warning: ${failureMessage(failure)}`;
}

/** Where an unexpected error comes from, for those who asked to see it. */
export function printTrace(error: unknown): void {
  if (!(error instanceof Error)) return;
  surroundings()
    .errors.stream()
    .write(`${printable(error.stack ?? '')}\n`);
}
