import { join } from 'node:path';
import { isObject } from '../domain/base/document.ts';
import { EFFECT_OF_FAILURE, type Failure } from '../domain/base/failure.ts';
import { failed, success } from '../domain/base/result.ts';
import { shownAddress } from '../domain/settings/store-address.ts';
import type { AskDatabase, DatabaseRows } from '../ports.ts';

/** The file of `dist/` that speaks to a database, beside the one that this is a part of. */
export function databaseFile(): string {
  return join(__dirname, 'postgresql.cjs');
}

/**
 * What the thread runs: it answers each message by `runStatement` of that file, and wakes the one that waits. A
 * file that cannot be loaded is an answer, too.
 */
const THREAD = `
const { file, port, signal } = require('node:worker_threads').workerData;
port.on('message', async ({ number, statement }) => {
  let answer;
  try {
    answer = await require(file).runStatement(statement);
  } catch (error) {
    answer = { fault: String(error) };
  }
  port.postMessage({ number, answer });
  Atomics.store(signal, 0, number);
  Atomics.notify(signal, 0);
});`;

/** What gives up, before this process stands still, what others may wait for meanwhile. */
const givenUp: (() => void)[] = [];

/** Has something be given up whenever this process is about to stand still. */
export function beforeStandingStill(giveUp: () => void): void {
  givenUp.push(giveUp);
}

/** The threads of this process, by the files that they run. */
const threads = new Map<string, Thread>();

interface Thread {
  /** The number of the next question. */
  next(): number;
  readonly signal: Int32Array;
  post(message: object): void;
  /** The next message that has come; undefined where there is none. */
  receive(): unknown;
}

/**
 * Asks a database from code that cannot wait by any other means: a thread does the talking, and this one stands still
 * until the answer is there or `mostMs` are over. The thread begins with the first question, keeps its connection, and
 * holds no process that has nothing else to do.
 */
export function createDatabaseAsker(file: string, mostMs: () => number): AskDatabase {
  return (statement) => {
    const thread = threads.get(file) ?? startThread(file);
    threads.set(file, thread);
    const { next, post, receive, signal } = thread;
    for (const giveUp of givenUp) giveUp();
    const number = next();
    post({ number, statement });
    const wait = Math.max(1, mostMs());
    for (const end = performance.now() + wait; performance.now() < end; ) {
      const seen = Atomics.load(signal, 0);
      // What comes before this answer is of a question that was given up.
      for (let message = receive(); message !== undefined; message = receive()) {
        if (isObject(message) && message['number'] === number) {
          return answerOf(message['answer'], statement.address);
        }
      }
      Atomics.wait(signal, 0, seen, end - performance.now());
    }
    const reason = `no answer came within ${(wait / 1000).toFixed(1)} s`;
    return failed({ kind: 'store-unreachable', place: shownAddress(statement.address), reason });
  };
}

function startThread(file: string): Thread {
  const { MessageChannel, receiveMessageOnPort, Worker } =
    process.getBuiltinModule('node:worker_threads');
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  const workerData = { file, signal, port: port2 };
  const worker = new Worker(THREAD, { eval: true, workerData, transferList: [port2] });
  worker.unref();
  port1.unref();
  let asked = 0;
  return {
    next() {
      asked += 1;
      return asked;
    },
    signal,
    post: (message) => port1.postMessage(message),
    receive: () => receiveMessageOnPort(port1)?.message,
  };
}

/** The rows of an answer, or the failure in it, which the suite's own code made in the other thread. */
function answerOf(answer: unknown, address: string): ReturnType<AskDatabase> {
  const { failure, fault, rows } = isObject(answer) ? answer : {};
  if (isRows(rows)) return success(rows);
  if (isFailure(failure)) return failed(failure);
  const reason = String(fault ?? 'no answer came');
  return failed({ kind: 'store-unreachable', place: shownAddress(address), reason });
}

function isRows(rows: unknown): rows is DatabaseRows {
  return Array.isArray(rows) && rows.every(isObject);
}

function isFailure(value: unknown): value is Failure {
  return isObject(value) && typeof value['kind'] === 'string' && value['kind'] in EFFECT_OF_FAILURE;
}
