import { createNodeChance } from '../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../src/adapters/node-files.ts';
import { createNodeProcesses } from '../../src/adapters/node-processes.ts';
import type { Chance, Clock, Files, Processes } from '../../src/ports.ts';
import { createCommits } from '../../src/store/commit.ts';
import { createEventLog } from '../../src/store/event-log.ts';
import { createFilePromiseStore } from '../../src/store/file-promise-store.ts';
import { createPromiseFiles } from '../../src/store/promise-files.ts';
import type { PromiseStore } from '../../src/store/promise-store.ts';
import { createQueue } from '../../src/store/queue.ts';
import { stateFolderOf } from '../../src/store/state-folder.ts';

/** The parts of the world that a test may replace. */
export interface World {
  readonly files: Files;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly processes: Processes;
}

/** The real file store over a project's folder, with any part of its world replaced. */
export function createFileStore(project: string, replaced: Partial<World> = {}): PromiseStore {
  const world: World = {
    files: createNodeFiles(),
    clock: createNodeClock(),
    chance: createNodeChance(),
    processes: createNodeProcesses(),
    ...replaced,
  };
  const folder = stateFolderOf(project);
  return createFilePromiseStore({
    ...world,
    folder,
    events: createEventLog(world, folder, 'session-a'),
    reader: createPromiseFiles(world.files, folder),
    commits: createCommits(world, folder.commits, () => world.chance.hex(6)),
    queue: createQueue(world, folder.commits, 'a test'),
  });
}
