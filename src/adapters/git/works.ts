import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import type {
  FreshFolder,
  GitResult,
  MovedPlace,
  Processes,
  Work,
  WorkChange,
  Works,
} from '../../ports.ts';
import { NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { temporaryFolder } from '../environment.ts';
import type { GroupGuard } from '../group-guard.ts';
import { isInsideFolder } from '../inside-folder.ts';
import { attempt } from '../quiet-looks.ts';
import { commitNamed, gitLine, gitPaths, untrackedPaths } from './base.ts';
import { workTreeOf } from './folder.ts';
import { askGit, withoutFilters } from './process.ts';

/** How the names of fresh folders begin; the process that they belong to follows. */
const PREFIX = 'completion-promise-shown-';

/** Folders of dependencies. They are none of the work, whether git ignores them or not. */
const DEPENDENCIES: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  'vendor',
  'bower_components',
  '.bundle',
  'Pods',
  '.yarn',
]);

/** What is written by runs, and no work where git was not told to ignore it. */
const OF_RUNS: ReadonlySet<string> = new Set(['__pycache__', '.pytest_cache', 'target']);

/** Largest file that is read, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/** The works of a machine, whose fresh folders name this process, and end with it. */
export function createWorks({ fate, self }: Processes, guard: GroupGuard): Works {
  const place = self.place.slice(0, 16);
  const prefix = `${PREFIX}${place}-${self.pid}-${self.started}-`;
  const sweep = (): void => {
    const names = attempt(() => readdirSync(temporaryFolder())) ?? [];
    for (const name of names) {
      const [, of, pid, started = '0'] =
        /^completion-promise-shown-([^-]+)-(\d+)-(\d+)-/.exec(name) ?? [];
      if (of !== place) continue;
      if (fate({ ...self, pid: Number(pid), started }) !== 'gone') continue;
      removeFolder(join(temporaryFolder(), name));
    }
  };
  return {
    since(base, folder) {
      const top = workTreeOf(folder);
      if (top === undefined) return { ok: false, reason: 'the project is not in a git repository' };
      const begun = base === '' ? undefined : commitNamed(top, base);
      if (begun?.ok === false) return begun;
      const changes = changesSince(top, begun?.value ?? '');
      if (!changes.ok) return changes;
      const work: Work = {
        changes: changes.value,
        now: (path) => contentOf(join(top, path)),
        without() {
          sweep();
          return freshFolder({
            base: begun?.value ?? '',
            folder,
            top,
            prefix,
            guard,
            changes: changes.value,
          });
        },
      };
      return { ok: true, value: work };
    },
  };
}

/** The files that changed since a commit, committed or not, but those of dependencies and of the suite. */
function changesSince(top: string, base: string): GitResult<readonly WorkChange[]> {
  const changed =
    base === ''
      ? gitPaths(top, ['ls-files', '-z', '-c'])
      : gitPaths(top, [...DIFFERENCE, base, '--'], { settings: withoutFilters(top) });
  if (!changed.ok) return changed;
  const untracked = untrackedPaths(top);
  if (!untracked.ok) return untracked;
  const isWork = (path: string): boolean =>
    !isStatePath(path) &&
    !path.endsWith('/') &&
    !path.split('/').some((name) => OF_RUNS.has(name)) &&
    !isDependency(path);
  const paths = [...new Set([...changed.value, ...untracked.value])].filter(isWork).sort();
  const isThere = (path: string): boolean =>
    lstatSync(join(top, path), { throwIfNoEntry: false }) !== undefined;
  return { ok: true, value: paths.map((path) => ({ path, isThere: isThere(path) })) };
}

const DIFFERENCE = [
  'diff',
  '--name-only',
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--ignore-submodules=all',
];

function isDependency(path: string): boolean {
  return dirname(path)
    .split('/')
    .some((name) => DEPENDENCIES.has(name));
}

/** Links are not followed: what one leads to is no file of the work. */
function contentOf(path: string): Buffer | undefined {
  const reading = readBounded(path, { mostBytes: LARGEST, leftMs: NO_DEADLINE, follow: false });
  return reading.found === 'bytes' ? reading.bytes : undefined;
}

interface Wanted {
  readonly base: string;
  readonly folder: string;
  readonly top: string;
  readonly prefix: string;
  readonly guard: GroupGuard;
  readonly changes: readonly WorkChange[];
}

