import { execFileSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import type { Project } from './project.ts';
import { writeBeside } from './proving.ts';

/** A program that said that it runs. */
export interface Visitor {
  readonly name: string;
  readonly pid: number;
  /** Comes true when the program has ended, however it did. */
  readonly gone: Promise<void>;
  /** Lets it end by itself, with success. */
  release(): void;
}

/** Where programs report that they run, so that a test waits for facts and not for time to pass. */
export interface Beacon {
  /** A command line for a program that reports under a name, and lives until it is told to end. */
  line(name: string, ...ways: readonly Way[]): string;
  next(): Promise<Visitor>;
}

/**
 * `stubborn`: it does not end on SIGTERM. The others start a child that reports as `child` and is
 * stubborn, holds on to the same output, and has a group of its own where it is `detached`; `leaves`:
 * it ends with success once the child runs.
 */
export type Way = 'stubborn' | 'child' | 'detached-child' | 'leaves';

const program = (port: number): string => `
const [, file, name, ...ways] = process.argv;
if (ways.includes('stubborn')) process.on('SIGTERM', () => {});
const report = () => {
  const socket = require('node:net').connect(${port}, '127.0.0.1');
  socket.write(name + ' ' + process.pid + '\\n');
  socket.on('data', () => { process.send?.('reported'); });
  socket.on('close', () => process.exit(0));
};
const detached = ways.includes('detached-child');
if (detached || ways.includes('child')) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = require('node:child_process')
    .spawn(process.execPath, [file, 'child', 'stubborn'], { detached, stdio });
  child.on('message', () => {
    if (ways.includes('leaves')) process.exit(0);
    report();
  });
} else report();
`;

/** Starts a beacon; when the test has finished, all that still reports to it ends. */
export async function createBeacon(project: Project): Promise<Beacon> {
  const arrived: Visitor[] = [];
  const waiting: ((visitor: Visitor) => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const gone = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => {});
    socket.setEncoding('utf8').once('data', (line: string) => {
      const [name = '', pid] = line.trim().split(' ');
      const visitor = { name, pid: Number(pid), gone, release: () => void socket.destroy() };
      const taker = waiting.shift();
      if (taker === undefined) arrived.push(visitor);
      else taker(visitor);
      socket.write('heard\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const path = writeBeside(project, `visitor-${port}.cjs`, program(port));
  return {
    line: (name, ...ways) => `"${process.execPath}" "${path}" ${[name, ...ways].join(' ')}`,
    next() {
      const visitor = arrived.shift();
      if (visitor !== undefined) return Promise.resolve(visitor);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Comes true once processes have ended: what was killed may take a moment to be gone. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), 60_000);
}

/** Whether a process runs; one that has ended and that nobody asked about does not. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.trim().startsWith('Z');
  } catch {
    return false;
  }
}
