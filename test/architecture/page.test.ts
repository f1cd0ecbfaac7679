import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../rolldown.config.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

const PAGE = readFileSync(join(CHECKOUT, 'docs', 'architecture.md'), 'utf8');

/** The sources and tests that a page names, as paths below the checkout or below `src/`. */
const NAMED = [
  ...new Set(
    [...PAGE.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|cjs|json))`/g)].map(([, path = '']) => path),
  ),
];

/** The files that the build makes, whether or not they were built here. */
const BUILT = config.flatMap(({ input }) =>
  typeof input === 'object' ? Object.keys(input).map((name) => `dist/${name}.cjs`) : [],
);

const folders = (path: string) =>
  readdirSync(join(CHECKOUT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the page about the architecture', () => {
  it.each(NAMED)('names %s, which is there', (path) => {
    const places = [path, join('src', path)].map((place) => join(CHECKOUT, place));
    expect(BUILT.includes(path) || places.some((place) => existsSync(place))).toBe(true);
  });

  it('names enough of them for a walk through the house', () => {
    expect(NAMED.length).toBeGreaterThan(30);
  });

  it('shows every room', () => {
    const missing = folders('src').filter((room) => !PAGE.includes(`  ${room}/`));
    expect(missing).toEqual([]);
  });

  it('tells what every wing of the domain is about', () => {
    const missing = folders('src/domain').filter((wing) => !PAGE.includes(`| \`${wing}\` |`));
    expect(missing).toEqual([]);
  });
});
