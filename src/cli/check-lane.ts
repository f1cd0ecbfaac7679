import { type Environment, readEnvironment } from '../adapters/environment.ts';
import { createNodeCheckout } from '../adapters/node-checkout.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { DEFAULT_CHECK_SETTINGS } from '../domain/configuration.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, isOwnedBy } from '../domain/promise.ts';
import { type Result, success } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import { isCovered } from '../domain/session-end.ts';
import {
  type CheckDecision,
  concernsCheck,
  decideCheck,
  MOST_CHECK_MS,
} from '../domain/stop-check.ts';
import type { TakeTree } from '../domain/tree.ts';
import { unexpectedFailure } from '../domain/unexpected.ts';
import type { Files } from '../ports.ts';
import { checkJson, checkText, endedText } from '../report/check-text.ts';
import { failureJson, failureLines } from '../report/failure-text.ts';
import { jsonText } from '../report/printable.ts';
import { readPromises } from '../store/reading.ts';
import { endOf } from '../store/session-memory.ts';
import { type StateFolder, stateFolderOf } from '../store/state-folder.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import { isInsideJudge } from './inside-judge.ts';
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
    const { session } = environment.value;
    if (session === undefined) return refusal({ kind: 'no-session' });
    const files = createNodeFiles();
    const folder = stateFolderOf(environment.value.projectFolder);
    const decision = decideFor(environment.value, session, files, folder);
    if (!decision.ok) return refusal(decision.failure);
    const ended = decision.value.mayEnd ? undefined : endOf(session, files, folder);
    const isEnded = ended !== undefined && isCovered(decision.value, ended);
    const text = isEnded
      ? { stdout: '', stderr: `${endedText(ended, session.id)}\n` }
      : checkText(decision.value, verbose);
    const mayEnd = decision.value.mayEnd || isEnded;
    const json = () => ({
      ...checkJson(decision.value),
      ended: isEnded ? ended : null,
      may_end: mayEnd,
    });
    return { ...text, json, exitCode: mayEnd ? EXIT.ok : EXIT.blocked };
  } catch (error) {
    return refusal(unexpectedFailure(error));
  }
}

function decideFor(
  environment: Environment,
  session: Session,
  files: Files,
  folder: StateFolder,
): Result<CheckDecision> {
  const isWanted = (promise: CompletionPromise) => concernsCheck(promise, session);
  // An agent that judges for this suite owes nothing: its stop must not wait for what it judges.
  const listing = isInsideJudge()
    ? { promises: [], broken: [] }
    : readPromises(files, folder.root, folder.promises, isWanted);
  // Where nothing is owned, there is nothing that a setting could say something of.
  const ownsAny = listing.promises.some(({ promise }) => isOwnedBy(promise, session));
  const settings = ownsAny
    ? loadCheckSettings({ environment, files })
    : success(DEFAULT_CHECK_SETTINGS);
  if (!settings.ok) return settings;
  const tree = createNodeCheckout(environment.projectFolder, timeLeft).snapshot();
  const takeTree: TakeTree = (scope, known) => tree.digest(scope, known);
  return success(decideCheck({ session, ...listing, settings: settings.value, takeTree }));
}

function timeLeft(): number {
  return MOST_CHECK_MS - millisecondsSinceStart();
}

function refusal(failure: Failure): CheckAnswer {
  return {
    stdout: '',
    json: () => failureJson(failure),
    stderr: `${failureLines(failure)}\n`,
    exitCode: exitCodeOf(failure, 'may-the-session-end'),
  };
}
