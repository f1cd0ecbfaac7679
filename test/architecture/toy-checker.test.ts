import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject } from '../rig/worlds/project.ts';
import { copySources } from '../rig/worlds/source-copy.ts';
import { outputOf, stopPayload } from '../rig/worlds/stop-gate.ts';

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

it('a checker of the stop gate is one module and its entries in one file', async () => {
  const copy = copySources();
  copy.add('src/stop-gate/checkers/stop-file.ts', MODULE);
  const table = 'src/stop-gate/checkers.ts';
  copy.insert(
    table,
    'import',
    "import { examineStopFile, stopFile } from './checkers/stop-file.ts';",
  );
  copy.insert(table, 'const CHECKERS', '  stopFile,');
  // A checker without its examination is a fault of the types.
  expect(copy.typeFaults()).toMatch(/stop file.* is missing/);
  copy.insert(table, 'const EXAMINATIONS', "  'stop file': examineStopFile,");
  expect(copy.changed()).toEqual([table, 'src/stop-gate/checkers/stop-file.ts']);
  expect(copy.typeFaults()).toBe('');
  copy.build();
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
});
