/**
 * Items in an order that a seed alone decides, every order as likely as any other. The order of criteria
 * sways a judge, so each vote sees another order, and the seed tells which.
 * `seed`: hexadecimal digits, of which the first eight count.
 */
export function shuffled<Item>(items: readonly Item[], seed: string): readonly Item[] {
  const next = numbersFrom(Number.parseInt(seed.slice(0, 8), 16) || 0);
  const drawn = items.map((item) => ({ item, rank: next() }));
  return drawn.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/** How often another seed is drawn for an order that no earlier vote saw; few items have few orders. */
const MOST_DRAWS = 24;

/** Seeds that order the items differently each, as far as there are so many orders. */
export function seedsFor(
  items: readonly string[],
  count: number,
  draw: () => string,
): readonly string[] {
  const seen = new Set<string>();
  const seeds: string[] = [];
  while (seeds.length < count) {
    let seed = draw();
    for (let draws = 1; draws < MOST_DRAWS && seen.has(orderBy(items, seed)); draws += 1) {
      seed = draw();
    }
    seen.add(orderBy(items, seed));
    seeds.push(seed);
  }
  return seeds;
}

function orderBy(items: readonly string[], seed: string): string {
  return shuffled(items, seed).join('\n');
}

/** Numbers from 0 up to 1 that look like chance and follow from a 32-bit seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
