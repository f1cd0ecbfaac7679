import type { Clock } from '../ports.ts';
import { surroundings } from './surroundings.ts';

export function createNodeClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: millisecondsSinceStart,
    machine: () => Number(process.hrtime.bigint() / 1_000_000n),
    sleep(milliseconds, signal) {
      // Loaded only here: most stops wait for nothing.
      const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');
      return sleep(milliseconds, undefined, { signal }).catch((error) => {
        if (!signal?.aborted) throw error;
      });
    },
  };
}

/** Milliseconds since this command was started, on a clock that never jumps. */
export function millisecondsSinceStart(): number {
  return surroundings().elapsed();
}
