import { positionOf } from '../adapters/transcript/tail.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { SeenStop } from './look.ts';

/** Where a stop stands, by which it is known again; null where that is not known. */
export function positionAt({ payload, tail }: SeenStop): string | null {
  // Some hosts write their transcripts behind their sessions. What they say of the stop themselves comes first.
  return payload.turn === undefined ? positionOf(tail) : `turn-${digestOf(payload.turn)}`;
}
