import { afterAll, expect, it } from 'vitest';
import { startThreads } from './machine/threads.ts';
import { MUTANTS } from './mutants.ts';
import { INVARIANTS, tell } from './simulator.ts';

/** A mutant is looked for in so many seeds. */
const MOST_SEEDS = 1000;

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`${rows.join('\n')}\n`);
});

const all = INVARIANTS.flatMap((of) => MUTANTS[of].map((mutant) => ({ of, ...mutant })));
it.each(all)('a change of $file that breaks $of is found: $from', async ({ of, ...mutant }) => {
  const threads = await startThreads(3, mutant);
  try {
    let found: number | undefined;
    for (let seed = 1; seed <= MOST_SEEDS && found === undefined; seed += 1) {
      const { violations } = tell(threads, seed, { deeds: 14 });
      if (violations.some((violation) => violation.of === of)) found = seed;
    }
    rows.push(`${of.padEnd(14)} ${`seed ${found}`.padEnd(14)} ${mutant.file}: ${mutant.from}`);
    expect(found).toBeDefined();
  } finally {
    await threads.stop();
  }
});
