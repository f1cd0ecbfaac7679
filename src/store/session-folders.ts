import type { BrokenFile } from '../domain/base/failure.ts';
import { errorCode } from '../domain/base/system-error.ts';
import { type CompletionPromise, isClosed, isOwnedBy } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import { type Alteration, alterationsOf, type PromiseNow } from '../domain/session/alteration.ts';
import { type LossByRegister, lossByRegister } from '../domain/session/lost-promise.ts';
import { lessOpen, outlineOf } from '../domain/session/promise-outline.ts';
import type { RegisteredPromise } from '../domain/session/register.ts';
import type { Digests, Files } from '../ports.ts';
import type { PromiseListing } from './promise-store.ts';
import type { RegisterView } from './register.ts';
import type { SessionView } from './session-view.ts';

/** A promise of the register, and the id of the session under which it stands there. */
export interface OwnRegistered extends RegisteredPromise {
  readonly session: string;
}

/** What the register says of a session, under all of its ids. */
export interface RegisterReading {
  readonly promises: readonly OwnRegistered[];
  readonly broken: readonly BrokenFile[];
}

export const NOTHING_REGISTERED: RegisterReading = { promises: [], broken: [] };

/** Reads the register of a session. Each promise keeps the id under which it stands there. */
export function readRegister(register: RegisterView, { ids }: Session): RegisterReading {
  const readings = ids.map((session) => ({ session, ...register.read([session]) }));
  return {
    promises: readings.flatMap(({ promises, session }) =>
      promises.map((promise) => ({ ...promise, session })),
    ),
    broken: readings.flatMap(({ broken }) => broken),
  };
}

/** A project folder that a gate looks at, and how it reads the state there. */
export interface ViewedFolder {
  readonly folder: string;
  readonly view: SessionView;
}

/** The same, with the path behind every link. */
export interface LookedFolder extends ViewedFolder {
  readonly real: string;
}

/** What looking at several folders needs. */
interface FolderWorld {
  readonly files: Files;
  readonly viewOf: (folder: string) => SessionView;
}

/**
 * The folders beside the project's own that a session may have promises in, each once: `named`, and those of
 * the register. A folder that is not there any more is left out: nothing can be open in it.
 */
export function furtherFolders(
  { files, viewOf }: FolderWorld,
  project: string,
  named: readonly string[],
  registered: readonly OwnRegistered[],
): readonly LookedFolder[] {
  const wanted = [...new Set([...named, ...registered.map((one) => one.project)])];
  const others = wanted.filter((folder) => folder !== project);
  if (others.length === 0) return [];
  const seen = new Set([placeOf(files, project) ?? project, viewOf(project).sharedAs]);
  return others.flatMap((folder) => {
    const real = placeOf(files, folder);
    if (real === undefined || seen.has(real)) return [];
    const view = viewOf(folder);
    seen.add(real);
    // Two clones on one machine have one state in a shared store.
    if (view.sharedAs !== undefined && seen.has(view.sharedAs)) return [];
    seen.add(view.sharedAs);
    return [{ folder, real, view }];
  });
}

/**
 * The project folder in which hooks keep what they remember of a session: their own where it has a state folder, else
 * the first of `others` that has one. A state folder that a hook made below a project would be taken for a project
 * of its own by commands. `others`: asked for only where they matter.
 */
export function memoryFolder(
  viewOf: FolderWorld['viewOf'],
  project: string,
  others: () => readonly (string | undefined)[],
): string {
  if (viewOf(project).isThere()) return project;
  const isThere = (folder: string | undefined) => folder !== undefined && viewOf(folder).isThere();
  return others().find(isThere) ?? project;
}

/** Where a folder really is. Itself where that cannot be told now; undefined where nothing is there. */
export function placeOf(files: Files, folder: string): string | undefined {
  try {
    return files.realPath(folder) ?? (files.exists(folder) ? folder : undefined);
  } catch {
    return folder;
  }
}

