import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lazily } from '../../domain/base/lazily.ts';
import { assertTimeLeft, type TimeLeft } from '../bounded-files.ts';
import { userIgnoreFile } from '../environment.ts';
import { attempt } from '../quiet-looks.ts';
import { createReader } from './contents.ts';
import { gitFolderAbove } from './folder.ts';
import { type KeptLook, type KeptLooks, type Look, markOf, newId } from './kept-looks.ts';
import { placeOf } from './latin-paths.ts';
import {
  byPath,
  changesArguments,
  type ListedFile,
  listingArguments,
  parseChanges,
  parseListing,
} from './listing.ts';
import { isSettled, lookAt, type SeenFile, sizeToRead } from './look.ts';
import { askGit, lookMs } from './process.ts';

/** How a checkout is looked at. */
export interface Looking {
  /** Its top, as a real path. */
  readonly top: string;
  readonly timeLeft: TimeLeft;
  /** When the look began, in milliseconds since 1970. */
  readonly now: number;
  /** What earlier looks showed; undefined where everything is looked at anew, and nothing kept. */
  readonly kept: KeptLooks | undefined;
}

/** A repository as it is at one moment, without those inside of it. */
export interface RepositoryLook {
  /** Another one for other content. */
  readonly id: string;
  /** Other repositories inside, by their paths. */
  readonly repositories: readonly string[];
  /** Tracked files, which need not be there, and those that git does not ignore, in the order of their bytes. */
  files(): readonly SeenFile[];
  /** What stands for a file's content. Throws an error with a code where it cannot be read. */
  objectOf(file: SeenFile): string;
  /** A fingerprint of this content that was taken before, by what it is of. */
  recall(of: string): string | undefined;
  remember(of: string, fingerprint: string): void;
  /** Keeps for the next look what was seen and read, and is remembered. */
  keep(): void;
}

/**
 * Looks at a repository from its top; gives why where that is not possible. A file counts as at the last look where git
 * finds it as it was then; all others are looked at, and read where that is asked for. May throw an error with a code.
 */
export function lookAtRepository(place: string, looking: Looking): RepositoryLook | string {
  if (!isWhole(place)) return `${place} is not a complete repository`;
  const basis = basisOf(place, looking.now);
  const since = lookSince(place, basis, looking);
  if (since?.isSame) {
    const { last, loose } = since;
    const files = lazily(() => [...(last.files() ?? anew(place, looking)), ...loose].sort(byPath));
    return lookOf(place, { ...last, files }, false, looking);
  }
  const settled = since?.last.files();
  const listing =
    since?.isListed && settled !== undefined
      ? { ...since.last, files: [...settled, ...since.last.loose].sort(byPath) }
      : listed(place, looking.timeLeft);
  if (typeof listing === 'string') return listing;
  const known = [...(settled ?? []), ...(since?.loose ?? [])];
  const isChanged = (path: string): boolean => since?.changed.has(path) ?? true;
  const { files, repositories } = seenNow(place, listing, known, isChanged, looking);
  const look = { id: newId(), basis, repositories, fingerprints: new Map(), files: () => files };
  return lookOf(place, look, true, looking);
}

/** Where a folder's own `.git` has no HEAD, git would search upwards and find the outer repository again. */
function isWhole(place: string): boolean {
  const link = join(place, '.git');
  return lstatSync(link).isFile() || existsSync(join(link, 'HEAD'));
}

/** What the list of a repository's files depends on beside them; empty where that may change and not show. */
function basisOf(place: string, now: number): string {
  // Where the folder cannot be read, git is asked, and says why.
  const index = attempt(() => gitFolderAbove(place)?.index);
  const stamps = [index, userIgnoreFile()].map((path) => {
    const stats = path && attempt(() => statSync(path));
    if (!stats) return 'none';
    const { ctimeMs, dev, ino, mtimeMs, size } = stats;
    return isSettled(ctimeMs, now) ? `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}` : '';
  });
  return stamps.includes('') ? '' : stamps.join(', ');
}

/** What happened since the last look. */
interface Since {
  readonly last: KeptLook;
  /** The list of files is the same. */
  readonly isListed: boolean;
  /** So are the files. */
  readonly isSame: boolean;
  /** Which of those that git was asked about are not as they were. */
  readonly changed: ReadonlySet<string>;
  /** The others as they are now. */
  readonly loose: readonly SeenFile[];
}

/** Undefined where there was no look before, or it does not help. */
function lookSince(place: string, basis: string, looking: Looking): Since | undefined {
  const last = looking.kept?.read(place);
  if (last === undefined) return undefined;
  const isSameBasis = basis !== '' && basis === last.basis;
  // Git of Windows takes the time of a file's making for that of its change.
  const ask = process.platform === 'win32' ? changesByNumbers : changesByGit;
  const changes = ask(place, last, isSameBasis, looking);
  if (changes === undefined) return undefined;
  const { changed } = changes;
  const loose = last.loose.map(({ mode, object, path, stamp }) => {
    const now = lookAt({ path, mode }, placeOf(place, path), looking.top, looking.now);
    return stamp !== '' && stamp === now.stamp ? { ...now, object } : now;
  });
  const others = loose.filter(({ stamp }, index) => !stamp || stamp !== last.loose[index]?.stamp);
  const isRule = (path: string): boolean => path === RULES || path.endsWith(`/${RULES}`);
  const isListed =
    changes.isListed && ![...changed, ...others.map(({ path }) => path)].some(isRule);
  const isSame = isListed && changed.size === 0 && others.length === 0;
  return { last, isListed, isSame, changed, loose };
}

