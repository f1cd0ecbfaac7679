import { ownerOf } from '../domain/promise/promise.ts';
import { interruptedIn } from '../domain/session/interrupted.ts';
import type { ShownInterrupt } from '../report/interrupted-text.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import type { Suite } from '../suite.ts';

/** The sessions with open promises that their users interrupted before the last prompt, the longest ago first. */
export async function interruptedSessions(
  { promises }: Pick<PromiseListing, 'promises'>,
  { stopGate }: Suite,
): Promise<readonly ShownInterrupt[]> {
  const owners = [...new Set(promises.flatMap(({ promise }) => ownerOf(promise) ?? []))];
  const states = await stopGate.readEach(owners);
  return states
    .flatMap((state, index) => {
      const interrupted = state.ok ? interruptedIn(state.value) : null;
      return interrupted === null ? [] : [{ session: owners[index] ?? '', at: interrupted.at }];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
