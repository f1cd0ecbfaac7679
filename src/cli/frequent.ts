import { isDebugging } from '../adapters/environment.ts';
import { FITS_A_PIPE, isTerminal, writeOutput, writeWithin } from '../adapters/standard-output.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import { commandLinesFor, type Spelling, spellingOf } from '../report/command-lines.ts';
import { plainStyle } from '../report/style.ts';
import { answerTo, type Call } from './answer.ts';
import type { Arguments, Command, NamedCommand } from './command.ts';
import { environmentOfShell } from './environment.ts';
import { plainArguments } from './plain-line.ts';
import { type Printed, printedFailure } from './print.ts';

/**
 * How the commands that hosts and agents call most often run, each in a small lane: the whole suite takes longer to
 * load than they to run. Only for a plain command line whose answer goes to a program: the full lane knows the rest.
 */

/** How long a reader that does not read a long answer is waited for, in milliseconds. */
const MOST_WRITING_MS = 60_000;

/** A lane of some commands, which answers and sets the exit code. It gives false where a line asks for more. */
export function frequentLane(commands: ReadonlyMap<string, Command>) {
  return (program: string, name: string, words: readonly string[]): Promise<void> | false => {
    const command = commands.get(name);
    const args = command && plainArguments(command, words);
    // A terminal gets colours, and who looks for a fault its trace.
    if (command === undefined || args === undefined || isTerminal(1) || isDebugging()) return false;
    const spelling = spellingOf(program);
    const called = spelling === 'drop-in' ? program : `${program} ${name}`;
    return printedAnswer(command, args, { called, asJson: args.given('json') }, spelling).then(
      write,
    );
  };
}

/** None of these commands is about the others. */
const noOthers = async (): Promise<readonly NamedCommand[]> => [];

async function printedAnswer(
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
    const reader = { style: plainStyle, spelling };
    return await answerTo(command, args, call, environment.value, reader, noOthers);
  } catch (error) {
    return failedWith(unexpectedFailure(error));
  }
}

function write({ exitCode, stderr, stdout }: Printed): void {
  surroundings().exitCode = exitCode;
  const isLong = Buffer.byteLength(stdout) + Buffer.byteLength(stderr) > FITS_A_PIPE;
  const writeText = isLong ? writeWithin : writeOutput;
  if (stdout !== '') writeText(1, stdout, MOST_WRITING_MS);
  if (stderr !== '') writeText(2, stderr, MOST_WRITING_MS);
}
