/**
 * The part of the suite that runs checks. It is a file of its own in `dist/`, since loading it would slow
 * down every command that runs no check.
 */

export { checkChange } from './commands/ci/check-change.ts';
export { readDefinitionFile } from './commands/proving/definition-file.ts';
export { prePush } from './commands/proving/pre-push.ts';
export { meetByRunning, prove } from './commands/proving/prove.ts';
export { createTrustWorld, tierOneLook } from './commands/proving/prove-world.ts';
export { rerunBundle } from './commands/proving/rerun.ts';
export { proveStanding } from './commands/proving/standing.ts';
export { storeAnswersOf } from './commands/validate/from-file.ts';
