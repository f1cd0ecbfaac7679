import { Worker } from 'node:worker_threads';
import { buildSuite, buildTeller, buildWorker, type Mutant, type Texts } from './machine/build.ts';
import type { Length, Story } from './simulator.ts';

/** Threads that tell stories beside each other. What a story is follows from its seed, and not from who tells it. */
export interface Tellers {
  readonly count: number;
  /** Tells a story as soon as one of them is free. */
  tell: Tell;
  stop(): Promise<void>;
}

export type Tell = (seed: number, length: Length) => Promise<Story>;

export async function startTellers(count: number, mutant?: Mutant): Promise<Tellers> {
  const [suite, worker, code] = await Promise.all([
    buildSuite(mutant),
    buildWorker(),
    buildTeller(),
  ]);
  const texts: Texts = { suite, worker };
  const url = new URL(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const workers = Array.from({ length: count }, () => new Worker(url, { workerData: texts }));
  const free = [...workers];
  const waiting: ((teller: Worker) => void)[] = [];
  return {
    count,
    async tell(seed, length) {
      const teller = free.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)));
      try {
        return await toldBy(teller, { seed, length });
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(teller);
        else next(teller);
      }
    },
    stop: async () => {
      await Promise.all(workers.map((one) => one.terminate()));
    },
  };
}

/** What a teller is asked for. */
export interface Asked {
  readonly seed: number;
  readonly length: Length;
}

function toldBy(teller: Worker, asked: Asked): Promise<Story> {
  return new Promise((resolve, reject) => {
    const onStory = (story: Story): void => {
      teller.off('error', reject);
      resolve(story);
    };
    teller.once('message', onStory);
    teller.once('error', reject);
    teller.postMessage(asked);
  });
}
