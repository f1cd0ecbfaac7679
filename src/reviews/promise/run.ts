import { createNonce } from '../../adapters/node-nonce.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import {
  digestOfFacts,
  evidenceOf,
  type JudgedFacts,
  judgedCriteria,
  shownDigests,
} from '../../domain/judging/judged-facts.ts';
import type { JudgeResult, JudgeVerdict } from '../../domain/judging/judgment.ts';
import { type ChosenModel, isSameModel } from '../../domain/judging/model.ts';
import { chooseSeats } from '../../domain/judging/panel.ts';
import { rubricJudgments } from '../../domain/judging/rubric.ts';
import { shownParts } from '../../domain/judging/substance.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import type { AskableDemand, ToldRun } from '../../gates/verify-promise.ts';
import { USUAL_ENDPOINT } from '../../judge/api/backend.ts';
import type { Account } from '../../judge/metered-judge.ts';
import type { JudgeLimits } from '../../ports.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { judgeNotes } from '../../report/judge-notes.ts';
import { adviceLines, judgeLines } from '../../report/judge-text.ts';
import { unknownSubstanceNotes } from '../../report/substance-text.ts';
import { type FoundJudge, findJudge, openFreeJudge, openJudge } from '../asking/access.ts';
import { knownSecrets } from '../asking/known-secrets.ts';
import { modelsOfWork } from '../asking/session-model.ts';
import type { ReviewWorld, Watch } from '../world.ts';
import type { PromiseReview } from './finished.ts';
import { reviewByModels } from './panel.ts';
import type { ReviewOptions } from './plan.ts';

/** What is wanted of the judge beside what the settings say. */
export interface JudgeWish {
  /** A backend's name, or `auto`. */
  readonly backend: string;
  readonly about: 'all' | 'by-tier';
  /** Most that this run may cost, in US dollars; null: no limit. */
  readonly maxUsd: number | null;
  /** What is charged for it, where several promises share the run and its limit. */
  readonly account?: Account | undefined;
  /** Whether a tier asks for a model's judgment, which that of a judge by rules is not. */
  readonly wantsModel: boolean;
  /** How many votes are asked for, 1 or more. */
  readonly votes: number;
  /** The models of the command line, by alias or id, in turn; empty: those of the settings. */
  readonly models: readonly string[];
  readonly stopsEarly: boolean;
  /** Whether an earlier PASS on the same evidence does not stand in for it. */
  readonly isAnew: boolean;
}

/** A judge that was found, the models that it asks, one for each vote, and what they are asked about. */
interface Asking {
  readonly facts: JudgedFacts;
  readonly judge: Configuration['judge'];
  readonly wish: JudgeWish;
  readonly access: FoundJudge;
  readonly models: readonly ChosenModel[];
  /** The models that did the work, the last one first; none where that is not known. */
  readonly workModels: readonly string[];
  readonly world: ReviewWorld;
}

/** Prepares the judge. Fails where a model cannot be used, before anything is sent. */
export function prepareJudge(
  world: ReviewWorld,
  { judge }: Configuration,
  wish: JudgeWish,
  watch: Watch,
): Result<AskableDemand> {
  const access = findJudge(wish.backend, world);
  const models = modelsFor(judge, access, wish, world);
  if (!models.ok) return models;
  const { about, isAnew, votes, wantsModel } = wish;
  const ask = (facts: JudgedFacts): Promise<Result<ToldRun>> => {
    const workModels = access.isModel ? modelsOfWork(facts.promise, world) : [];
    return judgeRun({ facts, judge, wish, access, models: models.value, workModels, world }, watch);
  };
  return success({
    demand: 'ask',
    ask,
    about,
    onUnavailable: judge.onUnavailable,
    wantsModel,
    votes,
    model: [...new Set(models.value.map(({ id }) => id))].join(', '),
    isModel: access.isModel,
    isAnew,
  });
}

/** One run of the judge, and what there is to tell of it. Fails where a model that did the work may not judge it. */
async function judgeRun(asking: Asking, watch: Watch): Promise<Result<ToldRun>> {
  const { access, facts, judge, models, workModels } = asking;
  const dependent = dependentJudges(models, workModels);
  if (judge.independent === 'required' && dependent.length > 0) {
    return failed({ kind: 'not-independent', id: facts.id, models: dependent });
  }
  const review = await askJudge(asking, watch);
  if (!review.ok) return review;
  const { backend, isModel, paidBy: paid_by } = access;
  const { endpoint, fault } = review.value;
  const result = { ...flagged(review.value.result, judge), backend, paid_by };
  return success({
    result,
    backend,
    byModel: isModel,
    endpoint,
    sessionModel: workModels[0] ?? null,
    digest: digestOfFacts(facts),
    evidence: evidenceOf(facts),
    sees: shownParts(facts.substance),
    isSameModel: dependent.length > 0,
    tampering: shownDigests(facts),
    fault,
    ...toldOf({ ...review.value, result }, asking),
  });
}

/** The result, marked for a person where it is a PASS of less confidence than is wanted. It decides nothing. */
function flagged(result: JudgeResult, { askPersonBelow }: Configuration['judge']): JudgeResult {
  const isDoubtful =
    askPersonBelow !== null &&
    result.verdict === 'PASS' &&
    result.overall_confidence < askPersonBelow;
  return isDoubtful ? { ...result, for_person: true } : result;
}

/** Those of the judges that did the work that they would judge, each once. */
export function dependentJudges(
  judges: readonly ChosenModel[],
  workModels: readonly string[],
): readonly string[] {
  const alike = judges.filter(({ id }) => workModels.some((model) => isSameModel(id, model)));
  return [...new Set(alike.map(({ id }) => id))];
}

