import type { Clock } from '../ports.ts';

export function createNodeClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep(milliseconds, signal) {
      // Loaded here and not above: most stops wait for nothing.
      const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');
      return sleep(milliseconds, undefined, { signal }).catch((error) => {
        if (!signal?.aborted) throw error;
      });
    },
  };
}
