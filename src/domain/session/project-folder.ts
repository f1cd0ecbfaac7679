import type { Failure } from '../base/failure.ts';
import { lazily } from '../base/lazily.ts';
import { failed, type Result, success } from '../base/result.ts';

/**
 * Which folder is the project's, whichever folder a command was started in. docs/state.md tells the order in which
 * they are taken.
 */

/** The variable by which Claude Code names the project folder to its hooks. It counts with every host. */
export const HOST_VARIABLE = 'CLAUDE_PROJECT_DIR';

/** A variable by which a host names it. */
export type HostVariable = `${string}_PROJECT_DIR`;

/** The variable by which session start tells the agent's shells the project of their session. */
export const SESSION_VARIABLE = 'CS_PROJECT_DIR';

/**
 * By what the project folder was found: an option, a variable, the nearest state folder or configuration, the
 * top of the checkout; else it is the current folder.
 */
export type ProjectVia =
  | '--project'
  | HostVariable
  | 'state'
  | 'configuration'
  | typeof SESSION_VARIABLE
  | 'checkout'
  | 'current-folder';

/** What the search goes by, beside what lies on the disk. */
export interface ProjectFacts {
  /** The current folder as a real path; undefined where it was removed. */
  readonly current: string | undefined;
  /** The value of `--project`, as it was typed. */
  readonly asked: string | undefined;
  /** What a host's variable names. It is used as it is. */
  readonly byHost: { readonly variable: HostVariable; readonly folder: string } | undefined;
  /** The project of the session, by `CS_PROJECT_DIR`. */
  readonly session: string | undefined;
}

/** What `.git` in a folder says: that the folder is the top of a checkout. */
export interface CheckoutMark {
  /** Where git keeps the repository, as a real path. All its worktrees share it. Undefined: `.git` is broken. */
  readonly repository: string | undefined;
  readonly isLinked: boolean;
  /** The top of the main worktree, where this is a linked one and git tells where that is. */
  readonly main: string | undefined;
}

/** What the search asks of the disk. Paths are real and absolute but where it is said. None throws. */
export interface FolderProbe {
  /** The absolute path of a folder, links in it kept; undefined where there is not a folder. `path`: as typed. */
  folder(path: string): string | undefined;
  /** The real path of a folder; undefined where there is not a folder. */
  realFolder(path: string): string | undefined;
  /** The folder that a folder lies in; undefined for the root. */
  above(folder: string): string | undefined;
  /** Where a folder lies if the folder `from` above it is taken for the folder `to`. */
  moved(folder: string, from: string, to: string): string;
  isHome(folder: string): boolean;
  /** Whether the user owns a folder, and no other user may write into it. */
  isUsersOwn(folder: string): boolean;
  hasState(folder: string): boolean;
  hasConfiguration(folder: string): boolean;
  checkoutAt(folder: string): CheckoutMark | undefined;
}

export interface FoundProject {
  /** The project folder: with links in it where an option or a variable of the host named it, else a real path. */
  readonly folder: string;
  readonly via: ProjectVia;
  /**
   * The folder that checks run in and proofs are bound to: in the linked worktree that contains the current
   * folder the one that corresponds to the project folder, elsewhere the project folder itself.
   */
  readonly checkout: string;
  /** The project folder, where `--project` named another than would be found without it. */
  readonly named: string | undefined;
  /** `foreign`: the current folder lies in another project than the session's, and nothing named the project. */
  readonly relation: 'own' | 'foreign';
  /** The real path of the session's project, where `CS_PROJECT_DIR` names a folder. */
  readonly session: string | undefined;
}

/** The top of a checkout, and what its `.git` says. */
interface Checkout extends CheckoutMark {
  readonly top: string;
}

/** A folder, and what the search sees from it. */
interface Place {
  readonly folder: string;
  readonly checkout: Checkout | undefined;
  /** The folders that are searched, from the folder itself upwards. */
  readonly searched: readonly string[];
}

/** The project folder, and by what it was found. */
interface Choice {
  readonly folder: string;
  readonly via: ProjectVia;
}

/**
 * Finds the project folder, in this order: the option; the variable of a host; the nearest state folder above
 * the current folder, else the nearest configuration; the session's project, where the current folder belongs to
 * it; the top of the checkout; the current folder. A linked worktree without a state folder of its own belongs to
 * the main worktree. Fails with `no-project-folder` where the option names no folder, and with `file-system`
 * where the current folder was removed and nothing else names the project.
 */
export function findProject(facts: ProjectFacts, probe: FolderProbe): Result<FoundProject> {
  const { asked, byHost, current } = facts;
  const session = facts.session === undefined ? undefined : probe.realFolder(facts.session);
  const place = lazily(() => (current === undefined ? undefined : placeOf(current, probe)));
  const unasked = lazily(
    (): Choice | undefined =>
      (byHost && { folder: byHost.folder, via: byHost.variable }) ??
      chooseByPlace(place(), session, probe),
  );
  const option = asked === undefined ? undefined : probe.folder(asked);
  if (asked !== undefined && option === undefined) {
    return failed({ kind: 'no-project-folder', path: asked });
  }
  const chosen = option === undefined ? unasked() : { folder: option, via: '--project' as const };
  if (chosen === undefined) return failed(NO_CURRENT_FOLDER);
  const isNamed = option !== undefined && !isSame(option, unasked()?.folder, probe);
  const isForeign =
    option === undefined &&
    byHost === undefined &&
    session !== undefined &&
    !belongsTo(place(), session, probe);
  return success({
    ...chosen,
    checkout: chosen.folder === current ? current : checkoutIn(chosen.folder, place(), probe),
    named: isNamed ? option : undefined,
    relation: isForeign ? 'foreign' : 'own',
    session,
  });
}

