import type { BrokenFile, Failure } from '../../../src/domain/base/failure.ts';
import type { Result } from '../../../src/domain/base/result.ts';
import type { CompletionPromise, NamedPromise } from '../../../src/domain/promise/promise.ts';
import type { Actor } from '../../../src/domain/promise/promise-changes.ts';
import type { PromiseDefinition } from '../../../src/domain/promise/promise-definition.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { type Session, sessionOf } from '../../../src/domain/promise/session.ts';
import type { TakeTree } from '../../../src/domain/promise/tree.ts';
import { memoryIn } from '../../../src/domain/session/gate-memory.ts';
import type { CheckSettings, decideCheck } from '../../../src/domain/standing/stop-check.ts';
import { type PromiseParts, promiseFile } from './promises.ts';

/** Values of the domain as tests in the same process need them, made of what files would hold. */

export const PROMISE_ID = 'promise-00000001';
export const NOW = '2026-03-04T05:06:07Z';

/** What a stop gate remembers of a session that it never saw. */
export const NO_MEMORY = memoryIn({});

/** The promise that a file would be read as; by default in progress with one unmet criterion. */
export function promiseValue(owner: string | null, parts: PromiseParts = {}): CompletionPromise {
  return readAs(promiseFile(PROMISE_ID, owner, parts));
}

export function namedPromise(
  id: string,
  owner: string | null,
  parts: PromiseParts = {},
): NamedPromise {
  return { id, promise: readAs(promiseFile(id, owner, parts)) };
}

function readAs(document: unknown): CompletionPromise {
  const reading = readPromise(document);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.promise;
}

export function sessionValue(...ids: readonly string[]): Session {
  const session = sessionOf(ids);
  if (session === undefined) throw new Error('a session needs an id');
  return session;
}

/** What the check goes by where nothing is configured. */
export const CHECK_SETTINGS: CheckSettings = {
  tier: 1,
  tier2Enabled: true,
  tier3Enabled: true,
  tier3VoteCount: 3,
  endRequires: 'met',
  maxRetries: 3,
};

/** A project whose fingerprint cannot be taken: only what needs none can pass. */
export const noTree: TakeTree = () => ({ bound: false, why: 'unreadable', reason: 'no tree' });

/** The facts of a check in which nothing but the promises matters. */
export function checkFacts(
  session: Session,
  promises: readonly NamedPromise[],
  broken: readonly BrokenFile[] = [],
): Parameters<typeof decideCheck>[0] {
  return { session, promises, broken, settings: CHECK_SETTINGS, takeTree: noTree };
}

/** What is promised, in words alone. */
export function definitionValue(title: string, descriptions: readonly string[]): PromiseDefinition {
  return { title, criteria: descriptions.map((description) => ({ description, checks: [] })) };
}

export function actorValue(...ids: readonly string[]): Actor {
  return { session: sessionValue(...ids), at: NOW };
}

export function successOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.failure)}`);
  return result.value;
}

export function failureOf<Value>(result: Result<Value>): Failure {
  if (result.ok) throw new Error(`did not fail: ${JSON.stringify(result.value)}`);
  return result.failure;
}
