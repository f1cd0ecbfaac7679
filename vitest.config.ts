import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { putCases } from './rolldown.config.ts';

/** The rooms whose tests need neither the built suite nor a server. */
const PURE = ['checks', 'domain', 'gates', 'judge', 'report', 'reviews', 'stop-gate', 'tampering'];

/** Those of their tests that run commands. */
const PURE_BUT = [
  'test/checks/missing-parsers.test.ts',
  'test/domain/host/hook-settings.test.ts',
  'test/domain/session/beads.test.ts',
  'test/domain/session/todos.test.ts',
  'test/domain/standing/stop-check.property.test.ts',
  'test/report/command-lines.property.test.ts',
  'test/stop-gate/lane.test.ts',
  'test/stop-gate/stop-gate.property.test.ts',
];

/** The tests that speak to a PostgreSQL server. */
const SERVED = ['test/shared/**/*.test.ts', 'test/store/postgresql/**/*.test.ts'];

/** Tests of packed programs mostly wait for processes: while one waits, another works. */
const ARE_PACKED = process.env['TEST_PROGRAMS'] === 'packed';

/**
 * The rooms whose tests start programs, and run no command by the rig: packed programs change nothing in them. Some load
 * the bundler, beside which no other test should have to start programs.
 */
const WITHOUT_COMMANDS = ['adapters', 'architecture', 'library', 'rig'];

/**
 * Has the C library of Linux give back what is freed. What a worker keeps is copied, page by page, at each program that
 * it starts: a start took five times as long at the end of a run as at its beginning.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** What all projects have in common. */
const COMMON = {
  setupFiles: ['test/rig/same-cases.ts'],
  // Test files share no state: a worker loads the sources once for all the files that it runs.
  isolate: false,
  env: MEMORY,
  // No test measures time: these end only what hangs, on the slowest machine too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** The commands are the sources inside of the tests' own process, and where that is no use as they are built. */
const BUILT = ['test/rig/scratch.ts', 'test/rig/build.ts'];

const SYSTEM = {
  plugins: [putCases],
  test: {
    ...COMMON,
    name: 'system',
    include: WITHOUT_COMMANDS.map((room) => `test/${room}/**/*.test.ts`),
    globalSetup: BUILT,
  },
};

export default defineConfig({
  test: {
    maxWorkers: Math.ceil((ARE_PACKED ? 2 : 1.5) * Math.max(2, availableParallelism())),
    projects: [
      {
        test: {
          ...COMMON,
          name: 'unit',
          include: PURE.map((room) => `test/${room}/**/*.test.ts`),
          exclude: PURE_BUT,
        },
      },
      {
        plugins: [putCases],
        test: {
          ...COMMON,
          name: 'commands',
          include: [
            `test/!(${[...PURE, ...WITHOUT_COMMANDS].join('|')})/**/*.test.ts`,
            ...PURE_BUT,
          ],
          exclude: SERVED,
          globalSetup: BUILT,
        },
      },
      ...(ARE_PACKED ? [] : [SYSTEM]),
      {
        test: {
          ...COMMON,
          name: 'server',
          include: SERVED,
          globalSetup: [...BUILT, 'test/rig/server.ts'],
        },
      },
    ],
  },
});
