import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { seedsFor } from '../../domain/base/shuffle.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import type { JudgeVerdict } from '../../domain/judging/judgment.ts';
import { type CastVote, isDecided } from '../../domain/judging/vote.ts';
import { CALLED_OFF, type Chance, type JudgeLimits } from '../../ports.ts';
import type { QuestionWorld } from '../asking/question.ts';
import type { PromiseReview } from './finished.ts';
import { type Ballot, type PanelSeat, panelResult } from './panel-result.ts';
import type { ReviewOptions } from './plan.ts';
import { openReviews, reviewPromise, runReview } from './review.ts';

/** Who votes, one of them for each vote. */
interface PanelOptions extends Omit<ReviewOptions, 'model' | 'seat'> {
  readonly seats: readonly PanelSeat[];
  /** Whether votes that cannot change the verdict any more are cancelled. */
  readonly stopsEarly: boolean;
}

/** Bytes of a vote's seed: 32 bits order any criteria well enough. */
const SEED_BYTES = 4;

/** How several models vote, beside what each is asked with. */
interface Voting {
  readonly chance: Chance;
  /** Whether votes that cannot change the verdict any more are cancelled. */
  readonly stopsEarly: boolean;
  readonly onVote: (votesIn: number) => void;
}

/**
 * Has a promise reviewed by its one model, or voted on by several, each of which sees the criteria in another order. Fails
 * as `reviewPromise` does.
 */
export function reviewByModels(
  facts: JudgedFacts,
  options: Omit<ReviewOptions, 'model'>,
  models: readonly string[],
  { chance, onVote, stopsEarly }: Voting,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<Result<PromiseReview>> {
  const [model = ''] = models;
  if (models.length < 2) return reviewPromise(facts, { ...options, model }, limits, world);
  const ids = judgedCriteria(facts).map(({ id }) => id);
  const seeds = seedsFor(ids, models.length, () => chance.hex(SEED_BYTES));
  const seats = models.map((one, at) => ({ model: one, vote: at + 1, seed: seeds[at] ?? '' }));
  return reviewByPanel(facts, { ...options, seats, stopsEarly }, limits, world, onVote);
}

/**
 * Gate 3 by vote: asks all votes at once, each a review of its own that knows of no other,
 * and counts them. Fails before anything was asked as `reviewPromise` does. A fault of the caller that
 * a vote meets ends the run; a limit on spending that lets a vote not be asked once more costs that
 * vote, and ends the run where nothing is decided without it. `onVote` is told of each as it comes in.
 */
export async function reviewByPanel(
  facts: JudgedFacts,
  { seats, stopsEarly, ...options }: PanelOptions,
  limits: JudgeLimits,
  world: QuestionWorld,
  onVote: (votesIn: number) => void,
): Promise<Result<PromiseReview>> {
  const wanted = seats.map((seat) => ({ ...options, model: seat.model, seat }));
  const opened = await openReviews(facts, wanted, limits, world);
  if (!opened.ok) return opened;
  const ids = judgedCriteria(facts).map(({ id }) => id);
  // Nothing to ask is nothing to vote on: every vote would be the same.
  const [first] = opened.value;
  if (first !== undefined && first.call === undefined) {
    return success(await runReview(first, facts, limits, world));
  }
  const mayBeCompromised = opened.value.some(({ plan }) => plan.canary !== undefined);
  const callOff = new AbortController();
  const ballots: Ballot[] = [];
  await Promise.all(
    opened.value.map(async (review, index) => {
      const seat = seats[index];
      if (seat === undefined) return;
      // One for each vote: all votes listening to one signal would be told off as a leak.
      const signal = AbortSignal.any([limits.signal, callOff.signal]);
      const done = await runReview(review, facts, { ...limits, signal }, world);
      ballots.push({ seat, review: done, cast: castBy(done) });
      onVote(ballots.length);
      const casts = ballots.map(({ cast }) => cast);
      const isOver = stopsEarly && isDecided(casts, seats.length, ids, mayBeCompromised);
      if (isOver || endsRun(done.fault)) callOff.abort(CALLED_OFF);
    }),
  );
  return success(panelReview(ballots, facts, seats.length));
}

function castBy({ fault, result, wasCalledOff }: PromiseReview): CastVote {
  if (result.status === 'compromised') return { cast: 'compromised' };
  if (wasCalledOff) return { cast: 'cancelled' };
  return fault !== undefined || result.verdict === 'WARN'
    ? { cast: 'lost' }
    : { cast: 'decided', verdict: result.verdict, judgments: result.criteria_judgments };
}

/** Whether a fault is one of the whole run, as opposed to one that costs a vote. */
function endsRun(fault: Failure | undefined): boolean {
  return fault !== undefined && fault.kind !== 'spending-cap';
}

/**
 * The fault that a run ends with; none where the votes have failed the promise already. A session could
 * else break a run off until one passes.
 */
function faultOfRun(verdict: JudgeVerdict, faults: readonly Failure[]): Failure | undefined {
  if (verdict === 'FAIL') return undefined;
  return faults.find(endsRun) ?? (verdict === 'WARN' ? faults[0] : undefined);
}

/** What could not be done beside each vote is mostly the same thing, and is said once. */
function distinct(failures: readonly Failure[]): readonly Failure[] {
  return [...new Map(failures.map((failure) => [JSON.stringify(failure), failure])).values()];
}

/** All votes as one review. */
function panelReview(ballots: readonly Ballot[], facts: JudgedFacts, asked: number): PromiseReview {
  const inOrder = ballots.toSorted((a, b) => a.seat.vote - b.seat.vote);
  const reviews = inOrder.map(({ review }) => review);
  const ids = judgedCriteria(facts).map(({ id }) => id);
  const result = panelResult(inOrder, ids, asked);
  const faults = reviews.flatMap(({ fault }) => fault ?? []);
  const [first] = reviews;
  return {
    result,
    endpoint: reviews.find(({ endpoint }) => endpoint !== null)?.endpoint ?? null,
    redacted: first?.redacted ?? [],
    unknown: [...new Set(reviews.flatMap(({ unknown }) => unknown))],
    warnings: distinct(reviews.flatMap(({ warnings }) => warnings)),
    fault: faultOfRun(result.verdict, faults),
    wasCalledOff: false,
  };
}
