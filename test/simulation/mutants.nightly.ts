import { availableParallelism } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { INVARIANTS } from './account.ts';
import { MUTANTS } from './mutants.ts';
import { startTellers } from './tellers.ts';

/** A mutant is looked for in so many seeds. */
const MOST_SEEDS = 1000;

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`${rows.join('\n')}\n`);
});

const all = INVARIANTS.flatMap((of) => MUTANTS[of].map((mutant) => ({ of, ...mutant })));
it.each(all)('a change of $file that breaks $of is found: $from', async ({ of, ...mutant }) => {
  const tellers = await startTellers(availableParallelism(), mutant);
  try {
    let found: number | undefined;
    for (let seed = 1; seed <= MOST_SEEDS && found === undefined; seed += tellers.count) {
      const seeds = Array.from({ length: tellers.count }, (_, index) => seed + index);
      const stories = await Promise.all(seeds.map((one) => tellers.tell(one, { deeds: 14 })));
      found = stories.find(({ violations }) => violations.some((one) => one.of === of))?.seed;
    }
    rows.push(`${of.padEnd(14)} ${`seed ${found}`.padEnd(14)} ${mutant.file}: ${mutant.from}`);
    expect(found).toBeDefined();
  } finally {
    tellers.stop();
  }
});
