import type { Environment } from '../adapters/environment.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import type { Failure } from '../domain/base/failure.ts';
import { success } from '../domain/base/result.ts';
import { isOwnedBy } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import type { LossByRegister } from '../domain/session/lost-promise.ts';
import { isCovered } from '../domain/session/session-end.ts';
import { weakerSettings } from '../domain/settings/weaker.ts';
import { type CheckDecision, concernsCheck, MOST_CHECK_MS } from '../domain/standing/stop-check.ts';
import { type CommandLines, commandLinesFor, type Spelling } from '../report/command-lines.ts';
import type { DecidedFolder, DecidedFolders } from '../report/decided-folders.ts';
import { loadGateSettings } from '../settings/loading.ts';
import type { StateView } from '../store/state-view.ts';
import { lossesByRegister } from './alterations.ts';
import {
  type LookedFolder,
  type LookWorld,
  lookAtSession,
  openForLane,
  type SessionLook,
} from './look.ts';
import { standingIn } from './standing.ts';

/** Whose promises are checked, and from where. */
interface CheckedSession {
  readonly environment: Environment;
  readonly session: Session;
  readonly spelling: Spelling;
  /** A further folder in which the session may have promises, where one is known. */
  readonly beside?: string | undefined;
  /** Whether what this machine knows is enough, so that no database is waited for. */
  readonly isGlance?: boolean;
}

/** What is decided of a session, in each folder with the promises there. */
interface CheckedPromises extends DecidedFolders, Pick<SessionLook, 'kept'> {
  readonly folders: readonly (DecidedFolder & Pick<LookedFolder, 'listing'>)[];
}

/** The same, or what keeps it from being decided. */
export type SessionCheck =
  | CheckedPromises
  | { readonly failure: Failure; readonly lines: CommandLines };

/**
 * What `cs check` says of a session, and the status line and `cs` show: looks in every folder in which it may
 * have promises, and decides. At once where all of them lie in folders.
 */
export function checkSession(asked: CheckedSession): SessionCheck | Promise<SessionCheck> {
  const { beside, environment, isGlance = false, session } = asked;
  // An agent that judges for this suite has no promises: its stop must not wait for the promise it judges.
  if (isInsideJudge()) return { session: session.id, kept: success({}), folders: [], lost: [] };
  const world = openForLane({
    owners: session.ids,
    folders: [environment.projectFolder, beside ?? environment.projectFolder],
    isAtWork: !isGlance,
    isGlance,
    leftMs: timeLeft,
  });
  return world instanceof Promise
    ? world.then((opened) => checkIn(asked, opened))
    : checkIn(asked, world);
}

function checkIn(
  { beside, environment, session, spelling }: CheckedSession,
  world: LookWorld,
): SessionCheck {
  const { namedProject, projectFolder } = environment;
  const look = lookAtSession(world, {
    projectFolder,
    session,
    beside,
    owners: session.ids,
    isOwn: (promise) => isOwnedBy(promise, session),
    isWantedHere: (promise) => concernsCheck(promise, session),
  });
  const folders = [];
  for (const { folder, isFurther, listing, view } of look.folders) {
    const lines = commandLinesFor(isFurther ? folder : namedProject, spelling);
    const there = { environment: { ...environment, projectFolder: folder }, files: world.files };
    const load = () => loadGateSettings(there);
    const { decision, owned, settings, unread } = standingIn(
      { folder, listing },
      session,
      load,
      timeLeft,
    );
    if (unread !== undefined) return { failure: unread, lines };
    const weakened = owned.flatMap(({ id, promise }) => {
      const weaker = weakerSettings(promise, settings?.effective ?? []);
      return weaker.length === 0 ? [] : [{ id, weaker }];
    });
    folders.push({
      folder: isFurther ? folder : undefined,
      ...{ lines, listing, weakened },
      ...endedOf(view, decision, session),
      unreached: view.shared?.unreached,
    });
  }
  const lost = lossesIn(look, session, world);
  return { session: session.id, kept: look.kept, folders, lost };
}

/** The decision for a folder, and how a person ended the session there, where that covers what it decides. */
function endedOf(
  view: StateView,
  decision: CheckDecision,
  session: Session,
): Pick<DecidedFolder, 'decision' | 'ended' | 'unconfirmedEnd'> {
  if (decision.mayEnd) return { decision, ended: undefined };
  const ended = view.endOf(session);
  return ended !== undefined && isCovered(decision, ended)
    ? { decision, ended }
    : { decision, ended: undefined, unconfirmedEnd: view.unconfirmedEndOf(session) };
}

/**
 * What became of the promises of the register without the suite, as far as the session was not told and no person
 * ended it with them.
 */
function lossesIn(
  look: SessionLook,
  session: Session,
  { files }: LookWorld,
): readonly LossByRegister[] {
  const lost = lossesByRegister(look, session, files);
  if (lost.length === 0) return [];
  const covered = look.folders.flatMap(({ view }) => view.endOf(session)?.promises ?? []);
  return lost.filter(({ id }) => !covered.includes(id));
}

/** How much of the check's time is left, in milliseconds. */
export function timeLeft(): number {
  return MOST_CHECK_MS - millisecondsSinceStart();
}
