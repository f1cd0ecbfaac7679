import { deserialize, serialize } from 'node:v8';
import type { Birth, CallName, Clocks } from './calls.ts';

/** What the machine says to the thread of a process. */
export type ToWorker =
  | { readonly is: 'live'; readonly birth: Birth; readonly clocks: Clocks }
  | {
      readonly is: 'reply';
      readonly value?: unknown;
      readonly error?: { readonly message: string; readonly code: string };
      readonly clocks: Clocks;
    }
  | { readonly is: 'death' }
  /** The next process finds nothing of those before it. */
  | { readonly is: 'forget' };

/** What the thread of a process says to the machine. */
export type FromWorker =
  | { readonly is: 'call'; readonly name: CallName; readonly given: readonly unknown[] }
  | { readonly is: 'end'; readonly code: number };

/** A line between two threads, of which one waits while the other works. */
export interface Line<In, Out> {
  send(message: Out): void;
  receive(): In;
}

/** Bytes of the longest message. */
export const LINE_BYTES = 4 * 1024 * 1024;

/** `side`: whose turn it is where the control says this number. */
export function lineTo<In, Out>(
  control: Int32Array,
  memory: Uint8Array,
  side: 0 | 1,
): Line<In, Out> {
  const other = 1 - side;
  return {
    send(message) {
      const bytes = serialize(message);
      memory.set(bytes);
      Atomics.store(control, 1, bytes.length);
      Atomics.store(control, 0, other);
      Atomics.notify(control, 0);
    },
    receive() {
      // It sleeps: a busy wait takes the other thread's core, and made a hand-over five times as long.
      while (Atomics.load(control, 0) === other) Atomics.wait(control, 0, other);
      return deserialize(Buffer.from(memory.subarray(0, Atomics.load(control, 1))));
    },
  };
}
