import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject, outcomeOf } from '../rig/worlds/project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const SCRIPT = join(CHECKOUT, 'scripts', 'recording.mjs');

const record = (...args: readonly string[]) =>
  outcomeOf(spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));

test.skipIf(process.platform === 'win32')(
  'docs/recording.svg shows what the commands print today: to write it again, npm run recording',
  async () => {
    const out = join(createProject().folder, 'recording.svg');

    const { code, stderr } = await record('--suite', SUITE, '--out', out);

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(
      readFileSync(join(CHECKOUT, 'docs', 'recording.svg'), 'utf8'),
    );
    expect(manifest.scripts.recording).toBe('node scripts/recording.mjs');
  },
);

test('the recording says how to build the commands where there are none', async () => {
  const { folder } = createProject();

  const { code, stderr } = await record('--suite', folder, '--out', join(folder, 'recording.svg'));

  expect(code).toBe(1);
  expect(stderr).toBe(`${folder} has no commands. Run: npm run build\n`);
});
