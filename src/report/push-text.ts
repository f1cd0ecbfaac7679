import { counted } from '../domain/base/counted.ts';
import type { PromiseAtPush, PushFacts } from '../domain/host/push.ts';
import { ownerOf, titleOf } from '../domain/promise/promise.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';
import { lackText } from './proof-text.ts';
import { sessionName } from './session-name.ts';

/** The words of git's `pre-push` hook. */

/** How many things a line names before it only counts them. */
const MOST_NAMED = 5;

/** Why a push is held by promises, and what comes next; nothing where none holds it. */
export function heldLines(held: readonly PromiseAtPush[], lines: CommandLines): readonly string[] {
  if (held.length === 0) return [];
  return [
    'Held: what is pushed was promised, and is not proved.',
    ...held.map((one) => `  ${promiseWords(one)}`),
    `Next: ${lines.check()}`,
  ];
}

/** What is told of a push that it does not end on, for stderr. */
export function pushNotes({
  differing,
  isAsked,
  isHere,
  others,
  promises,
}: PushFacts): readonly string[] {
  // Where nothing is promised and nothing is to be checked, there is nothing to say of any file.
  if (!isAsked && promises.length === 0) return [];
  const foreign = promises.filter(({ isOwn }) => isHere && !isOwn);
  return [
    ...(differing.length === 0
      ? []
      : [
          `NOTE: ${counted(differing.length, 'file')} here ${differing.length === 1 ? 'is' : 'are'} not as pushed: ${few(differing)}. Checks and proofs speak of the files here.`,
        ]),
    ...(others.length === 0
      ? []
      : [`NOTE: ${few(others)}: not what is checked out here, so nothing of it was checked.`]),
    ...foreign.map((one) => `NOTE: ${promiseWords(one)}, of ${ownerWords(one)}`),
  ];
}

function ownerWords({ named: { promise } }: PromiseAtPush): string {
  const owner = ownerOf(promise);
  return owner === null ? 'no session' : `session ${oneLine(sessionName(owner))}`;
}

function promiseWords({ items, named: { id, promise } }: PromiseAtPush): string {
  const open = items.map(
    (item) => `${oneLine(item.criterion.id)} (${lackText(item) ?? 'not met'})`,
  );
  const what = open.length === 0 ? 'is not started' : `is open: ${few(open)}`;
  return `${id} "${brief(titleOf(promise), 80)}" ${what}`;
}

function few(texts: readonly string[]): string {
  const { more, named } = firstFew(texts, MOST_NAMED);
  return `${named.map((text) => brief(text, 120)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
