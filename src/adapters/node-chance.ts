import type { Chance } from '../ports.ts';

/** Chance for names that must differ, not for secrets: it needs no cryptography, which loads slowly. */
export function createNodeChance(): Chance {
  return {
    hex: (bytes) =>
      Array.from({ length: bytes }, () =>
        Math.floor(Math.random() * 256)
          .toString(16)
          .padStart(2, '0'),
      ).join(''),
    fraction: () => Math.random(),
  };
}
