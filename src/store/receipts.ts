import type { Failure } from '../domain/base/failure.ts';
import { success } from '../domain/base/result.ts';
import { memoryIdOf, memoryIn } from '../domain/session/gate-memory.ts';
import { withReceipts } from '../domain/session/receipt.ts';
import { receiptsOf, receiverOf } from '../domain/session/receipt-facts.ts';
import { receiptOf } from '../report/receipt-text.ts';
import type { AcknowledgedChange, PromiseStore } from './promise-store.ts';
import type { StopGateStore } from './stop-gate-store.ts';

/**
 * A store of promises that keeps, for the user of each promise's session, what changes came to. It costs a change nothing
 * of which there is nothing to tell.
 */
export function withReceiptsKept(
  promises: PromiseStore,
  stopGate: Pick<StopGateStore, 'change'>,
): PromiseStore {
  return {
    ...promises,
    async change(id, decide) {
      const changed = await promises.change(id, decide);
      if (!changed.ok) return changed;
      const fault = await keep(changed.value, stopGate);
      if (fault === undefined) return changed;
      return success({ ...changed.value, warnings: [...changed.value.warnings, fault] });
    },
  };
}

async function keep(
  change: AcknowledgedChange,
  stopGate: Pick<StopGateStore, 'change'>,
): Promise<Failure | undefined> {
  const session = receiverOf(change);
  const news = session === undefined ? [] : receiptsOf(change).map(receiptOf);
  if (session === undefined || news.length === 0) return undefined;
  const kept = await stopGate.change(memoryIdOf(session), (state) =>
    success({ state: withReceipts(state, memoryIn(state).told, news), value: undefined }),
  );
  return kept.ok ? undefined : kept.failure;
}
