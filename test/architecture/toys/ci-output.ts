import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proposedChange } from '../../rig/worlds/proposed-change.ts';
import type { Toy } from '../toy.ts';

const OUTPUT = `import { OUTCOME_WORDS } from './ci-words.ts';
import type { CiOutput } from './ci-output.ts';

/** One line. */
export const badgeOutput: CiOutput = {
  name: 'badge',
  summary: 'Write one line',
  render: ({ outcome }) => \`BADGE: \${OUTCOME_WORDS[outcome]}\`,
};
`;

export const ciOutput: Toy = {
  title: 'an output of cs ci is one module and its entry in one file',
  modules: { 'src/report/ci/badge.ts': OUTPUT },
  table: 'src/report/ci/outputs.ts',
  rows: [
    { behind: 'import', line: "import { badgeOutput } from './badge.ts';" },
    { behind: 'const CI_OUTPUTS', line: '  badgeOutput,' },
  ],
  async works(copy) {
    const checkout = proposedChange().checkout('main');
    const help = await copy.run(checkout, 'cs', ['ci', '--help']);
    expect(help.stdout).toContain('--badge <file>');
    const path = join(checkout.home, 'badge');
    await copy.run(checkout, 'cs', ['ci', '--badge', path]);
    expect(readFileSync(path, 'utf8')).toBe('BADGE: Held\n');
  },
};
