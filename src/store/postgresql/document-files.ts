import { join, sep } from 'node:path';
import type { FileReading, Files, SliceReading } from '../../ports.ts';
import type { StateFolder } from '../files/state-folder.ts';
import type { Chosen, LineRow } from './documents.ts';

/**
 * Documents of a database as the files of a state folder, so that what reads and changes them is the same code for
 * every kind of store. Nothing of it is on the disk: what is written is collected, and stored with a commit. Whatever
 * lies outside of the state folder is left to the machine's own files.
 *
 * The ledger among them holds those lines alone that the documents name and that tell of them: enough for those who
 * look at a line by its place, or at the last one on a file.
 */
export interface DocumentFiles {
  readonly files: Files;
  /** What was written: the new text of each path, undefined where it was removed. */
  writes(): ReadonlyMap<string, string | undefined>;
  /** The last line of the ledger on a path, as it was read. */
  lineOf(path: string): number | undefined;
  /** The digest of a path's text as it was read. */
  digestOf(path: string): string | undefined;
}

const NEWLINE = '\n';

/** `machine`: the files outside of the state folder. */
export function createDocumentFiles(
  machine: Files,
  folder: StateFolder,
  chosen: Chosen,
): DocumentFiles {
  const read = new Map(chosen.documents.map((one) => [one.path, one]));
  const texts = new Map(chosen.documents.map(({ path, text }) => [path, text]));
  const ledger = ledgerOf(chosen.lines);
  const drafts = new Map<string, string>();
  const prefix = folder.root + sep;
  const nameIn = (path: string): string | undefined =>
    path.startsWith(prefix) ? path.slice(prefix.length).split(sep).join('/') : undefined;
  const isInside = (path: string): boolean => path === folder.root || path.startsWith(prefix);
  const hasBelow = (name: string): boolean =>
    [...texts.keys()].some((path) => path.startsWith(`${name}/`));
  const textAt = (path: string): string | undefined =>
    drafts.get(path) ?? texts.get(nameIn(path) ?? '');
  const put = (path: string, text: string): void => {
    if (path.startsWith(folder.commits + sep)) drafts.set(path, text);
    else texts.set(nameOf(nameIn(path)), text);
  };
  const take = (path: string): string => {
    const text = textAt(path);
    if (text === undefined)
      throw Object.assign(new Error(`no such document: ${path}`), { code: 'ENOENT' });
    if (!drafts.delete(path)) texts.delete(nameOf(nameIn(path)));
    return text;
  };
  const reading = (path: string): FileReading => {
    const text = textAt(path);
    return text === undefined ? { found: 'nothing' } : { found: 'text', text };
  };
  const within: Partial<Files> = {
    read: reading,
    readSlice: (path, slice) => (path === folder.events ? ledger(slice) : { found: 'nothing' }),
    list(place) {
      const start = place === folder.root ? '' : `${nameIn(place)}/`;
      const below = [...texts.keys()].filter((path) => path.startsWith(start));
      const names = new Set(below.map((path) => path.slice(start.length).split('/', 1)[0] ?? ''));
      // A state is never taken for a folder that was just made.
      return { names: [...names, ...(start === '' ? [FOLDERS[0]] : [])] };
    },
    realPath: (path) => path,
    exists: (path) =>
      path === folder.root
        ? chosen.project !== undefined || texts.size > 0
        : textAt(path) !== undefined || hasBelow(nameIn(path) ?? ''),
    writeNew: put,
    appendLine(path, line) {
      const before = textAt(path) ?? '';
      const isTorn = before !== '' && !before.endsWith(NEWLINE);
      put(path, `${before}${isTorn ? NEWLINE : ''}${line}${NEWLINE}`);
    },
    rename: (from, to) => put(to, take(from)),
    remove: (path) => void take(path),
    makeFolder: () => undefined,
    flushFolder: () => undefined,
    pointLink: () => undefined,
  };
  return {
    files: routed(machine, within, isInside),
    writes() {
      const written = [...texts].filter(([path, text]) => read.get(path)?.text !== text);
      const removed = [...read.keys()].filter((path) => !texts.has(path));
      return new Map<string, string | undefined>([
        ...written,
        ...removed.map((path) => [path, undefined] as const),
      ]);
    },
    lineOf: (path) => read.get(path)?.line,
    digestOf: (path) => read.get(path)?.digest,
  };
}

const FOLDERS = ['promises'] as const;

/** Files of which those inside of a folder are others. What those cannot do is a bug of who asks for it. */
function routed(
  machine: Files,
  within: Partial<Files>,
  isInside: (path: string) => boolean,
): Files {
  return new Proxy(machine, {
    get(target, name, receiver): unknown {
      const outer: unknown = Reflect.get(target, name, receiver);
      if (typeof outer !== 'function') return outer;
      const inner: unknown = Reflect.get(within, name);
      return (...args: readonly unknown[]): unknown => {
        const [path] = args;
        if (typeof path !== 'string' || !isInside(path)) return Reflect.apply(outer, target, args);
        if (typeof inner !== 'function') {
          throw new RangeError(`documents cannot ${String(name)}: ${path}`);
        }
        return Reflect.apply(inner, within, args);
      };
    },
  });
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw new RangeError('a document outside of the state folder');
  return name;
}

/**
 * The known lines of a ledger, for two ways of reading: by a place, where the line that begins there is given with
 * those known that follow it; and from the end, where all are given as if there were no others.
 */
function ledgerOf(
  lines: readonly LineRow[],
): Files['readSlice'] extends (path: string, slice: infer Slice) => unknown
  ? (slice: Slice) => SliceReading
  : never {
  const whole = (some: readonly LineRow[]) =>
    Buffer.from(some.map(({ text }) => text + NEWLINE).join(''));
  return (slice) => {
    if ('last' in slice) {
      const bytes = whole(lines);
      return { found: 'bytes', bytes, size: bytes.length };
    }
    const { from, most } = slice;
    // Who looks at a line reads the byte before it, too.
    const first = lines.findIndex(({ start }) => start === from || start === from + 1);
    const start = lines[first]?.start;
    if (start === undefined) return { found: 'bytes', bytes: Buffer.alloc(0), size: 0 };
    const rest = whole(lines.slice(first));
    const bytes = start === from ? rest : Buffer.concat([Buffer.from(NEWLINE), rest]);
    return { found: 'bytes', bytes: bytes.subarray(0, most), size: bytes.length };
  };
}

/** The path of a document in a state folder. */
export function documentPath({ root }: StateFolder, name: string): string {
  return join(root, ...name.split('/'));
}
