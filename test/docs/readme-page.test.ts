import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { linksIn, sectionOf } from './markdown.ts';
import { PAGES } from './pages.ts';

const README = readFileSync(join(CHECKOUT, 'README.md'), 'utf8');

test('the README has at most 200 lines', () => {
  expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

describe('before its first heading the README', () => {
  const [screen = ''] = README.split(/^## /m);

  test('has one screen', () => {
    expect(screen.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  test.each([
    ['what it is', 'A coding agent says "done".'],
    ['a recording', '](docs/recording.svg)'],
    ['one line that installs it from a clone', '\nnpm install && npm run quickstart\n'],
    ['how to have the commands', '\nnpm install && npm link\n'],
    ['how to take it away again', '`cs setup undo`'],
    ['what was never run', 'Never run: macOS, Windows, Cursor, the real Messages API.'],
  ])('has %s', (_what, words) => {
    expect(screen).toContain(words);
  });
});

test('the README tells the limits in three lines', () => {
  expect(sectionOf(README, 'Limits').match(/^- /gm)).toHaveLength(3);
});

test('the README lists every page', () => {
  const listed = linksIn(sectionOf(README, 'Documentation'));

  for (const page of PAGES) if (page !== 'README.md') expect(listed).toContain(page);
});
