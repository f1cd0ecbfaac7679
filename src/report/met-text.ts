import { failingValidators } from '../domain/judging/attempts.ts';
import { criteriaToProve, type NamedPromise, titleOf } from '../domain/promise/promise.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';

/** What the user is told of promises whose criteria are all met, and that nothing has verified. */

const MOST_NAMED = 3;
const LONGEST_TITLE = 120;

function closingText({ id, promise }: NamedPromise, commands: CommandLines): string {
  const failed = criteriaToProve(promise).flatMap((criterion) =>
    failingValidators(criterion).map((by) => `${brief(by, 60)} failed ${oneLine(criterion.id)}`),
  );
  return failed.length === 0
    ? `To close it, have the agent run: ${commands.verify(id)}`
    : `It does not verify: ${failed.join(', ')}. What was found: ${commands.show(id)}`;
}

/** A line for each of the first of them; `commands`: those of its folder. */
export function metLines(
  met: readonly (NamedPromise & { readonly commands: CommandLines })[],
): readonly string[] {
  const { more, named } = firstFew(met, MOST_NAMED);
  return [
    ...named.map(
      ({ commands, id, promise }) =>
        `Met but not verified: ${id} (${brief(titleOf(promise), LONGEST_TITLE)}). ${closingText({ id, promise }, commands)}`,
    ),
    ...(more > 0 ? [`Met but not verified: ${more} more.`] : []),
  ];
}
