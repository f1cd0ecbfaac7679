import { secretValues } from '../../adapters/environment.ts';
import { createNodeChance } from '../../adapters/node-chance.ts';
import { createNodeClock } from '../../adapters/node-clock.ts';
import { fetchWhole } from '../../adapters/node-fetch.ts';
import { createNonce } from '../../adapters/node-nonce.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import type { CostLine } from '../../domain/judging/cost-line.ts';
import { type JudgedFacts, judgedCriteria } from '../../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../../domain/judging/judgment.ts';
import { chooseSeats } from '../../domain/judging/panel.ts';
import { UNPAID } from '../../domain/judging/payment.ts';
import { apiBackend } from '../../judge/api/backend.ts';
import type { JudgeAccess } from '../../judge/backend.ts';
import { createFreeJudge, createMeteredJudge } from '../../judge/metered-judge.ts';
import { rubricBackend } from '../../judge/rubric/backend.ts';
import { failureMessage } from '../../report/failure-text.ts';
import {
  resultOfFailure,
  resultOfRefusal,
  resultWithoutCriteria,
} from '../../report/judge-json.ts';
import type { PromiseReview } from './finished.ts';
import { reviewByModels } from './panel.ts';

/** A judge that is asked once, with all that it needs: no project, no settings, no variable holds any of it. */
interface OnceAsked {
  readonly backend: 'api' | 'rubric';
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly endpoint: string | undefined;
  /** By alias or id, in turn, at least one. */
  readonly models: readonly string[];
  readonly votes: number;
  readonly stopsEarly: boolean;
  readonly style: 'plain' | 'structured';
  readonly timeoutMs: number;
  readonly maxUsd: number | null;
  /** The session that the calls are for, where one is known. */
  readonly sessionId: string | null;
  readonly signal: AbortSignal;
  /** Texts that must not be sent, beside the keys and what the environment's variables for secrets hold. */
  readonly secrets: readonly string[];
  /** Keeps the cost of a call. It may throw: then a warning says so. */
  readonly onCost: (line: CostLine) => void | Promise<void>;
  readonly onWarning: (text: string) => void;
}

/** What it takes to ask, once the models are chosen. */
interface Asking {
  readonly facts: JudgedFacts;
  readonly asked: OnceAsked;
  readonly access: JudgeAccess;
  readonly models: readonly string[];
}

/** Has a promise judged as `cs judge --json` does, apart from any project. Gives its answer, a failure's too. */
export async function judgeOnce(facts: JudgedFacts, asked: OnceAsked): Promise<JudgeResult> {
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

function accessFor({ apiKey, authToken, backend, endpoint }: OnceAsked): JudgeAccess {
  const found = (backend === 'api' ? apiBackend : rubricBackend).find({
    apiKey,
    authToken,
    baseUrl: endpoint,
    fetch: fetchWhole,
    findProgram: () => ({ program: undefined, passedOver: undefined }),
    neutralFolder: () => '/',
  });
  if (backend === 'rubric') return found;
  const payer = apiKey === undefined ? 'the token of the call' : 'the key of the call';
  return found.lacks === undefined
    ? { ...found, paidBy: payer }
    : { ...found, paidBy: UNPAID.noKeyPassed, lacks: 'pass `apiKey` or `authToken`' };
}

/** The models of the votes, each warned of once. */
function chosenModels({ models, onWarning, votes }: OnceAsked): Result<readonly string[]> {
  const chosen = chooseSeats(models, votes, createNodeClock().now());
  if (!chosen.ok) return chosen;
  const warnings = chosen.value.flatMap(({ warning }) => warning ?? []);
  for (const warning of new Set(warnings)) onWarning(warning);
  return success(chosen.value.map(({ id }) => id));
}

async function reviewOf({ access, asked, facts, models }: Asking): Promise<Result<PromiseReview>> {
  const clock = createNodeClock();
  const chance = createNodeChance();
  const judge = access.open({ clock, chance, run: createNodeRun(), advice: access.lacks ?? '' });
  const metered = access.isModel
    ? createMeteredJudge({
        judge,
        clock,
        costLog: { append: (line) => kept(line, asked), since: async () => success([]) },
        spending: { reserve: async () => ({ ok: true, value: [] }) },
        sessionId: asked.sessionId,
        sessionModel: null,
        maxUsd: asked.maxUsd,
        maxUsdPerDay: null,
      })
    : createFreeJudge(judge);
  const world = { judge: metered, nonce: createNonce };
  const limits = { deadline: clock.elapsed() + asked.timeoutMs, signal: asked.signal };
  const { isModel } = access;
  const style: 'plain' | 'structured' = isModel ? asked.style : 'plain';
  const options = { isModel, style, seat: null, secrets: secretsOf(asked) };
  const voting = { chance, stopsEarly: asked.stopsEarly, onVote: () => {} };
  return reviewByModels(facts, options, models, voting, limits, world);
}

/** Hands a line to the caller's log: a log that fails does not undo a call that was made. */
async function kept(line: CostLine, { onCost }: OnceAsked): Promise<Failure | undefined> {
  try {
    await onCost(line);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unexpected', message: `\`onCost\` failed: ${message}` };
  }
}

function secretsOf({ apiKey, authToken, secrets }: OnceAsked): readonly {
  readonly kind: string;
  readonly value: string;
}[] {
  const keys = [apiKey, authToken].filter((key) => key !== undefined);
  return [
    ...[...keys, ...secrets].map((value) => ({ kind: 'value of the call', value })),
    ...secretValues([]).map((value) => ({ kind: 'value of the environment', value })),
  ];
}
