import { createNodeChance } from '../../adapters/node-chance.ts';
import { createNodeClock } from '../../adapters/node-clock.ts';
import { createNonce } from '../../adapters/node-nonce.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../../domain/judging/judgment.ts';
import { chooseSeats } from '../../domain/judging/panel.ts';
import type { JudgeAccess } from '../../judge/backend.ts';
import { failureMessage } from '../../report/failure-text.ts';
import {
  resultOfFailure,
  resultOfRefusal,
  resultWithoutCriteria,
} from '../../report/judge-json.ts';
import { accessFor, judgeFor, type OnceAsked, secretsOf } from '../asking/once.ts';
import type { PromiseReview } from './finished.ts';
import { reviewByModels } from './panel.ts';

/** A promise's judge that is asked once, with all that it needs. */
interface PanelAsked extends OnceAsked {
  /** By alias or id, in turn, at least one. */
  readonly models: readonly string[];
  readonly votes: number;
  readonly stopsEarly: boolean;
  readonly style: 'plain' | 'structured';
}

/** What it takes to ask, once the models are chosen. */
interface Asking {
  readonly facts: JudgedFacts;
  readonly asked: PanelAsked;
  readonly access: JudgeAccess;
  readonly models: readonly string[];
}

/** Has a promise judged as `cs judge --json` does, apart from any project. Gives its answer, a failure's too. */
export async function judgeOnce(facts: JudgedFacts, asked: PanelAsked): Promise<JudgeResult> {
  const access = accessFor(asked);
  const paid = { backend: access.backend, paid_by: access.paidBy };
  const models = access.isModel ? chosenModels(asked) : success(['rubric']);
  if (!models.ok) return { ...resultOfFailure(models.failure, asked.models.join(', ')), ...paid };
  const names = [...new Set(models.value)].join(', ');
  if (judgedCriteria(facts).length === 0) return { ...resultWithoutCriteria(names), ...paid };
  const review = await reviewOf({ facts, asked, access, models: models.value });
  if (!review.ok) return { ...resultOfFailure(review.failure, names), ...paid };
  const { fault, result, warnings } = review.value;
  for (const warning of warnings) asked.onWarning(failureMessage(warning));
  const refused = fault ?? lateFault(result, asked.signal);
  return { ...(refused === undefined ? result : resultOfRefusal(result, refused)), ...paid };
}

/** Who interrupts just as the answer comes does not want it acted upon; a FAIL stands. */
function lateFault({ verdict }: JudgeResult, { aborted }: AbortSignal): Failure | undefined {
  return aborted && verdict !== 'FAIL'
    ? { kind: 'interrupted', action: 'the judge was called' }
    : undefined;
}

/** The models of the votes, each warned of once. */
function chosenModels({ models, onWarning, votes }: PanelAsked): Result<readonly string[]> {
  const chosen = chooseSeats(models, votes, createNodeClock().now());
  if (!chosen.ok) return chosen;
  const warnings = chosen.value.flatMap(({ warning }) => warning ?? []);
  for (const warning of new Set(warnings)) onWarning(warning);
  return success(chosen.value.map(({ id }) => id));
}

async function reviewOf({ access, asked, facts, models }: Asking): Promise<Result<PromiseReview>> {
  const clock = createNodeClock();
  const chance = createNodeChance();
  const world = { judge: judgeFor(access, asked), nonce: createNonce };
  const limits = { deadline: clock.elapsed() + asked.timeoutMs, signal: asked.signal };
  const { isModel } = access;
  const style: 'plain' | 'structured' = isModel ? asked.style : 'plain';
  const options = { isModel, style, seat: null, secrets: secretsOf(asked) };
  const voting = { chance, stopsEarly: asked.stopsEarly, onVote: () => {} };
  return reviewByModels(facts, options, models, voting, limits, world);
}
