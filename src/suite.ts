import { folderRefusal } from './adapters/access.ts';
import type { TimeLeft } from './adapters/bounded-files.ts';
import { checkoutTop, type Environment } from './adapters/environment.ts';
import { NODE_DIGESTS } from './adapters/file-digest.ts';
import { createNodeChance } from './adapters/node-chance.ts';
import { createNodeClock } from './adapters/node-clock.ts';
import { createNodeFiles } from './adapters/node-files.ts';
import { createNodeProcesses } from './adapters/node-processes.ts';
import { userStateFolder } from './adapters/user-folder.ts';
import { failed, type Result, success } from './domain/base/result.ts';
import { timestamp } from './domain/base/time.ts';
import type { Actor } from './domain/promise/promise-changes.ts';
import { shownAddress } from './domain/settings/store-address.ts';
import type { World } from './ports.ts';
import { type CommandLines, commandLinesFor, type Spelling } from './report/command-lines.ts';
import { receiptOf } from './report/receipt-text.ts';
import type { Style } from './report/style.ts';
import { storeToOpen } from './state/stores.ts';
import { openFileStore } from './store/files/file-store.ts';
import { createFileRegister } from './store/files/register.ts';
import { createRegisterHealth } from './store/files/register-health.ts';
import { createLaterFleet } from './store/later-fleet.ts';
import { createLaterStore } from './store/loaded-later.ts';
import { withReceiptsKept } from './store/receipts.ts';
import type { Register } from './store/register.ts';
import type { RegisterHealth } from './store/register-health.ts';
import { type Silence, silenceOf } from './store/silence.ts';
import type { StateStore, StoreOwner, StoreWorld, Waited } from './store/state-store.ts';

/** How texts are written for the one who reads them. */
export interface Reader {
  readonly style: Style;
  /** How the reader calls the suite. */
  readonly spelling: Spelling;
  /** Where it is a hook: how long it waits for a store that is silent. */
  readonly silence?: Silence | undefined;
  /** Is told who is waited for, where a change waits for long. */
  readonly waits?: ((waited: Waited) => void) | undefined;
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
  { silence, spelling, style, waits }: Reader,
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
  const store = openChosenStore(
    { ...user, digests: NODE_DIGESTS, register, silence, waits },
    owner,
  );
  const commandLines = commandLinesFor(namedProject, spelling);
  return {
    environment,
    style,
    spelling,
    silence,
    waits,
    commandLines,
    ...world,
    register,
    registerHealth,
    ...store,
    promises: withReceiptsKept(store.promises, store.stopGate, receiptOf),
  };
}

/** The store that the settings of the project name. Where they cannot be read, one that fails in everything. */
function openChosenStore(world: StoreWorld, owner: StoreOwner): StateStore {
  const store = storeToOpen(world.files, owner.projectFolder);
  if (store.in === 'files') return openFileStore(world, owner);
  const place = shownAddress(store.address);
  const within = { ...world, silence: silenceOf(world.silence, store.timeoutMs) };
  const later = createLaterStore({
    place,
    quarantine: `${place}#quarantine`,
    load: async () => (await store.kind.load()).openState(within, owner, store),
  });
  const fleet = createLaterFleet(async () =>
    (await store.kind.load()).openFleet(within, owner, store),
  );
  return { ...later, fleet };
}

/** Who acts, for what needs a session. Fails where none is set. */
export function actorOf({ environment, clock }: Suite): Result<Actor> {
  const { session } = environment;
  return session === undefined
    ? failed({ kind: 'no-session' })
    : success({ session, at: timestamp(clock.now()) });
}
