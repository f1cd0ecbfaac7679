import { describe, expect, it } from 'vitest';
import { seedsFor, shuffled } from '../../../src/domain/base/shuffle.ts';

const idsUpTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_one, index) => `AC-${index + 1}`);

const orderBy = (ids: readonly string[], seed: string): string => shuffled(ids, seed).join(' ');

/** Seeds as chance would draw them, the same in every run of the tests. */
function drawing(step = 0x9e3779b9): () => string {
  let drawn = 0;
  return () => {
    drawn += 1;
    return (Math.imul(drawn, step) >>> 0).toString(16).padStart(8, '0');
  };
}

describe('an order that a seed decides', () => {
  it.each([0, 1, 2, 5, 200])('holds each of %i items once', (count) => {
    const ids = idsUpTo(count);
    for (const seed of ['00000000', 'ffffffff', 'deadbeef', '1']) {
      expect([...shuffled(ids, seed)].sort()).toEqual([...ids].sort());
    }
  });

  it('is the same for the same seed, in every version: a recorded seed tells what a vote saw', () => {
    expect(orderBy(idsUpTo(5), 'deadbeef')).toBe('AC-2 AC-4 AC-5 AC-3 AC-1');
    expect(orderBy(idsUpTo(5), '00000001')).toBe('AC-2 AC-3 AC-1 AC-5 AC-4');
  });

  it.each([
    ['what comes after its eighth digit', 'deadbeef', 'deadbeef01234567'],
    ['upper case', 'deadbeef', 'DEADBEEF'],
    ['text that is no number', '00000000', 'no seed'],
    ['nothing', '00000000', ''],
  ])('does not hang on %s', (_what, one, other) => {
    expect(orderBy(idsUpTo(9), other)).toBe(orderBy(idsUpTo(9), one));
  });

  it('leaves the items as they were', () => {
    const ids = idsUpTo(9);
    shuffled(ids, 'deadbeef');
    expect(ids).toEqual(idsUpTo(9));
  });

  it('gives every order of three about as often as any other', () => {
    const draw = drawing();
    const counts = new Map<string, number>();
    for (let index = 0; index < 6000; index += 1) {
      const order = orderBy(idsUpTo(3), draw());
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('seeds for several votes', () => {
  it.each([
    { criteria: 1, votes: 3, orders: 1 },
    { criteria: 2, votes: 2, orders: 2 },
    { criteria: 2, votes: 5, orders: 2 },
    { criteria: 3, votes: 6, orders: 6 },
    { criteria: 4, votes: 15, orders: 15 },
    { criteria: 200, votes: 15, orders: 15 },
    { criteria: 0, votes: 3, orders: 1 },
  ])('$votes votes on $criteria criteria see $orders orders', (row) => {
    const ids = idsUpTo(row.criteria);
    const seeds = seedsFor(ids, row.votes, drawing());
    expect(seeds).toHaveLength(row.votes);
    expect(new Set(seeds.map((seed) => orderBy(ids, seed))).size).toBe(row.orders);
  });

  it('are not drawn for without end where chance is broken', () => {
    expect(seedsFor(idsUpTo(5), 3, () => 'deadbeef')).toEqual(['deadbeef', 'deadbeef', 'deadbeef']);
  });
});
