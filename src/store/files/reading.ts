import { dirname, sep } from 'node:path';
import { inOrder } from '../../domain/base/canonical.ts';
import { isObject, LARGEST_DOCUMENT, parseDocument } from '../../domain/base/document.ts';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import type { CompletionPromise, NamedPromise } from '../../domain/promise/promise.ts';
import { readPromise } from '../../domain/promise/promise-reading.ts';
import type { FileReading, Files } from '../../ports.ts';
import type { PromiseListing } from '../promise-store.ts';
import { fileNameOf, idOfFileName, isIdFileName } from './state-folder.ts';

/** One state file: its text and what it says, or that there is none, or why it cannot be read. */
type DocumentReading =
  | { readonly found: 'document'; readonly text: string; readonly value: unknown }
  | { readonly found: 'nothing' }
  | { readonly found: 'broken'; readonly reason: string };

/** Reads a JSON file of the state folder. Links are not followed, wherever they lead. */
export function readDocument(files: Files, path: string): DocumentReading {
  const reading = files.read(path, LARGEST_DOCUMENT);
  switch (reading.found) {
    case 'text': {
      const parsed = parseDocument(reading.text);
      return parsed.ok
        ? { found: 'document', text: reading.text, value: parsed.value }
        : { found: 'broken', reason: parsed.reason };
    }
    case 'nothing':
      return { found: 'nothing' };
    default:
      return { found: 'broken', reason: reasonUnread(reading, LARGEST_DOCUMENT) };
  }
}

/** The text that was read of a file that must be there, or why there is none, in words for a person. `limit`: as below. */
export function textRead(
  reading: FileReading,
  limit: number,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string } {
  if (reading.found === 'text') return { ok: true, text: reading.text };
  const isThere = reading.found !== 'nothing';
  return { ok: false, reason: isThere ? reasonUnread(reading, limit) : 'there is no such file' };
}

/** Why a file gave no text, in words for a person. `limit`: how many bytes are read at the most. */
export function reasonUnread(
  reading: Exclude<FileReading, { readonly found: 'text' | 'nothing' }>,
  limit: number,
): string {
  switch (reading.found) {
    case 'link':
      return 'it is a link, and links to files are not followed';
    case 'folder':
      return 'it is a folder';
    case 'not-utf-8':
      return 'it is not valid UTF-8';
    case 'too-large':
      return tooLarge(reading.size, limit);
    case 'too-late':
      return 'it could not be read in time';
    case 'error':
      return reasonOfCode(reading.code);
  }
}

/** A JSON object of the state folder, or that there is none, or why it cannot be read as one. */
type ObjectReading =
  | { readonly found: 'object'; readonly value: { readonly [key: string]: unknown } }
  | { readonly found: 'nothing' }
  | { readonly found: 'broken'; readonly reason: string };

/** Reads a state file that must hold a JSON object. */
export function readObject(files: Files, path: string): ObjectReading {
  const document = readDocument(files, path);
  if (document.found !== 'document') return document;
  return isObject(document.value)
    ? { found: 'object', value: document.value }
    : { found: 'broken', reason: 'it is not an object' };
}

function tooLarge(size: number, limit: number): string {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  return `it is too large (${megabytes(size)} MB; at most ${megabytes(limit)} MB are read)`;
}

/** What a system's error code means, in words for a person. */
export function reasonOfCode(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission to read it';
    case 'ENOTDIR':
      return 'it is not a folder';
    case 'ENXIO':
    case 'ESPIPE':
      return 'it is not a regular file';
    case 'EMANYFILES':
      return 'it contains too many files';
    case 'TOO_LATE':
      return 'it could not be listed in time';
    default:
      return `the operating system reported ${code}`;
  }
}

/**
 * Reads every promise of a folder, in the order of their ids. What cannot be read as a promise is
 * listed as broken with the reason; a folder that is not there holds none. Of thousands of promises
 * a caller may want a few (`isWanted`): the others are read and dropped at once. `ids`: those that are read, in that
 * order; all where it is left out.
 */
export function readPromises(
  files: Files,
  root: string,
  folder: string,
  isWanted: (promise: CompletionPromise, id: string) => boolean = () => true,
  ids?: readonly string[],
): PromiseListing {
  const listing = ids === undefined ? idsIn(files, root, folder) : { ids };
  if ('fault' in listing) return { promises: [], broken: [listing.fault] };
  const promises: NamedPromise[] = [];
  const broken: BrokenFile[] = [];
  for (const id of listing.ids) {
    const path = folder + sep + fileNameOf(id);
    const reading = promiseIn(readDocument(files, path), path, id);
    if (reading === undefined) continue; // It was moved away since the folder was listed.
    if ('reason' in reading) broken.push(reading);
    else if (isWanted(reading.promise, id)) promises.push(reading);
  }
  broken.sort((a, b) => inOrder(a.path, b.path));
  return { promises, broken };
}

/** The ids that the files of a folder are named after, in their order; none where the folder is not there. */
export function idsIn(
  files: Files,
  root: string,
  folder: string,
): { readonly ids: readonly string[] } | { readonly fault: BrokenFile } {
  const fault = faultOfFolder(files, root, folder);
  if (fault !== undefined) return { fault };
  const listing = files.list(folder);
  if ('names' in listing) {
    return { ids: listing.names.filter(isIdFileName).map(idOfFileName).sort() };
  }
  const isThere = listing.code !== 'ENOENT';
  return isThere ? { fault: { path: folder, reason: reasonOfCode(listing.code) } } : { ids: [] };
}

function promiseIn(
  document: DocumentReading,
  path: string,
  id: string,
): NamedPromise | BrokenFile | undefined {
  if (!isSafeId(id)) return { path, reason: 'its name is not a valid promise id' };
  if (document.found === 'nothing') return undefined;
  if (document.found === 'broken') return { path, reason: document.reason };
  const reading = readPromise(document.value);
  return reading.ok ? { id, promise: reading.promise } : { path, reason: reading.reason };
}

/**
 * Why a folder of the state cannot be used; undefined where it can. The project does not exist, or a link on
 * the way leads nowhere (to a volume that is not mounted, say, which must not look like an empty folder) or
 * out of the state folder.
 */
export function faultOfFolder(files: Files, root: string, folder: string): BrokenFile | undefined {
  const target = files.realPath(folder);
  if (target === undefined) return faultOnTheWay(files, root, folder);
  const realRoot = files.realPath(root) ?? root;
  if (target === realRoot || target.startsWith(realRoot + sep)) return undefined;
  return { path: folder, reason: 'it is a link that leads outside the state folder' };
}

function faultOnTheWay(files: Files, root: string, folder: string): BrokenFile | undefined {
  const project = dirname(dirname(root));
  // In this order: a folder that another process makes just now is there before it is looked up.
  const dangling = [folder, root, dirname(root), project].find(
    (place) => files.exists(place) && files.realPath(place) === undefined,
  );
  if (dangling !== undefined) return { path: dangling, reason: 'it is a broken link' };
  // The path with the dot leads somewhere only where the project is a folder.
  return files.realPath(`${project}${sep}.`) === undefined
    ? { path: project, reason: 'the project folder does not exist' }
    : undefined;
}
