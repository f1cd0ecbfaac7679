import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAllowed } from '../../build/licences.mjs';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

it('the third-party notices name every package that the bundles contain, and each may be bundled', {
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

it.each([
  ['MIT', true],
  ['BSD-3-Clause', true],
  ['PostgreSQL', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['GPL-2.0-or-later', false],
  ['LGPL-3.0', false],
  ['MIT AND GPL-2.0-only', false],
  ['(MPL-2.0 OR AGPL-3.0)', false],
  ['SEE LICENSE IN LICENSE', false],
  ['not stated', false],
])('a package under %s may be bundled: %s', (licence, may) => {
  expect(isAllowed(licence)).toBe(may);
});
