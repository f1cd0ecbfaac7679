import { basename, join } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { readCostLine } from '../../domain/judging/cost-line.ts';
import { readLedgerLine } from '../../domain/promise/ledger.ts';
import type { FileLine } from '../../domain/promise/ledger-chain.ts';
import type { Digests, Files } from '../../ports.ts';
import { createLedgerWalk } from '../files/ledger-walk.ts';
import { readLines } from '../files/logs.ts';
import { reasonUnread } from '../files/reading.ts';
import type { StateFolder } from '../files/state-folder.ts';
import type { Copied } from '../shared-store.ts';
import { momentOf } from './costs.ts';
import type { Database, Transaction } from './database.ts';
import { documentPath } from './document-files.ts';
import { columnsOf } from './documents.ts';
import { SCHEMA } from './schema-name.ts';

/** Copies the state of a folder into a database: as it is, in parts, each of which is there or is not. */

export interface CopyWorld {
  readonly files: Files;
  readonly digests: Digests;
  readonly database: Database;
  /** The name of the project in the database. */
  readonly project: string;
  readonly folder: StateFolder;
}

/** How many rows one transaction stores. */
const AT_ONCE = 500;

/** The kinds of documents that are copied: what was moved out of the way stays where it is. */
const PLACES = ['promises', 'history', 'validations', 'stop-gate', 'sessions'] as const;

export async function copyIntoDatabase(world: CopyWorld): Promise<Result<Copied>> {
  const source = readSource(world);
  if (!source.ok) return source;
  const { calls, documents, lines, lastLines, reservations, size } = source.value;
  const copied = { lines: lines.length, documents: documents.length, calls: calls.length };
  const begun = await begin(world, source.value);
  if (!begun.ok) return begun;
  const { id, isEnded } = begun.value;
  if (isEnded) return success(copied);
  const steps = [
    () => copyLines(world, id, begun.value.lines, lines),
    () => copyDocuments(world, id, documents, lastLines),
    () => copyRows(world, id, 'cost', calls),
    () => copyRows(world, id, 'spending', reservations),
  ];
  for (const step of steps) {
    const stored = await step();
    if (!stored.ok) return stored;
  }
  const again = readSource(world);
  if (!again.ok) return again;
  if (again.value.size !== size) return uncopied(world, 'it was changed meanwhile: copy it again');
  const ended = await world.database.change('end the copy', async ({ query }) => {
    await query(`UPDATE ${SCHEMA}.project SET copying = NULL WHERE id = $1`, [id]);
    return success({ done: undefined });
  });
  if (!ended.ok) return ended;
  return success(copied);
}

interface SourceDocument {
  readonly path: string;
  readonly text: string;
}

/** A row of the cost log or of the reservations: what it is looked up by, and the line itself. */
interface SourceRow {
  readonly key: Date | string | null;
  readonly text: string;
}

interface Source {
  readonly lines: readonly FileLine[];
  /** The size of the ledger, by which a change meanwhile is seen. */
  readonly size: number;
  /** The number of the last line on each path. */
  readonly lastLines: ReadonlyMap<string, number>;
  readonly documents: readonly SourceDocument[];
  readonly calls: readonly SourceRow[];
  readonly reservations: readonly SourceRow[];
}

function readSource(world: CopyWorld): Result<Source> {
  const { files, folder } = world;
  const walk = createLedgerWalk(world, folder.events);
  const lines: FileLine[] = [];
  const lastLines = new Map<string, number>();
  for (const line of walk.lines()) {
    lines.push(line);
    for (const { path } of readLedgerLine(line.text)?.files ?? [])
      lastLines.set(path, lines.length);
  }
  const reason = walk.fault();
  if (reason !== undefined) return uncopied(world, `its ledger: ${reason}`);
  const last = lines.at(-1);
  if (walk.rest() !== undefined)
    return uncopied(world, 'the last line of its ledger is cut off: any change ends it');
  if (last !== undefined && readLedgerLine(last.text)?.prev === undefined) {
    return uncopied(
      world,
      'its ledger is of an earlier version and has no chain: any change begins one',
    );
  }
  const documents = readDocuments(world);
  if (!documents.ok) return documents;
  const calls = readLines(files, folder.costLog);
  if (!calls.ok) return calls;
  const listing = files.list(folder.spending);
  const days =
    'names' in listing ? listing.names.filter((name) => name.endsWith('.jsonl')).sort() : [];
  const reservations: SourceRow[] = [];
  for (const name of days) {
    const read = readLines(files, join(folder.spending, name));
    if (!read.ok) return read;
    reservations.push(...read.value.map((text) => ({ key: basename(name, '.jsonl'), text })));
  }
  return success({
    lines,
    size: walk.size(),
    lastLines,
    documents: documents.value,
    calls: calls.value.map((text) => ({
      key: momentOf(readCostLine(text)?.timestamp ?? ''),
      text,
    })),
    reservations,
  });
}

