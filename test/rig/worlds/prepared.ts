import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { headCommit } from '../../../src/adapters/git/base.ts';
import { createUserSeals } from '../../../src/adapters/user-seals.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { outlineOf } from '../../../src/domain/session/promise-outline.ts';
import { sealFor } from '../../../src/gates/trust.ts';
import type { Project } from './project.ts';

/**
 * What commands left in a scratch project that was empty, to be put into the next project that wants
 * the same. It is what the commands would write there: paths, times and seals are those of the new
 * project.
 */
interface Prepared {
  readonly id: string;
  /** Of the promise's file as it was made: its times and seals are others where it is put. */
  readonly digest: string;
  /** What the register has of its beginning, which is that of the new project where it is put. */
  readonly began: string;
  readonly files: readonly PreparedFile[];
}

interface PreparedFile {
  /** From the folder that holds the project and its home. */
  readonly path: string;
  readonly mode: number;
  /** Nothing for a folder. */
  readonly text: string | undefined;
}

/** Stands for the folder of the project and its home. */
const ROOT = '<the folder of the test>';

const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;

/** The parts of a scratch project in which commands keep their files. */
const KEPT = ['project/.claude', 'home/.config', 'home/.local'];

const prepared = new Map<string, Prepared>();

/** How many times each project was asked for: where several commands write at once, nothing is kept. */
const asked = new Map<string, number>();

/**
 * Gives a project what some commands make of an empty one, and the id of the promise in it. The
 * commands run the first time, which is known by the words that decide what they do. They run as well
 * where the project or its home already holds anything that they may look at.
 */
export async function preparedOnce(
  project: Project,
  words: readonly string[],
  make: () => Promise<string>,
): Promise<string> {
  const root = dirname(project.folder);
  asked.set(root, (asked.get(root) ?? 0) + 1);
  const isEmpty = KEPT.every((part) => !existsSync(join(root, part)));
  if (!isEmpty) return make();
  const isRepository = existsSync(join(project.folder, '.git'));
  const key = withoutRoot(JSON.stringify([project.session ?? null, isRepository, ...words]), root);
  const known = prepared.get(key);
  if (known !== undefined) {
    put(known, root, project);
    return known.id;
  }
  const id = await make();
  if (asked.get(root) === 1)
    prepared.set(key, {
      id,
      digest: digestOf(project, id),
      began: beganOf(project, id),
      files: KEPT.flatMap((part) => filesIn(root, part)),
    });
  return id;
}

function filesIn(root: string, part: string): readonly PreparedFile[] {
  if (!existsSync(join(root, part))) return [];
  const names = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' });
  return ['', ...names].map((name) => {
    const path = join(root, part, name);
    const stats = statSync(path);
    const text = stats.isFile() ? withoutRoot(readFileSync(path, 'utf8'), root) : undefined;
    return { path: relative(root, path), mode: stats.mode & 0o777, text };
  });
}

/** The digest of a promise's file, as the ledger and the register have it. */
function digestOf(project: Project, id: string): string {
  return sha256(textOf(project, id));
}

function textOf(project: Project, id: string): string {
  return readFileSync(join(project.state, 'promises', `${id}.json`), 'utf8');
}

/** The digest of when and at which commit it was made, as the register has it. */
function beganOf(project: Project, id: string): string {
  const read = readPromise(JSON.parse(textOf(project, id)));
  const began = read.ok ? outlineOf(read.promise).began : undefined;
  if (began === undefined) throw new Error(`${id} was not prepared as a promise`);
  return began;
}

function put({ began, digest, files, id }: Prepared, root: string, project: Project): void {
  const now = `"${new Date().toISOString().slice(0, 19)}Z"`;
  for (const { mode, path, text } of files) {
    const target = join(root, path);
    if (text === undefined) mkdirSync(target, { recursive: true, mode });
    else {
      const own = text.replaceAll(ROOT, root).replaceAll(TIME, now);
      writeFileSync(target, withBase(own, project), { mode });
    }
    chmodSync(target, mode);
  }
  seal(project, id, join(root, 'home', '.config', 'completion-promise'));
  const [digestNow, beganNow] = [digestOf(project, id), beganOf(project, id)];
  for (const { path, text } of files) {
    if (text?.includes(digest) !== true) continue;
    const target = join(root, path);
    const own = readFileSync(target, 'utf8').replaceAll(digest, digestNow);
    writeFileSync(target, own.replaceAll(began, beganNow));
  }
  rewriteLedger(project, join(root, 'home'));
}

const BASE = /"base_commit": (?:null|"[0-9a-f]+")/;

/** The text of a promise as it is made at the commit of this project. */
function withBase(text: string, { folder }: Project): string {
  if (!BASE.test(text)) return text;
  return text.replace(BASE, `"base_commit": ${JSON.stringify(headCommit(folder) ?? null)}`);
}

/** The ledger as it is with the files of this project: their digests, its own chain, and its heads. */
function rewriteLedger({ folder, state }: Project, home: string): void {
  const path = join(state, 'events.jsonl');
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  let prev: string | null = null;
  const texts: string[] = [];
  const ends = new Map<number, string>();
  let end = 0;
  for (const event of events) {
    const file = event.file?.path;
    const isLast =
      file !== undefined && events.findLast((one) => one.file?.path === file) === event;
    if (isLast) event.file.after = sha256(readFileSync(join(state, file)));
    event.prev = prev;
    const text: string = JSON.stringify(event);
    texts.push(text);
    prev = sha256(text);
    end += Buffer.byteLength(`${text}\n`);
    ends.set(end, prev);
  }
  writeFileSync(path, texts.map((text) => `${text}\n`).join(''));
  rewriteHeads(folder, join(home, '.local', 'state', 'completion-promise'), ends);
}

const HEAD = /"bytes":(\d+),"digest":"[0-9a-f]+"/g;

/** The heads of the ledger that are kept in the home, by where they end: under the name of this project. */
function rewriteHeads(folder: string, kept: string, ends: ReadonlyMap<number, string>): void {
  for (const part of ['sessions', 'ledgers']) {
    const place = join(kept, part);
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      const text = readFileSync(join(place, name), 'utf8');
      writeFileSync(
        join(place, name),
        text.replace(
          HEAD,
          (head, bytes) => `"bytes":${bytes},"digest":"${ends.get(Number(bytes)) ?? head}"`,
        ),
      );
      if (part === 'ledgers') {
        renameSync(join(place, name), join(place, `${sha256(realpathSync(folder))}.json`));
      }
    }
  }
}

function seal(project: Project, id: string, keys: string): void {
  const promise = project.read(`promises/${id}.json`);
  const criteria = promise['acceptance_criteria'];
  if (!Array.isArray(criteria) || criteria.every(({ trust }) => trust === undefined)) return;
  const seals = createUserSeals(keys);
  for (const one of criteria) {
    if (one.trust === undefined) continue;
    one.trust = sealFor(id, one.id, one.checks, { project: realpathSync(project.folder), seals });
  }
  project.write(`promises/${id}.json`, promise);
}

/** Paths stand in JSON as they are, but for the backslashes of Windows, where nothing is found. */
function withoutRoot(text: string, root: string): string {
  return text.replaceAll(root, ROOT);
}
