import { dirname, join } from 'node:path';
import { listBounded, NO_DEADLINE } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';
import { gitPaths } from './base.ts';
import { gitFolderAbove } from './folder.ts';
import { askGitAbout } from './input.ts';
import { askGit, lookMs } from './process.ts';

/** Most merges, and most entries of the reflog, that are looked at: later work has the newest. */
const MOST_MERGES = 500;
const MOST_ENTRIES = 5000;
/** Most commits that came from elsewhere that files are compared with. */
const MOST_ARRIVALS = 100;
/** Most linked worktrees whose commits are looked at. */
const MOST_WORKTREES = 200;
/** Most files whose last commit is looked up one by one. */
const MOST_LOOKED_UP = 200;

/** A checkout, and where some work in it began. */
interface WorkPlace {
  readonly folder: string;
  /** The commit that it began from; empty where there was none. */
  readonly base: string;
  /** When it began, in milliseconds since the epoch. */
  readonly began: number;
  /**
   * Whether only what others committed beside `base` was brought: not what a file held in an earlier commit,
   * which anybody can go back to.
   */
  readonly isNewOnly?: boolean;
}

/**
 * Those of some changed files that hold exactly what a merge, a pull or another move to a commit of others brought. What
 * was committed since in this checkout, on any branch or in a linked worktree is no such thing, whichever way it was
 * merged. Paths must be tracked.
 */
export function broughtIn(place: WorkPlace, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const log = movesOfHead(place);
  const own = new Set([...log.own, ...madeBeside(place)]);
  const arrivals = [...new Set([...mergedParents(place), ...log.arrivals])].slice(0, MOST_ARRIVALS);
  const touched = touchedBy(place, own, paths);
  const brought = new Set<string>();
  let lookups = MOST_LOOKED_UP;
  const isOwn = (path: string, arrival: string): boolean => {
    if (!touched.has(path) && !place.isNewOnly) return false;
    lookups -= 1;
    const since = place.isNewOnly && place.base !== '' ? `${place.base}..${arrival}` : arrival;
    const last = lookups < 0 ? undefined : lastCommitOf(place, since, path);
    return last === undefined || own.has(last);
  };
  for (const arrival of arrivals) {
    const left = paths.filter((path) => !brought.has(path));
    for (const path of sameAs(place, arrival, left)) if (!isOwn(path, arrival)) brought.add(path);
  }
  return [...brought];
}

const question = () => ({ mostMs: lookMs(NO_DEADLINE) });

/** What git prints, word by word; nothing where it fails. */
function words({ folder }: WorkPlace, args: readonly string[], input?: string): readonly string[] {
  const all = [...PLAIN, ...args];
  const answer =
    input === undefined
      ? askGit(folder, all, question())
      : askGitAbout(input, folder, all, question());
  return answer.ok ? answer.output.toString('utf8').split('\n') : [];
}

/** Settings of a user that would change what `git log` prints. */
const PLAIN = [
  '-c',
  'log.showSignature=false',
  '-c',
  'log.showRoot=true',
  '-c',
  'log.follow=false',
];

/** The second and further parents of the merges since. */
function mergedParents(place: WorkPlace): readonly string[] {
  const { base } = place;
  const range = base === '' ? 'HEAD' : `${base}..HEAD`;
  const args = ['rev-list', '--merges', '--parents', `--max-count=${MOST_MERGES}`, range, '--'];
  return words(place, args).flatMap((line) => line.split(' ').slice(2));
}

/** Moves of HEAD to a commit that was there already: everything else makes one. */
const ARRIVAL =
  /: Fast-forward$|^(?:pull|rebase)\b[^:]*\((?:start|finish|abort)\)|^rebase (?:finished|aborted)|^(?:reset|checkout|clone): /;

/** What makes a commit, as a reflog says it. */
const MADE =
  /^(?:commit|cherry-pick|revert|am|rebase\b[^:]*\((?:pick|squash|fixup|reword|edit|continue)\))/;

interface MovesOfHead {
  /** The commits that HEAD was moved to, newest first. */
  readonly arrivals: readonly string[];
  /** The commits that were made here. */
  readonly own: ReadonlySet<string>;
}

