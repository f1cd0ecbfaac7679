import { checkoutSeenFrom } from '../adapters/environment.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { createTrees, type ProjectTrees } from '../adapters/git/trees.ts';
import { digestOf } from '../domain/base/digest.ts';
import { type Result, success } from '../domain/base/result.ts';
import { isClosed, type NamedPromise } from '../domain/promise/promise.ts';
import type { ClosedCount } from '../domain/session/bound.ts';
import type { GateMemory } from '../domain/session/gate-memory.ts';
import {
  type LostPromise,
  lossByRegister,
  lossOf,
  nameOfLoss,
  oneList,
  type PromiseWhereabouts,
} from '../domain/session/lost-promise.ts';
import { closedCounts } from '../domain/session/progress.ts';
import { type Configuration, checkSettingsIn } from '../domain/settings/configuration.ts';
import { type RequestedPromise, requestedAmong } from '../domain/standing/giving-up.ts';
import { type CheckDecision, decideCheck } from '../domain/standing/stop-check.ts';
import type { TreeSnapshot } from '../ports.ts';
import { checkText } from '../report/check-text.ts';
import { type CommandLines, commandLinesFor } from '../report/command-lines.ts';
import { failureLines } from '../report/failure-text.ts';
import { loadConfiguration } from '../settings/loading.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import {
  alterationsIn,
  type FoundAlteration,
  type OwnRegistered,
  placeOf,
} from '../store/session-folders.ts';
import type { SessionView } from '../store/session-view.ts';
import type { SeenStop } from './look.ts';

/** The state of the session's promises at this stop, in all folders that were looked at. */
export interface PromiseFacts {
  /** One for each folder, that of the project first. */
  readonly checks: readonly FolderCheck[];
  /** Promises that were open at the last stop and are gone, or were changed outside completion-promise. */
  readonly lost: readonly LostPromise[];
  /** Changes outside of the suite that a command showed to the session, and that its user was not told of. */
  readonly untold: readonly OwnRegistered[];
  /** Promises with nothing left open that are not verified, and of which the user was not told. */
  readonly met: readonly MetPromise[];
  /** Promises that the session asked a person to give up, and of which the user was not told. */
  readonly requested: readonly (RequestedPromise & { readonly commands: CommandLines })[];
  /** What became of the promises of the register, said before or not. */
  readonly alterations: readonly FoundAlteration[];
  /** The session's own promises that have not ended. */
  readonly owned: readonly NamedPromise[];
  /** How many criteria it closed in them, and in those that were verified since the last stop. */
  readonly closed: readonly ClosedCount[];
  /** The promises to look for at the next stop, and the further folders to look for them in. */
  readonly open: readonly string[];
  readonly folders: readonly string[];
  /** The checkout of each folder with promises of the session, as it is at this stop; the project's first. */
  readonly trees: readonly TreeSnapshot[];
}

/** What `cs-verify --check` answers for one folder, and what it says where it keeps the session. */
export type FolderCheck = {
  /** Undefined for the project's own folder. */
  readonly folder: string | undefined;
  readonly view: SessionView;
  readonly commands: CommandLines;
} & (
  | { readonly answer: 'may-end'; readonly decision: CheckDecision }
  | { readonly answer: 'held'; readonly decision: CheckDecision; readonly said: string }
  /** The settings that it goes by cannot be read. */
  | { readonly answer: 'unread'; readonly said: string }
);

/** What is remembered of the last stop. */
type Remembered = Pick<GateMemory, 'open' | 'told'>;

/**
 * Decides as `--check` does, and finds out what became of the promises that were open at the last stop or
 * stand in the register. Settings that cannot be read keep a session that owns a promise.
 */
export function promiseFacts(seen: SeenStop, { open: before, told }: Remembered): PromiseFacts {
  const folders = foldersOf(seen);
  const owned = folders.flatMap((folder) => folder.owned);
  const gone = before
    .filter((id) => !owned.some((one) => one.id === id))
    .map((id) => ({ id, found: whereaboutsIn(folders, id) }));
  const unknown = gone.filter(({ found }) => found.place === 'broken');
  const checks = folders.map((folder) => checkOf(folder, seen));
  const { files, registered, stopper } = seen;
  const alterations = alterationsIn(
    { digests: NODE_DIGESTS, files },
    folders,
    registered.promises,
    stopper.session,
  );
  const losses = alterations
    .flatMap(({ alteration, registered: one }) => lossByRegister(alteration, one.session) ?? [])
    .filter(({ id, now, project }) => !told.includes(nameOfLoss(id, project, now)));
  const met = checks.flatMap(metIn).filter((one) => !told.includes(nameOfMet(one)));
  const requested = checks.flatMap(requestedIn).filter((one) => !told.includes(nameOfRequest(one)));
  const isUnread = checks.some(({ answer }) => answer === 'unread');
  const open = [...owned, ...unknown].map(({ id }) => id);
  return {
    checks,
    met,
    requested,
    alterations,
    untold: registered.promises.filter(
      (one) => one.changedOutside && !told.includes(nameOfTold(one)),
    ),
    owned,
    closed: closedCounts([...owned, ...gone.flatMap(verifiedIn)]),
    lost: oneList(
      losses,
      gone.flatMap(({ found, id }) => lossOf(id, found) ?? []),
    ),
    // The next block that is about promises tells what became of lost ones.
    open: isUnread ? [...new Set([...before, ...open])] : open,
    folders: folders
      .slice(1)
      .filter(holdsAny)
      .map(({ folder }) => folder),
    trees: folders
      .filter((one, index) => index === 0 || one.owned.length > 0)
      .map(({ tree }) => tree),
  };
}

