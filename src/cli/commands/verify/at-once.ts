import type { Result } from '../../../domain/base/result.ts';

/** Work on several things at a time, and what must be done by one of them at a time. */

/** Does some work on every item, at most so many at a time; gives what came of each, in the order of the items. */
export async function atMost<Item, Value>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const done = new Map<number, Value>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) done.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return [...done].sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** Makes a function run once at a time, in the order of its calls. */
export function oneAtATime<Parameters extends readonly unknown[], Value>(
  run: (...parameters: Parameters) => Promise<Value>,
): (...parameters: Parameters) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (...parameters) => {
    const next = last.then(() => run(...parameters));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Asks again once another call is over: see `patiently`. */
export type Patiently = <Value>(ask: () => Promise<Result<Value>>) => Promise<Result<Value>>;

/**
 * For calls that hold back of one limit what they may cost at the most, which is far more than they will have cost. A
 * call that the limit does not allow while others are under way is tried again when one of them is over.
 */
export function patiently(): Patiently {
  let underWay = 0;
  let ended = 0;
  let waiting: (() => void)[] = [];
  const wakeAll = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return async (ask) => {
    for (;;) {
      underWay += 1;
      const endedBefore = ended;
      const asked = await ask();
      underWay -= 1;
      const isHeldUp = !asked.ok && asked.failure.kind === 'spending-cap';
      // One that ended meanwhile may have freed what was lacking.
      if (isHeldUp && ended > endedBefore) continue;
      if (!isHeldUp || underWay === 0) {
        ended += 1;
        // One that goes on waiting has freed nothing, and wakes no other: else two would wake each other without end.
        wakeAll();
        return asked;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
}