function readDocuments(world: CopyWorld): Result<readonly SourceDocument[]> {
  const { files, folder } = world;
  const documents: SourceDocument[] = [];
  for (const path of PLACES.flatMap((place) => namesBelow(files, folder, place))) {
    const reading = files.read(documentPath(folder, path), LARGEST_DOCUMENT);
    // It was moved to the history since it was listed: the copy is found out of date at its end.
    if (reading.found === 'nothing') continue;
    if (reading.found !== 'text') {
      return uncopied(world, `${path}: ${reasonUnread(reading, LARGEST_DOCUMENT)}`);
    }
    if (reading.text.includes('\0')) return uncopied(world, `${path}: it holds a null character`);
    documents.push({ path, text: reading.text });
  }
  return success(documents);
}

/** The files of a place, those in its folders included; hidden ones are no documents. */
function namesBelow(files: Files, folder: StateFolder, place: string): readonly string[] {
  const listing = files.list(documentPath(folder, place));
  const names =
    'names' in listing ? listing.names.filter((name) => !name.startsWith('.')).sort() : [];
  return names.flatMap((name) => {
    const inner = files.list(documentPath(folder, `${place}/${name}`));
    if (!('names' in inner)) return [`${place}/${name}`];
    return inner.names
      .filter((one) => !one.startsWith('.'))
      .map((one) => `${place}/${name}/${one}`);
  });
}

interface Begun {
  readonly id: string;
  /** How many lines of the ledger are there. */
  readonly lines: number;
  /** Whether an earlier run brought all of it, and it was not changed since. */
  readonly isEnded: boolean;
}

/** Marks the project as one that is copied to. Fails where it holds anything that this copy did not bring. */
function begin(world: CopyWorld, source: Source): Promise<Result<Begun>> {
  const { database, digests, folder, project } = world;
  const mark = digests.of(folder.root);
  return database.change('begin the copy', async ({ query }) => {
    const insert = `INSERT INTO ${SCHEMA}.project (name) VALUES ($1) ON CONFLICT DO NOTHING`;
    await query(insert, [project]);
    const [row] = await query(
      `SELECT id, lines, digest, copying FROM ${SCHEMA}.project WHERE name = $1 FOR UPDATE`,
      [project],
    );
    const id = String(row?.['id']);
    const lines = Number(row?.['lines']);
    const done = { id, lines, isEnded: false };
    if (row?.['copying'] === mark) return success({ done });
    const counts = `SELECT (SELECT count(*) FROM ${SCHEMA}.document WHERE project = $1) AS documents, (SELECT count(*) FROM ${SCHEMA}.cost WHERE project = $1) AS calls`;
    const [held] = await query(counts, [id]);
    const [documents, calls] = [Number(held?.['documents']), Number(held?.['calls'])];
    const isFree = row?.['copying'] === null;
    if (isFree && lines + documents + calls === 0) {
      await query(`UPDATE ${SCHEMA}.project SET copying = $2 WHERE id = $1`, [id, mark]);
      return success({ done });
    }
    if (isFree && isAllOf(source, { lines, documents, calls }, row?.['digest'])) {
      return success({ done: { ...done, isEnded: true } });
    }
    const holds = `${lines} lines, ${documents} documents and ${calls} calls of ${project}`;
    return failed({ kind: 'store-occupied', place: database.place, holds });
  });
}

/** Whether a project holds what the source does, by how much there is and the end of its ledger. */
function isAllOf(source: Source, there: Copied, digest: unknown): boolean {
  const last = source.lines.at(-1);
  return (
    there.lines === source.lines.length &&
    there.documents === source.documents.length &&
    there.calls === source.calls.length &&
    last !== undefined &&
    digest === last.digest
  );
}

/** Adds the lines that are not there yet. Those that are must be the same. */
async function copyLines(
  world: CopyWorld,
  id: string,
  there: number,
  lines: readonly FileLine[],
): Promise<Result<undefined>> {
  const { database } = world;
  for (let from = there; from < lines.length; from += AT_ONCE) {
    const part = lines.slice(from, from + AT_ONCE);
    const last = part.at(-1);
    const stored = await database.change('copy the ledger', async ({ query }) => {
      const [row] = await query(
        `SELECT lines, digest FROM ${SCHEMA}.project WHERE id = $1 FOR UPDATE`,
        [id],
      );
      const before = lines[from - 1]?.digest ?? null;
      if (Number(row?.['lines']) !== from || row?.['digest'] !== before) {
        return uncopied(world, 'another ledger was begun there');
      }
      await addLines(query, id, from, part);
      const head = `UPDATE ${SCHEMA}.project SET lines = $2, bytes = $3, digest = $4 WHERE id = $1`;
      await query(head, [id, from + part.length, last?.end, last?.digest]);
      return success({ done: undefined });
    });
    if (!stored.ok) return stored;
  }
  return success(undefined);
}

