import { type Environment, readEnvironment } from '../adapters/environment.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import type { Failure } from '../domain/failure.ts';
import { readPromise } from '../domain/promise-reading.ts';
import { concernsCheck, decideCheck } from '../domain/stop-check.ts';
import { errorCode, isSystemError } from '../domain/system-error.ts';
import { checkJson, checkText } from '../report/check-text.ts';
import { failureJson, failureLines } from '../report/failure-text.ts';
import { jsonText } from '../report/printable.ts';
import { readPromises } from '../store/reading.ts';
import { stateFolderOf } from '../store/state-folder.ts';
import { EXIT, exitCodeOf } from './exit.ts';

/**
 * `cs-verify --check`, the question that every stop of every session asks. This file and what it
 * imports is all that the fast lane loads (DESIGN §7): no yargs, no zod, no lock.
 */

export interface CheckOptions {
  readonly verbose: boolean;
  readonly json: boolean;
}

/** Answers and sets the exit code. False: the command line asks for more than this lane knows. */
export function runCheckLane(args: readonly string[]): boolean {
  const options = checkOptions(args);
  if (options === undefined) return false;
  try {
    answerCheck(readEnvironment(), options);
  } catch (error) {
    // Whatever went wrong, the session's promises were not seen to be kept.
    refuse(failureOf(error), options);
  }
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

/** Gathers the facts, decides, prints the decision and sets the exit code to it. */
export function answerCheck(environment: Environment, options: CheckOptions): void {
  const { projectFolder, session } = environment;
  if (session === undefined) {
    refuse({ kind: 'no-session' }, options);
    return;
  }
  const folder = stateFolderOf(projectFolder);
  const listing = readPromises(
    createNodeFiles(),
    folder.root,
    folder.promises,
    readPromise,
    (promise) => concernsCheck(promise, session),
  );
  const decision = decideCheck({ session, ...listing });
  const text = checkText(decision, options.verbose);
  const stdout = options.json ? `${jsonText(checkJson(decision))}\n` : text.stdout;
  if (stdout !== '') process.stdout.write(stdout);
  if (text.stderr !== '') process.stderr.write(text.stderr);
  process.exitCode = decision.mayEnd ? EXIT.ok : EXIT.blocked;
}

function refuse(failure: Failure, { json }: CheckOptions): void {
  if (json) process.stdout.write(`${jsonText(failureJson(failure))}\n`);
  process.stderr.write(`${failureLines(failure)}\n`);
  process.exitCode = exitCodeOf(failure, 'may-the-session-end');
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return isSystemError(error)
    ? { kind: 'file-system', action: 'read the promises', path: message, code: errorCode(error) }
    : { kind: 'unexpected', message };
}
