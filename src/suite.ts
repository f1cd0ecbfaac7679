import { folderRefusal } from './adapters/access.ts';
import type { TimeLeft } from './adapters/bounded-files.ts';
import { checkoutTop, type Environment } from './adapters/environment.ts';
import { NODE_DIGESTS } from './adapters/file-digest.ts';
import { createNodeChance } from './adapters/node-chance.ts';
import { createNodeClock } from './adapters/node-clock.ts';
import { createNodeFiles } from './adapters/node-files.ts';
import { createNodeProcesses, machineName } from './adapters/node-processes.ts';
import { userStateFolder } from './adapters/user-folder.ts';
import {
  beforeStandingStill,
  createDatabaseAsker,
  databaseFile,
} from './adapters/waiting-worker.ts';
import { failed, type Result, success } from './domain/base/result.ts';
import { timestamp } from './domain/base/time.ts';
import type { Actor } from './domain/promise/promise-changes.ts';
import { shownAddress } from './domain/settings/store-address.ts';
import type { World } from './ports.ts';
import { type CommandLines, commandLinesFor, type Spelling } from './report/command-lines.ts';
import type { Style } from './report/style.ts';
import { chosenStore } from './settings/chosen-store.ts';
import { createLastKnownStates } from './store/files/last-known.ts';
import { createFileRegister } from './store/files/register.ts';
import { createRegisterHealth } from './store/files/register-health.ts';
import { type KnownWorld, keepingKnown } from './store/known-promises.ts';
import { createLaterFleet } from './store/later-fleet.ts';
import { createLaterStore } from './store/loaded-later.ts';
import { createEventLog } from './store/postgresql/event-log.ts';
import type { Register } from './store/register.ts';
import type { RegisterHealth } from './store/register-health.ts';
import type { StateStore, StoreOwner, StoreWorld } from './store/state-store.ts';
import { STORES } from './store/stores.ts';

/** How texts are written for the one who reads them. */
export interface Reader {
  readonly style: Style;
  /** How the reader calls the suite. */
  readonly spelling: Spelling;
}

/** Everything that the commands work with, wired once: the project's state, the user's register, and the world. */
export interface Suite extends StateStore, World, Reader {
  readonly environment: Environment;
  /** What the user's sessions promised in any project. */
  readonly register: Register;
  readonly registerHealth: RegisterHealth;
  /** The command lines that reports name. */
  readonly commandLines: CommandLines;
}

/**
 * `activity` is what other processes are told while they wait for this one; `leftMs` gives how much time is left
 * for reading the state.
 */
export function createSuite(
  environment: Environment,
  { spelling, style }: Reader,
  activity: string,
  leftMs: TimeLeft,
): Suite {
  const { namedProject, projectFolder, session } = environment;
  const world: World = {
    files: createNodeFiles(leftMs),
    clock: createNodeClock(),
    chance: createNodeChance(),
    processes: createNodeProcesses(),
  };
  const owner = { projectFolder, sessionId: session?.id ?? null, activity };
  const user = { ...world, folderRefusal, userStateFolder: userStateFolder() };
  const register = createFileRegister({ ...user, checkoutTop });
  const registerHealth = createRegisterHealth(user);
  const store = openChosenStore({ ...user, digests: NODE_DIGESTS, register }, owner);
  const commandLines = commandLinesFor(namedProject, spelling);
  return {
    environment,
    style,
    spelling,
    commandLines,
    ...world,
    register,
    registerHealth,
    ...store,
  };
}

/** The longest wait for an answer of a database by those who cannot do anything else meanwhile, in milliseconds. */
const MOST_WAITING_MS = 10_000;

/** The store that the settings of the project name. Where they cannot be read, one that fails in everything. */
export function openChosenStore(world: StoreWorld, owner: StoreOwner): StateStore {
  const chosen = chosenStore(world.files, owner.projectFolder);
  const store = chosen.ok
    ? chosen.value
    : ({ kind: 'postgresql', address: '', project: chosen } as const);
  if (store.kind === 'files') return STORES.files(world, owner);
  const ask = createDatabaseAsker(databaseFile(), () => MOST_WAITING_MS);
  const place = shownAddress(store.address);
  const fleet = createLaterFleet(async () => {
    const { openFleet } = await import('./shared-store.ts');
    return openFleet(world, owner, store, ask);
  });
  const later = createLaterStore({
    place,
    quarantine: `${place}#quarantine`,
    eventLog: createEventLog({ ...world, ...store, place }, ask),
    async load() {
      const { openDatabaseStore } = await import('./shared-store.ts');
      const opened = openDatabaseStore(world, owner, { ...store, machineName: machineName() }, ask);
      // Who holds one connection and waits for another would wait for others that do the same.
      beforeStandingStill(opened.rest);
      if (!store.project.ok) return opened;
      const named = { store: place, project: store.project.value };
      return {
        ...opened,
        promises: keepingKnown(opened.promises, knownWorld(world, owner, named)),
      };
    },
  });
  return { ...later, fleet };
}

function knownWorld(
  world: StoreWorld,
  { sessionId }: StoreOwner,
  place: KnownWorld['place'],
): KnownWorld {
  return {
    states: createLastKnownStates(world),
    place,
    sessions: sessionId === null ? [] : [sessionId],
    now: () => timestamp(world.clock.now()),
  };
}

/** Who acts, for what needs a session. Fails where none is set. */
export function actorOf({ environment, clock }: Suite): Result<Actor> {
  const { session } = environment;
  return session === undefined
    ? failed({ kind: 'no-session' })
    : success({ session, at: timestamp(clock.now()) });
}
