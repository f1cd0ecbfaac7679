import { counted } from '../domain/base/counted.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { UncheckedStop } from '../domain/session/last-known.ts';
import { failureMessage } from './failure-text.ts';
import { oneLine } from './printable.ts';

/** What is said of a session whose store cannot be reached. */

/** Why a store said nothing, and when it last answered for the session; undefined where that is not known. */
export interface UnreachedStore {
  readonly failure: Failure;
  readonly at: string | undefined;
}

/** Why what is said is not of this moment. */
export function lastKnownText({ at, failure }: UnreachedStore): string {
  const since = at === undefined ? NOTHING_KNOWN : `This is what it said on ${oneLine(at)}.`;
  return `${failureMessage(failure)} ${since}`;
}

const NOTHING_KNOWN = 'This machine knows nothing of what this session promised there.';

/** The note beside what may end by what was known last. */
export function notCheckedText(unreached: UnreachedStore): string {
  return `NOT CHECKED: ${lastKnownText(unreached)}`;
}

/** For the user of a session that is let go unchecked. `held`: what kept it when the store last answered. */
export function letGoUncheckedText(
  { at, failure }: UnreachedStore,
  held: string | undefined,
): string {
  const then = at === undefined ? 'As far as is known' : `When it last answered, on ${oneLine(at)}`;
  const known =
    held === undefined
      ? at === undefined
        ? NOTHING_KNOWN
        : `${then}, nothing was open.`
      : `${then}: ${held}`;
  return `NOT CHECKED: ${failureMessage(failure)} ${known} The gate checks again once the store answers.`;
}

/** For the user of a session whose store answers again; nothing where it was never let go unchecked. */
export function checkedAgainText(stops: readonly UncheckedStop[]): readonly string[] {
  const letGo = stops.filter(({ answer }) => answer === 'let-go');
  const [first] = letGo;
  if (first === undefined) return [];
  return [
    `The store answers again. This session was let go NOT CHECKED at ${counted(letGo.length, 'stop')} since ${oneLine(first.at)}; this stop is checked.`,
  ];
}
