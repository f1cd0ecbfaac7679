import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createProject } from '../../rig/worlds/project.ts';
import type { Toy } from '../toy.ts';

/** What a contributor would have doctor look at: a file BAR in the project. */
const MODULE = `import { join } from 'node:path';
import { row } from '../examination.ts';

export const barFile = row({
  check: 'bar-file',
  look({ environment, files }) {
    const path = join(environment.projectFolder, 'BAR');
    return [{ path, isThere: files.exists(path) }];
  },
  verdict: ({ isThere }) => (isThere ? 'fail' : 'ok'),
  words: ({ path }) => ({ ok: 'there is none', fail: \`a file \${path} lies in the way\` }),
  mend: ({ path }) => \`Remove \${path}\`,
});
`;

export const examination: Toy = {
  title: 'a row of doctor is one module and one line of the table',
  modules: { 'src/doctor/rows/bar-file.ts': MODULE },
  table: 'src/doctor/examinations.ts',
  rows: [
    { behind: 'import', line: "import { barFile } from './rows/bar-file.ts';" },
    { behind: 'export const EXAMINATIONS', line: '  barFile,' },
  ],
  async works(copy) {
    const project = createProject();
    const doctor = async () => (await copy.run(project, 'cs', ['doctor', '--verbose'])).stdout;
    expect(await doctor()).toContain('[OK] bar-file: there is none');
    const path = join(project.folder, 'BAR');
    writeFileSync(path, '');
    expect(await doctor()).toContain(
      `[FAIL] bar-file: a file ${path} lies in the way. Remove ${path}`,
    );
  },
};