function freshFolder(wanted: Wanted): GitResult<FreshFolder> {
  const { base, changes, folder, guard, prefix, top } = wanted;
  let made: string | undefined;
  const remove = (): void => {
    if (made !== undefined) removeFolder(made);
    guard.holds(undefined);
  };
  try {
    made = realpathSync(mkdtempSync(join(temporaryFolder(), prefix)));
    const root = made;
    guard.holds(root);
    if (isInsideFolder(root, top)) throw new Error('the temporary folder lies in the project');
    const to = join(root, basename(top) || 'project');
    exportBase(top, base, to);
    lendAll(top, to);
    const inside = relative(top, realpathSync(folder));
    const place: MovedPlace = {
      from: [...new Set([top, workTreeAsNamed(folder, inside)])],
      to,
      pythonRoots: pythonRoots(top, to, changes),
    };
    return {
      ok: true,
      value: {
        folder: join(to, inside),
        place,
        read: (path) => contentOf(join(to, path))?.toString('utf8'),
        write(path, text) {
          writeFileSync(roomFor(to, path), text, { flag: 'wx' });
        },
        take: (path) => take(top, to, path),
        untracked() {
          const names = gitPaths(to, ['ls-files', '-z', '-o']);
          return names.ok ? names.value.filter((name) => !isDependency(name)) : [];
        },
        stamp(path) {
          const stats = lstatSync(join(to, path), { bigint: true, throwIfNoEntry: false });
          return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
        },
        remove,
      },
    };
  } catch (error) {
    remove();
    const why = isSystemError(error) ? errorCode(error) : reasonIn(error);
    return { ok: false, reason: `no folder without the work could be made (${why})` };
  }
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

/** The top of a checkout by the name that its project's folder was given by, which may lead through links. */
function workTreeAsNamed(folder: string, inside: string): string {
  const levels = inside === '' ? 0 : inside.split(sep).length;
  return resolve(folder, ...Array.from({ length: levels }, () => '..'));
}

/** A repository of its own that has the commits of the checkout's, checked out at a commit. */
function exportBase(top: string, base: string, to: string): void {
  const ask = (place: string, ...args: string[]): string => {
    const answer = gitLine(place, args);
    if (!answer.ok) throw new Error(answer.reason);
    return answer.value;
  };
  const git = join(to, '.git');
  mkdirSync(join(git, 'objects', 'info'), { recursive: true });
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true });
  const format = gitLine(top, ['rev-parse', '--show-object-format']);
  const isLong = format.ok && format.value === 'sha256';
  const extensions = isLong ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const settings = `[core]\n\trepositoryFormatVersion = ${isLong ? 1 : 0}\n\tbare = false\n`;
  writeFileSync(join(git, 'config'), settings + extensions);
  writeFileSync(join(git, 'HEAD'), base === '' ? 'ref: refs/heads/main\n' : `${base}\n`);
  const objects = resolve(top, ask(top, 'rev-parse', '--git-path', 'objects'));
  writeFileSync(join(git, 'objects', 'info', 'alternates'), `${objects}\n`);
  const shallow = resolve(top, ask(top, 'rev-parse', '--git-path', 'shallow'));
  if (existsSync(shallow)) copyFileSync(shallow, join(git, 'shallow'));
  if (base === '') return;
  ask(to, 'read-tree', base);
  const written = askGit(to, ['checkout-index', '-a', '-f', '-q'], {
    settings: withoutFilters(top),
  });
  if (!written.ok) throw new Error(written.reason);
  const staged = gitPaths(to, ['ls-files', '-z', '-s']);
  for (const entry of staged.ok ? staged.value : []) {
    const submodule = /^160000 \S+ \d\t(.*)$/s.exec(entry)?.[1];
    if (submodule === undefined || !existsSync(join(top, submodule))) continue;
    attempt(() => rmdirSync(join(to, submodule)));
    attempt(() => symlinkSync(join(top, submodule), join(to, submodule), 'junction'));
  }
}

