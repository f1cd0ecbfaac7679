import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject } from '../rig/worlds/project.ts';
import { copySources } from '../rig/worlds/source-copy.ts';

/** What a contributor would have doctor look at: a file STOP in the project. */
const MODULE = `import { join } from 'node:path';
import { row } from '../examination.ts';

export const stopFile = row({
  check: 'stop-file',
  look({ environment, files }) {
    const path = join(environment.projectFolder, 'STOP');
    return [{ path, isThere: files.exists(path) }];
  },
  verdict: ({ isThere }) => (isThere ? 'fail' : 'ok'),
  words: ({ path }) => ({ ok: 'there is none', fail: \`a file \${path} lies in the way\` }),
  mend: ({ path }) => \`Remove \${path}\`,
});
`;

it('a row of doctor is one module and one line of the table', async () => {
  const copy = copySources();
  copy.add('src/doctor/rows/stop-file.ts', MODULE);
  const table = 'src/doctor/examinations.ts';
  copy.insert(table, 'import', "import { stopFile } from './rows/stop-file.ts';");
  copy.insert(table, 'export const EXAMINATIONS', '  stopFile,');
  expect(copy.changed()).toEqual([table, 'src/doctor/rows/stop-file.ts']);
  expect(copy.typeFaults()).toBe('');
  copy.build();
  const project = createProject();
  const doctor = async () => (await copy.run(project, 'cs', ['doctor', '--verbose'])).stdout;
  expect(await doctor()).toContain('[OK] stop-file: there is none');
  const path = join(project.folder, 'STOP');
  writeFileSync(path, '');
  expect(await doctor()).toContain(
    `[FAIL] stop-file: a file ${path} lies in the way. Remove ${path}`,
  );
}, 300_000);
