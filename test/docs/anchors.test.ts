import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { AGENT_PAGES, PAGES } from './pages.ts';

const read = (page: string) => readFileSync(join(CHECKOUT, page), 'utf8');

/** A page without its blocks of code, in which `#` begins a comment and no heading. */
const proseOf = (page: string) => read(page).replace(/^```[\s\S]*?^```$/gm, '');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = proseOf(page).matchAll(/^#{1,6} (.+)$/gm);
  const slugs = [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(slugs);
}

/** The links of a page that name a heading, of itself or of another page. */
function headingLinksIn(
  page: string,
): readonly { readonly target: string; readonly anchor: string }[] {
  const links = proseOf(page).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g);
  return [...links]
    .filter(([, file = '']) => !file.includes('://') && (file === '' || file.endsWith('.md')))
    .map(([, file = '', anchor = '']) => ({
      target: file === '' ? page : normalize(join(dirname(page), file)),
      anchor,
    }));
}

test.each([...PAGES, ...AGENT_PAGES])('the links of %s name headings that are there', (page) => {
  const broken = headingLinksIn(page).filter(
    ({ anchor, target }) => !anchorsOf(target.replaceAll('\\', '/')).has(anchor),
  );

  expect(broken).toEqual([]);
});
