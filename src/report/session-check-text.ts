import { capText, type ShownCap } from './cap-text.ts';
import { oneLine } from './printable.ts';

/** What `--check --session` says of a session that its stop gate let go. */

/** The causes that the check itself decides about. */
const ABOUT_PROMISES = ['promises', 'promises-unread', 'lost-promises'];

export function isAboutPromises({ checker }: Pick<ShownCap, 'checker'>): boolean {
  return ABOUT_PROMISES.includes(checker);
}

/** That nothing is known of a session, so that a wrong id is not taken for one whose work is done. */
export function unknownLine(session: string): string {
  return `Session ${oneLine(session)} is unknown here: it made no promises in this project, or its id is different.`;
}

/** That its last stop left something undone: since when, why, and what held it. */
export function letGoLines({ session, ...cap }: ShownCap): readonly string[] {
  return [
    `NOT COMPLETE: the stop gate stopped blocking session ${oneLine(session)} ${capText(cap)}.`,
  ];
}