/** The promises of a folder that `isWanted` takes, of these owners where they are given. A folder that the system does not show is broken. */
export function listFolder(
  { folder, view }: ViewedFolder,
  isWanted: (promise: CompletionPromise) => boolean,
  owners?: readonly string[],
): PromiseListing {
  try {
    return view.listActive(isWanted, owners);
  } catch (error) {
    const reason = `the operating system reported ${errorCode(error)}`;
    return { promises: [], broken: [{ path: folder, reason }] };
  }
}

/** What comparing files with the ledgers needs. */
export interface RecordWorld {
  readonly digests: Digests;
  readonly files: Files;
}

/** What became of a promise of the register without the suite. */
export interface FoundAlteration {
  readonly registered: OwnRegistered;
  readonly alteration: Alteration;
}

/**
 * What became of the registered promises of a session without the suite. A promise that is not in its folder
 * any more is looked for in the others: its user may have moved it.
 */
export function alterationsIn(
  { digests, files }: RecordWorld,
  viewed: readonly ViewedFolder[],
  registered: readonly OwnRegistered[],
  session: Session,
): readonly FoundAlteration[] {
  if (registered.length === 0) return [];
  const folders = viewed.map((one) => ({ ...one, real: placeOf(files, one.folder) ?? one.folder }));
  return registered.flatMap((one) => {
    const { id, made } = one;
    if (made === undefined) {
      return alterationsOf(one, NOT_LOOKED_FOR).map((alteration) => ({
        registered: one,
        alteration,
      }));
    }
    const own = folders.find(({ real }) => real === one.project);
    const others = folders.filter((place) => place !== own);
    const places = own === undefined ? others : [own, ...others];
    const now = promiseNow(places, own, { id, made, digests, session });
    return alterationsOf(one, now).map((alteration) => ({ registered: one, alteration }));
  });
}

/** The promises among them that something else than the suite removed or changed. */
export function lossesByRegister(
  world: RecordWorld,
  folders: readonly ViewedFolder[],
  registered: readonly OwnRegistered[],
  session: Session,
): readonly LossByRegister[] {
  return alterationsIn(world, folders, registered, session).flatMap(
    ({ alteration, registered: one }) => lossByRegister(alteration, one.session) ?? [],
  );
}

/** Of a promise that the session does not have any more. */
const NOT_LOOKED_FOR: PromiseNow = { found: 'nothing', isRecorded: () => true };

/** A promise of the register that is looked for. */
interface SoughtPromise {
  readonly id: string;
  readonly made: NonNullable<RegisteredPromise['made']>;
  readonly session: Session;
  readonly digests: Digests;
}

function promiseNow(
  places: readonly LookedFolder[],
  own: LookedFolder | undefined,
  { digests, id, made, session }: SoughtPromise,
): PromiseNow {
  for (const { real: project, view } of places) {
    const found = view.whereaboutsOf(id);
    if (found.place === 'nowhere') continue;
    if (found.place === 'broken') {
      if (found.among === 'active') return { found: 'unread' };
      continue;
    }
    const { promise } = found;
    // The suite files no promise that has not ended: one that lies there is kept from the gates.
    if (found.place === 'history' && !isClosed(promise)) continue;
    const outline = outlineOf(promise);
    const isOwn = isOwnedBy(promise, session);
    const file = { found: 'file', project, outline, isOwn } as const;
    // Most files are as open as they were, and then their bytes do not matter.
    const isAsOpen = isOwn && !lessOpen(made.outline, outline);
    if (isAsOpen && project === own?.real) {
      return { ...file, digest: made.digest, isRecorded: () => true };
    }
    const { digest, isRecorded } = view.recordOf(id, digests);
    return digest === undefined
      ? { found: 'unread' }
      : { ...file, digest, isRecorded: () => isRecorded };
  }
  const isRecorded = (): boolean => {
    const record = own?.view.recordOf(id, digests);
    return record !== undefined && record.digest === undefined && record.isRecorded;
  };
  return { found: 'nothing', isRecorded };
}
