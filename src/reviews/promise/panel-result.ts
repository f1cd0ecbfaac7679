import { dissentOf } from '../../domain/judging/dissent.ts';
import { blockingIssues } from '../../domain/judging/findings-policy.ts';
import {
  type CriterionJudgment,
  type Diagnostics,
  type Feedback,
  failedCriteria,
  type JudgeResult,
  type Judgment,
  type ReviewFinding,
  resultWithoutAsking,
  type VoteResult,
  type VoteTally,
} from '../../domain/judging/judgment.ts';
import { independentVotes, judgesOf } from '../../domain/judging/panel.ts';
import { sum, totalCost } from '../../domain/judging/spent.ts';
import { type CastVote, type Outcome, outcomeOf, tallyOf } from '../../domain/judging/vote.ts';
import { diagnosticsOfLack } from './diagnostics.ts';
import type { PromiseReview } from './finished.ts';
import type { Seat } from './plan.ts';

/** A vote, and the model that it is asked of. */
export interface PanelSeat extends Seat {
  readonly model: string;
}

/** A vote that is in: its review, and on whose side it stands. */
export interface Ballot {
  readonly seat: PanelSeat;
  readonly review: PromiseReview;
  readonly cast: CastVote;
}

/** How many different findings are kept for a criterion: judges of one kind repeat each other. */
const MOST_FINDINGS = 3;

/** What several votes come to, in the shape of one result. `ids`: the criteria, in their order. */
export function panelResult(
  ballots: readonly Ballot[],
  ids: readonly string[],
  asked: number,
): JudgeResult {
  const casts = ballots.map(({ cast }) => cast);
  const outcome = outcomeOf(casts, asked, ids);
  const decided = ballots.filter(({ cast }) => cast.cast === 'decided');
  const models = decided.map(({ seat }) => seat.model);
  const votes = ballots.map((ballot) => voteOf(ballot, ids));
  const fallen = tallyOf(casts, asked, ids);
  const tally: VoteTally = {
    ...fallen,
    dissent: dissentOf(votes, fallen.disputed, outcome.criteria),
    judges: Object.fromEntries(judgesOf(models)),
    independent_votes: independentVotes(models),
  };
  const spent = { ...spentBy(ballots), votes, tally };
  if (outcome.isCompromised) return discarded(ballots, spent);
  if (outcome.verdict === 'WARN') return undecided(ballots, spent);
  return decidedResult({ verdict: outcome.verdict, outcome, decided, ids, tally }, spent);
}

type Spent = Pick<
  JudgeResult,
  'model' | 'token_cost' | 'latency_ms' | 'cost_usd' | 'request_id' | 'votes'
> & { readonly tally: VoteTally };

/** What all votes used together, and for how long the last of them was waited for. */
function spentBy(ballots: readonly Ballot[]): Omit<Spent, 'votes' | 'tally'> {
  const results = ballots.map(({ review }) => review.result);
  return {
    model: [...new Set(ballots.map(({ seat }) => seat.model))].join(', '),
    token_cost: {
      input_tokens: sum(results.map(({ token_cost }) => token_cost.input_tokens)),
      output_tokens: sum(results.map(({ token_cost }) => token_cost.output_tokens)),
    },
    latency_ms: Math.max(0, ...results.map(({ latency_ms }) => latency_ms)),
    cost_usd: totalCost(results.map(({ cost_usd }) => cost_usd)),
    request_id: null,
  };
}

/** A vote as it is printed and kept. One that was talked round has nothing to say. */
function voteOf({ cast, review, seat }: Ballot, ids: readonly string[]): VoteResult {
  const { result } = review;
  const said = cast.cast === 'decided' ? result.criteria_judgments : [];
  return {
    vote: seat.vote,
    model: seat.model,
    seed: seat.seed,
    status: cast.cast === 'cancelled' ? 'cancelled' : result.status,
    verdict: result.verdict,
    reasoning: result.reasoning,
    criteria_judgments: ids.flatMap((id) => said.filter(({ ac_id }) => ac_id === id)),
    token_cost: result.token_cost,
    latency_ms: result.latency_ms,
    cost_usd: result.cost_usd,
    request_id: result.request_id,
    ...(result.error === undefined ? {} : { error: result.error }),
  };
}

/** One judge was talked round: the run is discarded, whatever the others say. */
function discarded(ballots: readonly Ballot[], spent: Spent): JudgeResult {
  const talkedRound = ballots.filter(({ cast }) => cast.cast === 'compromised');
  const [first] = talkedRound.map(({ review }) => review.result);
  const count = `${talkedRound.length} of ${spent.tally.asked} votes`;
  return resultWithoutAsking({
    ...spent,
    status: 'compromised',
    verdict: 'FAIL',
    reasoning: `${count} was compromised: ${first?.reasoning ?? ''}`,
    feedback: first?.feedback ?? [],
    diagnostics: first?.diagnostics ?? {},
    error: first?.error ?? '',
  });
}

/** Too many votes are missing for a majority. */
function undecided(ballots: readonly Ballot[], spent: Spent): JudgeResult {
  const { asked, failed, lost, passed } = spent.tally;
  const missing = ballots.find(({ cast }) => cast.cast === 'lost')?.review.result;
  const cause = missing?.error ?? 'votes are missing';
  return resultWithoutAsking({
    ...spent,
    status: missing?.status === 'success' ? 'error' : (missing?.status ?? 'error'),
    verdict: 'WARN',
    overall_confidence: passed / asked,
    reasoning: `No majority: of ${asked} votes ${passed} passed, ${failed} failed and ${lost} were unavailable (${cause}).`,
    error: `${lost} of ${asked} votes were unavailable: ${cause}`,
    diagnostics: diagnosticsOfVotes(spent.tally, cause),
    ...(missing?.raw_response === undefined ? {} : { raw_response: missing.raw_response }),
  });
}

