import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import { outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';
import type { Toy } from '../toy.ts';

const MODULE = `import { join } from 'node:path';
import type { Checker, Examine } from '../checker.ts';

/** Blocks while a file STOP lies in the project. */
export const stopFile = {
  name: 'stop file',
  priority: 2.7,
  concerns: ({ environment, files }) => files.exists(join(environment.projectFolder, 'STOP')),
} as const satisfies Checker;

export const examineStopFile: Examine = () => ({
  block: {
    checker: 'stop-file',
    lines: ['Blocked: a file STOP lies in the project.', 'Next: rm STOP'],
  },
});
`;

export const checker: Toy = {
  title: 'a checker of the stop gate is one module and its entries in one file',
  modules: { 'src/stop-gate/checkers/stop-file.ts': MODULE },
  table: 'src/stop-gate/checkers.ts',
  rows: [
    {
      behind: 'import',
      line: "import { examineStopFile, stopFile } from './checkers/stop-file.ts';",
    },
    { behind: 'const CHECKERS', line: '  stopFile,' },
  ],
  // A checker without its examination is a fault of the types.
  late: {
    behind: 'const EXAMINATIONS',
    line: "  'stop file': examineStopFile,",
    fault: /stop file.* is missing/,
  },
  async works(copy) {
    const project = createProject();
    const stop = async () => {
      const input = JSON.stringify(stopPayload('a-session'));
      const env = { CLAUDE_SESSION_ID: '' };
      return outputOf(await copy.run(project, 'cs-stop-gate', [], { env, input }));
    };
    // Nothing else concerns the session, so it is the fast lane that learns of the checker.
    expect(await stop()).toEqual({});
    writeFileSync(join(project.folder, 'STOP'), '');
    const { decision, reason } = await stop();
    expect(decision).toBe('block');
    expect(reason).toContain('a file STOP lies in the project.\nNext: rm STOP');
  },
};
