import { counted } from '../domain/base/counted.ts';
import {
  criteriaOf,
  isOpen,
  type NamedPromise,
  ownerOf,
  titleOf,
} from '../domain/promise/promise.ts';
import type { SessionEnd } from '../domain/session/session-end.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, indented, oneLine } from './printable.ts';
import { criterionLine, progressText, statusMark, waivedText } from './promise-text.ts';
import type { Style } from './style.ts';

/** What a person is told of a session that ends with something left open. */

const MOST_SESSIONS = 10;
const MOST_PROMISES = 20;
const LONGEST_REASON = 120;

/** What a session leaves open, as it is shown before the question. */
export function leftOpenText(
  session: string,
  promises: readonly NamedPromise[],
  style: Style,
  lines: CommandLines,
): string {
  if (promises.length === 0) return `Session ${oneLine(session)} owns no open promises.`;
  const { more, named } = firstFew(promises, MOST_PROMISES);
  return [
    `Session ${oneLine(session)} owns ${counted(promises.length, 'open promise')}:`,
    ...named.flatMap(({ id, promise }) => [
      `  ${statusMark(promise, style)} ${id}: ${oneLine(titleOf(promise))} [${progressText(promise)} AC met${waivedText(promise)}]`,
      ...criteriaOf(promise)
        .filter(isOpen)
        .map((criterion) => `    ${criterionLine(criterion, style)}`),
    ]),
    ...(more > 0 ? [`  and ${more} more: ${lines.list()}`] : []),
    '  They stay unchanged and keep their owner.',
  ].join('\n');
}

export function endedText(session: string, reason: string, left: number, style: Style): string {
  return [
    `Ended session: ${style.bold(oneLine(session))}`,
    `  Reason: ${indented(reason, 10)}`,
    `Left open: ${counted(left, 'promise')}. Its stop gate no longer blocks for them; new promises will block again.`,
  ].join('\n');
}

export function reopenedText(session: string, style: Style): string {
  return `Undid the end of session: ${style.bold(oneLine(session))}`;
}

/** How to name the session that is meant, where none is set. */
export function whichSession(promises: readonly NamedPromise[], lines: CommandLines): string {
  const counts = new Map<string, number>();
  for (const { promise } of promises) {
    const owner = ownerOf(promise);
    if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const { more, named } = firstFew([...counts], MOST_SESSIONS);
  if (named.length === 0)
    return 'No session owns an open promise. Name a session, or set CLAUDE_SESSION_ID.';
  return [
    'Sessions with open promises:',
    ...named.map(([session, count]) => `  ${oneLine(session)} (${count})`),
    ...(more > 0 ? [`  and ${more} more: ${lines.list()}`] : []),
  ].join('\n');
}

/** The mark behind a session that a person ended. */
export function endMark(ended: SessionEnd | undefined): string {
  if (ended === undefined) return '';
  return ` (ended by a person at ${oneLine(ended.at)}: ${brief(ended.reason, LONGEST_REASON)})`;
}
