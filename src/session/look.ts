import { projectSeenFrom } from '../adapters/environment.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { Result } from '../domain/base/result.ts';
import { errorCode } from '../domain/base/system-error.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import type { RegisteredPromise } from '../domain/session/register.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import type { Files } from '../ports.ts';
import { readingOnce } from '../settings/configuration-files.ts';
import { laneViews, openViews } from '../state/views.ts';
import { createRegisterView } from '../store/files/register-view.ts';
import { placeOf } from '../store/files/state-folder.ts';
import type { LaneQuestion, ViewOf } from '../store/lane-question.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import {
  type OwnRegistered,
  type RegisterReading,
  type RegisterView,
  readRegister,
} from '../store/register.ts';
import type { Silence } from '../store/silence.ts';
import type { StateView } from '../store/state-view.ts';

/**
 * The look at a session: in which folders it may have promises, which promises those are, and where its hooks remember it.
 * Whatever asks whether a session may end looks here. Nothing is changed or decided, and no program is started.
 */

/** What a look reads by. */
export interface LookWorld {
  readonly files: Files;
  readonly register: RegisterView;
  /** The state of any project folder. */
  readonly viewOf: ViewOf;
}

/** A session that a lane is about to look at. */
interface LaneSession extends Pick<LaneQuestion, 'isAtWork' | 'isGlance' | 'leftMs'> {
  /** All ids that it may have registered something under, the one by which it is known first. */
  readonly owners: readonly string[];
  /** The folders of which it is known that they will be looked at, that of the project first. */
  readonly folders: readonly string[];
}

/** Opens what a lane looks by: at once where all of the state lies in folders. */
export function openForLane(asked: LaneSession): LookWorld | Promise<LookWorld> {
  const files = readingOnce(createNodeFiles(asked.leftMs));
  const register = createRegisterView(files, userStateFolder());
  const { promises } = readRegister(register, asked.owners);
  const folders = [...asked.folders, ...promises.map(({ project }) => project)];
  const views = laneViews({ ...asked, files, folders, registered: promises });
  const worldOf = (viewOf: ViewOf): LookWorld => ({ files, register, viewOf });
  return views instanceof Promise ? views.then(worldOf) : worldOf(views);
}

/** What a command has that looks at a session. */
interface CommandWorld extends Pick<LookWorld, 'files' | 'register'> {
  readonly silence?: Silence | undefined;
}

/** The same for a command, which can ask a store whenever something of it is needed. `folders`: as above. */
export async function openForCommand(
  { files, register, silence }: CommandWorld,
  { ids }: Session,
  folders: readonly string[],
): Promise<LookWorld> {
  const { promises } = readRegister(register, ids);
  const viewOf = await openViews({
    files,
    registered: promises,
    folders: [...folders, ...promises.map(({ project }) => project)],
    expected: { owners: ids, promises: promises.map(({ id }) => id) },
    silence,
  });
  return { files, register, viewOf };
}

/** What is asked of a look. */
interface AskedLook {
  readonly projectFolder: string;
  readonly session: Session;
  /** A further folder in which the session may have promises: the one that the agent's shell works on. */
  readonly beside?: string | undefined;
  /** Promises that are the session's own although they stand in the register of another. */
  readonly registeredBeside?: readonly OwnRegistered[];
}

/** A project folder that is looked at, and how its state is read. */
interface ViewedFolder {
  readonly folder: string;
  /** Whether it is another than the project's own. */
  readonly isFurther: boolean;
  readonly view: StateView;
}

/** What the register says of a session, and where its hooks remember it. */
interface RememberedSession {
  readonly registered: RegisterReading;
  /** The project folder in whose state the hooks remember the session. */
  readonly memoryFolder: string;
  /** What they keep of it there. */
  readonly kept: Result<StopGateState>;
}

/** Reads what is remembered of a session whose hooks work from a project folder. */
export function rememberedSession(
  { register, viewOf }: LookWorld,
  projectFolder: string,
  { id, ids }: Session,
): RememberedSession {
  const registered = readRegister(register, ids);
  const place = memoryFolder(viewOf, projectFolder, registered.promises);
  return { registered, memoryFolder: place, kept: viewOf(place).stopGateState(id) };
}

/** The same, and the folders that it may have promises in. */
export interface KnownSession extends RememberedSession {
  /** The project's own first. */
  readonly folders: readonly ViewedFolder[];
}

