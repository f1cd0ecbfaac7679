import { join } from 'node:path';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createNodeProcesses } from '../../../src/adapters/node-processes.ts';
import { openFileStore } from '../../../src/store/files/file-store.ts';
import type { StateStore, StoreWorld } from '../../../src/store/state-store.ts';
import { createMemoryRegister } from './memory-register.ts';

/** The real file store over a project's folder, with any part of its world replaced. */
export function createFileStore(project: string, replaced: Partial<StoreWorld> = {}): StateStore {
  const world: StoreWorld = {
    files: createNodeFiles(NO_DEADLINE),
    clock: createNodeClock(),
    chance: createNodeChance(),
    processes: createNodeProcesses(),
    folderRefusal: () => undefined,
    register: createMemoryRegister(),
    digests: NODE_DIGESTS,
    userStateFolder: join(project, 'state-of-the-user'),
    ...replaced,
  };
  const owner = { projectFolder: project, sessionId: 'session-a', activity: 'a test' };
  return openFileStore(world, owner);
}
