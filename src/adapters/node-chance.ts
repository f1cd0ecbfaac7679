import type { Chance } from '../ports.ts';

/** Random numbers for names that must differ. Not for secrets: loading cryptography would be slow. */
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