const RULES = '.gitignore';

type AskedChanges = (
  place: string,
  last: KeptLook,
  isSameBasis: boolean,
  looking: Looking,
) => Pick<Since, 'changed' | 'isListed'> | undefined;

/** Git looks at files as fast as the system can, in several threads. */
const changesByGit: AskedChanges = (place, last, isSameBasis, { timeLeft }) => {
  const question = { apart: last, mostMs: lookMs(timeLeft) };
  const answer = askGit(place, changesArguments(isSameBasis), question);
  if (!answer.ok) return undefined;
  const { changed, others } = parseChanges(answer.output);
  if (!changed.delete(markOf(last.id))) return undefined;
  const repositories = last.repositories.map((path) => `${path}/`);
  const expected = new Set([...repositories, ...last.loose.map(({ path }) => path)]);
  return { changed, isListed: isSameBasis && others.every((path) => expected.has(path)) };
};

const changesByNumbers: AskedChanges = (place, last, _isSameBasis, { now, timeLeft, top }) => {
  const changed = last.files()?.filter((file, index) => {
    if (index % LOOKED_AT_ONCE === 0) assertTimeLeft(timeLeft);
    const { numbers } = lookAt(file, placeOf(place, file.path), top, now);
    return String(numbers) !== String(file.numbers);
  });
  return changed && { changed: new Set(changed.map(({ path }) => path)), isListed: false };
};

interface Listed {
  readonly files: readonly ListedFile[];
  readonly repositories: readonly string[];
}

const QUIETLY = { throwIfNoEntry: false } as const;

/** How many files are looked at before the next look at the clock. */
const LOOKED_AT_ONCE = 256;

function listed(place: string, timeLeft: TimeLeft): Listed | string {
  const answer = askGit(place, listingArguments(), { mostMs: lookMs(timeLeft) });
  if (!answer.ok) return answer.reason;
  const { files, repositories } = parseListing(answer.output);
  // A file may have taken the place of a submodule.
  const isFile = (path: string): boolean =>
    lstatSync(placeOf(place, path), QUIETLY)?.isDirectory() === false;
  const others = repositories.filter(isFile).map((path) => ({ path, mode: undefined }));
  return {
    files: [...files, ...others].sort(byPath),
    repositories: repositories.filter((path) => !isFile(path)),
  };
}

/**
 * The files of a list as they are now. What lies below a link that took a folder's place is not there for git, although
 * the index still has it: the link counts by itself.
 */
function seenNow(
  place: string,
  { files, repositories }: Listed,
  known: readonly SeenFile[],
  isChanged: (path: string) => boolean,
  { now, timeLeft, top }: Looking,
): Listed & { readonly files: readonly SeenFile[] } {
  const last = new Map(known.map((file) => [file.path, file]));
  const seen = files.map(({ mode, path }, index) => {
    const same = isChanged(path) ? undefined : last.get(path);
    if (same !== undefined) return same.mode === mode ? same : { ...same, mode };
    if (index % LOOKED_AT_ONCE === 0) assertTimeLeft(timeLeft);
    return lookAt({ path, mode }, placeOf(place, path), top, now);
  });
  const others = seen.filter(({ mode }) => mode === undefined);
  const links = others.filter(({ kind }) => kind === 'link').map(({ path }) => `${path}/`);
  const isThere = (path: string): boolean => !links.some((link) => path.startsWith(link));
  return {
    files: seen.filter(({ kind, mode, path }) => isThere(path) && (mode ?? kind) !== 'nothing'),
    repositories: repositories.filter(isThere),
  };
}

/** Whether git can be asked about a file at the next look. */
function isForGit(file: SeenFile): boolean {
  return file.kind === 'file' && file.stamp !== '' && typeof sizeToRead(file) === 'number';
}

/** How many fingerprints of one content are kept: each of another scope. */
const MOST_FINGERPRINTS = 50;

type Found = Omit<Look, 'loose'> & Pick<RepositoryLook, 'files'>;

/** `isNews`: there is something to keep. */
function lookOf(
  place: string,
  { basis, files, fingerprints, id, repositories }: Found,
  isNews: boolean,
  { kept, timeLeft, top }: Looking,
): RepositoryLook {
  const known = new Map([...fingerprints].slice(-MOST_FINGERPRINTS));
  const read = createReader(top, timeLeft);
  let isUntold = isNews;
  return {
    ...{ id, repositories, files },
    objectOf(file) {
      isUntold ||= file.object === undefined;
      file.object ??= read(file, placeOf(place, file.path));
      return file.object;
    },
    recall: (of) => known.get(of),
    remember(of, fingerprint) {
      known.set(of, fingerprint);
      isUntold = true;
    },
    keep() {
      if (!isUntold) return;
      const loose = files().filter((file) => !isForGit(file));
      const look = { id, basis, repositories, loose, fingerprints: known };
      kept?.write(place, look, files().filter(isForGit));
      isUntold = false;
    },
  };
}

/** The files where those of the last look cannot be read any more. */
function anew(place: string, looking: Looking): readonly SeenFile[] {
  const look = lookAtRepository(place, { ...looking, kept: undefined });
  if (typeof look === 'string') throw Object.assign(new Error(look), { code: 'EBADMSG' });
  return look.files();
}
