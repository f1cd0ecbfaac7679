import { isObject, textOf } from '../base/document.ts';
import { failed, type Result, success } from '../base/result.ts';
import { standingRejection } from '../judging/judgment-record.ts';
import {
  type CompletionPromise,
  isClosed,
  type NamedPromise,
  ownerOf,
} from '../promise/promise.ts';
import {
  type Actor,
  type Change,
  cancelPromise,
  type GivenUpBy,
  releasePromise,
} from '../promise/promise-changes.ts';

/** How a promise is given up: ended unfulfilled, or left without an owner. */
type GivingUp = 'cancel' | 'release';

/** What a session asked for that it cannot do by itself, when and under which id. */
export interface GiveUpRequest {
  readonly what: GivingUp;
  readonly at: string;
  readonly session_id: string;
}

const CHANGES = { cancel: cancelPromise, release: releasePromise } as const;

/**
 * Gives a promise up. Where a judge's FAIL stands, only a person can: what its own session wants is kept as a
 * request, which changes nothing else. Fails as the change itself does, and where the same was requested before.
 */
export function giveUp(
  what: GivingUp,
  id: string,
  promise: CompletionPromise,
  actor: Actor,
  given: GivenUpBy = {},
): Result<Change> {
  const done = CHANGES[what](id, promise, actor, given);
  if (!done.ok || given.by === 'person') return done;
  const rejection = standingRejection(promise);
  if (rejection === undefined) return done;
  if (standingRequest(promise)?.what === what) {
    const owner = ownerOf(promise) ?? actor.session.id;
    return failed({ kind: 'person-to-give-up', id, what, owner, failed: rejection.failed });
  }
  const request: GiveUpRequest = { what, at: actor.at, session_id: actor.session.id };
  return success({
    promise: { ...promise, give_up_requested: { ...request } },
    event: { event: 'promise.give-up-requested', what },
  });
}

/** The request that waits for a person. A PASS, a waiver of all that failed, and an end make it moot. */
export function standingRequest(promise: CompletionPromise): GiveUpRequest | undefined {
  const { give_up_requested: request } = promise;
  if (!isObject(request) || isClosed(promise)) return undefined;
  const { what } = request;
  if (what !== 'cancel' && what !== 'release') return undefined;
  if (standingRejection(promise) === undefined) return undefined;
  return { what, at: textOf(request['at']), session_id: textOf(request['session_id']) };
}

/** A promise that its session asked a person to give up. */
export interface RequestedPromise extends NamedPromise {
  readonly request: GiveUpRequest;
  /** Whose promise it is now. */
  readonly owner: string;
}

/** Those of some promises that a person was asked to give up. */
export function requestedAmong(promises: readonly NamedPromise[]): readonly RequestedPromise[] {
  return promises.flatMap(({ id, promise }) => {
    const request = standingRequest(promise);
    const owner = ownerOf(promise);
    return request === undefined || owner === null ? [] : [{ id, promise, request, owner }];
  });
}
