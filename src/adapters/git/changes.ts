import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Beginning } from '../../domain/promise/beginning.ts';
import {
  type ChangedFile,
  onOneLine,
  type PatchReading,
} from '../../domain/promise/shown-changes.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import type { ChangeSet, Changes, GitResult } from '../../ports.ts';
import { NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { commitBefore, commitNamed, gitLine, untrackedPaths } from './base.ts';
import { askGit } from './process.ts';

/** Options that keep the user's and the project's configuration from changing a patch. */
const DIFF = [
  '--literal-pathspecs',
  'diff',
  '--submodule=short',
  '--ignore-submodules=none',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-color',
  '--relative',
  '--unified=3',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Most untracked files whose lines are counted. Where there are more, a folder was not ignored. */
const MOST_COUNTED = 200;

/** Largest untracked file that is read, in bytes: of a larger one only a part could be shown anyway. */
const LARGEST_READ = 4 * 1024 * 1024;

/** Largest patch that is read, in bytes: not even the beginning of a larger one says much. */
const LARGEST_PATCH = 16 * 1024 * 1024;

const UNREADABLE: PatchReading = { found: false, why: 'unreadable' };

/** How much of a file git looks at to tell whether it is binary, in bytes. */
const LOOKED_AT = 8000;

/** A project's folder, and how many milliseconds are left for looking at it. */
interface Place {
  readonly folder: string;
  readonly leftMs: () => number;
}

/**
 * What changed in a project's folder, committed or not. `leftMs`: how many milliseconds are left for looking;
 * after them nothing more is found.
 */
export function createGitChanges(folder: string, leftMs: () => number): Changes {
  return { since: (beginning) => changesSince({ folder, leftMs }, beginning) };
}

function changesSince({ folder, leftMs }: Place, beginning: Beginning): GitResult<ChangeSet> {
  const before = baseOf({ folder, leftMs }, beginning);
  if (!before.ok) return before;
  // Where there was no commit yet, everything is new.
  const base = before.value === '' ? emptyTree({ folder, leftMs }) : before;
  if (!base.ok) return base;
  const numstat = [...DIFF, '--numstat', '-z', base.value, '--'];
  const counted = askGit(folder, numstat, { mostMs: leftMs() });
  if (!counted.ok) return { ok: false, reason: counted.reason };
  const untracked = untrackedPaths(folder, { mostMs: leftMs() });
  if (!untracked.ok) return untracked;
  const files = [
    ...trackedFiles(counted.output.toString('utf8')),
    ...untracked.value.map((path, index) => untrackedFile(folder, path, index < MOST_COUNTED)),
  ];
  return {
    ok: true,
    value: {
      files: files.filter(({ path }) => !isStatePath(path)),
      patchOf: (file) => patchOf({ folder, leftMs }, base.value, file),
      before: (path) => contentAt({ folder, leftMs }, base.value, path),
    },
  };
}

/**
 * The commit that work began from; empty where there was none. The time is used only where no commit is
 * recorded, because authors can give commits any date.
 */
function baseOf({ folder, leftMs }: Place, { at, commit }: Beginning): GitResult<string> {
  if (typeof commit === 'string') {
    const known = commitNamed(folder, commit, { mostMs: leftMs() });
    if (known.ok) return known;
  }
  const byTime = commitBefore(folder, at, { mostMs: leftMs() });
  return byTime.ok && commit === null ? { ok: true, value: '' } : byTime;
}

/** The id of the tree that holds nothing, in the format that the repository's ids have. */
function emptyTree({ folder, leftMs }: Place): GitResult<string> {
  return gitLine(folder, ['hash-object', '-t', 'tree', '--stdin'], { mostMs: leftMs() });
}

/** Reads `<added> TAB <removed> TAB <path>`, with dashes for a binary file. */
function trackedFiles(numstat: string): readonly ChangedFile[] {
  return numstat.split('\0').flatMap((entry): readonly ChangedFile[] => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(entry) ?? [];
    if (added === undefined || removed === undefined || path === undefined) return [];
    return added === '-'
      ? [{ path, added: null, removed: null, isNew: false, content: 'binary' }]
      : [{ path, added: Number(added), removed: Number(removed), isNew: false, content: 'text' }];
  });
}

function untrackedFile(folder: string, path: string, isCounted: boolean): ChangedFile {
  const file = { path, added: null, removed: null, isNew: true } as const;
  if (!isCounted) return { ...file, content: 'text' };
  const reading = readUntracked(folder, path);
  return 'why' in reading
    ? { ...file, content: reading.why }
    : { ...file, added: linesOf(reading.text).length, removed: 0, content: 'text' };
}

type UntrackedReading =
  | { readonly text: string; readonly mode: string }
  | { readonly why: 'binary' | 'unreadable' };

/** A file's text; of a link its target, as git keeps it. */
function readUntracked(folder: string, path: string): UntrackedReading {
  const place = join(folder, path);
  try {
    const stats = lstatSync(place);
    if (stats.isSymbolicLink()) return { text: readlinkSync(place), mode: '120000' };
    const limits = { mostBytes: LARGEST_READ, leftMs: NO_DEADLINE, follow: false };
    const reading = readBounded(place, limits);
    if (reading.found !== 'bytes') return { why: 'unreadable' };
    const { bytes } = reading;
    return bytes.subarray(0, LOOKED_AT).includes(0)
      ? { why: 'binary' }
      : { text: bytes.toString('utf8'), mode: stats.mode & 0o100 ? '100755' : '100644' };
  } catch {
    return { why: 'unreadable' };
  }
}

function patchOf(
  { folder, leftMs }: Place,
  base: string,
  { isNew, path }: ChangedFile,
): PatchReading {
  if (leftMs() <= 0) return UNREADABLE;
  if (!isNew) {
    const answer = askGit(folder, [...DIFF, base, '--', path], { mostMs: leftMs() });
    if (!answer.ok || answer.output.length > LARGEST_PATCH) return UNREADABLE;
    const text = ownSections(answer.output.toString('utf8'));
    // A name that is not UTF-8 names no file after it was decoded.
    return text === '' ? UNREADABLE : { found: true, text };
  }
  const reading = readUntracked(folder, path);
  if ('why' in reading) return { found: false, why: reading.why };
  const lines = linesOf(reading.text);
  const there = onOneLine(`b/${path}`);
  const isEnded = reading.text === '' || reading.text.endsWith('\n');
  const text = [
    `diff --git ${onOneLine(`a/${path}`)} ${there}`,
    `new file mode ${reading.mode}`,
    ...(lines.length === 0
      ? []
      : ['--- /dev/null', `+++ ${there}`, `@@ -0,0 +1,${lines.length} @@`]),
    ...lines.map((line) => `+${line}`),
    ...(isEnded ? [] : ['\\ No newline at end of file']),
  ];
  return { found: true, text: `${text.join('\n')}\n` };
}

/**
 * The parts of a patch that are about its first file. Where a folder took a file's place, git's patch also
 * has the files in that folder, which may be files that must never be shown.
 */
function ownSections(patch: string): string {
  const sections = patch.split(/^(?=diff --git )/m);
  const [header = ''] = (sections[0] ?? '').split('\n', 1);
  return sections.filter((section) => section.startsWith(`${header}\n`)).join('');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function contentAt({ folder, leftMs }: Place, base: string, path: string): string | undefined {
  const blob = ['cat-file', 'blob', `${base}:./${path}`];
  const answer = askGit(folder, blob, { mostMs: leftMs() });
  const isTaken = answer.ok && answer.output.length <= LARGEST_PATCH;
  return isTaken ? answer.output.toString('utf8') : undefined;
}
