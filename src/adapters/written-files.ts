import { dirname, join, relative } from 'node:path';
import { digestOf } from '../domain/base/digest.ts';
import { isObject, isTexts, parseDocument } from '../domain/base/document.ts';
import { makeFolders, NO_DEADLINE, readBounded } from './bounded-files.ts';
import { workTreeOf } from './git/folder.ts';
import { createNodeFiles } from './node-files.ts';
import { attempt } from './quiet-looks.ts';
import { userConfigurationFolder, userStateFolder } from './user-folder.ts';
import { createUserSeals } from './user-seals.ts';

/**
 * Files that commands wrote where they were told to, as a report: as long as one holds those bytes, it is no content of
 * its checkout. The list of them lies beside the register, and is sealed with the user's key: it must not become a way to
 * hide a file of the project.
 */

/** Most files of one checkout that are known; the oldest are forgotten. */
const MOST_FILES = 50;
const LARGEST_LIST = 1024 * 1024;

/** Files with other endings always count: what a program is made of is no report. */
const REPORTS = /\.(?:html?|jsonl?|md|sarif|txt|xml)$/;

/** The SHA-256 of each by its path from the top of a checkout, which is a real path. */
export function writtenFiles(top: string): ReadonlyMap<string, string> {
  const limits = { mostBytes: LARGEST_LIST, leftMs: NO_DEADLINE, follow: false };
  const reading = readBounded(listOf(top), limits);
  const parsed =
    reading.found === 'bytes' ? parseDocument(reading.bytes.toString('utf8')) : undefined;
  const list = parsed?.ok && isObject(parsed.value) ? parsed.value : {};
  const { files, seal } = list;
  if (!Array.isArray(files) || !files.every(isTexts) || typeof seal !== 'string') return new Map();
  const isSealed = attempt(() => seals().isSealed(textToSeal(top, files), seal));
  return new Map(isSealed ? files.map(([path = '', digest = '']) => [path, digest]) : []);
}

/**
 * Keeps that a command wrote a file just now, as far as that is possible. `path`: a real one; `digest`: the SHA-256 of
 * what it holds.
 */
export function rememberWritten(path: string, digest: string): void {
  attempt(() => {
    const top = workTreeOf(dirname(path));
    if (top === undefined || !REPORTS.test(path)) return;
    const known = new Map(writtenFiles(top));
    const name = relative(top, path).replaceAll('\\', '/');
    known.delete(name);
    const files = [...known, [name, digest]].slice(-MOST_FILES);
    const seal = seals().seal(textToSeal(top, files));
    makeFolders(dirname(listOf(top)), 0o700);
    const { replacePrivate } = createNodeFiles(NO_DEADLINE);
    replacePrivate(listOf(top), `${listOf(top)}.${process.pid}`, JSON.stringify({ files, seal }));
  });
}

function listOf(top: string): string {
  return join(userStateFolder(), 'written', `${digestOf(top)}.json`);
}

function textToSeal(top: string, files: readonly (readonly string[])[]): string {
  return JSON.stringify(['written', top, files]);
}

function seals() {
  return createUserSeals(userConfigurationFolder());
}
