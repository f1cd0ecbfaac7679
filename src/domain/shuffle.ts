/**
 * Items in an order that a seed alone decides, every order as likely as any other: the order in which
 * criteria stand sways a judge (FACTS), so each vote sees another, and the seed tells which it saw.
 * `seed`: hexadecimal digits, of which the first eight count.
 */
export function shuffled<Item>(items: readonly Item[], seed: string): readonly Item[] {
  const next = numbersFrom(Number.parseInt(seed.slice(0, 8), 16) || 0);
  const drawn = items.map((item) => ({ item, rank: next() }));
  return drawn.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** Numbers from 0 up to 1 that look like chance and follow from a 32-bit seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
