import { Worker } from 'node:worker_threads';
import { buildSuite, buildWorker, type Mutant } from './build.ts';
import type { Birth, Clocks } from './calls.ts';
import { type FromWorker, LINE_BYTES, type Line, lineTo, type ToWorker } from './line.ts';

/** Threads in which the code of processes runs, one of them at a time: the others wait for an answer of the machine. */
export interface Threads {
  /** Begins a process in a free thread. Gives its first call, or its end. */
  live(birth: Birth, clocks: Clocks): { readonly thread: Thread; readonly says: FromWorker };
  /** What was loaded is forgotten: the next processes are as the first ones. */
  forget(): void;
  readonly free: number;
  stop(): Promise<void>;
}

export interface Thread {
  /** Answers the call of its process. Gives what it says next. */
  answer(message: ToWorker): FromWorker;
}

interface Kept extends Thread {
  readonly worker: Worker;
  isBusy: boolean;
  hasLived: boolean;
}

export async function startThreads(count: number, mutant?: Mutant): Promise<Threads> {
  const [text, code] = await Promise.all([buildSuite(mutant), buildWorker()]);
  const threads = Array.from({ length: count }, () => startThread(text, code));
  return {
    get free() {
      return threads.filter(({ isBusy }) => !isBusy).length;
    },
    live(birth, clocks) {
      const thread = threads.find(({ isBusy }) => !isBusy);
      if (thread === undefined) throw new Error('no thread is free');
      thread.isBusy = true;
      thread.hasLived = true;
      return { thread, says: thread.answer({ is: 'live', birth, clocks }) };
    },
    forget() {
      for (const thread of threads) {
        if (thread.hasLived) thread.answer({ is: 'forget' });
        thread.hasLived = false;
      }
    },
    stop: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread(text: string, code: string): Kept {
  const control = new Int32Array(new SharedArrayBuffer(8));
  const memory = new Uint8Array(new SharedArrayBuffer(LINE_BYTES));
  // Evaluated as a module: its loop waits for what processes do.
  const url = new URL(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const worker = new Worker(url, { workerData: { control, memory, text } });
  const line: Line<FromWorker, ToWorker> = lineTo(control, memory, 0);
  const thread: Kept = {
    worker,
    isBusy: false,
    hasLived: false,
    answer(message) {
      line.send(message);
      const says = line.receive();
      if (says.is === 'end') thread.isBusy = false;
      return says;
    },
  };
  return thread;
}
