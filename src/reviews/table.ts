import { continuationReviewDescription } from './continuation/description.ts';
import type { ReviewDescription } from './description.ts';
import { realityCheckDescription } from './reality/description.ts';

/** Every review of a session. A new one is a module of its own and a line here: `cs` runs it by its name. */
const REVIEWS: readonly ReviewDescription[] = [
  continuationReviewDescription,
  realityCheckDescription,
];

/** The review of a name; undefined where there is none. */
export function reviewNamed(name: string): ReviewDescription | undefined {
  return REVIEWS.find((review) => review.name === name);
}
