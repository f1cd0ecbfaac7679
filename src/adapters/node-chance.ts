import { randomBytes } from 'node:crypto';
import type { Chance } from '../ports.ts';

export function createNodeChance(): Chance {
  return {
    hex: (bytes) => randomBytes(bytes).toString('hex'),
    fraction: () => Math.random(),
  };
}
