import { success } from '../domain/base/result.ts';
import { memoryIdOf, memoryIn } from '../domain/session/gate-memory.ts';
import { type Receipt, withReceipts } from '../domain/session/receipt.ts';
import { type ReceiptFact, receiptsOf, receiverOf } from '../domain/session/receipt-facts.ts';
import type { PromiseStore } from './promise-store.ts';
import type { StopGateStore } from './stop-gate-store.ts';

/**
 * A store of promises that keeps, for the user of each promise's session, what changes came to. It costs a change nothing
 * of which there is nothing to tell. `inWords`: one thing as it is told.
 */
export function withReceiptsKept(
  promises: PromiseStore,
  stopGate: Pick<StopGateStore, 'change'>,
  inWords: (fact: ReceiptFact) => Receipt,
): PromiseStore {
  return {
    ...promises,
    async change(id, decide) {
      const changed = await promises.change(id, decide);
      if (!changed.ok) return changed;
      const session = receiverOf(changed.value);
      const news = session === undefined ? [] : receiptsOf(changed.value).map(inWords);
      if (session === undefined || news.length === 0) return changed;
      const kept = await stopGate.change(memoryIdOf(session), (state) =>
        success({ state: withReceipts(state, memoryIn(state).told, news), value: undefined }),
      );
      if (kept.ok) return changed;
      const { warnings } = changed.value;
      return success({ ...changed.value, warnings: [...warnings, kept.failure] });
    },
  };
}
