import { failingValidators } from '../domain/judging/attempts.ts';
import { criteriaToProve, type NamedPromise, titleOf } from '../domain/promise/promise.ts';
import { checkoutOf, unboundProofs } from '../domain/promise/proof.ts';
import type { CommandLines } from './command-lines.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';

/** What the user is told of promises that are still open for `cs verify`, at the stops of their session. */

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

/**
 * The proofs that no change of a session's own checkout makes stale: those bound to no files, and those of another
 * checkout. They are named at every stop, since nothing else would speak of them again.
 */
export function looseProofLines(promises: readonly NamedPromise[], own: string): readonly string[] {
  const unbound = promises.flatMap(({ id, promise }) =>
    unboundProofs(criteriaToProve(promise)).map(
      ({ ac_id, reason }) =>
        `${oneLine(ac_id)} of ${id}${reason === '' ? '' : ` (${brief(reason, LONGEST_TITLE)})`}`,
    ),
  );
  const elsewhere = promises.flatMap(({ id, promise }) =>
    criteriaToProve(promise).flatMap(({ id: criterion, proof }) => {
      const checkout = proof?.tree ? checkoutOf(proof) : undefined;
      return checkout === undefined || checkout === own
        ? []
        : [`${oneLine(criterion)} of ${id} (${oneLine(checkout)})`];
    }),
  );
  return [
    ...looseLine('Proved, but not bound to the files', unbound),
    ...looseLine('Proved in another checkout than the session works in', elsewhere),
  ];
}

function looseLine(what: string, proofs: readonly string[]): readonly string[] {
  const { more, named } = firstFew(proofs, MOST_NAMED);
  const others = more > 0 ? ` and ${more} more` : '';
  return proofs.length === 0 ? [] : [`${what}: ${named.join(', ')}${others}.`];
}
