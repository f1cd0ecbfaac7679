import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { linksIn, sectionOf } from './markdown.ts';
import { PAGES } from './pages.ts';

const README = readFileSync(join(CHECKOUT, 'README.md'), 'utf8');

test('the README has at most 200 lines', () => {
  expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('the README tells of the problem, the installation and a block before all else', () => {
  const headings = [...README.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

  expect(headings).toEqual([
    'The problem',
    'Installation',
    'What you see when the agent is blocked',
    'Checks',
    'Judge',
    'Limits',
    'Documentation',
  ]);
});

test('the README tells the limits in three lines', () => {
  expect(sectionOf(README, 'Limits').match(/^- /gm)).toHaveLength(3);
});

test('the README lists every page', () => {
  const listed = linksIn(sectionOf(README, 'Documentation'));

  for (const page of PAGES) if (page !== 'README.md') expect(listed).toContain(page);
});
