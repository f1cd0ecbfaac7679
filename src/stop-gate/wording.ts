import type { Bead } from '../domain/session/beads.ts';
import { firstFew } from '../report/first-few.ts';
import { brief, oneLine } from '../report/printable.ts';

/** How many files, issues, items or steps a reason names before it only counts them. */
export const MOST_NAMED = 5;
export const LONGEST_TITLE = 120;

/** The first few items in one line, and the number of the others. */
export function named<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const few = firstFew(items, MOST_NAMED);
  return `${few.named.map(text).join(', ')}${few.more > 0 ? ` and ${few.more} more` : ''}`;
}

/** The first few items, one a line, and a line with the number of the others. */
export function listed<Item>(
  items: readonly Item[],
  line: (item: Item) => string,
): readonly string[] {
  const few = firstFew(items, MOST_NAMED);
  return [...few.named.map(line), ...(few.more > 0 ? [`  and ${few.more} more`] : [])];
}

/** One issue, as the lists of `bd` show it. */
export function beadText({ id, priority, title, waitsFor }: Bead): string {
  const waits = waitsFor.length === 0 ? '' : `, waits for ${waitsFor.map(oneLine).join(', ')}`;
  return `${oneLine(id)} [P${priority}] ${brief(title, LONGEST_TITLE)}${waits}`;
}
