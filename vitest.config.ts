import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The commands are run as they are built, from a folder of this run.
    globalSetup: ['test/rig/build.ts', 'test/rig/server.ts'],
    setupFiles: ['test/rig/same-cases.ts'],
    // Most tests wait for commands, which are processes of their own: while one waits, another works.
    maxWorkers: 2 * Math.max(2, availableParallelism()),
    // Test files share no state: a worker loads the sources once for all the files that it runs.
    isolate: false,
    // No test measures time: these end only what hangs, on the slowest machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
