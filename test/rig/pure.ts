/** The rooms whose tests need neither the built suite nor a server: `npx vitest run --project unit`. */
const ROOMS = ['checks', 'domain', 'gates', 'judge', 'report', 'reviews', 'stop-gate'];

/** Those tests in these rooms that run commands. */
const WITH_COMMANDS = [
  'test/checks/missing-parsers.test.ts',
  'test/domain/host/hook-settings.test.ts',
  'test/domain/session/beads.test.ts',
  'test/domain/session/todos.test.ts',
  'test/domain/standing/stop-check.property.test.ts',
  'test/report/command-lines.property.test.ts',
  'test/stop-gate/stop-gate.property.test.ts',
];

/** The files of each kind, as vitest takes them. */
export const PURE = {
  include: ROOMS.map((room) => `test/${room}/**/*.test.ts`),
  exclude: WITH_COMMANDS,
};

export const COMMANDS = {
  include: [`test/!(${ROOMS.join('|')})/**/*.test.ts`, ...WITH_COMMANDS],
};
