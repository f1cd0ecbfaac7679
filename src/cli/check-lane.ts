import { type Environment, readEnvironment } from '../adapters/environment.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { createTrees } from '../adapters/git/trees.ts';
import { isInsideJudge } from '../adapters/inside-judge.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { FITS_A_PIPE, writeOutput, writeWithin } from '../adapters/standard-output.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { Failure } from '../domain/base/failure.ts';
import { type Result, success } from '../domain/base/result.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
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
import { EXIT, type ExitCode, exitCodeOf } from '../report/exit.ts';
import { failureJson, failureLines } from '../report/failure-text.ts';
import {
  type DecidedFolder,
  type DecidedFolders,
  foldersJson,
  foldersText,
  mayEndIn,
} from '../report/folders-text.ts';
import { jsonText } from '../report/printable.ts';
import { loadGateSettings } from '../settings/loading.ts';
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
import { REGISTER_VIEWS, SESSION_VIEWS } from '../store/session-views.ts';

/**
 * `cs-verify --check`, which answers whether a session may end. This file and what it imports is all that
 * the fast lane loads; docs/architecture.md says why.
 */

/** What the check is asked for beside its answer. */
export interface CheckQuestion {
  readonly verbose: boolean;
  /** The value of `--project`. */
  readonly project: string | undefined;
  readonly spelling: Spelling;
  /** The session that is asked about, where it is not the one of the environment. */
  readonly session?: Session | undefined;
}

interface CheckOptions extends CheckQuestion {
  readonly json: boolean;
}

/** The check's answer and its exit code. */
export interface CheckAnswer {
  readonly stdout: string;
  /** The same as data, which is made only for `--json`. */
  json(): unknown;
  readonly stderr: string;
  readonly exitCode: ExitCode;
}

/** Answers and sets the exit code. False: the command line asks for more than this lane knows. */
export function runCheckLane(args: readonly string[], spelling: Spelling): boolean {
  const options = checkOptions(args, spelling);
  if (options === undefined) return false;
  const { exitCode, json, stderr, stdout } = answerCheck(options);
  const out = options.json ? `${jsonText(json())}\n` : stdout;
  process.exitCode = exitCode;
  const isLong = Buffer.byteLength(out) + Buffer.byteLength(stderr) > FITS_A_PIPE;
  const write = isLong ? writeWithin : writeOutput;
  if (out !== '') write(1, out, timeLeft());
  if (stderr !== '') write(2, stderr, timeLeft());
  return true;
}

function checkOptions(args: readonly string[], spelling: Spelling): CheckOptions | undefined {
  let project: string | undefined;
  const switches: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [, joined] = /^(?:-C|--project)=(.+)$/s.exec(arg) ?? [];
    const isProject = arg === '-C' || arg === '--project' || joined !== undefined;
    if (!isProject) switches.push(arg);
    // One that is given twice or has no value is told of by the full lane.
    else if (project !== undefined) return undefined;
    else project = joined ?? args[++at] ?? '';
  }
  const known = new Set(['--check', '--verbose', '-v', '--json']);
  if (!switches.includes('--check') || !switches.every((one) => known.has(one))) return undefined;
  if (project === '' || project?.startsWith('-')) return undefined;
  const verbose = switches.includes('--verbose') || switches.includes('-v');
  return { verbose, json: switches.includes('--json'), project, spelling };
}

/** Answers by the environment. Every error on the way keeps the gate shut. */
export function answerCheck({ project, session, spelling, verbose }: CheckQuestion): CheckAnswer {
  try {
    const environment = readEnvironment(project);
    if (!environment.ok) return refusal(environment.failure, commandLinesFor(undefined, spelling));
    const asked = session === undefined ? {} : { session };
    return answerIn({ ...environment.value, ...asked }, spelling, verbose);
  } catch (error) {
    return refusal(unexpectedFailure(error), commandLinesFor(undefined, spelling));
  }
}

function answerIn(environment: Environment, spelling: Spelling, verbose: boolean): CheckAnswer {
  const { namedProject, session } = environment;
  if (session === undefined) {
    return refusal({ kind: 'no-session' }, commandLinesFor(namedProject, spelling));
  }
  const looked = decideSession({ environment, session, spelling });
  return 'failure' in looked
    ? refusal(looked.failure, looked.lines)
    : answerOf({ session: session.id, ...looked }, verbose);
}

/** Whose promises are looked at, and where. */
export interface LookedSession {
  readonly environment: Environment;
  readonly session: Session;
  readonly spelling: Spelling;
  /** A further folder in which the session may have promises, where one is known. */
  readonly beside?: string | undefined;
}

/** What is decided in each folder, with the promises there; or what keeps it from being decided. */
export type SessionLook =
  | {
      readonly folders: readonly (DecidedFolder & Pick<AskedFolder, 'listing'>)[];
      readonly lost: readonly LossByRegister[];
    }
  | { readonly failure: Failure; readonly lines: CommandLines };

/** Gathers the facts of the project and of every folder of the register, and decides. */
export function decideSession({
  beside,
  environment,
  session,
  spelling,
}: LookedSession): SessionLook {
  const { namedProject, projectFolder } = environment;
  const files = createNodeFiles(timeLeft);
  const viewOf = (folder: string): SessionView =>
    SESSION_VIEWS.files({ digests: NODE_DIGESTS, files }, folder);
  // An agent that judges for this suite has no promises: its stop must not wait for the promise it judges.
  const registered = isInsideJudge()
    ? NOTHING_REGISTERED
    : readRegister(REGISTER_VIEWS.files(files, userStateFolder()), session);
  const view = viewOf(projectFolder);
  const named = [...(beside === undefined ? [] : [beside]), ...foldersOfLastStop(view, session)];
  const further = furtherFolders({ files, viewOf }, projectFolder, named, registered.promises);
  const asked = { environment, files, session };
  const isWanted = (promise: CompletionPromise) => concernsCheck(promise, session);
  const listing = isInsideJudge() ? { promises: [], broken: [] } : view.listActive(isWanted);
  // A register that cannot be read may name any folder.
  const broken = [...listing.broken, ...registered.broken];
  const lines = commandLinesFor(namedProject, spelling);
  const own = { folder: undefined, view, lines, listing: { ...listing, broken } };
  const others = further.map((one) => ({
    ...one,
    lines: commandLinesFor(one.folder, spelling),
    listing: listFolder(one, (promise) => isOwnedBy(promise, session)),
  }));
  const folders = [];
  for (const folder of [own, ...others]) {
    const decided = decideFor(folder, asked);
    if (!decided.ok) return { failure: decided.failure, lines: folder.lines };
    const { decision, weakened } = decided.value;
    folders.push({ ...folder, ...endedOf(folder.view, decision, session), weakened });
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

/** The answer for all folders together. */
function answerOf(decided: DecidedFolders, verbose: boolean): CheckAnswer {
  const mayEnd = mayEndIn(decided);
  return {
    ...foldersText(decided, verbose),
    json: () => foldersJson(decided),
    exitCode: mayEnd ? EXIT.ok : EXIT.blocked,
  };
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

function timeLeft(): number {
  return MOST_CHECK_MS - millisecondsSinceStart();
}

function refusal(failure: Failure, lines: CommandLines): CheckAnswer {
  return {
    stdout: '',
    json: () => failureJson(failure, lines),
    stderr: `${failureLines(failure, lines)}\n`,
    exitCode: exitCodeOf(failure, 'may-the-session-end'),
  };
}
