import type { Pause } from '../domain/session/pause.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine } from './printable.ts';
import { durationText } from './waiting-text.ts';

/** What is said of a stop gate that a person has off for a while. */

/** For those who must know that nothing is held. `now`: in milliseconds since 1970. */
export function pauseText({ until }: Pause, now: number, lines: CommandLines): string {
  return `paused by a person until ${oneLine(until)}, ${durationText(Date.parse(until) - now)} from now: no session is held. To end it: ${lines.of('cs pause --end')}`;
}

/** What a person is shown before the question. */
export function beforePauseText(projectFolder: string, pause: Pause): string {
  return [
    `Until ${pause.until}, the stop gate holds no session of ${oneLine(projectFolder)}.`,
    '  Promises stay open, and each session that starts is told.',
  ].join('\n');
}
