import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { putCases } from './rolldown.config.ts';
import { COMMANDS, PURE } from './test/rig/pure.ts';

const workers = Math.max(2, availableParallelism());

/** What both projects have in common. */
const COMMON = {
  setupFiles: ['test/rig/same-cases.ts'],
  // Test files share no state: a worker loads the sources once for all the files that it runs.
  isolate: false,
  // No test measures time: these end only what hangs, on the slowest machine too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...COMMON,
          name: 'unit',
          ...PURE,
        },
      },
      {
        plugins: [putCases],
        test: {
          ...COMMON,
          name: 'commands',
          ...COMMANDS,
          globalSetup: ['test/rig/scratch.ts', 'test/rig/build.ts', 'test/rig/server.ts'],
        },
      },
    ],
  },
});
