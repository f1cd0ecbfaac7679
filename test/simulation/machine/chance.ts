/** Numbers that look like chance and follow from a seed alone. */
export interface SeededChance {
  /** From 0 up to and not including 1. */
  fraction(): number;
  /** A whole number from 0 up to and not including `below`. */
  below(below: number): number;
  /** Lower-case hexadecimal digits, two per byte. */
  hex(bytes: number): string;
  inHundred(percent: number): boolean;
  oneOf<Value>(values: readonly Value[]): Value;
}

/** The generator mulberry32. */
export function createChance(seed: number): SeededChance {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    hex: (bytes) =>
      Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join(''),
    inHundred: (percent) => fraction() * 100 < percent,
    oneOf(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to choose from');
      return value;
    },
  };
}
