import type { CastVote } from '../../../src/domain/judging/vote.ts';

/** Votes in a few letters, for tables. */

const WITHOUT_SIDE: Readonly<Record<string, CastVote>> = {
  lost: { cast: 'lost' },
  off: { cast: 'cancelled' },
  round: { cast: 'compromised' },
};

/**
 * The votes of a line of words. `-`: it passes all criteria. `AC`: it fails A and C and passes the rest.
 * `-AB`: it passes A and B, and says nothing of the rest. `lost`, `off` (cancelled) and `round` (talked
 * round) take no side.
 */
export function castsOf(words: string, ids: readonly string[]): readonly CastVote[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => WITHOUT_SIDE[word] ?? castOf(word, ids));
}

function castOf(word: string, ids: readonly string[]): CastVote {
  const named = [...word.replace('-', '')];
  const isPass = word.startsWith('-');
  const spoken = isPass && named.length > 0 ? named : ids;
  const judgments = spoken.map((ac_id) => ({
    ac_id,
    judgment: !isPass && named.includes(ac_id) ? ('FAIL' as const) : ('PASS' as const),
  }));
  return { cast: 'decided', verdict: isPass ? 'PASS' : 'FAIL', judgments };
}
