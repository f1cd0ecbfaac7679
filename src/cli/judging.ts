/**
 * The part of the suite that judges, with the settings that it goes by: a file of its own in `dist/`,
 * since what it brings along would slow down every command that judges nothing.
 */
export { takesOf } from '../schemas/configuration.ts';
export { dryRun } from './commands/verify/dry-run.ts';
export { prepareJudge } from './commands/verify/judge.ts';
export { inspectSettings, loadSettings } from './settings.ts';
