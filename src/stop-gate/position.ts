import { positionOf } from '../adapters/transcript/tail.ts';
import { toldPosition } from '../domain/host/told-position.ts';
import type { SeenStop } from './look.ts';

/** Where a stop stands, by which it is known again; null where that is not known. */
export function positionAt({ clock, host, payload, stopper, tail }: SeenStop): string | null {
  const isWithout = stopper.transcriptPath === undefined && host.namesTranscripts !== true;
  // A transcript that is named and cannot be read may be readable at the next stop. What the host itself says of
  // the stop comes first: some write their transcripts behind their sessions.
  return isWithout || payload.turn !== undefined
    ? toldPosition(payload, clock.now())
    : positionOf(tail);
}
