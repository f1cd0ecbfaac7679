/** Choices that a seed repeats. */
export interface Choices {
  /** A whole number from 0 to below this one. */
  below(bound: number): number;
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True in so many cases of a hundred. */
  inHundred(cases: number): boolean;
}

/** The same choices for the same seed, a whole number (mulberry32). */
export function choicesOf(seed: number): Choices {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(fraction() * bound);
  return {
    below,
    oneOf: (items) => items[below(items.length)] ?? items[0],
    inHundred: (cases) => below(100) < cases,
  };
}
