import { folderRefusal } from './adapters/access.ts';
import { userStateFolder } from './adapters/user-folder.ts';
import type { Digests, World } from './ports.ts';
import type { ChosenStore } from './settings/chosen-store.ts';
import { stateFolderOf } from './store/files/state-folder.ts';
import { openDatabase, USUAL_LIMITS } from './store/postgresql/database.ts';
import { createGateMemory } from './store/postgresql/gate-memory.ts';
import { NO_REGISTER } from './store/register.ts';
import type { StopGateStore } from './store/stop-gate-store.ts';

/** What the gate may wait for in all until a change of its memory is given up, in milliseconds. */
const MOST_CHANGING_MS = 10_000;

/** Where the stop gate keeps what it remembers of sessions whose state lies in a database. */
export function openSharedMemory(
  world: World & { readonly digests: Digests },
  projectFolder: string,
  { address, project, timeoutMs }: Extract<ChosenStore, { readonly kind: 'postgresql' }>,
): StopGateStore {
  const limits = {
    ...USUAL_LIMITS,
    connectMs: timeoutMs,
    answerMs: MOST_CHANGING_MS / 2,
    changeMs: MOST_CHANGING_MS,
  };
  return createGateMemory({
    ...world,
    // The gate's memory has no part in the register.
    register: NO_REGISTER,
    folderRefusal,
    userStateFolder: userStateFolder(),
    database: openDatabase(address, world, limits),
    project,
    folder: stateFolderOf(projectFolder),
    sessionId: null,
  });
}
