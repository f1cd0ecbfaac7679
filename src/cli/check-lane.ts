import { FITS_A_PIPE, writeOutput, writeWithin } from '../adapters/standard-output.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Spelling } from '../report/command-lines.ts';
import { isSilent } from '../report/decided-folders.ts';
import { type SessionCheck, timeLeft } from '../session/check.ts';
import { type CheckQuestion, check } from './check.ts';

/**
 * `cs-verify --check`, which answers whether a session may end. This file and what it imports is all that is loaded
 * where there is nothing to say; docs/architecture.md says why. The words of the answer are a file of their own.
 */

interface CheckOptions extends CheckQuestion {
  readonly json: boolean;
}

/** Answers and sets the exit code. False: the command line asks for more than this lane knows. */
export function runCheckLane(args: readonly string[], spelling: Spelling): Promise<void> | boolean {
  const options = checkOptions(args, spelling);
  if (options === undefined) return false;
  const outcome = check(options);
  return outcome instanceof Promise
    ? outcome.then(async (found) => void (await answer(found, options)))
    : answer(outcome, options);
}

function answer(outcome: SessionCheck, options: CheckOptions): Promise<void> | true {
  const isShort = !options.json && !options.verbose;
  // Exit code 0, which is Node's own.
  if (isShort && !('failure' in outcome) && isSilent(outcome)) return true;
  return print(outcome, options);
}

async function print(outcome: SessionCheck, { json, verbose }: CheckOptions): Promise<void> {
  const { checkAnswer } = await import('./check-answer.ts');
  const answer = checkAnswer(outcome, verbose);
  const out = json ? answer.jsonText() : answer.stdout;
  const { exitCode, stderr } = answer;
  surroundings().exitCode = exitCode;
  const isLong = Buffer.byteLength(out) + Buffer.byteLength(stderr) > FITS_A_PIPE;
  const write = isLong ? writeWithin : writeOutput;
  if (out !== '') write(1, out, timeLeft());
  if (stderr !== '') write(2, stderr, timeLeft());
}

function checkOptions(args: readonly string[], spelling: Spelling): CheckOptions | undefined {
  let project: string | undefined;
  const switches: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [, joined] = /^(?:-C|--project)=(.+)$/s.exec(arg) ?? [];
    const isProject = arg === '-C' || arg === '--project' || joined !== undefined;
    if (!isProject) switches.push(arg);
    // One that is given twice or has no value is told of by the full lane.
    else if (project !== undefined) return undefined;
    else project = joined ?? args[++at] ?? '';
  }
  const known = new Set(['--check', '--verbose', '-v', '--json']);
  if (!switches.includes('--check') || !switches.every((one) => known.has(one))) return undefined;
  if (project === '' || project?.startsWith('-')) return undefined;
  const verbose = switches.includes('--verbose') || switches.includes('-v');
  return { verbose, json: switches.includes('--json'), project, spelling };
}
