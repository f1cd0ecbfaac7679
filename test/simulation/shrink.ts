import type { Length, Story } from './simulator.ts';
import type { Tell } from './tellers.ts';

/** Leaves out what a violation does not need: each deed, one after the other, as long as the same invariant breaks. */
export async function shrink(
  tell: Tell,
  { deeds: count, seed, violations }: Story,
  { deeds }: Length,
): Promise<Story> {
  const [first] = violations;
  const isSame = (story: Story): boolean => story.violations[0]?.of === first?.of;
  let without = new Set<number>();
  let best = await tell(seed, { deeds });
  for (let number = count - 1; number >= 0; number -= 1) {
    const fewer = new Set([...without, number]);
    const story = await tell(seed, { deeds, without: fewer });
    if (!isSame(story)) continue;
    without = fewer;
    best = story;
  }
  return best;
}
