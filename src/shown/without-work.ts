import type { RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import type { Shown } from '../domain/shown/outcome.ts';
import type { Works } from '../ports.ts';

/** What is asked of a check that passed: whether it fails without the work. */
export interface ShownQuestion {
  readonly check: RunnableCheck;
  /** The commit that the work began at; empty where there was none yet. */
  readonly base: string;
  /** The project's folder in the checkout that is worked on. */
  readonly checkout: string;
  /** The time for all of it, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ShownWorld {
  /** The world in which the check passed. */
  readonly checks: CheckWorld;
  readonly works: Works;
  readonly kept: KeptShown;
  /** The SHA-256 of a text as UTF-8, or of bytes, in hexadecimal. */
  readonly sha256: (content: string | Uint8Array) => string;
}

/** Outcomes that were found before, by what they depend on. */
export interface KeptShown {
  read(key: string): Shown | undefined;
  /** As far as that is possible. */
  write(key: string, shown: Shown): void;
}

export async function showWithoutWork(
  _question: ShownQuestion,
  _world: ShownWorld,
): Promise<Shown> {
  return { kind: 'not-told', reason: 'nothing was run' };
}
