import type { LossByRegister } from '../domain/session/lost-promise.ts';
import type { SessionEnd, UnconfirmedEnd } from '../domain/session/session-end.ts';
import type { CheckDecision } from '../domain/standing/stop-check.ts';
import type { CommandLines } from './command-lines.ts';
import type { UnreachedStore } from './unreached-text.ts';
import type { WeakenedPromise } from './weaker-text.ts';

/** What the check decided over all folders in which a session may have promises. */

/** What the check decided for one folder. */
export interface DecidedFolder {
  /** Undefined for the project's own. */
  readonly folder: string | undefined;
  readonly lines: CommandLines;
  readonly decision: CheckDecision;
  /** How a person ended the session there, where that covers all that keeps it. */
  readonly ended: SessionEnd | undefined;
  /** An end in the session's file there that does not count. */
  readonly unconfirmedEnd?: UnconfirmedEnd | undefined;
  /** Where its store could not be reached: what is decided is what was known of it last. */
  readonly unreached?: UnreachedStore | undefined;
  /** Its promises that were made under stricter settings. */
  readonly weakened: readonly WeakenedPromise[];
}

export interface DecidedFolders {
  readonly session: string;
  /** The project's own folder first. */
  readonly folders: readonly DecidedFolder[];
  /** Promises that something else than the suite removed or changed, and the session was not told of. */
  readonly lost: readonly LossByRegister[];
}

/** Whether the session may end, by all folders together. */
export function mayEndIn({ folders, lost }: DecidedFolders): boolean {
  return lost.length === 0 && folders.every((folder) => !isKept(folder));
}

/** Whether what is in a folder keeps the session. */
export function isKept({ decision, ended }: DecidedFolder): boolean {
  return !decision.mayEnd && ended === undefined;
}

/** Whether the check has nothing to say, as `foldersText` has not: the session may end, and there is nothing to note. */
export function isSilent(decided: DecidedFolders): boolean {
  return (
    mayEndIn(decided) &&
    decided.folders.every(
      ({ decision: { failed, orphaned }, ended, unreached }) =>
        ended === undefined &&
        unreached === undefined &&
        orphaned.length === 0 &&
        failed.length === 0,
    )
  );
}
