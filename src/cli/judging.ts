/**
 * The part of the suite that judges: a file of its own in `dist/`,
 * since what it brings along would slow down every command that judges nothing.
 */
export { realityCheck, realityDryRun, runRealityCheck } from './commands/reality-check/run.ts';
export { dryRun } from './commands/verify/dry-run.ts';
export { prepareJudge } from './commands/verify/judge.ts';
export { reviewReality } from './stop-reviews.ts';
