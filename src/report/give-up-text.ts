import { titleOf } from '../domain/promise/promise.ts';
import type { GiveUpRequest, RequestedPromise } from '../domain/standing/giving-up.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';

/** What a person is told of promises that a session asked to give up although a judge's FAIL stands. */

const MOST_NAMED = 5;
const LONGEST_TITLE = 100;

/** A line for each of the first of them, with the command that does it; nothing where there are none. */
export function requestLines(
  requested: readonly RequestedPromise[],
  lines: CommandLines,
): readonly string[] {
  const { more, named } = firstFew(requested, MOST_NAMED);
  return [
    ...named.map((one) => requestLine(one, lines)),
    ...(more > 0 ? [`and ${more} more: ${lines.list()}`] : []),
  ];
}

/** One of them. */
export function requestLine(
  { id, owner, promise, request }: RequestedPromise,
  lines: CommandLines,
): string {
  const title = brief(titleOf(promise), LONGEST_TITLE);
  const command = lines.giveUpFor(request.what, id, owner);
  return `Session ${oneLine(request.session_id)} wants to ${request.what} ${oneLine(id)} "${title}" although a judge's FAIL stands. Only a person can, in a terminal: ${command}`;
}

/** `asked to cancel it`, for lists and marks. */
export function requestMark({ what }: GiveUpRequest): string {
  return `its session asked to ${what} it`;
}
