/** Starting programs is a file of its own in `dist/`: most stops start none and need not load it. */
export { createNodeRun } from './node-run.ts';
