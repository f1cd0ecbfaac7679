import type { Configuration } from '../../../domain/configuration.ts';
import { digestOfFacts, type JudgedFacts } from '../../../domain/judged-facts.ts';
import { type ChosenModel, chooseModel, isSameModel } from '../../../domain/model.ts';
import { seatsOf } from '../../../domain/panel.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import type { JudgeDemand, JudgeRun } from '../../../gates/judge-gate.ts';
import { judgeNotes } from '../../../report/judge-notes.ts';
import { adviceLines, judgeLines } from '../../../report/judge-text.ts';
import type { PromiseReview } from '../../../reviews/finished-review.ts';
import { RUBRIC, reviewByRubric, rubricJudgments } from '../../../reviews/rubric-review.ts';
import { type ModelAccess, modelAccess, USUAL_ENDPOINT } from '../../model-access.ts';
import { warningOf } from '../../print.ts';
import { sessionModelOf } from '../../session-model.ts';
import type { Suite } from '../../suite.ts';
import { askModels } from './asking.ts';

/** Gate 3 as the command line and the configuration want it, and what there is to say of its run. */
export interface PreparedJudge {
  readonly demand: JudgeDemand;
  /** The models' ids, or `rubric`. */
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
  /** How many votes are asked for, 1 or more. */
  readonly votes: number;
  /** The models of the command line, by alias or id, in turn; empty: those of the settings. */
  readonly models: readonly string[];
  readonly stopsEarly: boolean;
}

/** What a run leaves to be said. */
interface Said {
  readonly lines: (isOpen: boolean) => readonly string[];
  readonly notes: readonly string[];
}

/** Prepares the judge. Fails where a model cannot be used, before anything is sent. */
export function prepareJudge(
  suite: Suite,
  { judge }: Configuration,
  wish: JudgeWish,
): Result<PreparedJudge> {
  const access = modelAccess(judge.backend, suite);
  const models = access.backend === 'rubric' ? success([]) : modelsFor(judge, wish, suite);
  if (!models.ok) return models;
  let said: Said = { lines: () => [], notes: [] };
  const ask = async (facts: JudgedFacts): Promise<Result<JudgeRun>> => {
    const run = await runJudge(facts, models.value, { judge, access, wish }, suite);
    if (run.ok) said = run.value.said;
    return run.ok ? success(run.value.run) : run;
  };
  const { about, votes, wantsModel } = wish;
  const { onUnavailable } = judge;
  return success({
    demand: { demand: 'ask', ask, about, onUnavailable, wantsModel, votes },
    model: namesOf(models.value),
    lines: (isOpen) => said.lines(isOpen),
    notes: () => said.notes,
  });
}

/** The model of each vote. */
export function modelsFor(
  judge: Configuration['judge'],
  { models, votes }: Pick<JudgeWish, 'models' | 'votes'>,
  { clock }: Suite,
): Result<readonly ChosenModel[]> {
  const configured = votes > 1 && judge.panel !== null ? judge.panel : [judge.model];
  const chosen: ChosenModel[] = [];
  for (const name of seatsOf(models.length > 0 ? models : configured, votes)) {
    const model = chooseModel(name, clock.now());
    if ('kind' in model) return failed(model);
    chosen.push(model);
  }
  return success(chosen);
}

/** The models' ids, each once. */
function namesOf(models: readonly ChosenModel[]): string {
  return models.length === 0 ? RUBRIC : [...new Set(models.map(({ id }) => id))].join(', ');
}

interface Asked {
  readonly judge: Configuration['judge'];
  readonly access: ModelAccess;
  readonly wish: JudgeWish;
}

async function runJudge(
  facts: JudgedFacts,
  models: readonly ChosenModel[],
  { access, judge, wish }: Asked,
  suite: Suite,
): Promise<Result<{ readonly run: JudgeRun; readonly said: Said }>> {
  const { backend, paidBy: paid_by } = access;
  const digest = digestOfFacts(facts);
  if (backend === 'rubric') {
    const result = { ...reviewByRubric(facts), backend, paid_by };
    const notes =
      wish.votes > 1 ? ['Note: the rubric has one voice: no votes were asked for.'] : [];
    const said: Said = { lines: (isOpen) => judgeLines(result, suite.style, isOpen), notes };
    const run = { result, backend, endpoint: null, sessionModel: null, digest, fault: undefined };
    return success({ run, said });
  }
  const sessionModel = sessionModelOf(suite);
  const { maxUsd, stopsEarly } = wish;
  const ids = models.map(({ id }) => id);
  const asking = { judge, access, models: ids, stopsEarly, sessionModel, maxUsd };
  const review = await askModels(facts, suite, asking);
  if (!review.ok) return review;
  const { endpoint, fault } = review.value;
  const result = { ...review.value.result, backend, paid_by };
  const said = saidOf({ ...review.value, result }, facts, models, sessionModel, suite);
  return success({ run: { result, backend, endpoint, sessionModel, digest, fault }, said });
}

function saidOf(
  { endpoint, fault, redacted, result, unknown, warnings }: PromiseReview,
  facts: JudgedFacts,
  models: readonly ChosenModel[],
  sessionModel: string | null,
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
    modelWarnings: [...new Set(models.flatMap(({ warning }) => warning ?? []))],
    sameModel: models.find(({ id }) => isSameModel(id, sessionModel ?? ''))?.id,
    endpoint: elsewhere,
    redacted,
    unknown,
  });
  return {
    lines: (isOpen) => [...judgeLines(result, style, isOpen), ...advice],
    notes: [...notes, ...warnings.map(warningOf)],
  };
}
