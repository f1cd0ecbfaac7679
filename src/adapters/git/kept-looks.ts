import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../domain/base/digest.ts';
import { isObject, isTexts, parseDocument } from '../../domain/base/document.ts';
import type { Clock } from '../../ports.ts';
import { makeFolders, NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { replaceByDraft } from '../patient-rename.ts';
import { attempt } from '../quiet-looks.ts';
import { NUMBERS, type SeenFile, seenBefore } from './look.ts';

/**
 * What the last look at each repository showed, in a folder of the user's own: an index, as git keeps one, of the files
 * that had settled, so that git can say which of them are not as they were; and beside it what git is not asked about.
 * What is missing or broken is looked at anew.
 */
export interface KeptLooks {
  readonly folder: string;
  /** `place`: the top of the repository, as a real path. Never throws. */
  read(place: string): KeptLook | undefined;
  /** Keeps a look in the place of the last one, as far as that is possible. `settled`: the files that are not loose. */
  write(place: string, look: Look, settled: readonly SeenFile[]): void;
}

export interface Look {
  /** Another one for other content. */
  readonly id: string;
  /** What the list of its files depended on; empty where that could change unseen. */
  readonly basis: string;
  readonly repositories: readonly string[];
  /** The files that git is not asked about: links, and what had just changed, is large, or is not there. */
  readonly loose: readonly Pick<SeenFile, 'mode' | 'object' | 'path' | 'stamp'>[];
  /** Fingerprints of this content, by what they are of. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

export interface KeptLook extends Look {
  /** The index, and a folder that git takes for that of a repository. */
  readonly index: string;
  readonly gitFolder: string;
  /** The files of the index, in the order of their bytes; undefined where it is broken. */
  files(): readonly SeenFile[] | undefined;
}

/** The first entry of an index: there is no such file, so git always names it. It shows that git read this index. */
export function markOf(id: string): string {
  return MARK + id;
}

const MARK = '\u0001completion-promise-';
const OF_NOTHING = [0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0];

export function newId(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex');
}

/** How long a look is kept that nothing replaces, in milliseconds. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
/** How far the clock may have been set back since a look, in milliseconds: the same times would come again. */
const SET_BACK_MS = 1000;
const LIMITS = { mostBytes: 1024 * 1024 * 1024, leftMs: NO_DEADLINE, follow: false };

export function createKeptLooks(folder: string, { machine, now }: Clock): KeptLooks {
  const gitFolder = join(folder, 'git');
  const read: KeptLooks['read'] = (place) => {
    const name = digestOf(place);
    const reading = readBounded(join(folder, `${name}.json`), LIMITS);
    const text = reading.found === 'bytes' ? reading.bytes.toString('utf8') : '';
    const look = lookIn(text, now() - machine() + SET_BACK_MS);
    if (look === undefined) return undefined;
    const index = join(folder, `${name}-${look.id}`);
    const files = () => {
      const bytes = readBounded(index, LIMITS);
      return bytes.found === 'bytes' ? attempt(() => filesIn(bytes.bytes)) : undefined;
    };
    return { ...look, index, gitFolder, files };
  };
  const write: KeptLooks['write'] = (place, look, settled) => {
    const name = digestOf(place);
    const last = read(place)?.id;
    makeGitFolder(gitFolder);
    const index = join(folder, `${name}-${look.id}`);
    replace(index, indexOf(settled, look.id));
    // Git reads the content of what is as old as its index, or newer: what could change unseen is in none of these.
    utimesSync(index, 0, 0);
    replace(join(folder, `${name}.json`), textOf(look, now() - machine()));
    // Another look may still read the last index.
    const isOld = (file: string): boolean =>
      file.startsWith(`${name}-`)
        ? ![last, look.id].some((id) => file === `${name}-${id}`)
        : statSync(join(folder, file)).ctimeMs + KEPT_MS < now();
    for (const file of readdirSync(folder)) {
      if (file !== 'git' && attempt(() => isOld(file))) rmSync(join(folder, file), { force: true });
    }
  };
  return { folder, read, write: (...kept) => void attempt(() => write(...kept)) };
}

/** It is not forced to the disk: what is lost is looked at anew. */
function replace(path: string, content: string | Uint8Array): void {
  replaceByDraft(path, `${path}.${process.pid}`, content);
}

/** An empty repository: no setting, attribute or flag of another one is in force with it. */
function makeGitFolder(folder: string): void {
  for (const name of ['objects', 'refs']) makeFolders(join(folder, name), 0o700);
  attempt(() => writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/none\n', { flag: 'wx' }));
}

function textOf({ fingerprints, loose, ...look }: Look, clock: number): string {
  const rows = loose.map(({ mode = '', object = '', path, stamp }) => [path, mode, stamp, object]);
  return JSON.stringify({ ...look, clock, loose: rows, fingerprints: [...fingerprints] });
}

function lookIn(text: string, mostClock: number): Look | undefined {
  const parsed = parseDocument(text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { basis, clock, fingerprints, id, loose, repositories } = parsed.value;
  if (typeof clock !== 'number' || clock > mostClock) return undefined;
  if (typeof basis !== 'string' || !isTexts(repositories)) return undefined;
  if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id)) return undefined;
  if (!isRows(loose) || !isRows(fingerprints)) return undefined;
  const files = loose.map(([path = '', mode, stamp = '', object]) => {
    return { path, mode: mode || undefined, stamp, object: object || undefined };
  });
  const known = new Map(fingerprints.map(([of = '', digest = '']) => [of, digest]));
  return { id, basis, repositories, loose: files, fingerprints: known };
}

function isRows(value: unknown): value is readonly (readonly string[])[] {
  return Array.isArray(value) && value.every(isTexts);
}

/** The parts of an index of version 2, of git's index format. */
const HEADER_BYTES = 12;
/** Ten numbers, the id of an object, and the length of the path. */
const [ID_AT, LENGTH_AT, PATH_AT] = [4 * NUMBERS, 4 * NUMBERS + 20, 4 * NUMBERS + 22] as const;
/** Paths from this length on are told by the zero byte behind them. */
const LONG_PATH = 0xfff;
/** An extension that git passes over: a digest for each entry, zero where none is known. */
const DIGESTS = 'CPCD';
const DIGEST_BYTES = 32;
const UNREAD = '0'.repeat(2 * DIGEST_BYTES);
const CHECKSUM_BYTES = 20;

function entryBytes(path: string): number {
  return (PATH_AT + path.length + 8) & ~7;
}

/** The index of some files, in the order of their bytes. Where an object's id would stand is the mode of a tracked file. */
function indexOf(files: readonly SeenFile[], id: string): Uint8Array {
  const mark = seenBefore({ path: markOf(id), mode: undefined }, OF_NOTHING);
  const entries = [mark, ...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const size = entries.reduce((sum, { path }) => sum + entryBytes(path), HEADER_BYTES);
  const index = Buffer.alloc(size + 8 + entries.length * DIGEST_BYTES);
  index.write('DIRC', 'latin1');
  index.writeUInt32BE(2, 4);
  index.writeUInt32BE(entries.length, 8);
  let at = HEADER_BYTES;
  let digestAt = size + 8;
  for (const { mode, numbers, object, path } of entries) {
    numbers.forEach((number, which) => {
      index.writeUInt32BE(number >>> 0, at + 4 * which);
    });
    index.writeUInt32BE(Number.parseInt(mode ?? '0', 8), at + ID_AT);
    index.writeUInt16BE(Math.min(path.length, LONG_PATH), at + LENGTH_AT);
    index.write(path, at + PATH_AT, 'latin1');
    if (object !== undefined) index.write(object, digestAt, 'hex');
    at += entryBytes(path);
    digestAt += DIGEST_BYTES;
  }
  index.write(DIGESTS, size, 'latin1');
  index.writeUInt32BE(entries.length * DIGEST_BYTES, size + 4);
  return Buffer.concat([index, checksumOf(index)]);
}

/** The files of such an index. Throws where it is another file. */
function filesIn(index: Buffer): readonly SeenFile[] {
  const sumAt = index.length - CHECKSUM_BYTES;
  const isWhole = checksumOf(index.subarray(0, sumAt)).equals(index.subarray(sumAt));
  if (!isWhole) throw new Error('broken');
  const count = index.readUInt32BE(8);
  let digestAt = sumAt - count * DIGEST_BYTES;
  const files: SeenFile[] = [];
  for (let left = count, at = HEADER_BYTES; left > 0; left -= 1) {
    const length = index.readUInt16BE(at + LENGTH_AT);
    const from = at + PATH_AT;
    const end = length < LONG_PATH ? from + length : index.indexOf(0, from);
    const path = index.toString('latin1', from, end);
    const numbers: number[] = [];
    for (let which = 0; which < NUMBERS; which += 1)
      numbers.push(index.readUInt32BE(at + 4 * which));
    const mode = index.readUInt32BE(at + ID_AT);
    const object = index.toString('hex', digestAt, digestAt + DIGEST_BYTES);
    const file = seenBefore({ path, mode: mode === 0 ? undefined : mode.toString(8) }, numbers);
    if (!path.startsWith(MARK)) files.push(object === UNREAD ? file : { ...file, object });
    at += entryBytes(path);
    digestAt += DIGEST_BYTES;
  }
  return files;
}

function checksumOf(index: Uint8Array): Buffer {
  return process.getBuiltinModule('node:crypto').createHash('sha1').update(index).digest();
}
