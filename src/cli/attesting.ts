/**
 * The part of the suite that makes and verifies attestations. It is a file of its own in `dist/`, since few command
 * lines need it.
 */
export { attestAnswers } from './commands/attest/answers.ts';
export { attest, showKey } from './commands/attest/make.ts';
export { verifyBundle } from './commands/attest/verify.ts';