/** The moves of HEAD in this checkout since the work began, by its reflog. */
function movesOfHead(place: WorkPlace): MovesOfHead {
  const entries = reflogOf(place, ['HEAD']);
  const isSince = ({ at }: ReflogEntry): boolean => at * 1000 >= place.began;
  // A commit can be given any date: so all that came after the last arrival at the commit that work began from counts.
  const base = entries.findIndex((entry) => entry.commit === place.base && !isSince(entry));
  const since = entries.slice(0, Math.max(base, entries.findLastIndex(isSince)) + 1);
  const isArrival = ({ commit, said }: ReflogEntry): boolean =>
    ARRIVAL.test(said) || commit === place.base;
  return {
    arrivals: since.filter(isArrival).map(({ commit }) => commit),
    own: new Set(since.filter((entry) => !isArrival(entry)).map(({ commit }) => commit)),
  };
}

/** The commits that were made since on any branch, and in the other worktrees of the repository. */
function madeBeside(place: WorkPlace): readonly string[] {
  const beside = [['--branches'], ...headsBeside(place).map((head) => [head])];
  return beside
    .flatMap((refs) => reflogOf(place, refs))
    .filter(({ at, said }) => at * 1000 >= place.began && MADE.test(said))
    .map(({ commit }) => commit);
}

/** The names of the HEADs of a repository's other worktrees. */
function headsBeside(place: WorkPlace): readonly string[] {
  const git = attempt(() => gitFolderAbove(place.folder));
  if (git === undefined) return [];
  const listing = listBounded(join(dirname(git.config), 'worktrees'), {
    mostNames: MOST_WORKTREES,
    leftMs: NO_DEADLINE,
  });
  const names = 'entries' in listing ? listing.entries : [];
  return ['main-worktree/HEAD', ...names.map(({ name }) => `worktrees/${name}/HEAD`)];
}

interface ReflogEntry {
  readonly commit: string;
  /** In seconds since the epoch, as the committer's clock said. */
  readonly at: number;
  readonly said: string;
}

/** The entries of the reflogs of some refs, newest first; none where there is no such ref. */
function reflogOf(place: WorkPlace, refs: readonly string[]): readonly ReflogEntry[] {
  const shape = ['--date=unix', '--format=%H%x09%gd%x09%gs'];
  const args = ['log', '--walk-reflogs', `--max-count=${MOST_ENTRIES}`, ...shape, ...refs, '--'];
  return words(place, args).flatMap((line) => {
    const [commit, seconds, said] = /^(\w+)\t.*@\{(\d+)\}\t(.*)$/.exec(line)?.slice(1) ?? [];
    return commit === undefined ? [] : [{ commit, at: Number(seconds), said: said ?? '' }];
  });
}

/** Those of some files that any of some commits touched. */
function touchedBy(
  place: WorkPlace,
  commits: ReadonlySet<string>,
  paths: readonly string[],
): ReadonlySet<string> {
  if (commits.size === 0) return new Set();
  const args = [
    '--literal-pathspecs',
    'log',
    '--no-walk',
    '--stdin',
    '-m',
    '--format=',
    '--name-only',
  ];
  const all = [...PLAIN, ...args, '-z', '--relative'];
  const answer = askGitAbout(`${[...commits].join('\n')}\n`, place.folder, all, question());
  // Where git does not say, any of them may be this checkout's own.
  if (!answer.ok) return new Set(paths);
  return new Set(answer.output.toString('utf8').split(/[\0\n]/));
}

/** Those of some tracked files that hold what they hold in a commit. */
function sameAs(place: WorkPlace, commit: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const args = ['diff', '--name-only', '-z', '--relative', '--no-renames', '--no-ext-diff'];
  const all = ['--literal-pathspecs', ...args, commit, '--', ...paths];
  const differing = gitPaths(place.folder, all, question());
  if (!differing.ok) return [];
  const others = new Set(differing.value);
  return paths.filter((path) => !others.has(path));
}

/** The commit that last changed a file, seen from another. */
function lastCommitOf(place: WorkPlace, from: string, path: string): string | undefined {
  const args = ['--literal-pathspecs', 'log', '-1', '--format=%H', from, '--', path];
  return words(place, args)[0] || undefined;
}
