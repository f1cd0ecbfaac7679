import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proposedChange } from '../rig/worlds/proposed-change.ts';
import { copySources } from '../rig/worlds/source-copy.ts';

const OUTPUT = `import { OUTCOME_WORDS } from './ci-words.ts';
import type { CiOutput } from './ci-output.ts';

/** One line. */
export const badgeOutput: CiOutput = {
  name: 'badge',
  summary: 'Write one line',
  render: ({ outcome }) => \`BADGE: \${OUTCOME_WORDS[outcome]}\`,
};
`;

it('an output of cs ci is one module and its entry in one file', async () => {
  const copy = copySources();
  const table = 'src/report/ci/outputs.ts';
  copy.add('src/report/ci/badge.ts', OUTPUT);
  copy.insert(table, 'import', "import { badgeOutput } from './badge.ts';");
  copy.insert(table, 'const CI_OUTPUTS', '  badgeOutput,');
  expect(copy.changed()).toEqual(['src/report/ci/badge.ts', table]);
  expect(copy.typeFaults()).toBe('');
  copy.build();
  const checkout = proposedChange().checkout('main');
  const help = await copy.run(checkout, 'cs', ['ci', '--help']);
  expect(help.stdout).toContain('--badge <file>');
  const path = join(checkout.home, 'badge');
  await copy.run(checkout, 'cs', ['ci', '--badge', path]);
  expect(readFileSync(path, 'utf8')).toBe('BADGE: Held\n');
});
