/**
 * The part of the suite that judges: a file of its own in `dist/`,
 * since what it brings along would slow down every command that judges nothing.
 */
export {
  continuationDryRun,
  continuationReview,
  runContinuationReview,
} from './commands/continuation-review/run.ts';
export { realityCheck, realityDryRun, runRealityCheck } from './commands/reality-check/run.ts';
export { dryRun } from './commands/verify/dry-run.ts';
export { prepareJudge } from './commands/verify/judge.ts';
export { reviewContinuation, reviewReality } from './stop-reviews.ts';
