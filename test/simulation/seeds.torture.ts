import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shrink } from './shrink.ts';
import type { Story } from './simulator.ts';
import { startTellers, type Tellers } from './tellers.ts';

/** How many deeds a story has. */
const LENGTH = { deeds: 14 };

const numberIn = (name: string, otherwise: number): number =>
  Number(process.env[name] ?? otherwise);
const from = numberIn('SIMULATION_FROM', 1);
/** `npm run torture` tells these, the same in every run. */
const seeds = numberIn('SIMULATION_SEEDS', 1000);
const mostBroken = numberIn('SIMULATION_BROKEN', 10);

let tellers: Tellers;
beforeAll(async () => {
  tellers = await startTellers(availableParallelism());
});
afterAll(() => tellers.stop());

it('a seed tells the same story again, line by line', async () => {
  for (const seed of Array.from({ length: 8 }, (_, index) => from + index)) {
    expect(await tellers.tell(seed, LENGTH)).toEqual(await tellers.tell(seed, LENGTH));
  }
});

it(`no story of ${seeds} seeds breaks an invariant`, async () => {
  const broken: Story[] = [];
  const counts = new Map<string, number>();
  let calls = 0;
  let told = 0;
  let next = from;
  const tellOn = async (): Promise<void> => {
    while (next < from + seeds && broken.length < mostBroken) {
      next += 1;
      const story = await tellers.tell(next - 1, LENGTH);
      calls += story.calls;
      told += 1;
      if (told % 1000 === 0) process.stdout.write(`${told} of ${seeds}, ${broken.length} broken\n`);
      counts.set(story.kind, (counts.get(story.kind) ?? 0) + 1);
      if (story.violations.length === 0) continue;
      broken.push(story);
      process.stdout.write(`seed ${story.seed}:${story.lines.at(-1)}\n`);
    }
  };
  await Promise.all(Array.from({ length: tellers.count }, tellOn));
  const kinds = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
  process.stdout.write(`${seeds} seeds from ${from}: ${calls} calls of processes; ${kinds}\n`);
  const stories = await Promise.all(broken.map((story) => shrink(tellers.tell, story, LENGTH)));
  const lines = stories.map(
    ({ lines: deeds, seed }) =>
      `seed ${seed}\n${deeds.join('\n')}\nagain: npm run simulate -- --seeds 1 --from ${seed}`,
  );
  expect(lines.join('\n\n')).toBe('');
});
