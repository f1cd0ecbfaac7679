import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { startThreads } from './machine/threads.ts';
import { MOST_AT_ONCE, tell } from './simulator.ts';
import type { Asked } from './tellers.ts';

/** A process that tells one story after the other. It is handed the files of the suite and of a process's thread. */

const [, , suite = '', worker = ''] = argv;
const threads = startThreads(MOST_AT_ONCE, {
  suite: readFileSync(suite, 'utf8'),
  worker: readFileSync(worker, 'utf8'),
});
process.on('message', async ({ length, seed }: Asked) => {
  process.send?.(await tell(threads, seed, length));
});
// Nobody hears the rest of a story once the process that asked for it is gone.
process.on('disconnect', () => process.exit());