/** The model of each vote. A judge that is no model has one vote, and stands in a model's place. */
export function modelsFor(
  judge: Configuration['judge'],
  access: FoundJudge,
  { models, votes }: Pick<JudgeWish, 'models' | 'votes'>,
  { clock }: ReviewWorld,
): Result<readonly ChosenModel[]> {
  if (!access.isModel) return success([{ id: access.backend, warning: undefined }]);
  const configured = votes > 1 && judge.panel !== null ? judge.panel : [judge.model];
  return chooseSeats(models.length > 0 ? models : configured, votes, clock.now());
}

/** Has the judge, or each model of a panel, review a promise. */
async function askJudge(asking: Asking, watch: Watch): Promise<Result<PromiseReview>> {
  const deadline = asking.world.clock.elapsed() + asking.judge.timeoutMs;
  if (!asking.access.isModel) {
    const limits = { deadline, signal: new AbortController().signal };
    return reviewFor(asking, limits, () => {});
  }
  const watching = watch(progressText(asking, 0));
  try {
    const { onProgress, signal } = watching;
    const review = await reviewFor(asking, { deadline, signal }, (votesIn) =>
      onProgress(progressText(asking, votesIn)),
    );
    // The user who interrupts just as the answer comes does not want it acted upon; a FAIL stands.
    const isLate = review.ok && signal.aborted && review.value.result.verdict !== 'FAIL';
    const fault = { kind: 'interrupted', action: 'the judge was called' } as const;
    return isLate ? success({ ...review.value, fault }) : review;
  } finally {
    watching.stop();
  }
}

function progressText({ facts, models }: Asking, votesIn: number): string {
  const who = [...new Set(models.map(({ id }) => id))].join(', ');
  const about = `Asking ${who} about ${judgedCriteria(facts).length} criteria`;
  return models.length > 1 ? `${about}, ${votesIn} of ${models.length} votes are in` : about;
}

async function reviewFor(
  { access, facts, judge, models, wish, workModels, world }: Asking,
  limits: JudgeLimits,
  onVote: (votesIn: number) => void,
): Promise<Result<PromiseReview>> {
  const { chance, clock, environment } = world;
  const sessionId = environment.session?.id ?? null;
  const caps = {
    maxUsd: wish.maxUsd,
    maxUsdPerDay: judge.maxUsdPerDay,
    account: wish.account,
  };
  const metered = access.isModel
    ? openJudge(world, access, { sessionId, sessionModel: workModels[0] ?? null }, caps)
    : openFreeJudge(world, access);
  const asked = { judge: metered, nonce: createNonce };
  const leftMs = (): number => limits.deadline - clock.elapsed();
  const options = reviewOptions(judge, access, world, leftMs, facts.substance?.valuesBefore);
  const voting = { chance, stopsEarly: wish.stopsEarly, onVote };
  const ids = models.map(({ id }) => id);
  return reviewByModels(facts, options, ids, voting, limits, asked);
}

/** How a review of a promise is asked for, whichever model is asked. */
export function reviewOptions(
  { structuredFindings }: Configuration['judge'],
  { isModel, keys }: FoundJudge,
  { environment }: ReviewWorld,
  leftMs: () => number,
  before: readonly string[] = [],
): Omit<ReviewOptions, 'model'> {
  const style = structuredFindings && isModel ? 'structured' : 'plain';
  const secrets = isModel ? knownSecrets(keys, environment, leftMs, before) : keys;
  return { isModel, style, seat: null, secrets };
}

/** That it cannot be told whether the judge is another model, where that is required; nothing where it is known. */
function unknownWorkNotes(isWanted: boolean, workModels: readonly string[]): readonly string[] {
  return isWanted && workModels.length === 0
    ? [
        'Note: judge.independent is "required", but no transcript shows which model did the work: this could not be checked.',
      ]
    : [];
}

/** That the installed agent could be asked in the place of an API that cannot; nothing where it is not there. */
function otherWayNotes(access: FoundJudge, verdict: JudgeVerdict): readonly string[] {
  const isOffered = verdict === 'WARN' && access.backend !== 'claude' && access.isClaudeThere;
  return isOffered ? ['To use claude instead, which is on PATH: --backend claude'] : [];
}

function toldOf(
  { endpoint, fault, redacted, result, unknown, warnings }: PromiseReview,
  { access, facts, judge, models, wish, workModels, world: { style } }: Asking,
): Pick<ToldRun, 'lines' | 'notes'> {
  const warned = warnings.map((failure) => `Warning: ${failureMessage(failure)}`);
  // Where nothing was decided there is no block: the failure says why.
  if (fault !== undefined) return { lines: () => [], notes: warned };
  const { error, verdict } = result;
  const advice = verdict === 'WARN' ? adviceLines(rubricJudgments(judgedCriteria(facts))) : [];
  const noted = {
    id: facts.id,
    verdict,
    error,
    modelWarnings: [...new Set(models.flatMap(({ warning }) => warning ?? []))],
    sameModel: dependentJudges(models, workModels)[0],
    endpoint,
    redacted,
    unknown,
  };
  const notes = [
    ...judgeNotes(noted, USUAL_ENDPOINT),
    ...(access.isModel ? unknownSubstanceNotes(facts.substance) : []),
    ...unknownWorkNotes(access.isModel && judge.independent === 'required', workModels),
    ...otherWayNotes(access, verdict),
  ];
  const isOneVoice = !access.isModel && wish.votes > 1;
  const voice = `Note: the ${access.backend} always gives the same verdict: no vote was taken.`;
  return {
    lines: (isOpen) => [...judgeLines(result, style, isOpen), ...advice],
    notes: [...(isOneVoice ? [voice] : []), ...notes, ...warned],
  };
}
