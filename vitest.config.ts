import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { putCases } from './rolldown.config.ts';

/** The rooms whose tests need neither the built suite nor a server. */
const PURE = ['checks', 'domain', 'gates', 'judge', 'report', 'reviews', 'stop-gate'];

/** Those of their tests that run commands. */
const PURE_BUT = [
  'test/checks/missing-parsers.test.ts',
  'test/domain/host/hook-settings.test.ts',
  'test/domain/session/beads.test.ts',
  'test/domain/session/todos.test.ts',
  'test/domain/standing/stop-check.property.test.ts',
  'test/report/command-lines.property.test.ts',
  'test/stop-gate/stop-gate.property.test.ts',
];

/** The tests that speak to a PostgreSQL server. */
const SERVED = ['test/shared/**/*.test.ts', 'test/store/postgresql/**/*.test.ts'];

/** Tests of packed programs mostly wait for processes: while one waits, another works. */
const ARE_PACKED = process.env['TEST_PROGRAMS'] === 'packed';

/** The rooms whose tests run no command by the rig, so that packed programs change nothing in them. */
const WITHOUT_COMMANDS = ['adapters', 'architecture', 'library', 'rig'];

/** What all projects have in common. */
const COMMON = {
  setupFiles: ['test/rig/same-cases.ts'],
  // Test files share no state: a worker loads the sources once for all the files that it runs.
  isolate: false,
  // No test measures time: these end only what hangs, on the slowest machine too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** The commands are the sources inside of the tests' own process, and where that is no use as they are built. */
const BUILT = ['test/rig/scratch.ts', 'test/rig/build.ts'];

export default defineConfig({
  test: {
    maxWorkers: (ARE_PACKED ? 2 : 1) * Math.max(2, availableParallelism()),
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
          include: [`test/!(${PURE.join('|')})/**/*.test.ts`, ...PURE_BUT],
          exclude: [
            ...SERVED,
            ...(ARE_PACKED ? WITHOUT_COMMANDS : []).map((room) => `test/${room}/**`),
          ],
          globalSetup: BUILT,
        },
      },
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
