import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

export function createNodeClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep: (milliseconds, signal) =>
      sleep(milliseconds, undefined, { signal }).catch((error) => {
        if (!signal?.aborted) throw error;
      }),
  };
}
