import type { Environment } from '../adapters/environment.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { createTrees } from '../adapters/git/trees.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { Failure } from '../domain/base/failure.ts';
import { type Result, success } from '../domain/base/result.ts';
import { type CompletionPromise, isOwnedBy } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import type { LossByRegister } from '../domain/session/lost-promise.ts';
import { isCovered } from '../domain/session/session-end.ts';
import { defaultCheckSettings } from '../domain/settings/configuration.ts';
import { weakerSettings } from '../domain/settings/weaker.ts';
import {
  type CheckDecision,
  concernsCheck,
  decideCheck,
  MOST_CHECK_MS,
} from '../domain/standing/stop-check.ts';
import type { Files } from '../ports.ts';
import { type CommandLines, commandLinesFor, type Spelling } from '../report/command-lines.ts';
import type { DecidedFolder } from '../report/decided-folders.ts';
import { readingOnce } from '../settings/configuration-files.ts';
import { loadGateSettings } from '../settings/loading.ts';
import { laneViews } from '../state/views.ts';
import { createRegisterView } from '../store/files/register-view.ts';
import type { ViewOf } from '../store/lane-question.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import {
  furtherFolders,
  listFolder,
  lossesByRegister,
  NOTHING_REGISTERED,
  type RegisterReading,
  readRegister,
  type ViewedFolder,
} from '../store/session-folders.ts';
import type { SessionView } from '../store/session-view.ts';

/** What a session promised, in every folder where it may have: read and decided for the check and the status line. */

/** Whose promises are looked at, and where. */
interface LookedSession {
  readonly environment: Environment;
  readonly session: Session;
  readonly spelling: Spelling;
  /** A further folder in which the session may have promises, where one is known. */
  readonly beside?: string | undefined;
  /** Whether what this machine knows is enough, so that no database is waited for. */
  readonly isGlance?: boolean;
}

/** What is decided in each folder, with the promises there; or what keeps it from being decided. */
export type SessionLook =
  | {
      readonly folders: readonly (DecidedFolder & Pick<AskedFolder, 'listing'>)[];
      readonly lost: readonly LossByRegister[];
    }
  | { readonly failure: Failure; readonly lines: CommandLines };

/**
 * Gathers the facts of the project and of every folder of the register, and decides: at once where all of them lie in
 * folders. `isGlance`: what this machine knows is enough, and no database is waited for.
 */
export function decideSession(looked: LookedSession): SessionLook | Promise<SessionLook> {
  const { beside, environment, isGlance = false, session } = looked;
  const files = readingOnce(createNodeFiles(timeLeft));
  // An agent that judges for this suite has no promises: its stop must not wait for the promise it judges.
  const registered = isInsideJudge()
    ? NOTHING_REGISTERED
    : readRegister(createRegisterView(files, userStateFolder()), session);
  const places = registered.promises.map(({ project }) => project);
  const views = laneViews({
    files,
    owners: session.ids,
    folders: [environment.projectFolder, ...(beside === undefined ? [] : [beside]), ...places],
    registered: registered.promises,
    isAtWork: !isGlance,
    isGlance,
    leftMs: timeLeft,
  });
  return views instanceof Promise
    ? views.then((viewOf) => decideByViews(looked, files, registered, viewOf))
    : decideByViews(looked, files, registered, views);
}