/** Reads what is known of a session, and none of its promises. */
export function knownSession(
  world: LookWorld,
  { beside, projectFolder, registeredBeside = [], session }: AskedLook,
): KnownSession {
  const remembered = rememberedSession(world, projectFolder, session);
  const { kept, registered } = remembered;
  const before = kept.ok ? memoryIn(kept.value).folders : [];
  const promised = [...registered.promises, ...registeredBeside].map(({ project }) => project);
  const named = [projectFolder, beside ?? projectFolder, ...before, ...promised];
  return { ...remembered, folders: foldersNamed(named, world) };
}

/** A folder, and the promises there that a look was asked for. */
export interface LookedFolder extends ViewedFolder {
  readonly listing: PromiseListing;
}

/** What one look at a session shows. */
export interface SessionLook extends KnownSession {
  readonly folders: readonly LookedFolder[];
}

/** What is asked of a look at a session's promises. */
interface AskedPromises extends AskedLook {
  /** Whose promises are asked about; those of nobody may be, too. */
  readonly owners: readonly string[];
  isOwn(promise: CompletionPromise): boolean;
  /** The same in the project's own folder, where it is asked about others, too. */
  isWantedHere?(promise: CompletionPromise): boolean;
}

/** Reads the same and the promises in each folder. */
export function lookAtSession(world: LookWorld, asked: AskedPromises): SessionLook {
  const { isOwn, isWantedHere = isOwn, owners } = asked;
  const known = knownSession(world, asked);
  const folders = known.folders.map((one) => {
    if (one.isFurther) return { ...one, listing: listFolder(one, isOwn, owners) };
    const { broken, promises } = listFolder(one, isWantedHere, owners);
    // A register that cannot be read may name any folder.
    return { ...one, listing: { promises, broken: [...broken, ...known.registered.broken] } };
  });
  return { ...known, folders };
}

/**
 * The folders that are named, each once, the project's own first. A further one that is not there any more is left out:
 * nothing can be open in it.
 */
function foldersNamed(
  named: readonly string[],
  { files, viewOf }: LookWorld,
): readonly ViewedFolder[] {
  const seen = new Set<string | undefined>();
  return [...new Set(named)].flatMap((folder, index) => {
    const isFurther = index > 0;
    const real = placeOf(files, folder);
    if (isFurther && (real === undefined || seen.has(real))) return [];
    const view = viewOf(folder);
    seen.add(real ?? folder);
    // Two clones on one machine have one state in a shared store.
    if (view.sharedAs !== undefined && seen.has(view.sharedAs)) return [];
    seen.add(view.sharedAs);
    return [{ folder, isFurther, view }];
  });
}

/** The promises of a folder. One that the system does not show is broken. */
export function listFolder(
  { folder, view }: Pick<ViewedFolder, 'folder' | 'view'>,
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

/**
 * The project folder in which hooks keep what they remember of a session: their own where it has a state folder, else
 * the one to which a search from there leads, else the first in which it promised. Never by where the agent's shell stands: a
 * memory that the shell walks away from would be forgotten. A state folder that a hook made below a project would be
 * taken for a project of its own by commands.
 */
function memoryFolder(
  viewOf: ViewOf,
  project: string,
  promised: readonly RegisteredPromise[],
): string {
  if (viewOf(project).isThere()) return project;
  return placesBeside(project, promised).find((folder) => viewOf(folder).isThere()) ?? project;
}

function placesBeside(project: string, promised: readonly RegisteredPromise[]): readonly string[] {
  return [projectSeenFrom(project, project) ?? project, ...promised.map((one) => one.project)];
}

/** The same of any session, for hooks, which wait for no store that they need not. */
export function memoryPlaces(
  project: string,
  { files, register, silence }: CommandWorld,
): (session: string) => Promise<string> {
  let isHere: Promise<boolean> | undefined;
  const open = (folders: readonly string[]) => openViews({ files, folders, silence });
  return async (session) => {
    isHere ??= open([project]).then((viewOf) => viewOf(project).isThere());
    if (await isHere) return project;
    const { promises } = register.read([session]);
    const places = placesBeside(project, promises);
    const viewOf = await open(places);
    return places.find((folder) => viewOf(folder).isThere()) ?? project;
  };
}
