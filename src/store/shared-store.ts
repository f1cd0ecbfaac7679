import type { Result } from '../domain/base/result.ts';
import type { StoreExamination } from '../domain/host/store-examination.ts';
import type { Files, World } from '../ports.ts';
import type { StateFolder } from './files/state-folder.ts';
import type { Fleet } from './fleet.ts';
import type { Expected, LaneQuestion } from './lane-question.ts';
import type { Silence } from './silence.ts';
import type { StateStore, StoreOwner, StoreWorld } from './state-store.ts';
import type { StateView } from './state-view.ts';

/** Where a project's state is, in a store that machines share. */
export interface SharedPlace {
  /** The URL, with any password. */
  readonly address: string;
  /** The name of the project there, or why it has none. */
  readonly project: Result<string>;
}

/** The same, as a lane asks for it. */
export interface LanePlace extends SharedPlace {
  /** How long a check may wait for the store, in milliseconds. */
  readonly timeoutMs: number;
}

/** What it takes to look at a state where nothing can be waited for but an answer. */
interface SharedViewing {
  readonly files: Files;
  readonly projectFolder: string;
  /** What will be asked about. */
  readonly expected?: Expected | undefined;
  /** The longest wait for one answer, in milliseconds. */
  readonly mostMs: () => number;
  /** Where it is a hook that looks: how long it waits for a store that is silent. */
  readonly silence?: Silence | undefined;
}

/** The tables of a store, or whatever it keeps a state in. */
export interface TablesStatus {
  /** The version that is there; null where there is none. */
  readonly found: number | null;
  /** The version that this suite works with. */
  readonly wanted: number;
}

export interface Migrated extends TablesStatus {
  /** The version before; null where there was none. */
  readonly before: number | null;
}

/** What a copy needs: the project has a name there. */
export interface CopiedState {
  readonly address: string;
  readonly project: string;
  readonly folder: StateFolder;
}

/** What was copied, or is there from an earlier run. */
export interface Copied {
  readonly lines: number;
  readonly documents: number;
  readonly calls: number;
}

/**
 * A kind of store that machines share: what speaks to it, which is loaded where the settings name one, and nowhere
 * else. It connects when something is asked of it.
 */
export interface SharedStore {
  /** Passes the contract test in `test/store`. */
  openState(world: StoreWorld, owner: StoreOwner, place: SharedPlace): StateStore;
  /** The sessions of all machines. */
  openFleet(world: StoreWorld, owner: StoreOwner, place: SharedPlace): Fleet;
  /** How commands look at the state of any project folder. What was read once stays as it was. */
  openView(viewing: SharedViewing, place: SharedPlace): StateView;
  /** How the lanes look at it at every stop: what concerns the session is read before, in one round trip. */
  readView(question: LaneQuestion, folder: string, place: LanePlace): Promise<StateView>;
  /** Whether it can be used, and by what right. Never fails: what cannot be found out is what was found. */
  examine(world: World, address: string): Promise<StoreExamination>;
  tables(world: World, address: string): Promise<Result<TablesStatus>>;
  /** Brings the tables to the version of this suite. `role`: to which the least rights are given. */
  migrate(world: World, address: string, role: string | undefined): Promise<Result<Migrated>>;
  /** Copies the state of a folder into the store, and the other way. */
  copyFromFolder(world: World, state: CopiedState): Promise<Result<Copied>>;
  copyIntoFolder(world: World, state: CopiedState): Promise<Result<Copied>>;
}
