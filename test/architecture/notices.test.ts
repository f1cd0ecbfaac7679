import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

it('the third-party notices name every package that the bundles contain', {
  timeout: 180_000,
}, () => {
  const program = join(CHECKOUT, 'build', 'notices.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it.each(['@anthropic-ai/sdk', 'proper-lockfile', 'yargs', 'zod'])(
  '%s is one of them, with its licence',
  (name) => {
    const notices = readFileSync(join(CHECKOUT, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    const [, notice = ''] = notices.split(`\n## ${name} `);
    expect(notice).toMatch(/^[\d.]+\n\nLicence: (?:MIT|Apache-2\.0)[\s\S]*?\n```text\n/);
  },
);
