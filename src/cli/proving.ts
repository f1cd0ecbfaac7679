/**
 * The part of the suite that runs checks: a file of its own in `dist/`, since what it brings along
 * would slow down every command that runs none.
 */
export { declaring } from './commands/proving/declare.ts';
export { readDefinitionFile } from './commands/proving/definition-file.ts';
export { meetByRunning } from './commands/proving/meet-by-running.ts';
export { prove } from './commands/proving/prove.ts';
