import type { Threads } from './machine/threads.ts';
import { type Length, type Story, tell } from './simulator.ts';

/** Leaves out what a violation does not need: each deed, one after the other, as long as the same invariant breaks. */
export function shrink(threads: Threads, { seed, violations }: Story, { deeds }: Length): Story {
  const [first] = violations;
  const isSame = (story: Story): boolean => story.violations[0]?.of === first?.of;
  let without = new Set<number>();
  let best = tell(threads, seed, { deeds });
  for (let number = deeds - 1; number >= 0; number -= 1) {
    const fewer = new Set([...without, number]);
    const story = tell(threads, seed, { deeds, without: fewer });
    if (!isSame(story)) continue;
    without = fewer;
    best = story;
  }
  return best;
}
