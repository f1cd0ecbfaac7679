import { readApiAccess } from '../../../adapters/environment.ts';
import { fetchWhole } from '../../../adapters/node-fetch.ts';
import { createNonce } from '../../../adapters/node-nonce.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import { digestOfFacts, type JudgedFacts, judgedCriteria } from '../../../domain/judged-facts.ts';
import { type ChosenModel, chooseModel } from '../../../domain/model.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import type { JudgeDemand, JudgeRun } from '../../../gates/judge-gate.ts';
import { createJudge } from '../../../judge/create-judge.ts';
import type { MessagesAccess } from '../../../judge/sent.ts';
import { judgeNotes } from '../../../report/judge-notes.ts';
import { adviceLines, judgeLines } from '../../../report/judge-text.ts';
import { type PromiseReview, reviewPromise } from '../../../reviews/promise-review.ts';
import type { ReviewOptions } from '../../../reviews/review-plan.ts';
import { RUBRIC, reviewByRubric, rubricJudgments } from '../../../reviews/rubric-review.ts';
import { listenForInterrupts } from '../../interrupt.ts';
import { warningOf } from '../../print.ts';
import { showProgress } from '../../progress.ts';
import type { Suite } from '../../suite.ts';

/** Where the Messages API is, unless the environment says otherwise. */
export const USUAL_ENDPOINT = 'https://api.anthropic.com';

/** Gate 3 as the command line and the configuration want it, and what there is to say of its run. */
export interface PreparedJudge {
  readonly demand: JudgeDemand;
  /** The model's id, or `rubric`. */
  readonly model: string;
  /** The block for people; empty where nobody was asked. `isOpen`: the gate opens by it. */
  lines(isOpen: boolean): readonly string[];
  /** What goes to stderr. */
  notes(): readonly string[];
}

/** What is wanted of the judge beside what the settings say. */
export interface JudgeWish {
  readonly about: 'all' | 'by-tier';
  /** Most that this run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** Whether a tier asks for a model's judgment, which the rubric is not (DESIGN §5). */
  readonly wantsModel: boolean;
}

/** What a run leaves to be said. */
interface Said {
  readonly lines: (isOpen: boolean) => readonly string[];
  readonly notes: readonly string[];
}

/** Prepares the judge. Fails where its model cannot be used, before anything is sent. */
export function prepareJudge(
  suite: Suite,
  { judge }: Configuration,
  { about, maxUsd, wantsModel }: JudgeWish,
): Result<PreparedJudge> {
  const model = chooseModel(judge.model, suite.clock.now());
  if ('kind' in model && judge.backend === 'api') return failed(model);
  let said: Said = { lines: () => [], notes: [] };
  const ask = async (facts: JudgedFacts): Promise<Result<JudgeRun>> => {
    const digest = digestOfFacts(facts);
    if (judge.backend === 'rubric' || 'kind' in model) {
      const result = reviewByRubric(facts);
      said = { lines: (isOpen) => judgeLines(result, suite.style, isOpen), notes: [] };
      return success({ result, backend: 'rubric', endpoint: null, digest, fault: undefined });
    }
    const review = await askModel(facts, suite, { judge, model, maxUsd });
    if (!review.ok) return review;
    said = saidOf(review.value, facts, model, suite);
    const { endpoint, fault, result } = review.value;
    return success({ result, backend: 'api', endpoint, digest, fault });
  };
  const { onUnavailable } = judge;
  return success({
    demand: { demand: 'ask', ask, about, onUnavailable, wantsModel },
    model: judge.backend === 'rubric' || 'kind' in model ? RUBRIC : model.id,
    lines: (isOpen) => said.lines(isOpen),
    notes: () => said.notes,
  });
}

export function reviewOptions(
  { structuredFindings }: Configuration['judge'],
  { id }: ChosenModel,
): ReviewOptions {
  const { apiKey, authToken } = readApiAccess();
  return {
    model: id,
    style: structuredFindings ? 'structured' : 'plain',
    secrets: [apiKey, authToken].filter((secret) => secret !== undefined),
  };
}

/** The access that the environment names; nothing where it holds no key. */
export function messagesAccess(): MessagesAccess | undefined {
  const { apiKey, authToken, baseUrl = USUAL_ENDPOINT } = readApiAccess();
  if (apiKey !== undefined) return { credential: { apiKey }, baseUrl, fetch: fetchWhole };
  return authToken === undefined
    ? undefined
    : { credential: { authToken }, baseUrl, fetch: fetchWhole };
}

interface Asking {
  readonly judge: Configuration['judge'];
  readonly model: ChosenModel;
  /** Most that this run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
}

async function askModel(
  facts: JudgedFacts,
  suite: Suite,
  { judge, maxUsd, model }: Asking,
): Promise<Result<PromiseReview>> {
  const { clock, environment } = suite;
  const deadline = clock.elapsed() + judge.timeoutMs;
  const { maxUsdPerDay } = judge;
  const sessionId = environment.session?.id ?? null;
  const metered = createJudge(
    { ...suite, sessionId, access: messagesAccess() },
    { maxUsd, maxUsdPerDay },
  );
  const asked = judgedCriteria(facts).length;
  const interruption = listenForInterrupts();
  const progress = showProgress(
    `Asking ${model.id} about ${asked} criteria`,
    environment.plainText,
  );
  try {
    const review = await reviewPromise(
      facts,
      reviewOptions(judge, model),
      { deadline, signal: interruption.signal },
      { judge: metered, nonce: createNonce },
    );
    // Whoever interrupts just as the answer comes does not want it acted upon.
    const isLate = review.ok && interruption.signal.aborted;
    const fault = { kind: 'interrupted', action: 'the judge was asked' } as const;
    return isLate ? success({ ...review.value, fault }) : review;
  } finally {
    progress.stop();
    interruption.stop();
  }
}

function saidOf(
  { endpoint, fault, redacted, result, unknown, warnings }: PromiseReview,
  facts: JudgedFacts,
  { warning }: ChosenModel,
  { style }: Suite,
): Said {
  // Where nothing was decided there is no block: the failure says why.
  if (fault !== undefined) return { lines: () => [], notes: warnings.map(warningOf) };
  const { error, verdict } = result;
  const advice = verdict === 'WARN' ? adviceLines(rubricJudgments(facts)) : [];
  const elsewhere = endpoint === null || endpoint === USUAL_ENDPOINT ? undefined : endpoint;
  const notes = judgeNotes({
    id: facts.id,
    verdict,
    error,
    modelWarning: warning,
    endpoint: elsewhere,
    redacted,
    unknown,
  });
  return {
    lines: (isOpen) => [...judgeLines(result, style, isOpen), ...advice],
    notes: [...notes, ...warnings.map(warningOf)],
  };
}
