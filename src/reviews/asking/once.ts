import { secretValues } from '../../adapters/environment.ts';
import { createNodeChance } from '../../adapters/node-chance.ts';
import { createNodeClock } from '../../adapters/node-clock.ts';
import { fetchWhole } from '../../adapters/node-fetch.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { success } from '../../domain/base/result.ts';
import type { KnownSecret } from '../../domain/base/secrets.ts';
import type { CostLine } from '../../domain/judging/cost-line.ts';
import { UNPAID } from '../../domain/judging/payment.ts';
import { apiBackend } from '../../judge/api/backend.ts';
import type { JudgeAccess } from '../../judge/backend.ts';
import {
  createFreeJudge,
  createMeteredJudge,
  type MeteredJudge,
} from '../../judge/metered-judge.ts';
import { rubricBackend } from '../../judge/rubric/backend.ts';

/** How a judge is asked once: no project, no settings, no variable holds any of it. */
export interface OnceAsked {
  readonly backend: 'api' | 'rubric';
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly endpoint: string | undefined;
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

/** The way to a judge that is asked once. */
export function accessFor({ apiKey, authToken, backend, endpoint }: OnceAsked): JudgeAccess {
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

/** A judge that is asked once: it keeps to the call's own limit, and hands its cost lines to the caller. */
export function judgeFor(access: JudgeAccess, asked: OnceAsked): MeteredJudge {
  const clock = createNodeClock();
  const chance = createNodeChance();
  const judge = access.open({ clock, chance, run: createNodeRun(), advice: access.lacks ?? '' });
  if (!access.isModel) return createFreeJudge(judge);
  return createMeteredJudge({
    judge,
    clock,
    costLog: { append: (line) => kept(line, asked), since: async () => success([]) },
    spending: { reserve: async () => ({ ok: true, value: [] }) },
    sessionId: asked.sessionId,
    sessionModel: null,
    maxUsd: asked.maxUsd,
    maxUsdPerDay: null,
  });
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

/** What must not be sent. */
export function secretsOf({ apiKey, authToken, secrets }: OnceAsked): readonly KnownSecret[] {
  const keys = [apiKey, authToken].filter((key) => key !== undefined);
  return [
    ...[...keys, ...secrets].map((value) => ({ kind: 'value of the call', value })),
    ...secretValues([]).map((value) => ({ kind: 'value of the environment', value })),
  ];
}