const NO_CURRENT_FOLDER: Failure = {
  kind: 'file-system',
  action: 'find the current folder',
  path: '.',
  code: 'ENOENT',
};

function isSame(folder: string, other: string | undefined, probe: FolderProbe): boolean {
  return other !== undefined && probe.realFolder(folder) === probe.realFolder(other);
}

/**
 * The folders that are searched: up to the top of the checkout; outside of a repository up to the last that is the
 * user's own, because another user could put a state folder into the others. The user's home is never a project:
 * its `.claude` is the host's, and a repository of the user's settings would take in all that lies below it.
 */
function placeOf(folder: string, probe: FolderProbe): Place {
  const way: string[] = [];
  for (const top of foldersFrom(folder, probe)) {
    if (probe.isHome(top)) break;
    way.push(top);
    const mark = probe.checkoutAt(top);
    if (mark === undefined) continue;
    const main = mark.main === undefined || probe.isHome(mark.main) ? undefined : mark.main;
    return { folder, checkout: { ...mark, main, top }, searched: way };
  }
  const end = way.findIndex((one) => !probe.isUsersOwn(one));
  return { folder, checkout: undefined, searched: end < 0 ? way : way.slice(0, end) };
}

/** A folder and those above it, up to the root. */
function* foldersFrom(folder: string, probe: FolderProbe): Generator<string> {
  for (let one: string | undefined = folder; one !== undefined; one = probe.above(one)) yield one;
}

function chooseByPlace(
  place: Place | undefined,
  session: string | undefined,
  probe: FolderProbe,
): Choice | undefined {
  if (place === undefined) return undefined;
  const withState = nearestState(place, probe);
  if (withState !== undefined) return { folder: withState, via: 'state' };
  const configured = nearestConfiguration(place, probe);
  if (configured !== undefined) return { folder: configured, via: 'configuration' };
  if (session !== undefined && belongsTo(place, session, probe)) {
    return { folder: session, via: SESSION_VARIABLE };
  }
  const { checkout, folder } = place;
  return checkout === undefined
    ? { folder, via: 'current-folder' }
    : { folder: checkout.main ?? checkout.top, via: 'checkout' };
}

/** In a linked worktree its own state comes first, then that of the main worktree. */
function nearestState(place: Place, probe: FolderProbe): string | undefined {
  const { searched } = place;
  return (
    searched.find((folder) => probe.hasState(folder)) ??
    inMain(place, searched, probe).find((folder) => probe.hasState(folder))
  );
}

/** A configuration is committed: a linked worktree that has one is no project of its own by that. */
function nearestConfiguration(place: Place, probe: FolderProbe): string | undefined {
  const configured = place.searched.filter((folder) => probe.hasConfiguration(folder));
  if (place.checkout?.main === undefined) return configured[0];
  return inMain(place, configured, probe).find((folder) => probe.realFolder(folder) !== undefined);
}

/** The folders of the main worktree that correspond to folders of a linked one. */
function inMain(
  { checkout }: Place,
  folders: readonly string[],
  probe: FolderProbe,
): readonly string[] {
  if (checkout?.main === undefined) return [];
  const { main, top } = checkout;
  return folders.map((folder) => probe.moved(folder, top, main));
}

/**
 * Whether a place lies in the repository of a project, in a linked worktree of it, or, where the project has no
 * repository, in its folder. A submodule and a nested repository are repositories of their own.
 */
function belongsTo(place: Place | undefined, project: string, probe: FolderProbe): boolean {
  if (place === undefined) return false;
  const { checkout } = placeOf(project, probe);
  if (checkout === undefined) return [...foldersFrom(place.folder, probe)].includes(project);
  return checkout.repository === undefined
    ? checkout.top === place.checkout?.top
    : checkout.repository === place.checkout?.repository;
}

/** The top of the checkout that a folder lies in; undefined where the search finds none. `folder`: a real path. */
export function findCheckoutTop(folder: string, probe: FolderProbe): string | undefined {
  return placeOf(folder, probe).checkout?.top;
}

/** `FoundProject.checkout` for any project folder and current folder. */
export function findCheckout(
  project: string,
  current: string | undefined,
  probe: FolderProbe,
): string {
  if (current === undefined || current === project) return project;
  return checkoutIn(project, placeOf(current, probe), probe);
}

function checkoutIn(project: string, place: Place | undefined, probe: FolderProbe): string {
  const own = place?.checkout;
  if (own === undefined || !own.isLinked || own.repository === undefined) return project;
  const real = probe.realFolder(project);
  const theirs = real === undefined ? undefined : placeOf(real, probe).checkout;
  if (real === undefined || theirs === undefined) return project;
  if (theirs.repository !== own.repository || theirs.top === own.top) return project;
  return probe.realFolder(probe.moved(real, theirs.top, own.top)) ?? own.top;
}
