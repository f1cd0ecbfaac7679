import { Worker } from 'node:worker_threads';
import type { Texts } from './build.ts';
import { compileSuite } from './compile.ts';
import { lifeBy } from './life.ts';
import { type FromWorker, LINE_BYTES, type Line, lineTo, type ToWorker } from './line.ts';
import { createHouse, type Live } from './node-process.ts';

/**
 * What the machine does, as far as one process goes that lives in the machine's own thread: it gives what it says to that
 * process, and is given what the process says.
 */
export type Course<Value> = Generator<ToWorker, Value, FromWorker>;

/**
 * Threads in which the code of processes runs, one of them at a time: the others wait for an answer of the machine. The
 * first is the machine's own, which saves the hand-over from one thread to another at each call.
 */
export interface Threads {
  /** Goes through a course from its beginning to its end; what was loaded before is forgotten. */
  run<Value>(course: Course<Value>): Promise<Value>;
  /** A thread that is free. */
  take(): Thread;
  stop(): Promise<void>;
}

export interface Thread {
  /** Says something to its process. Gives what that says next: its next call, or its end. */
  say(message: ToWorker): Course<FromWorker>;
}

interface Kept extends Thread {
  isBusy: boolean;
  /** The next process finds nothing of those before it. */
  forget(): void;
  stop(): Promise<void>;
}

/** `count`: how many processes may live at once. */
export function startThreads(count: number, texts: Texts): Threads {
  const suite = compileSuite(texts.suite);
  const others = Array.from({ length: count - 1 }, () => startThread(texts));
  const threads: readonly Kept[] = [createOwn(), ...others];
  return {
    take() {
      const thread = threads.find(({ isBusy }) => !isBusy);
      if (thread === undefined) throw new Error('no thread is free');
      thread.isBusy = true;
      return thread;
    },
    run(course) {
      for (const thread of threads) thread.forget();
      return runHere(createHouse(suite), course);
    },
    stop: async () => {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** A course goes on within each call of the process that lives in this thread, and between two of them. */
async function runHere<Value>(live: Live, course: Course<Value>): Promise<Value> {
  let next = course.next();
  while (next.done !== true) {
    if (next.value.is !== 'live') throw new Error(`no process waits for ${next.value.is}`);
    let fault: { readonly error: unknown } | undefined;
    const life = lifeBy(next.value, (says): ToWorker => {
      try {
        next = course.next(says);
        if (next.done !== true) return next.value;
        throw new Error('the course ended before its process');
      } catch (error) {
        // It is the machine's own, and nothing that the code of a process may catch.
        fault = { error };
        return { is: 'death' };
      }
    });
    const code = await live(life);
    if (fault !== undefined) throw fault.error;
    next = course.next({ is: 'end', code });
  }
  return next.value;
}

function createOwn(): Kept {
  const thread: Kept = {
    isBusy: false,
    *say(message) {
      const says = yield message;
      if (says.is === 'end') thread.isBusy = false;
      return says;
    },
    forget: () => undefined,
    stop: async () => undefined,
  };
  return thread;
}

function startThread({ suite: text, worker: code }: Texts): Kept {
  const control = new Int32Array(new SharedArrayBuffer(8));
  const memory = new Uint8Array(new SharedArrayBuffer(LINE_BYTES));
  // Evaluated as a module: its loop waits for what processes do.
  const url = new URL(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const worker = new Worker(url, { workerData: { control, memory, text } });
  const line: Line<FromWorker, ToWorker> = lineTo(control, memory, 0);
  let hasLived = false;
  const ask = (message: ToWorker): FromWorker => {
    line.send(message);
    return line.receive();
  };
  const thread: Kept = {
    isBusy: false,
    // biome-ignore lint/correctness/useYield: only what lives in the machine's own thread is given back to it.
    *say(message) {
      hasLived = true;
      const says = ask(message);
      if (says.is === 'end') thread.isBusy = false;
      return says;
    },
    forget() {
      if (hasLived) ask({ is: 'forget' });
      hasLived = false;
    },
    stop: async () => void (await worker.terminate()),
  };
  return thread;
}
