import { counted } from '../domain/base/counted.ts';
import { titleOf } from '../domain/promise/promise.ts';
import type { LeftPromise } from '../domain/session/gone-session.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine, printable } from './printable.ts';
import { progressText } from './promise-text.ts';

/** What is said at the start of a session of promises that sessions left which do not run any more. */

const MOST_NAMED = 5;
const LONGEST_TITLE = 100;

/** The lines for the agent, which cannot take them over by itself. */
export function leftLines(left: readonly LeftPromise[], lines: CommandLines): readonly string[] {
  const { more, named } = firstFew(left, MOST_NAMED);
  const [first] = named;
  if (first === undefined) return [];
  return [
    `${counted(left.length, 'open promise')} of sessions that are no longer running. Only a person can release them. If your task is to continue one, tell the user; once it is released: ${lines.of('cs promise adopt [id]')}`,
    ...named.map(
      ({ id, promise }) =>
        `- ${id} "${brief(titleOf(promise), LONGEST_TITLE)}" (${progressText(promise)} criteria met): ${lines.show(id)}`,
    ),
    ...(more > 0 ? [`- and ${more} more: ${lines.status()}`] : []),
  ];
}

/** The message for the user; empty where there is nothing to tell. */
export function leftMessage(left: readonly LeftPromise[], lines: CommandLines): string {
  const { more, named } = firstFew(left, MOST_NAMED);
  if (named.length === 0) return '';
  return printable(
    [
      `${counted(left.length, 'open promise')} of sessions that are no longer running. To continue one, resume its session, or release it for another in a terminal:`,
      ...named.map(
        ({ id, promise, session }) =>
          `  ${id} "${brief(titleOf(promise), LONGEST_TITLE)}" (${progressText(promise)}), session ${oneLine(session)}: ${lines.giveUpFor('release', id, session)}`,
      ),
      ...(more > 0 ? [`  and ${more} more: ${lines.status()}`] : []),
    ].join('\n'),
  );
}
