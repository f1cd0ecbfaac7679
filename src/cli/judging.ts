import type { ReviewCommand } from '../reviews/asking/report.ts';
import { reviewNamed } from '../reviews/table.ts';

/**
 * The part of the suite that asks judges: a file of its own in `dist/`, since it would slow down every
 * command that asks none.
 */
export { prepareBench } from '../benchmark/run.ts';
export { summarize } from '../domain/benchmark/summary.ts';
export { backendNamed } from '../judge/backends.ts';
export { newAccount } from '../judge/metered-judge.ts';
export { promiseDryRun } from '../reviews/promise/dry-run.ts';
export { judgeOnce } from '../reviews/promise/once.ts';
export { replayReply, repliesIn } from '../reviews/promise/replayed-reply.ts';
export { prepareJudge } from '../reviews/promise/run.ts';
export { substanceLook } from '../reviews/promise/substance.ts';
export { checkOnce } from '../reviews/reality/once.ts';
export { commandValidator } from '../reviews/validation/command.ts';
export { planOfRun, runValidation, treeNow } from '../reviews/validation/run.ts';
export { stopReviews } from './stop-reviews.ts';

/** The review of a name; undefined where there is none. */
export async function loadReview(name: string): Promise<ReviewCommand | undefined> {
  return reviewNamed(name)?.load();
}
