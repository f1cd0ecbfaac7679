import { isObject, textOf } from '../base/document.ts';
import type { Dissent, JudgeVerdict, Judgment, VoteResult } from './judgment.ts';

/**
 * What the votes that were overruled say. The count of votes alone does not tell a person whether the one that stands
 * against the others saw something that they missed.
 */

/**
 * The judgments that fell otherwise than the whole, criterion by criterion, in the order of the votes. Where no
 * majority can be had, neither side was overruled, and both are told. `disputed`: the criteria on which votes differ.
 */
export function dissentOf(
  votes: readonly Pick<VoteResult, 'vote' | 'model' | 'criteria_judgments'>[],
  disputed: readonly string[],
  outcome: ReadonlyMap<string, JudgeVerdict>,
): readonly Dissent[] {
  return disputed.flatMap((id) =>
    votes.flatMap(({ criteria_judgments, model, vote }) =>
      criteria_judgments
        .filter(({ ac_id, judgment }) => ac_id === id && judgment !== outcome.get(id))
        .map(({ ac_id, judgment, reasoning }) => ({ ac_id, vote, model, judgment, reasoning })),
    ),
  );
}

/** How much of each reason the promise keeps, in characters, and of how many. */
const LONGEST_KEPT = 300;
const MOST_KEPT = 40;

/** The dissent as a promise keeps it: a file that grows by every vote must not grow without limit. */
export function keptDissent(dissent: readonly Dissent[]): readonly Dissent[] {
  return dissent
    .slice(0, MOST_KEPT)
    .map((one) => ({ ...one, reasoning: shortened(one.reasoning) }));
}

function shortened(reasoning: string): string {
  if (reasoning.length <= LONGEST_KEPT) return reasoning;
  const cut = reasoning.slice(0, LONGEST_KEPT - 1);
  // A cut between the two units of one character would leave half of it.
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The dissent in the tally of a kept run. It may be of an earlier version or written by hand: what is not as expected is left out. */
export function dissentIn(tally: unknown): readonly Dissent[] {
  const kept = isObject(tally) ? tally['dissent'] : undefined;
  if (!Array.isArray(kept)) return [];
  return kept.filter(isObject).flatMap((entry) => {
    const { judgment, vote } = entry;
    const ac_id = textOf(entry['ac_id']);
    if (!isJudgment(judgment) || typeof vote !== 'number' || ac_id === '') return [];
    const [model, reasoning] = [textOf(entry['model']), textOf(entry['reasoning'])];
    return [{ ac_id, vote, model, judgment, reasoning }];
  });
}

function isJudgment(value: unknown): value is Judgment {
  return value === 'PASS' || value === 'FAIL';
}
