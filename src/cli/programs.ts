/** What it takes to start programs: a file of its own in `dist/`, since most stops start none. */
export { createNodeRun } from '../adapters/node-run.ts';
