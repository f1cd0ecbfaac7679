import { NODE_DIGESTS } from './adapters/file-digest.ts';
import type { Files } from './ports.ts';
import { chosenStore } from './settings/chosen-store.ts';
import type { OwnRegistered } from './store/session-folders.ts';
import type { SessionView } from './store/session-view.ts';
import { SESSION_VIEWS } from './store/session-views.ts';

/** How the lanes that answer at every stop read the state of any project folder. */
export type ViewOf = (folder: string) => SessionView;

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

/**
 * The views of a lane: at once where all of the state lies in folders; where a folder's settings name a database, once
 * what speaks to it is loaded and has read what concerns the session, in one round trip.
 */
export function laneViews(question: LaneQuestion): ViewOf | Promise<ViewOf> {
  const { files, folders } = question;
  const isInFiles = folders.every((folder) => {
    const chosen = chosenStore(files, folder);
    return chosen.ok && chosen.value.kind === 'files';
  });
  if (isInFiles) return (folder) => SESSION_VIEWS.files({ digests: NODE_DIGESTS, files }, folder);
  return import('./shared-store.ts').then(({ sharedViews }) => sharedViews(question));
}
