import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectFloodHashed } from '../rig/worlds/flood.ts';
import { createGitProject } from '../rig/worlds/git-project.ts';

it('200 MB of output fail nothing, and are hashed whole', () => expectFloodHashed(200));

it('in a checkout of 150,000 untracked files, a promise is proved, checked and looked at for weakened tests', async () => {
  const project = createGitProject({ 'README.md': '# A project\n' });
  for (let number = 0; number < 150_000; number += 1) {
    const folder = join(project.folder, 'packages', String(Math.floor(number / 500)));
    if (number % 500 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${number}.js`), '');
  }
  const steps: readonly (readonly string[])[] = [
    ['do', 'Adding works', '--check', 'node -e 0'],
    ['prove'],
    ['check'],
    ['promise', 'tamper'],
  ];
  for (const args of steps) {
    const { code, stderr } = await project.run('cs', args);
    expect([args, code, /Error/.test(stderr)]).toEqual([args, 0, false]);
  }
});