interface Decision {
  readonly verdict: Judgment;
  readonly outcome: Outcome;
  readonly decided: readonly Ballot[];
  readonly ids: readonly string[];
  readonly tally: VoteTally;
}

function decidedResult(decision: Decision, spent: Spent): JudgeResult {
  const { decided, ids, tally, verdict } = decision;
  const judgments = judgmentsBy(decision);
  const results = decided.map(({ review }) => review.result);
  const agreeing = results.filter((result) => result.verdict === verdict);
  const rejected = rejectedBy(decision, judgments);
  const findings = agreeing.flatMap((result) => result.findings).filter(isAbout(rejected, ids));
  return resultWithoutAsking({
    ...spent,
    status: 'success',
    verdict,
    overall_confidence: tally.passed / tally.asked,
    reasoning: reasoningOf(decision, judgments, agreeing[0]),
    criteria_judgments: judgments,
    findings,
    blocking_issues: blockingIssues(findings),
    feedback: rejected.flatMap((id) => feedbackOn(id, results)),
    diagnostics: diagnosticsOf(results, spent.tally),
  });
}

/** The count, and the words of the first vote that agrees: none where votes fail it for different reasons. */
function reasoningOf(
  { tally, verdict }: Decision,
  judgments: readonly CriterionJudgment[],
  first: JudgeResult | undefined,
): string {
  const isScattered = verdict === 'FAIL' && failedCriteria(judgments).length === 0;
  const words = isScattered
    ? 'Each criterion has a majority, but no majority of votes passes all of them.'
    : (first?.reasoning ?? '');
  return [votesText(tally), words].join(' ').trim();
}

function votesText({ asked, disputed, passed }: VoteTally): string {
  const count = `${passed} of ${asked} votes pass it.`;
  const dispute = disputed.length === 0 ? '' : ` They disagree on ${disputed.join(', ')}.`;
  return count + dispute;
}

/** One judgment for each criterion that the votes decided, in the words of the first vote that judged so. */
function judgmentsBy({ decided, ids, outcome, tally }: Decision): readonly CriterionJudgment[] {
  return ids.flatMap((ac_id) => {
    const judgment = outcome.criteria.get(ac_id);
    if (judgment === undefined || judgment === 'WARN') return [];
    const said = decided.flatMap(({ review }) =>
      review.result.criteria_judgments.filter((one) => one.ac_id === ac_id),
    );
    const passed = said.filter((one) => one.judgment === 'PASS').length;
    const words = said.find((one) => one.judgment === judgment)?.reasoning ?? '';
    const reasoning = `${passed} of ${tally.asked} votes pass it. ${words}`.trim();
    return [{ ac_id, judgment, confidence: passed / tally.asked, reasoning }];
  });
}

/**
 * The criteria that keep the promise shut: those that the votes fail, or, where more than half pass each of them and no
 * such majority passes all, those that one vote fails.
 */
function rejectedBy(
  { tally, verdict }: Decision,
  judgments: readonly CriterionJudgment[],
): readonly string[] {
  if (verdict === 'PASS') return [];
  const failed = failedCriteria(judgments);
  return failed.length > 0 ? failed : tally.disputed;
}

function feedbackOn(id: string, results: readonly JudgeResult[]): readonly Feedback[] {
  const all = results.flatMap(({ feedback }) => feedback.filter(({ ac_id }) => ac_id === id));
  const byFinding = new Map(all.map((one) => [one.finding, one]));
  return [...byFinding.values()].slice(0, MOST_FINDINGS);
}

/** A critical finding on a criterion that the majority passes is one vote's opinion: it blocks nothing. */
function isAbout(
  rejected: readonly string[],
  ids: readonly string[],
): (finding: ReviewFinding) => boolean {
  return ({ ac_id, severity }) =>
    severity !== 'critical' || ac_id === null || rejected.includes(ac_id) || !ids.includes(ac_id);
}

/** What is true of every vote's diagnostics. A single model's own words are left out. */
function diagnosticsOf(
  results: readonly JudgeResult[],
  tally: VoteTally,
): JudgeResult['diagnostics'] {
  const all = results.flatMap(({ diagnostics }) => (isTold(diagnostics) ? [diagnostics] : []));
  if (all.length === 0) {
    return tally.lost === 0
      ? {}
      : diagnosticsOfVotes(tally, `${tally.lost} of ${tally.asked} votes were lost`);
  }
  const fallback = all.find((one) => one.findings_source === 'fallback');
  return {
    inner_verdict: null,
    inner_confidence: null,
    inner_confidence_calibrated: null,
    verdict_evidence_mismatch: null,
    findings_source: fallback === undefined ? 'structured' : 'fallback',
    fallback_reason: fallback?.fallback_reason ?? null,
    verdict_source: fallback === undefined ? 'mechanical' : 'legacy',
  };
}

/** The diagnostics of votes of which some are missing: which way those fell that came. */
function diagnosticsOfVotes({ failed, passed }: VoteTally, reason: string): Diagnostics {
  const verdict = passed === failed ? null : passed > failed ? 'PASS' : 'FAIL';
  const heard = passed + failed;
  return diagnosticsOfLack(reason, { verdict, confidence: heard === 0 ? null : passed / heard });
}

function isTold(diagnostics: JudgeResult['diagnostics']): diagnostics is Diagnostics {
  return 'findings_source' in diagnostics;
}
