import { NO_TOKENS } from '../domain/model.ts';
import type { Chance, Clock, Judge, Run } from '../ports.ts';
import type { CostLog } from '../store/cost-log.ts';
import type { SpendingLedger } from '../store/spending-ledger.ts';
import { createApiJudge } from './api-judge.ts';
import { createClaudeJudge } from './claude-judge.ts';
import { createMeteredJudge, type MeteredJudge } from './metered-judge.ts';
import type { MessagesAccess, MessagesClient } from './sent.ts';

/** How a model is reached. */
export type JudgeAccess =
  /** `messages`: nothing where there is no key; `advice`: what to do about that. */
  | {
      readonly through: 'api';
      readonly messages: MessagesAccess | undefined;
      readonly advice: string;
    }
  /** `program`: nothing where it is not on `PATH`. `folder`: where it is started. */
  | {
      readonly through: 'claude';
      readonly program: string | undefined;
      /** What to do where there is none. */
      readonly advice: string;
      readonly baseUrl: string | undefined;
      readonly folder: string;
    }
  /** No model is to be asked. */
  | { readonly through: 'nobody'; readonly reason: string };

export interface JudgeWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly run: Run;
  readonly costLog: CostLog;
  readonly ledger: SpendingLedger;
  readonly sessionId: string | null;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  readonly access: JudgeAccess;
}

/** A model as a judge, metered. */
export function createJudge(
  world: JudgeWorld,
  caps: { readonly maxUsd: number | null; readonly maxUsdPerDay: number | null },
): MeteredJudge {
  return createMeteredJudge({ ...world, ...caps, judge: judgeThrough(world) });
}

function judgeThrough({ access, ...world }: JudgeWorld): Judge {
  if (access.through === 'nobody') return createAbsentJudge(access.reason);
  if (access.through === 'claude') return createClaudeJudge({ ...world, ...access });
  const { advice, messages } = access;
  return createApiJudge({ ...world, advice, loadClient: clientFor(messages) });
}

/** A judge that nobody wants asked. */
function createAbsentJudge(reason: string): Judge {
  return {
    ask: async () => ({
      answered: false,
      unjudged: { cause: 'not-sent', detail: reason },
      usage: NO_TOKENS,
      isUsageKnown: true,
      requestId: null,
      endpoint: null,
    }),
  };
}

/** Loads the SDK, which is slow, when the first question is asked, and once for all of them. */
function clientFor(
  messages: MessagesAccess | undefined,
): () => Promise<MessagesClient | undefined> {
  let client: Promise<MessagesClient> | undefined;
  return async () => {
    if (messages === undefined) return undefined;
    client ??= import('./messages-client.ts').then((loaded) =>
      loaded.createMessagesClient(messages),
    );
    return client;
  };
}
