import { availableParallelism } from 'node:os';

/** How many programs can run side by side on this machine without waiting for each other. */
export function coresOfThisMachine(): number {
  return availableParallelism();
}
