import { judgingProcess, readEnvironment } from '../adapters/environment.ts';
import { runsInside } from '../adapters/node-ancestry.ts';
import { createNodeCheckout } from '../adapters/node-checkout.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { DEFAULT_CHECK_SETTINGS } from '../domain/configuration.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, isOwnedBy } from '../domain/promise.ts';
import { success } from '../domain/result.ts';
import { concernsCheck, decideCheck } from '../domain/stop-check.ts';
import type { TakeTree } from '../domain/tree.ts';
import { unexpectedFailure } from '../domain/unexpected.ts';
import { checkJson, checkText } from '../report/check-text.ts';
import { failureJson, failureLines } from '../report/failure-text.ts';
import { jsonText } from '../report/printable.ts';
import { readPromises } from '../store/reading.ts';
import { stateFolderOf } from '../store/state-folder.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import { loadCheckSettings } from './settings.ts';
import { tolerateBrokenStreams } from './streams.ts';

/**
 * `cs-verify --check`, the question that every stop of every session asks. This file and what it
 * imports is all that the fast lane loads (DESIGN §7): no yargs, no lock.
 */

export interface CheckOptions {
  readonly verbose: boolean;
  readonly json: boolean;
}

/** What the check has to say, and what it ends with. */
export interface CheckAnswer {
  readonly stdout: string;
  /** The same as data, made only where it is asked for. */
  json(): unknown;
  readonly stderr: string;
  readonly exitCode: ExitCode;
}

/** Answers and sets the exit code. False: the command line asks for more than this lane knows. */
export function runCheckLane(args: readonly string[]): boolean {
  const options = checkOptions(args);
  if (options === undefined) return false;
  const { exitCode, json, stderr, stdout } = answerCheck(options.verbose);
  const out = options.json ? `${jsonText(json())}\n` : stdout;
  process.exitCode = exitCode;
  // The streams are slow to open, and most stops say nothing.
  if (out === '' && stderr === '') return true;
  tolerateBrokenStreams('may-the-session-end');
  if (out !== '') process.stdout.write(out);
  if (stderr !== '') process.stderr.write(stderr);
  return true;
}

function checkOptions(args: readonly string[]): CheckOptions | undefined {
  const known = new Set(['--check', '--verbose', '-v', '--json']);
  if (!args.includes('--check') || !args.every((arg) => known.has(arg))) return undefined;
  return {
    verbose: args.includes('--verbose') || args.includes('-v'),
    json: args.includes('--json'),
  };
}

/** Gathers the facts and decides; whatever goes wrong on the way keeps the gate shut. */
export function answerCheck(verbose: boolean): CheckAnswer {
  try {
    const environment = readEnvironment();
    if (!environment.ok) return refusal(environment.failure);
    const { projectFolder, session } = environment.value;
    if (session === undefined) return refusal({ kind: 'no-session' });
    const folder = stateFolderOf(projectFolder);
    const isWanted = (promise: CompletionPromise) => concernsCheck(promise, session);
    const files = createNodeFiles();
    // An agent that judges for this suite owes nothing: its stop must not wait for what it judges.
    const listing = isInsideJudge()
      ? { promises: [], broken: [] }
      : readPromises(files, folder.root, folder.promises, isWanted);
    // Where nothing is owned, there is nothing that a setting could say something of.
    const ownsAny = listing.promises.some(({ promise }) => isOwnedBy(promise, session));
    const settings = ownsAny
      ? loadCheckSettings({ environment: environment.value, files })
      : success(DEFAULT_CHECK_SETTINGS);
    if (!settings.ok) return refusal(settings.failure);
    const tree = createNodeCheckout(projectFolder).snapshot();
    const takeTree: TakeTree = (scope, known) => tree.digest(scope, known);
    const decision = decideCheck({ session, ...listing, settings: settings.value, takeTree });
    const exitCode = decision.mayEnd ? EXIT.ok : EXIT.blocked;
    return { ...checkText(decision, verbose), json: () => checkJson(decision), exitCode };
  } catch (error) {
    return refusal(unexpectedFailure(error));
  }
}

function isInsideJudge(): boolean {
  const judging = judgingProcess();
  return judging !== undefined && runsInside(judging, isOwnCommand);
}

/** Whether a command line is one of this suite's, itself or run by Node: no other process asks its judge. */
function isOwnCommand([program = '', ...args]: readonly string[]): boolean {
  const isNode = /(?:^|[\\/])node(?:\.exe)?$/.test(program);
  const script = isNode ? args.find((word) => !word.startsWith('-')) : program;
  return /(?:^|[\\/])cs(?:-verify)?(?:\.cjs)?$/.test(script ?? '');
}

function refusal(failure: Failure): CheckAnswer {
  return {
    stdout: '',
    json: () => failureJson(failure),
    stderr: `${failureLines(failure)}\n`,
    exitCode: exitCodeOf(failure, 'may-the-session-end'),
  };
}