async function addLines(
  query: Transaction['query'],
  id: string,
  from: number,
  lines: readonly FileLine[],
): Promise<void> {
  const text = `INSERT INTO ${SCHEMA}.ledger (project, line, start, text, event, promise, session)
    SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])`;
  const read = lines.map((line) => readLedgerLine(line.text));
  const field = (name: string) => read.map((one) => textOf(one?.fields[name]));
  await query(text, [
    id,
    lines.map((_, index) => from + index + 1),
    lines.map(({ start }) => start),
    lines.map((line) => line.text),
    read.map((one) => one?.event ?? null),
    field('promise_id'),
    field('session_id'),
  ]);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function copyDocuments(
  { database, digests }: CopyWorld,
  id: string,
  documents: readonly SourceDocument[],
  lastLines: ReadonlyMap<string, number>,
): Promise<Result<undefined>> {
  const text = `INSERT INTO ${SCHEMA}.document (project, path, text, digest, kind, subject, owner, status, acts, line)
    SELECT $1, w.path, w.text, w.digest, w.kind, w.subject, w.owner, w.status, w.acts::bigint[], w.line
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])
      AS w (path, text, digest, kind, subject, owner, status, acts, line)
    ON CONFLICT (project, path) DO UPDATE SET text = EXCLUDED.text, digest = EXCLUDED.digest, owner = EXCLUDED.owner,
      status = EXCLUDED.status, acts = EXCLUDED.acts, line = EXCLUDED.line`;
  const removed = await database.change('copy the documents', async ({ query }) => {
    // An earlier run may have brought what was moved since.
    const paths = documents.map(({ path }) => path);
    await query(`DELETE FROM ${SCHEMA}.document WHERE project = $1 AND path <> ALL($2::text[])`, [
      id,
      paths,
    ]);
    return success({ done: undefined });
  });
  if (!removed.ok) return removed;
  for (let from = 0; from < documents.length; from += AT_ONCE) {
    const part = documents.slice(from, from + AT_ONCE);
    const columns = part.map((one) => columnsOf(one.path, one.text));
    const stored = await database.change('copy the documents', async ({ query }) => {
      await query(text, [
        id,
        part.map(({ path }) => path),
        part.map((one) => one.text),
        part.map((one) => digests.of(one.text)),
        columns.map(({ kind }) => kind),
        columns.map(({ subject }) => subject),
        columns.map(({ owner }) => owner),
        columns.map(({ status }) => status),
        columns.map(({ acts }) => `{${acts.join(',')}}`),
        part.map(({ path }) => lastLines.get(path.replace(/^history\//, 'promises/')) ?? null),
      ]);
      return success({ done: undefined });
    });
    if (!stored.ok) return stored;
  }
  return success(undefined);
}

const KEYS = { cost: 'at', spending: 'day' } as const;
const KEY_TYPES = { cost: 'timestamptz', spending: 'text' } as const;

/** Adds the rows that are not there yet; they are in the order of their lines. */
async function copyRows(
  { database }: CopyWorld,
  id: string,
  table: keyof typeof KEYS,
  rows: readonly SourceRow[],
): Promise<Result<undefined>> {
  for (;;) {
    const stored = await database.change(`copy the ${table} rows`, async ({ query }) => {
      const [count] = await query(
        `SELECT count(*) AS there FROM ${SCHEMA}.${table} WHERE project = $1`,
        [id],
      );
      const part = rows.slice(Number(count?.['there'])).slice(0, AT_ONCE);
      if (part.length === 0) return success({ done: true });
      const text = `INSERT INTO ${SCHEMA}.${table} (project, ${KEYS[table]}, text)
        SELECT $1, * FROM unnest($2::${KEY_TYPES[table]}[], $3::text[])`;
      await query(text, [id, part.map(({ key }) => key), part.map((row) => row.text)]);
      return success({ done: false });
    });
    if (!stored.ok) return stored;
    if (stored.value) return success(undefined);
  }
}

function uncopied({ folder }: CopyWorld, reason: string): Result<never> {
  return failed({ kind: 'store-uncopied', place: folder.root, reason });
}
