import type { Pause } from '../domain/session/pause.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';
import { durationText } from './waiting-text.ts';

/** What is said of stops that a person has let through: by an interrupt, or by having the gate off for a while. */

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

/** For those who must know that a person has the gate off. `now`: in milliseconds since 1970. */
export function pauseText({ until }: Pause, now: number, lines: CommandLines): string {
  return `paused by a person until ${oneLine(until)}, ${durationText(Date.parse(until) - now)} from now: no session is held. To end it: ${lines.of('cs session pause --end')}`;
}

/** How a user ends a session that is held: by a command for each folder that keeps it, or by the agent. */
export function waysOut(session: string, lines: readonly CommandLines[]): string {
  const ends = lines.map((folder) => folder.end(session)).join(' ; ');
  const pause = lines[0]?.of('cs session pause') ?? '';
  return `To end this session anyway, run in your own terminal: ${ends} (or ${pause}). To give a promise up, have the agent cancel it.`;
}

/** What a person is shown before the question whether to have it off. */
export function beforePauseText(projectFolder: string, pause: Pause): string {
  return [
    `Until ${pause.until}, the stop gate holds no session of ${oneLine(projectFolder)}.`,
    '  Promises stay open, and each session that starts is told.',
  ].join('\n');
}
