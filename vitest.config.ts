import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The real bins run from dist/: it is built from the sources under test before any test runs.
    globalSetup: ['test/rig/build.ts'],
    // Most tests wait for commands, which are processes of their own: vitest would keep one core free.
    maxWorkers: Math.max(2, availableParallelism()),
    // The commands are processes of their own: on a busy machine they take their time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
