import { isClosed, type NamedPromise, ownerOf } from '../promise/promise.ts';
import { canContinue } from './lineage.ts';
import { endIn } from './session-end.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** Decides which sessions left promises open and do not run any more. */

/** Another session that owns open promises, and what became of the host that its state records. */
export interface OtherSession {
  readonly id: string;
  readonly state: StopGateState;
  readonly fate: 'running' | 'gone' | 'unknown' | undefined;
}

/** A promise that a session left open whose process is gone. */
export interface LeftPromise extends NamedPromise {
  readonly session: string;
}

/**
 * The promises that sessions left open whose processes are certainly gone. What was open when a person ended its
 * session is left out: the person knows of it.
 */
export function leftByGone(
  promises: readonly NamedPromise[],
  others: readonly OtherSession[],
): readonly LeftPromise[] {
  const gone = new Map(others.filter(({ fate }) => fate === 'gone').map((one) => [one.id, one]));
  return promises.flatMap(({ id, promise }) => {
    const session = gone.get(ownerOf(promise) ?? '');
    if (session === undefined || isClosed(promise)) return [];
    const isEnded = endIn(session.state)?.promises.includes(id) === true;
    return isEnded ? [] : [{ id, promise, session: session.id }];
  });
}

/** Whether a session begins without what was said before, so that it has to be told of others. */
export function isFresh(source: string | undefined): boolean {
  return source !== 'fork' && (source === 'clear' || !canContinue(source));
}
