import type { Files } from '../ports.ts';
import type { OwnRegistered } from './register.ts';
import type { StateView } from './state-view.ts';

/** How the lanes that answer at every stop read the state of any project folder. */
export type ViewOf = (folder: string) => StateView;

/** What will be asked about: it is read at once, and anything else when it is asked for. */
export interface Expected {
  /** The ids of the session. */
  readonly owners: readonly string[];
  readonly promises: readonly string[];
}

/** What a lane will look at. */
export interface LaneQuestion {
  readonly files: Files;
  /** The ids of the session, the one by which it is known first. */
  readonly owners: readonly string[];
  /** The folders that may hold promises of it, that of the project first. */
  readonly folders: readonly string[];
  /** What its register has. */
  readonly registered: readonly OwnRegistered[];
  /** Whether the session was seen at work by this, so that other machines are told. */
  readonly isAtWork: boolean;
  /** Whether only what this machine knows is wanted, so that nothing is waited for. */
  readonly isGlance?: boolean;
  /** How much of the lane's time is left, in milliseconds. */
  readonly leftMs: () => number;
}
