import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { PAGES } from '../pages.ts';
import { BLOCKS, blocksIn, renewed } from './blocks.ts';

const text = (page: string): string => readFileSync(join(CHECKOUT, page), 'utf8');

const WITH_BLOCKS = PAGES.filter((page) => blocksIn(text(page)).length > 0);

it.each(WITH_BLOCKS)('%s says what the code says: to write it, npm run texts', async (page) => {
  await expect(await renewed(page)).toMatchFileSnapshot(join(CHECKOUT, page));
});

it('every block has a place in one page', () => {
  const places = WITH_BLOCKS.flatMap((page) => blocksIn(text(page)));

  expect(places.toSorted()).toEqual(Object.keys(BLOCKS).toSorted());
});
