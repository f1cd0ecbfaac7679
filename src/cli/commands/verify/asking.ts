import { createNonce } from '../../../adapters/node-nonce.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import { type JudgedFacts, judgedCriteria } from '../../../domain/judged-facts.ts';
import { type Result, success } from '../../../domain/result.ts';
import { seedsFor } from '../../../domain/shuffle.ts';
import type { PromiseReview } from '../../../reviews/finished-review.ts';
import { reviewByPanel } from '../../../reviews/panel-review.ts';
import { reviewPromise } from '../../../reviews/promise-review.ts';
import type { ReviewOptions } from '../../../reviews/review-plan.ts';
import { listenForInterrupts } from '../../interrupt.ts';
import { type ModelAccess, openJudge } from '../../model-access.ts';
import { type Progress, showProgress } from '../../progress.ts';
import type { Suite } from '../../suite.ts';

/** Who is asked, through what, and what it may take. */
export interface Asking {
  readonly judge: Configuration['judge'];
  readonly access: ModelAccess;
  /** The model of each vote, by its id; one where there is no vote. */
  readonly models: readonly string[];
  readonly stopsEarly: boolean;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  /** Most that this run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
}

/** Hexadecimal digits of a vote's seed: 32 bits order any criteria well enough. */
const SEED_BYTES = 4;

/** Has the model, or each model of a panel, review a promise, with a line of progress meanwhile. */
export async function askModels(
  facts: JudgedFacts,
  suite: Suite,
  asking: Asking,
): Promise<Result<PromiseReview>> {
  const { clock, environment } = suite;
  const deadline = clock.elapsed() + asking.judge.timeoutMs;
  const interruption = listenForInterrupts();
  const progress = showProgress(progressText(facts, asking, 0), environment.plainText);
  try {
    const limits = { deadline, signal: interruption.signal };
    const review = await reviewFor(facts, suite, asking, limits, progress);
    // Whoever interrupts just as the answer comes does not want it acted upon; a FAIL stands all the same.
    const isLate =
      review.ok && interruption.signal.aborted && review.value.result.verdict !== 'FAIL';
    const fault = { kind: 'interrupted', action: 'the judge was asked' } as const;
    return isLate ? success({ ...review.value, fault }) : review;
  } finally {
    progress.stop();
    interruption.stop();
  }
}

async function reviewFor(
  facts: JudgedFacts,
  suite: Suite,
  asking: Asking,
  limits: { readonly deadline: number; readonly signal: AbortSignal },
  progress: Progress,
): Promise<Result<PromiseReview>> {
  const { access, judge, maxUsd, models, sessionModel, stopsEarly } = asking;
  const sessionId = suite.environment.session?.id ?? null;
  const { maxUsdPerDay } = judge;
  const metered = openJudge(suite, access, { sessionId, sessionModel }, { maxUsd, maxUsdPerDay });
  const world = { judge: metered, nonce: createNonce };
  const [model = '', ...others] = models;
  const options = reviewOptions(judge, access, model);
  if (others.length === 0) return reviewPromise(facts, options, limits, world);
  const ids = judgedCriteria(facts).map(({ id }) => id);
  const seeds = seedsFor(ids, models.length, () => suite.chance.hex(SEED_BYTES));
  const seats = models.map((one, index) => ({
    model: one,
    vote: index + 1,
    seed: seeds[index] ?? '',
  }));
  return reviewByPanel(facts, { ...options, seats, stopsEarly }, limits, world, (votesIn) =>
    progress.change(progressText(facts, asking, votesIn)),
  );
}

function progressText(facts: JudgedFacts, { models }: Asking, votesIn: number): string {
  const who = [...new Set(models)].join(', ');
  const about = `Asking ${who} about ${judgedCriteria(facts).length} criteria`;
  return models.length > 1 ? `${about}, ${votesIn} of ${models.length} votes are in` : about;
}

/** How a review of a promise is asked for; not yet which vote it is. */
export function reviewOptions(
  { structuredFindings }: Configuration['judge'],
  { secrets }: ModelAccess,
  model: string,
): ReviewOptions {
  return { model, style: structuredFindings ? 'structured' : 'plain', seat: null, secrets };
}
