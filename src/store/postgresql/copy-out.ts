import { dirname, join } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { fileSystemFailure, prepareRoot, replaceByDraft } from '../files/writing.ts';
import type { Copied } from '../shared-store.ts';
import type { CopyWorld } from './copy-into.ts';
import type { Row } from './database.ts';
import { documentPath } from './document-files.ts';
import { LINES, LINES_AT_ONCE } from './ledger-pages.ts';
import { SCHEMA } from './schema-name.ts';

/** Copies the state of a project in a database into its folder, where nothing may be but what an earlier run brought. */
export async function copyIntoFolder(world: CopyWorld): Promise<Result<Copied>> {
  const { files, folder } = world;
  try {
    const fault = prepareRoot(files, folder.root);
    if (fault !== undefined) return failed(fault);
    const lines = await copyLedger(world);
    if (!lines.ok) return lines;
    const documents = await copyDocuments(world);
    if (!documents.ok) return documents;
    const calls = await copyLog(world, 'cost', () => folder.costLog);
    if (!calls.ok) return calls;
    const dayFile = ({ day }: Row) => join(folder.spending, `${String(day)}.jsonl`);
    const reservations = await copyLog(world, 'spending', dayFile);
    if (!reservations.ok) return reservations;
    return success({ lines: lines.value, documents: documents.value, calls: calls.value });
  } catch (error) {
    return failed(fileSystemFailure(error, 'copy the state', folder.root));
  }
}

/** The lines of the ledger, behind those that are there already, which must be the same. Gives how many there are. */
async function copyLedger(world: CopyWorld): Promise<Result<number>> {
  const { database, folder, project } = world;
  const append = createAppender(world, folder.events);
  let count = 0;
  for (;;) {
    const rows = await database.read('read the ledger', LINES, [project, count]);
    if (!rows.ok) return rows;
    if (!append.add(textOf(rows.value))) return occupied(world, 'another ledger');
    count += rows.value.length;
    if (rows.value.length < LINES_AT_ONCE) break;
  }
  return append.isAtEnd() ? success(count) : occupied(world, 'a longer ledger');
}

/** A path of the documents that are copied: names alone, each one that a folder may hold. */
const PATH =
  /^(?:promises|history|validations|stop-gate|sessions)(?:\/(?!\.)[A-Za-z0-9._-]+){1,2}$/;

async function copyDocuments(world: CopyWorld): Promise<Result<number>> {
  const { database, files, folder, project } = world;
  const text = `SELECT path, text FROM ${SCHEMA}.document
    WHERE project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1) AND path > $2 ORDER BY path LIMIT 500`;
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await database.read('read the documents', text, [project, after]);
    if (!rows.ok) return rows;
    for (const row of rows.value) {
      const path = String(row['path']);
      // What was moved out of the way stays in the database.
      if (!PATH.test(path)) continue;
      const file = documentPath(folder, path);
      const there = files.read(file, LARGEST_DOCUMENT);
      const isSame = there.found === 'text' && there.text === row['text'];
      if (there.found !== 'nothing' && !isSame) return occupied(world, `another ${path}`);
      if (there.found === 'nothing') writeWhole(world, file, String(row['text']));
      count += 1;
    }
    if (rows.value.length < 500) return success(count);
    after = String(rows.value.at(-1)?.['path']);
  }
}

/** Writes a file that is there whole or not at all, so that a copy which was cut off knows it again. */
function writeWhole({ files, folder }: CopyWorld, file: string, text: string): void {
  const draft = join(folder.commits, 'draft-of-a-copy');
  files.makeFolder(folder.commits);
  files.makeFolder(dirname(file));
  if (files.exists(draft)) files.remove(draft);
  replaceByDraft(files, draft, file, text);
}

/** The lines of a log, each into its file. Gives how many there are. */
async function copyLog(
  world: CopyWorld,
  table: 'cost' | 'spending',
  fileOf: (row: Row) => string,
): Promise<Result<number>> {
  const { database, files, project } = world;
  const text = `SELECT * FROM ${SCHEMA}.${table}
    WHERE project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1) AND number > $2 ORDER BY number LIMIT ${LINES_AT_ONCE}`;
  const appenders = new Map<string, Appender>();
  let count = 0;
  for (let after = '0'; ; ) {
    const rows = await database.read('read a log', text, [project, after]);
    if (!rows.ok) return rows;
    for (const row of rows.value) {
      const file = fileOf(row);
      files.makeFolder(dirname(file));
      const append = appenders.get(file) ?? createAppender(world, file);
      appenders.set(file, append);
      if (!append.add(textOf([row]))) return occupied(world, `another ${file}`);
    }
    count += rows.value.length;
    if (rows.value.length < LINES_AT_ONCE) return success(count);
    after = String(rows.value.at(-1)?.['number']);
  }
}

function textOf(rows: readonly Row[]): string {
  return rows.map(({ text }) => `${String(text)}\n`).join('');
}

/** Adds texts to a file in turn, from its beginning on: what is there already must be the beginning of them. */
interface Appender {
  /** False where something else is there. */
  add(text: string): boolean;
  /** Whether the file holds no more than was added. */
  isAtEnd(): boolean;
}

function createAppender({ files }: CopyWorld, path: string): Appender {
  const reading = files.readSlice(path, { last: 1 });
  const there = reading.found === 'bytes' ? reading.size : 0;
  let position = 0;
  return {
    add(text) {
      const bytes = Buffer.from(text);
      const known = Math.max(0, Math.min(bytes.length, there - position));
      if (known > 0) {
        const slice = files.readSlice(path, { from: position, most: known });
        if (slice.found !== 'bytes' || !slice.bytes.equals(bytes.subarray(0, known))) return false;
      }
      const rest = bytes.subarray(known);
      const isAdded =
        rest.length === 0 || files.appendAt(path, position + known, rest.toString('utf8'));
      position += bytes.length;
      return isAdded;
    },
    isAtEnd: () => position >= there,
  };
}

function occupied({ folder }: CopyWorld, holds: string): Result<never> {
  return failed({ kind: 'store-occupied', place: folder.root, holds });
}
