import { isDebugging } from '../adapters/environment.ts';
import { FITS_A_PIPE, writeOutput, writeWithin } from '../adapters/standard-output.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import { commandLinesFor, type Spelling, spellingOf } from '../report/command-lines.ts';
import { EXIT } from '../report/exit.ts';
import type { Arguments, Command, NamedCommand, Report } from './command.ts';
import { type Call, printedBy } from './command-call.ts';
import { environmentOfShell } from './environment.ts';
import { plainArguments } from './plain-line.ts';
import { type Printed, printedFailure, printedReport } from './print.ts';
import { styleFor } from './terminal.ts';

/**
 * How the commands that are called most often run, each in a small lane: the whole suite takes longer to load than they
 * to run. Only for a plain command line: the full lane knows the rest.
 */

/** How long a host that does not read a long answer is waited for, in milliseconds; and a person, who may turn pages. */
const MOST_WRITING_MS = { host: 60_000, person: 2 ** 31 - 1 } as const;

/** A lane of some commands, which answers and sets the exit code. It gives false where a line asks for more. */
export function frequentLane(commands: ReadonlyMap<string, Command>) {
  return (program: string, name: string, words: readonly string[]): Promise<void> | false => {
    const command = commands.get(name);
    const args = command && plainArguments(command, words);
    // Who looks for a fault gets its trace.
    if (command === undefined || args === undefined || isDebugging()) return false;
    const spelling = spellingOf(program);
    const called = spelling === 'drop-in' || name === '' ? program : `${program} ${name}`;
    return printedFor(command, args, { called, asJson: args.given('json') }, spelling).then(
      (printed) => write(printed, command.isHook === true ? 'host' : 'person'),
    );
  };
}

/** None of these commands is about the others. */
const noOthers = async (): Promise<readonly NamedCommand[]> => [];

async function printedFor(
  command: Command,
  args: Arguments,
  call: Call,
  spelling: Spelling,
): Promise<Printed> {
  const failedWith = (failure: Failure): Printed =>
    printedFailure(failure, call.asJson, 'anything-else', commandLinesFor(undefined, spelling));
  try {
    const environment = environmentOfShell(args.text('project'));
    if (!environment.ok) return failedWith(environment.failure);
    const reader = { style: styleFor(environment.value), spelling };
    return await printedBy(command, args, call, environment.value, reader, noOthers);
  } catch (error) {
    return failedWith(unexpectedFailure(error));
  }
}

/** Prints a report as these lanes do. */
export function writeReport(report: Report): void {
  write(printedReport(report, false), 'person');
}

function write({ exitCode, stderr, stdout }: Printed, reader: keyof typeof MOST_WRITING_MS): void {
  surroundings().exitCode = exitCode;
  const isLong = Buffer.byteLength(stdout) + Buffer.byteLength(stderr) > FITS_A_PIPE;
  const writeText = isLong ? writeWithin : writeOutput;
  const outputs = [[1, stdout] as const, [2, stderr] as const].filter(([, text]) => text !== '');
  const faults = outputs.map(([stream, text]) => writeText(stream, text, MOST_WRITING_MS[reader]));
  // A reader that leaves early is no error of the command.
  if (faults.some((code) => code !== undefined && code !== 'EPIPE'))
    surroundings().exitCode = EXIT.failed;
}