/** Puts the checkout's dependencies at hand, without a way back to its own files. */
function lendAll(top: string, to: string): void {
  const listed = gitPaths(top, ['ls-files', '-z', '-o', '--directory', '--no-empty-directory']);
  for (const name of listed.ok ? listed.value : []) {
    const path = name.replace(/\/$/, '');
    const from = join(top, path);
    if (GENERATED.test(path)) lendGenerated({ top, to }, path);
    if (!DEPENDENCIES.has(basename(path)) || existsSync(join(to, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    const isLink = lstatSync(from).isSymbolicLink();
    const isTree = /^(?:node_modules|vendor)$/.test(basename(path)) && !isLink;
    if (isTree) lend({ top, to }, path);
    else if (isLink) copyLink({ top, to }, path);
    else symlinkSync(from, join(to, path), 'junction');
  }
}

/** What is made for a package of Python where it is installed, its version above all, and is seldom committed. */
const GENERATED = /\.(?:py|pyi|so|pyd)$/;

/** Copies a file that git was told to ignore: all others are the work. It has to lie beside files of the base. */
function lendGenerated({ to, top }: Parallel, path: string): void {
  if (!existsSync(dirname(join(to, path))) || existsSync(join(to, path))) return;
  if (!gitLine(top, ['check-ignore', '-q', '--', path]).ok) return;
  if (lstatSync(join(top, path)).isFile()) copyFileSync(join(top, path), join(to, path));
}

interface Parallel {
  readonly top: string;
  readonly to: string;
}

/** Folders that hold links, or find the project by where they are: real ones. */
const REAL = /^(?:\.bin|@[^/]*|composer)$/;

/** Hidden folders of packages. All others are caches, which runs write to. */
const STORES = /^\.(?:pnpm|store|deno|ignored|yarn.*)$/;

/** Makes a real folder whose links lead into the fresh folder where they led into the checkout; the rest is linked. */
function lend(places: Parallel, path: string): void {
  mkdirSync(join(places.to, path), { recursive: true });
  for (const entry of readdirSync(join(places.top, path), { withFileTypes: true })) {
    const name = `${path}/${entry.name}`;
    const from = join(places.top, name);
    const to = join(places.to, name);
    if (entry.isSymbolicLink()) copyLink(places, name);
    else if (entry.isFile()) copyFileSync(from, to);
    else if (!entry.isDirectory()) continue;
    else if (entry.name === 'composer' && path.endsWith('vendor')) {
      cpSync(from, to, { recursive: true });
    } else if (REAL.test(entry.name)) lend(places, name);
    else if (!entry.name.startsWith('.') || STORES.test(entry.name)) {
      symlinkSync(from, to, 'junction');
    }
  }
}

/** A link as it is, where that leads to the same place; one that leads into the checkout leads to its like. */
function copyLink({ to, top }: Parallel, path: string): void {
  const target = readlinkSync(join(top, path));
  const whole = resolve(dirname(join(top, path)), target);
  const inside = relative(top, whole);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  if (isOutside) symlinkSync(whole, join(to, path), 'junction');
  else symlinkSync(isAbsolute(target) ? join(to, inside) : target, join(to, path), 'junction');
}

/** Has a file be as it is in the checkout. */
function take(top: string, to: string, path: string): void {
  const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
  if (stats === undefined) rmSync(join(to, path), { recursive: true, force: true });
  else if (stats.isSymbolicLink()) {
    roomFor(to, path);
    copyLink({ top, to }, path);
  } else if (stats.isFile()) {
    const target = roomFor(to, path);
    copyFileSync(join(top, path), target);
    chmodSync(target, stats.mode | 0o600);
  }
}

/** Makes room for a file, and folders above it: a link on its way is replaced, and not followed. */
function roomFor(to: string, path: string): string {
  let place = to;
  const names = path.split('/');
  for (const name of names.slice(0, -1)) {
    place = join(place, name);
    const there = lstatSync(place, { throwIfNoEntry: false });
    if (there?.isDirectory()) continue;
    rmSync(place, { force: true });
    mkdirSync(place);
  }
  const target = join(to, path);
  rmSync(target, { recursive: true, force: true });
  return target;
}

/** Where modules of Python lie that changed, and where they lie by custom: in front of what is installed. */
function pythonRoots(top: string, to: string, changes: readonly WorkChange[]): readonly string[] {
  const roots = new Set<string>();
  for (const { path } of changes) {
    if (!path.endsWith('.py') || /(?:^|\/)(?:tests?\/|conftest\.py$|test_[^/]*$)/.test(path))
      continue;
    let root = dirname(path);
    while (root !== '.' && existsSync(join(top, root, '__init__.py'))) root = dirname(root);
    roots.add(join(to, root));
  }
  if (roots.size > 0 && existsSync(join(to, 'src'))) roots.add(join(to, 'src'));
  return [...roots];
}

/** Never throws: a later run sweeps up what cannot be removed now. */
function removeFolder(folder: string): void {
  attempt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
