import type { Chance, Clock } from '../ports.ts';
import type { CostLog } from '../store/cost-log.ts';
import type { SpendingLedger } from '../store/spending-ledger.ts';
import { createApiJudge } from './api-judge.ts';
import { createMeteredJudge, type MeteredJudge } from './metered-judge.ts';
import type { MessagesAccess } from './sent.ts';

export interface JudgeWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly costLog: CostLog;
  readonly ledger: SpendingLedger;
  readonly sessionId: string | null;
  /** How the API is reached; nothing where there is no key. */
  readonly access: MessagesAccess | undefined;
}

/** The judge behind the Messages API, metered. The SDK is loaded when the first question is asked. */
export function createJudge(
  world: JudgeWorld,
  caps: { readonly maxUsd: number | null; readonly maxUsdPerDay: number | null },
): MeteredJudge {
  const { access } = world;
  const judge = createApiJudge({
    ...world,
    loadClient: async () =>
      access && (await import('./messages-client.ts')).createMessagesClient(access),
  });
  return createMeteredJudge({ ...world, ...caps, judge });
}
