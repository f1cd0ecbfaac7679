import { expect, it } from 'vitest';
import { startThreads } from './machine/threads.ts';
import { MUTANTS } from './mutants.ts';
import { INVARIANTS, tell } from './simulator.ts';

/** A mutant is looked for in so many seeds. */
const MOST_SEEDS = 1000;

it.each(INVARIANTS)('a change of the sources that breaks %s is found', async (invariant) => {
  const threads = await startThreads(3, MUTANTS[invariant]);
  try {
    let found: number | undefined;
    for (let seed = 1; seed <= MOST_SEEDS && found === undefined; seed += 1) {
      const { violations } = tell(threads, seed, { deeds: 14 });
      if (violations.some(({ of }) => of === invariant)) found = seed;
    }
    process.stdout.write(`${invariant}: found by seed ${found}\n`);
    expect(found).toBeDefined();
  } finally {
    await threads.stop();
  }
});
