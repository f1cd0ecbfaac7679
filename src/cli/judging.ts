import type { ReviewCommand } from '../reviews/asking/report.ts';
import { reviewNamed } from '../reviews/table.ts';

/**
 * The part of the suite that asks judges: a file of its own in `dist/`, since it would slow down every
 * command that asks none.
 */
export { backendNamed } from '../judge/backends.ts';
export { promiseDryRun } from '../reviews/promise/dry-run.ts';
export { prepareJudge } from '../reviews/promise/run.ts';
export { stopReviews } from './stop-reviews.ts';

/** The review of a name; undefined where there is none. */
export async function loadReview(name: string): Promise<ReviewCommand | undefined> {
  return reviewNamed(name)?.load();
}
