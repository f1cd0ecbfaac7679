import { type NamedPromise, titleOf } from '../domain/promise/promise.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief } from './printable.ts';

/** What the user is told of promises whose criteria are all met, and that nothing has verified. */

const MOST_NAMED = 3;
const LONGEST_TITLE = 120;

/** A line for each of the first of them; `commands`: those of its folder. */
export function metLines(
  met: readonly (NamedPromise & { readonly commands: CommandLines })[],
): readonly string[] {
  const { more, named } = firstFew(met, MOST_NAMED);
  return [
    ...named.map(
      ({ commands, id, promise }) =>
        `Met but not verified: ${id} (${brief(titleOf(promise), LONGEST_TITLE)}). To close it, have the agent run: ${commands.verify(id)}`,
    ),
    ...(more > 0 ? [`Met but not verified: ${more} more.`] : []),
  ];
}