function decideByViews(
  { beside, environment, session, spelling }: LookedSession,
  files: Files,
  registered: RegisterReading,
  viewOf: ViewOf,
): SessionLook {
  const { namedProject, projectFolder } = environment;
  const view = viewOf(projectFolder);
  const named = [...(beside === undefined ? [] : [beside]), ...foldersOfLastStop(view, session)];
  const further = furtherFolders({ files, viewOf }, projectFolder, named, registered.promises);
  const asked = { environment, files, session };
  const isWanted = (promise: CompletionPromise) => concernsCheck(promise, session);
  const listing = isInsideJudge()
    ? { promises: [], broken: [] }
    : view.listActive(isWanted, session.ids);
  // A register that cannot be read may name any folder.
  const broken = [...listing.broken, ...registered.broken];
  const lines = commandLinesFor(namedProject, spelling);
  const own = { folder: undefined, view, lines, listing: { ...listing, broken } };
  const others = further.map((one) => ({
    ...one,
    lines: commandLinesFor(one.folder, spelling),
    listing: listFolder(one, (promise) => isOwnedBy(promise, session), session.ids),
  }));
  const folders = [];
  for (const folder of [own, ...others]) {
    const decided = decideFor(folder, asked);
    if (!decided.ok) return { failure: decided.failure, lines: folder.lines };
    const { decision, weakened } = decided.value;
    const { unreached } = folder.view.shared ?? {};
    folders.push({ ...folder, ...endedOf(folder.view, decision, session), weakened, unreached });
  }
  const lost = lossesIn([{ folder: projectFolder, view }, ...further], registered, asked);
  return { folders, lost };
}

/** The folders in which the stop gate saw open promises at the session's last stop; some are in no register. */
function foldersOfLastStop(view: SessionView, { id }: Session): readonly string[] {
  if (isInsideJudge()) return [];
  const kept = view.stopGateState(id);
  return kept.ok ? memoryIn(kept.value).folders : [];
}

/** The decision for a folder, and how a person ended the session there, where that covers what it decides. */
function endedOf(
  view: SessionView,
  decision: CheckDecision,
  session: Session,
): Pick<DecidedFolder, 'decision' | 'ended' | 'unconfirmedEnd'> {
  if (decision.mayEnd) return { decision, ended: undefined };
  const ended = view.endOf(session);
  return ended !== undefined && isCovered(decision, ended)
    ? { decision, ended }
    : { decision, ended: undefined, unconfirmedEnd: view.unconfirmedEndOf(session) };
}

/** What one folder is decided by. */
interface AskedFolder {
  /** Undefined for the project's own. */
  readonly folder: string | undefined;
  readonly listing: PromiseListing;
}

interface Asked {
  readonly environment: Environment;
  readonly files: Files;
  readonly session: Session;
}

function decideFor(
  { folder, listing }: AskedFolder,
  { environment, files, session }: Asked,
): Result<Pick<DecidedFolder, 'decision' | 'weakened'>> {
  const there =
    folder === undefined
      ? environment
      : { ...environment, projectFolder: folder, checkout: folder };
  // Without an own promise no setting matters.
  const owned = listing.promises.filter(({ promise }) => isOwnedBy(promise, session));
  const loaded =
    owned.length > 0
      ? loadGateSettings({ environment: there, files })
      : success({ settings: defaultCheckSettings(), effective: [] });
  if (!loaded.ok) return loaded;
  const { effective, settings } = loaded.value;
  const open = (folder: string) => createNodeCheckout(folder, timeLeft);
  const { takeTree } = createTrees(there.projectFolder, open);
  const decision = decideCheck({ session, ...listing, settings, takeTree });
  const weakened = owned.flatMap(({ id, promise }) => {
    const weaker = weakerSettings(promise, effective);
    return weaker.length === 0 ? [] : [{ id, weaker }];
  });
  return success({ decision, weakened });
}

/**
 * What became of the promises of the register without the suite, as far as the session was not told and no person
 * ended it with them.
 */
function lossesIn(
  folders: readonly ViewedFolder[],
  { promises }: RegisterReading,
  { files, session }: Asked,
): readonly LossByRegister[] {
  const lost = lossesByRegister({ digests: NODE_DIGESTS, files }, folders, promises, session);
  if (lost.length === 0) return [];
  const covered = folders.flatMap(({ view }) => view.endOf(session)?.promises ?? []);
  return lost.filter(({ id }) => !covered.includes(id));
}

/** How much of the check's time is left, in milliseconds. */
export function timeLeft(): number {
  return MOST_CHECK_MS - millisecondsSinceStart();
}
