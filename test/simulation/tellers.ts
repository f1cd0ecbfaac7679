import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSuite, buildTeller, buildWorker, type Mutant } from './machine/build.ts';
import type { Length, Story } from './simulator.ts';

/** Processes that tell stories beside each other. What a story is follows from its seed, and not from who tells it. */
export interface Tellers {
  readonly count: number;
  /** Tells a story as soon as one of them is free. */
  tell: Tell;
  stop(): void;
}

export type Tell = (seed: number, length: Length) => Promise<Story>;

export async function startTellers(count: number, mutant?: Mutant): Promise<Tellers> {
  const [suite, worker, teller] = await Promise.all([
    buildSuite(mutant),
    buildWorker(),
    buildTeller(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-tellers-'));
  const files = Object.entries({ 'teller.mjs': teller, suite, worker }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const cores = coresToPin();
  const tellers = Array.from({ length: count }, (_, index) =>
    startTeller(files, cores[index % cores.length]),
  );
  const free = [...tellers];
  const waiting: ((teller: ChildProcess) => void)[] = [];
  return {
    count,
    async tell(seed, length) {
      const one =
        free.pop() ?? (await new Promise<ChildProcess>((resolve) => waiting.push(resolve)));
      try {
        return await toldBy(one, { seed, length });
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(one);
        else next(one);
      }
    },
    stop: () => {
      for (const one of tellers) one.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What a teller is asked for. */
export interface Asked {
  readonly seed: number;
  readonly length: Length;
}

/**
 * The cores that processes can be tied to: none where the system has no `taskset`. A teller's threads take turns, and hand
 * over to each other on one core in half the time that it takes from one core to another (measured: 0.08 and 0.05 s a seed).
 */
function coresToPin(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(
    readFileSync('/proc/self/status', 'utf8'),
  )?.[1];
  const cores = (allowed ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
  const [first = ''] = cores;
  return spawnSync('taskset', ['-c', first, 'true']).status === 0 ? cores : [];
}

function startTeller([teller = '', ...texts]: readonly string[], core?: string): ChildProcess {
  const pinned =
    core === undefined ? {} : { execPath: 'taskset', execArgv: ['-c', core, process.execPath] };
  return fork(teller, texts, { serialization: 'advanced', ...pinned });
}

function toldBy(teller: ChildProcess, asked: Asked): Promise<Story> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the teller of seed ${asked.seed} ended with ${code}`));
    teller.once('exit', onExit);
    teller.once('message', (story: Story) => {
      teller.off('exit', onExit);
      resolve(story);
    });
    teller.send(asked);
  });
}
