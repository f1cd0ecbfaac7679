import { isObject, textOf } from '../domain/base/document.ts';
import type { LoggedLine } from '../domain/promise/logged-line.ts';
import { eventWords } from './event-words.ts';
import { brief, oneLine } from './printable.ts';
import { sessionName } from './session-name.ts';
import type { Style } from './style.ts';

/** A line of the ledger for people: when, in which session, of which promise, and what. */

/** Widths of the columns, in characters: a timestamp, a session's name, and a promise's id. */
const TIME = 20;
const SESSION = 12;
const PROMISE = 16;

/** Longest part of a line that is no event, in characters. */
const LONGEST_TEXT = 80;

/** One line on the terminal. `text`: the line as it stands in the file. `isWhole`: false where it has no end. */
export function logText(
  { chain, document }: LoggedLine,
  text: string,
  isWhole: boolean,
  style: Style,
): string {
  if (document === undefined) {
    const what = isWhole ? 'not a ledger line' : 'cut off';
    return style.caution(`(${what}: ${brief(text, LONGEST_TEXT)})`);
  }
  const { promise_id, session_id, timestamp } = document;
  const columns = [
    style.dim(column(textOf(timestamp), TIME)),
    style.dim(column(sessionName(textOf(session_id), SESSION) || '-', SESSION)),
    style.bold(column(textOf(promise_id), PROMISE)),
    styled(document, eventWords(document), style),
  ];
  const notes = [
    ...NOTES[chain],
    ...(isExternal(document) ? ['the file was changed outside completion-promise before'] : []),
    ...(isWhole ? [] : ['truncated']),
  ];
  return [...columns, ...notes.map((note) => style.caution(`(${note})`))].join('  ');
}

/** The line of one that is longer than any of the suite. */
export function longLineText(style: Style): string {
  return style.caution('(not a ledger line: too long)');
}

/** What is said where the ledger was replaced or cut down while it was followed. */
export function beginsAnewText(style: Style): string {
  return style.caution('(the ledger was replaced or truncated; reading from its beginning)');
}

const NOTES: Readonly<Record<LoggedLine['chain'], readonly string[]>> = {
  follows: [],
  differs: ['it does not match the previous line'],
  unchained: ['not chained: written by another program or an earlier version'],
  unreadable: [],
};

function column(text: string, width: number): string {
  return oneLine(text).padEnd(width);
}

/** What asks for less than before. */
const CAUTIONED: ReadonlySet<unknown> = new Set([
  'criterion.waived',
  'tampering.accepted',
  'session.ended',
]);

/** Verdicts in the colours that they have elsewhere. */
function styled(
  { event, verdict }: { readonly [key: string]: unknown },
  words: string,
  style: Style,
): string {
  if (event === 'promise.verified' || verdict === 'PASS') return style.good(words);
  if (verdict === 'FAIL') return style.bad(words);
  return CAUTIONED.has(event) ? style.caution(words) : words;
}

function isExternal({ also, file }: { readonly [key: string]: unknown }): boolean {
  const records = [file, ...(Array.isArray(also) ? also : [])];
  return records.some((record) => isObject(record) && record['external'] === true);
}
