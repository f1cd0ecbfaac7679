import type { Clock } from '../ports.ts';

export function createNodeClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: millisecondsSinceStart,
    sleep(milliseconds, signal) {
      // Loaded only here: most stops wait for nothing.
      const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');
      return sleep(milliseconds, undefined, { signal }).catch((error) => {
        if (!signal?.aborted) throw error;
      });
    },
  };
}

/**
 * Milliseconds since this process was started, on a clock that never jumps. `performance` would say the
 * same; to load it takes a stop gate longer than to read its payload.
 */
export function millisecondsSinceStart(): number {
  return process.uptime() * 1000;
}
