import { parentPort, workerData } from 'node:worker_threads';
import { startThreads } from './machine/threads.ts';
import { MOST_AT_ONCE, tell } from './simulator.ts';
import type { Asked } from './tellers.ts';

/** A thread that tells one story after the other. */

const threads = startThreads(MOST_AT_ONCE, workerData);
parentPort?.on('message', async ({ length, seed }: Asked) => {
  parentPort?.postMessage(await tell(threads, seed, length));
});
