import type { Failure } from '../domain/base/failure.ts';
import { USUAL_TIMEOUT_MS } from '../domain/settings/setting.ts';

/** What a hook learns of stores that say nothing: it waits for one of them once, and asks nothing after that. */
export interface Silence {
  /** The longest wait for an answer, in milliseconds. */
  readonly mostMs: number;
  /** What came of the wait that was in vain; undefined where there was none. */
  met(): Failure | undefined;
  /** Keeps that a store did not answer. Any other failure is none of it. */
  meet(failure: Failure): void;
}

export function createSilence(): Silence {
  let met: Failure | undefined;
  return {
    mostMs: USUAL_TIMEOUT_MS,
    met: () => met,
    meet(failure) {
      if (failure.kind === 'store-unreachable') met ??= failure;
    },
  };
}

/** The same silence, for a store that has so many milliseconds for an answer. */
export function silenceOf(silence: Silence | undefined, mostMs: number): Silence | undefined {
  return silence && { ...silence, mostMs };
}
