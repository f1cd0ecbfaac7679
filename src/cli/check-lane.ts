import { FITS_A_PIPE, writeOutput, writeWithin } from '../adapters/standard-output.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { spellingOf } from '../report/command-lines.ts';
import { isSilent } from '../report/decided-folders.ts';
import { type SessionCheck, timeLeft } from '../session/check.ts';
import { type CheckQuestion, check } from './check.ts';
import { type PlainOptions, plainLine } from './plain-line.ts';

/**
 * `cs check`, which answers whether a session may end. This file and what it imports is all that is loaded
 * where there is nothing to say; docs/architecture.md says why. The words of the answer are a file of their own.
 */

interface CheckOptions extends CheckQuestion {
  readonly json: boolean;
}

const OPTIONS: PlainOptions = {
  verbose: { takes: 'nothing', alias: 'v' },
  json: { takes: 'nothing' },
  project: { takes: 'word', alias: 'C' },
};

/** Those of the check where it is an option itself. */
const OPTIONS_OF_VERIFY: PlainOptions = { ...OPTIONS, check: { takes: 'nothing' } };

/** Answers and sets the exit code. False: the command line asks for more than this lane knows. */
export function runCheckLane(
  program: string,
  command: 'check' | 'verify',
  words: readonly string[],
): Promise<void> | boolean {
  const args = plainLine(command === 'check' ? OPTIONS : OPTIONS_OF_VERIFY, words);
  if (args === undefined) return false;
  const options = {
    verbose: args.given('verbose'),
    json: args.given('json'),
    project: args.text('project'),
    spelling: spellingOf(program),
  };
  const outcome = check(options);
  return outcome instanceof Promise
    ? outcome.then(async (found) => void (await say(found, options)))
    : say(outcome, options);
}

function say(outcome: SessionCheck, options: CheckOptions): Promise<void> | true {
  const isShort = !options.json && !options.verbose;
  // Exit code 0, which is Node's own.
  if (isShort && !('failure' in outcome) && isSilent(outcome)) return true;
  return print(outcome, options);
}

async function print(outcome: SessionCheck, { json, verbose }: CheckOptions): Promise<void> {
  const { checkOutput } = await import('./check-output.ts');
  const output = checkOutput(outcome, verbose);
  const out = json ? output.jsonText() : output.stdout;
  const { exitCode, stderr } = output;
  surroundings().exitCode = exitCode;
  const isLong = Buffer.byteLength(out) + Buffer.byteLength(stderr) > FITS_A_PIPE;
  const write = isLong ? writeWithin : writeOutput;
  if (out !== '') write(1, out, timeLeft());
  if (stderr !== '') write(2, stderr, timeLeft());
}
