import { afterAll, beforeAll, expect, it } from 'vitest';
import { startThreads, type Threads } from './machine/threads.ts';
import { shrink } from './shrink.ts';
import { tell } from './simulator.ts';

/** How many deeds a story has. */
const LENGTH = { deeds: 14 };

const numberIn = (name: string, otherwise: number): number =>
  Number(process.env[name] ?? otherwise);
const from = numberIn('SIMULATION_FROM', 1);
/** `npm run torture` tells these, the same in every run. */
const seeds = numberIn('SIMULATION_SEEDS', 100);

let threads: Threads;
beforeAll(async () => {
  threads = await startThreads(3);
});
afterAll(() => threads.stop());

it('a seed tells the same story again, line by line', () => {
  for (const seed of [from, from + 1, from + 2]) {
    expect(tell(threads, seed, LENGTH)).toEqual(tell(threads, seed, LENGTH));
  }
});

it(`no story of ${seeds} seeds breaks an invariant`, () => {
  const broken: string[] = [];
  let calls = 0;
  const counts = new Map<string, number>();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const story = tell(threads, seed, LENGTH);
    calls += story.calls;
    for (const line of story.lines) {
      const kind = / s-\d: (\S+ ?[a-z-]*)/.exec(line)?.[1] ?? 'outside';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    if (story.violations.length === 0) continue;
    const { lines } = shrink(threads, story, LENGTH);
    broken.push(
      `seed ${seed}\n${lines.join('\n')}\nagain: npm run simulate -- --seeds 1 --from ${seed}`,
    );
    if (broken.length >= numberIn('SIMULATION_BROKEN', 10)) break;
  }
  process.stdout.write(
    `${seeds} seeds from ${from}: ${calls} calls of processes; ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}\n`,
  );
  expect(broken.join('\n\n')).toBe('');
});
