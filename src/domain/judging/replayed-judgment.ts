import { isObject, textOf, textsIn } from '../base/document.ts';
import type { JudgmentRecord } from '../promise/promise.ts';
import { verdictOn } from './judge-policy.ts';
import { type CriterionJudgment, failedCriteria, type JudgeVerdict } from './judgment.ts';
import { type CastVote, majorityOf, outcomeOf } from './vote.ts';

/** A run of a judge whose verdict is computed again from what was kept of it. No call is made. */

export interface ReplayedJudgment {
  readonly at: string;
  readonly model: string;
  readonly status: string;
  readonly recorded: string;
  readonly derived: JudgeVerdict;
  /** Where what was recorded does not follow from the rest of it; none where all does. */
  readonly faults: readonly JudgmentFault[];
}

/** A part of a record that differs from what follows from the others. */
export interface JudgmentFault {
  readonly part: 'verdict' | 'failed' | 'criteria' | 'tally';
  readonly recorded: string;
  readonly derived: string;
}

/** Computes the verdict of one run by the policy of a single judge, or by that of votes. */
export function replayJudgment(record: JudgmentRecord): ReplayedJudgment {
  const said = criteriaIn(record);
  const derived = isObject(record['tally'])
    ? replayVotes(record['tally'], record, said)
    : { verdict: verdictOfOne(record, said), faults: [] };
  const { verdict } = derived;
  const faults = [
    ...(record.verdict === verdict
      ? []
      : [{ part: 'verdict', recorded: record.verdict, derived: verdict } as const]),
    ...failedFault(record, said, verdict),
    ...derived.faults,
  ];
  const { status } = record;
  const at = textOf(record['timestamp']);
  return {
    at,
    model: textOf(record['model']),
    status,
    recorded: record.verdict,
    derived: verdict,
    faults,
  };
}

/** What a run said of each criterion. A word that is neither PASS nor FAIL passes nothing. */
function criteriaIn(record: JudgmentRecord): readonly CriterionJudgment[] {
  const { criteria } = record;
  return (Array.isArray(criteria) ? criteria : []).filter(isObject).map((one) => ({
    ac_id: textOf(one['ac_id']),
    judgment: one['judgment'] === 'PASS' ? 'PASS' : 'FAIL',
    confidence: null,
    reasoning: textOf(one['reasoning']),
  }));
}

/** A run that was discarded fails the promise; one that came to nothing decides nothing. */
function verdictOfOne(
  { status }: JudgmentRecord,
  said: readonly CriterionJudgment[],
): JudgeVerdict {
  if (status === 'success') return verdictOn(said);
  return status === 'compromised' ? 'FAIL' : 'WARN';
}

/** The criteria that a run rejects, as the record must name them: `rejectedCriteria` says why. */
function failedFault(
  record: JudgmentRecord,
  said: readonly CriterionJudgment[],
  verdict: JudgeVerdict,
): readonly JudgmentFault[] {
  const recorded = [...new Set(textsIn(record['failed']))].sort();
  const failed = verdict === 'FAIL' ? failedCriteria(said) : [];
  const byFeedback = verdict === 'FAIL' && (record.status === 'compromised' || failed.length === 0);
  const derived = [...new Set(byFeedback ? feedbackIds(record) : failed)].sort();
  return recorded.join() === derived.join()
    ? []
    : [{ part: 'failed', recorded: recorded.join(', '), derived: derived.join(', ') }];
}

function feedbackIds(record: JudgmentRecord): readonly string[] {
  const { feedback } = record;
  return (Array.isArray(feedback) ? feedback : [])
    .filter(isObject)
    .map(({ ac_id }) => textOf(ac_id));
}

interface KeptTally {
  readonly [key: string]: unknown;
}

/** The majority of the votes that were kept, and where the tally or the criteria differ from it. */
function replayVotes(
  tally: KeptTally,
  record: JudgmentRecord,
  said: readonly CriterionJudgment[],
): Pick<ReplayedJudgment, 'faults'> & { readonly verdict: JudgeVerdict } {
  const votes = Array.isArray(record['votes']) ? record['votes'].filter(isObject) : [];
  const named = votes.flatMap(({ failed }) => textsIn(failed));
  const ids = [...new Set([...said.map(({ ac_id }) => ac_id), ...named])];
  const casts = castVotes(votes, ids, numberIn(tally, 'passed'));
  const asked = Math.max(numberIn(tally, 'asked'), votes.length);
  const { criteria, isCompromised, verdict } = outcomeOf(casts, asked, ids);
  const counted = sidesOf(casts);
  const isDecided = verdict !== 'WARN' && !isCompromised;
  const wrong = isDecided ? said.filter((one) => criteria.get(one.ac_id) !== one.judgment) : [];
  return {
    verdict,
    faults: [
      ...sideFault('passed', tally, counted.passed),
      ...sideFault('failed', tally, counted.failed),
      ...wrong.map(({ ac_id, judgment }) => ({
        part: 'criteria' as const,
        recorded: `${ac_id} ${judgment}`,
        derived: `${ac_id} ${criteria.get(ac_id) ?? majorityOf(0, 0, asked)}`,
      })),
    ],
  };
}

function numberIn(tally: KeptTally, key: string): number {
  const value = tally[key];
  return typeof value === 'number' ? value : 0;
}

/**
 * The votes as they were cast. A vote that was answered and lost all the same, as by an interruption, is kept with
 * its verdict: of those that pass, no more count than the tally says.
 */
function castVotes(
  votes: readonly { readonly [key: string]: unknown }[],
  ids: readonly string[],
  passed: number,
): readonly CastVote[] {
  let left = passed;
  return votes.map(({ failed, status, verdict }): CastVote => {
    if (status === 'compromised') return { cast: 'compromised' };
    if (status === 'cancelled') return { cast: 'cancelled' };
    if (status !== 'success' || (verdict !== 'PASS' && verdict !== 'FAIL')) return { cast: 'lost' };
    if (verdict === 'PASS' && left <= 0) return { cast: 'lost' };
    left -= verdict === 'PASS' ? 1 : 0;
    const against = textsIn(failed);
    const judgments = ids.map((ac_id) => ({
      ac_id,
      judgment: against.includes(ac_id) ? ('FAIL' as const) : ('PASS' as const),
    }));
    return { cast: 'decided', verdict, judgments };
  });
}

function sidesOf(casts: readonly CastVote[]): { readonly passed: number; readonly failed: number } {
  const count = (verdict: string): number =>
    casts.filter((vote) => vote.cast === 'decided' && vote.verdict === verdict).length;
  return { passed: count('PASS'), failed: count('FAIL') };
}

function sideFault(
  side: 'passed' | 'failed',
  tally: KeptTally,
  counted: number,
): readonly JudgmentFault[] {
  const recorded = numberIn(tally, side);
  return recorded === counted
    ? []
    : [{ part: 'tally', recorded: `${recorded} ${side}`, derived: `${counted} ${side}` }];
}
