import type { CriterionJudgment, JudgeVerdict, Judgment, VoteTally } from './judgment.ts';

/**
 * Votes on a promise: more than half of the votes that were asked for pass it, and every criterion. A FAIL that was heard
 * stands unless so many pass. A vote that was lost or cancelled counts for neither side, and among those asked for.
 */

/** What became of one vote. */
export type CastVote =
  | {
      readonly cast: 'decided';
      readonly verdict: Judgment;
      readonly judgments: readonly Pick<CriterionJudgment, 'ac_id' | 'judgment'>[];
    }
  /** The judge was talked round: it speaks against the whole run. */
  | { readonly cast: 'compromised' }
  /** It could not be had. */
  | { readonly cast: 'lost' }
  /** It was cancelled, since it could not change the outcome any more. */
  | { readonly cast: 'cancelled' };

export interface Outcome {
  readonly verdict: JudgeVerdict;
  readonly isCompromised: boolean;
  /** The outcome for each criterion, in the order asked for: WARN where none failed it and no majority can be had. */
  readonly criteria: ReadonlyMap<string, JudgeVerdict>;
}

/**
 * More than half of the votes asked for: PASS. Fewer, and one against it: FAIL, since an outage of the others must not
 * take back what was heard. Fewer, and none against it: WARN.
 */
export function majorityOf(passed: number, failed: number, asked: number): JudgeVerdict {
  if (passed * 2 > asked) return 'PASS';
  return failed > 0 ? 'FAIL' : 'WARN';
}

/** The outcome of votes. `asked`: how many were asked for, of which `votes` may be the first few. */
export function outcomeOf(
  votes: readonly CastVote[],
  asked: number,
  ids: readonly string[],
): Outcome {
  const decided = decidedOf(votes);
  const criteria = new Map(
    ids.map((id) => {
      const [passed, failed] = sides(decided.map((vote) => judgmentOn(id, vote)));
      return [id, majorityOf(passed, failed, asked)] as const;
    }),
  );
  const [passed, failed] = sides(decided.map(({ verdict }) => verdict));
  const isCompromised = votes.some(({ cast }) => cast === 'compromised');
  const all = [majorityOf(passed, failed, asked), ...criteria.values()];
  return { verdict: isCompromised ? 'FAIL' : worstOf(all), isCompromised, criteria };
}

/** How the votes fell. */
export function tallyOf(
  votes: readonly CastVote[],
  asked: number,
  ids: readonly string[],
): Omit<VoteTally, 'dissent' | 'judges' | 'independent_votes'> {
  const decided = decidedOf(votes);
  const [passed, failed] = sides(decided.map(({ verdict }) => verdict));
  const disputed = ids.filter((id) => {
    const [forIt, against] = sides(decided.map((vote) => judgmentOn(id, vote)));
    return forIt > 0 && against > 0;
  });
  const count = (cast: CastVote['cast']): number =>
    votes.filter((vote) => vote.cast === cast).length;
  const isWhole = decided.length === asked;
  return {
    asked,
    passed,
    failed,
    lost: count('lost') + count('compromised'),
    cancelled: count('cancelled'),
    divergent: disputed.length > 0 ? true : isWhole ? false : null,
    disputed,
  };
}

/**
 * Whether the votes that are still out cannot change the verdict, however they fall. Where a judge can
 * be talked round (`mayBeCompromised`: a canary rides along), each of them may still shut the gate.
 */
export function isDecided(
  votes: readonly CastVote[],
  asked: number,
  ids: readonly string[],
  mayBeCompromised: boolean,
): boolean {
  const out = asked - votes.length;
  if (out <= 0) return true;
  const all = (judgment: Judgment): readonly CastVote[] =>
    Array.from({ length: out }, () => ({
      cast: 'decided',
      verdict: judgment,
      judgments: ids.map((ac_id) => ({ ac_id, judgment })),
    }));
  const best = outcomeOf([...votes, ...all('PASS')], asked, ids).verdict;
  const worst = mayBeCompromised
    ? 'FAIL'
    : outcomeOf([...votes, ...all('FAIL')], asked, ids).verdict;
  return best === worst;
}

type Decided = Extract<CastVote, { readonly cast: 'decided' }>;

function decidedOf(votes: readonly CastVote[]): readonly Decided[] {
  return votes.filter((vote) => vote.cast === 'decided');
}

function judgmentOn(id: string, { judgments }: Decided): Judgment | undefined {
  return judgments.find(({ ac_id }) => ac_id === id)?.judgment;
}

function sides(judgments: readonly (Judgment | undefined)[]): readonly [number, number] {
  return [
    judgments.filter((one) => one === 'PASS').length,
    judgments.filter((one) => one === 'FAIL').length,
  ];
}

function worstOf(verdicts: readonly JudgeVerdict[]): JudgeVerdict {
  if (verdicts.includes('FAIL')) return 'FAIL';
  return verdicts.includes('WARN') ? 'WARN' : 'PASS';
}
