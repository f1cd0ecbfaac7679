import { checkoutSeenFrom } from '../adapters/environment.ts';
import { digestOf } from '../domain/base/digest.ts';
import { type AgentFail, agentFailsIn } from '../domain/judging/agent-fails.ts';
import type { NamedPromise } from '../domain/promise/promise.ts';
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
import { type RequestedPromise, requestedAmong } from '../domain/standing/giving-up.ts';
import type { TreeSnapshot } from '../ports.ts';
import { type CommandLines, commandLinesFor } from '../report/command-lines.ts';
import { alterationsIn, type FoundAlteration } from '../session/alterations.ts';
import type { LookedFolder } from '../session/look.ts';
import { type FolderStanding, standingIn } from '../session/standing.ts';
import { loadCheckSettings } from '../settings/loading.ts';
import { placeOf } from '../store/files/state-folder.ts';
import type { OwnRegistered } from '../store/register.ts';
import type { SeenStop } from './look.ts';

/** The state of the session's promises at this stop, in all folders that were looked at. */
export interface PromisesAtStop {
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
  /** What validators that the suite ran failed, and the session was not told of. */
  readonly failed: readonly (AgentFail & { readonly commands: CommandLines })[];
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

/** What the check decides in one folder of a stop, and the commands there. */
export interface FolderCheck extends LookedFolder, FolderStanding {
  readonly commands: CommandLines;
}

/** Whether what is in a folder keeps the session. */
export function keepsSession({ decision, unread }: FolderCheck): boolean {
  return unread !== undefined || !decision.mayEnd;
}

/** The commands of the folders in which a person can end the session: those that keep it. */
export function endingLines({ checks }: Pick<PromisesAtStop, 'checks'>): readonly CommandLines[] {
  const keeping = checks.filter(keepsSession);
  return (keeping.length > 0 ? keeping : checks.slice(0, 1)).map(({ commands }) => commands);
}

/** What is remembered of the last stop. */
type Remembered = Pick<GateMemory, 'open' | 'told'>;

/**
 * Decides as `--check` does, and finds out what became of the promises that were open at the last stop or
 * stand in the register. Settings that cannot be read keep a session that owns a promise.
 */
export function promisesAt(seen: SeenStop, { open: before, told }: Remembered): PromisesAtStop {
  const checks = seen.folders.map((folder) => checkOf(folder, seen));
  const owned = checks.flatMap((check) => check.owned);
  const gone = before
    .filter((id) => !owned.some((one) => one.id === id))
    .map((id) => ({ id, found: whereaboutsIn(checks, id) }));
  const unknown = gone.filter(({ found }) => found.place === 'broken');
  const { files, registered, stopper } = seen;
  const alterations = alterationsIn(seen, stopper.session, files);
  const losses = alterations
    .flatMap(({ alteration, registered: one }) => lossByRegister(alteration, one.session) ?? [])
    .filter(({ id, now, project }) => !told.includes(nameOfLoss(id, project, now)));
  const read = checks.filter(({ unread }) => unread === undefined);
  const met = read.flatMap(metIn).filter((one) => !told.includes(nameOfMet(one)));
  const failed = read
    .flatMap(({ commands, owned: own }) =>
      own.flatMap((one) => agentFailsIn(one).map((fail) => ({ ...fail, commands }))),
    )
    .filter((one) => !told.includes(nameOfFail(one)));
  const requested = read.flatMap(requestedIn).filter((one) => !told.includes(nameOfRequest(one)));
  const open = [...owned, ...unknown].map(({ id }) => id);
  return {
    checks,
    met,
    requested,
    failed,
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
    open: read.length < checks.length ? [...new Set([...before, ...open])] : open,
    folders: checks
      .slice(1)
      .filter(holdsAny)
      .map(({ folder }) => folder),
    trees: checks
      .filter(({ isFurther, owned }) => !isFurther || owned.length > 0)
      .map(({ folder, isFurther, trees }) => trees.at(checkoutIn(folder, isFurther, seen))),
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

/** The name under which it is remembered that the session was told of a FAIL. */
export function nameOfFail({ at, by, criterion, id }: AgentFail): string {
  return `fail:${id}:${criterion}:${by}:${at}`;
}

/** The name under which it is remembered that the user was told of one. */
export function nameOfMet({ id }: MetPromise): string {
  return `met:${id}`;
}

function metIn({ commands, decision }: FolderCheck): readonly MetPromise[] {
  return decision.met.map((named) => ({ ...named, commands }));
}

/** The name under which it is remembered that the user was told of a request. */
export function nameOfRequest({ id, request }: RequestedPromise): string {
  return `${request.what}:${id}:${request.at}`;
}

function requestedIn({ commands, decision }: FolderCheck): PromisesAtStop['requested'] {
  return requestedAmong(decision.rejected).map((one) => ({ ...one, commands }));
}

/** The checkout of a folder that the session works in. */
function checkoutIn(
  folder: string,
  isFurther: boolean,
  { environment, payload }: SeenStop,
): string {
  if (!isFurther) return environment.checkout;
  return payload.folder === undefined ? folder : checkoutSeenFrom(payload.folder, folder);
}

function holdsAny({ listing, owned }: FolderCheck): boolean {
  return owned.length > 0 || listing.broken.length > 0;
}

/** Where a promise is by now: in the first folder that has it. */
function whereaboutsIn(folders: readonly FolderCheck[], id: string): PromiseWhereabouts {
  for (const { view } of folders) {
    const found = view.whereaboutsOf(id);
    if (found.place !== 'nowhere') return found;
  }
  return { place: 'nowhere' };
}

function checkOf(folder: LookedFolder, seen: SeenStop): FolderCheck {
  const { environment, files, stopper, timeLeft } = seen;
  const there = { environment: { ...environment, projectFolder: folder.folder }, files };
  const load = () => loadCheckSettings(there);
  const standing = standingIn(folder, stopper.owner, load, timeLeft);
  return { ...folder, ...standing, commands: commandLinesFor(namedFor(folder, seen), 'cs') };
}

/** The folder that commands must name to work on it; undefined where the agent's shell leads to it. */
function namedFor(
  { folder, isFurther }: LookedFolder,
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
