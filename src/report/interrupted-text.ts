import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';
import { durationText } from './waiting-text.ts';

/** What is said of a session that its user interrupted. */

/** For the user of a session whose stop is let through. */
export const INTERRUPTED =
  'You interrupted, so this stop is let through. The work is not complete; the next turn is held again.';

/** A session with open promises, and when its user's interrupt was seen. */
export interface ShownInterrupt {
  readonly session: string;
  readonly at: string;
}

const MOST_SHOWN = 20;

/** The lines of interrupted sessions, as the status of a project lists them. `now`: in milliseconds since 1970. */
export function interruptedLines(
  interrupted: readonly ShownInterrupt[],
  now: number,
): readonly string[] {
  if (interrupted.length === 0) return [];
  const { more, named } = firstFew(interrupted, MOST_SHOWN);
  return [
    '',
    'INTERRUPTED BY THE USER:',
    ...named.map(({ at, session }) => {
      const ago = durationText(now - Date.parse(at));
      return `  ${oneLine(session)}: you interrupted ${ago} ago; its promises stay open`;
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
