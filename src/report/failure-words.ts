import { firstFew } from './first-few.ts';
import { oneLine } from './printable.ts';

/** A failure in words before it is made fit to be printed. */
export interface FailureWords {
  readonly message: string;
  readonly advice?: readonly string[];
}

/** How many criteria a sentence names before it only counts them; the lines below name each. */
const MOST_NAMED = 5;

/** The ids of the first criteria, and how many more there are. */
export function someIds(criteria: readonly { readonly id: string }[]): string {
  const { named, more } = firstFew(criteria, MOST_NAMED);
  const ids = named.map(({ id }) => oneLine(id)).join(', ');
  return more > 0 ? `${ids} and ${more} more` : ids;
}