function verifiedIn({
  found,
  id,
}: {
  readonly found: PromiseWhereabouts;
  readonly id: string;
}): readonly NamedPromise[] {
  const promise = 'promise' in found ? found.promise : undefined;
  return promise?.status === 'verified' ? [{ id, promise }] : [];
}

/** The name under which a change is remembered that the session was told of. */
export function nameOfTold({ id, made, project }: OwnRegistered): string {
  return nameOfLoss(id, project, made);
}

/** A promise with nothing left open, and the commands of its folder. */
interface MetPromise extends NamedPromise {
  readonly commands: CommandLines;
}

/** The name under which it is remembered that the user was told of one. */
export function nameOfMet({ id }: MetPromise): string {
  return `met:${id}`;
}

function metIn(check: FolderCheck): readonly MetPromise[] {
  if (check.answer === 'unread') return [];
  const { commands } = check;
  return check.decision.met.map((named) => ({ ...named, commands }));
}

/** The name under which it is remembered that the user was told of a request. */
export function nameOfRequest({ id, request }: RequestedPromise): string {
  return `${request.what}:${id}:${request.at}`;
}

function requestedIn(check: FolderCheck): PromiseFacts['requested'] {
  if (check.answer === 'unread') return [];
  const { commands, decision } = check;
  return requestedAmong(decision.rejected).map((one) => ({ ...one, commands }));
}

/** A folder that was looked at, the project's own or a further one. */
interface SeenFolder {
  readonly folder: string;
  readonly isFurther: boolean;
  readonly view: SessionView;
  readonly listing: PromiseListing;
  readonly owned: readonly NamedPromise[];
  /** The checkouts that its proofs are of, and the one that the session works in. */
  readonly takeTree: ProjectTrees['takeTree'];
  readonly tree: TreeSnapshot;
}

function foldersOf(seen: SeenStop): readonly SeenFolder[] {
  const { environment, further, listing, payload, registered, timeLeft, view } = seen;
  const own = {
    folder: environment.projectFolder,
    checkout: environment.checkout,
    isFurther: false,
    view,
    // A register that cannot be read may name any folder.
    listing: { ...listing, broken: [...listing.broken, ...registered.broken] },
  };
  const others = further.map((one) => ({
    ...one,
    checkout:
      payload.folder === undefined ? one.folder : checkoutSeenFrom(payload.folder, one.folder),
    isFurther: true,
  }));
  const open = (folder: string) => createNodeCheckout(folder, timeLeft);
  return [own, ...others].map(({ checkout, ...seenFolder }) => {
    const { at, takeTree } = createTrees(seenFolder.folder, open);
    const owned = seenFolder.listing.promises.filter(({ promise }) => !isClosed(promise));
    return { ...seenFolder, owned, takeTree, tree: at(checkout) };
  });
}

function holdsAny({ listing, owned }: SeenFolder): boolean {
  return owned.length > 0 || listing.broken.length > 0;
}

/** Where a promise is by now: in the first folder that has it. */
function whereaboutsIn(folders: readonly SeenFolder[], id: string): PromiseWhereabouts {
  for (const { view } of folders) {
    const found = view.whereaboutsOf(id);
    if (found.place !== 'nowhere') return found;
  }
  return { place: 'nowhere' };
}

function checkOf(folder: SeenFolder, seen: SeenStop): FolderCheck {
  const { listing, owned, takeTree, view } = folder;
  const commands = commandLinesFor(namedFor(folder, seen), 'cs');
  const place = { folder: folder.isFurther ? folder.folder : undefined, view, commands };
  const settings = settingsOf(folder, seen);
  if (!settings.ok && owned.length > 0) {
    return { ...place, answer: 'unread', said: failureLines(settings.failure, commands) };
  }
  const decision = decideCheck({
    session: seen.stopper.owner,
    ...listing,
    settings: checkSettingsIn(settings.ok ? settings.value : seen.configuration),
    takeTree,
  });
  if (decision.mayEnd) return { ...place, answer: 'may-end', decision };
  const said = checkText(decision, false, commands).stderr.trimEnd();
  return { ...place, answer: 'held', decision, said };
}

/** The settings by which a folder's promises are decided: its own, which matter only where there are some. */
function settingsOf(
  { folder, isFurther, owned }: SeenFolder,
  { configuration, environment, files, settings }: SeenStop,
): Result<Configuration> {
  if (!isFurther) return settings;
  if (owned.length === 0) return success(configuration);
  const there = { ...environment, projectFolder: folder, checkout: folder };
  return loadConfiguration({ environment: there, files });
}

/** The folder that commands must name to work on it; undefined where the agent's shell leads to it. */
function namedFor(
  { folder, isFurther }: SeenFolder,
  { environment, files, shellProject }: SeenStop,
): string | undefined {
  if (shellProject === undefined) return isFurther ? folder : environment.namedProject;
  const isThere =
    shellProject === folder || placeOf(files, shellProject) === placeOf(files, folder);
  return isThere ? undefined : folder;
}

/** A text that changes where any of some checkouts does; null where none of them can be examined. */
export function treesDigest(trees: readonly TreeSnapshot[]): string | null {
  const digests = trees.map((tree) => {
    const found = tree.digest({ inputs: null, files: [] });
    return found.bound ? found.digest : null;
  });
  const [first = null, ...others] = digests;
  if (others.length === 0 || digests.every((digest) => digest === null)) return first;
  return digestOf(JSON.stringify(digests));
}
