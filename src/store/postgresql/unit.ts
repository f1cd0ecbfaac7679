import { sep } from 'node:path';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Digests, Files } from '../../ports.ts';
import type { Commits } from '../files/commit.ts';
import type { Ledger } from '../files/ledger.ts';
import type { StateFolder } from '../files/state-folder.ts';
import type { Register } from '../register.ts';
import type { StoreWorld } from '../state-store.ts';
import type { Database, Transaction, Tried } from './database.ts';
import { createDocumentFiles, type DocumentFiles } from './document-files.ts';
import {
  type Choice,
  type Chosen,
  choosing,
  chosenOf,
  columnsOf,
  type ProjectRow,
} from './documents.ts';
import { type Heartbeat, recording, valuesOf } from './heartbeat.ts';
import { createLaterRegister, createUnwrittenRegister } from './later-register.ts';
import { type CollectedLedger, collectedCommits, collectLedger, LedgerNeeded } from './ledger.ts';
import { SCHEMA } from './schema-name.ts';

/** A project's state in a database, as far as reading and changing it go. */
export interface StateWorld extends StoreWorld {
  readonly database: Database;
  /** The name of the project in the database, or why it has none. */
  readonly project: Result<string>;
  readonly folder: StateFolder;
  readonly sessionId: string | null;
  /** The session that is seen at work by its changes; undefined where none is. */
  readonly beat?: Heartbeat | undefined;
}

/** What a change works on: documents as files, and a ledger, which are stored with the transaction. */
export interface Unit {
  readonly files: Files;
  readonly ledger: Ledger;
  readonly commits: Commits;
  readonly draftName: () => string;
  readonly register: Register;
}

/** Reads what is chosen, and gives it to `look` as files. */
export async function lookAtDocuments<Value>(
  world: StateWorld,
  action: string,
  choices: readonly Choice[],
  look: (files: Files) => Value | Promise<Value>,
): Promise<Result<Value>> {
  const { database, files, folder, project } = world;
  if (!project.ok) return project;
  const { text, values } = choosing(project.value, choices);
  const rows = await database.read(action, text, values);
  if (!rows.ok) return failed(placed(rows.failure, world));
  const documents = createDocumentFiles(files, folder, chosenOf(rows.value));
  return success(await look(documents.files));
}

/**
 * Changes a project's state by code that changes files: reads what is chosen, has `act` work on it, and stores what it
 * wrote, all in one transaction that holds the project. `isHeld`: false where the ledger may not be needed, so that no
 * other writer is waited for; where it turns out to be, all is done again.
 */
export async function changeDocuments<Value extends { readonly warnings: readonly Failure[] }>(
  world: StateWorld,
  action: string,
  choices: readonly Choice[],
  act: (unit: Unit) => Promise<Result<Value>>,
  isHeld = true,
): Promise<Result<Value>> {
  const { database, project } = world;
  if (!project.ok) return project;
  let register = createLaterRegister(world.register);
  const changed = await database
    .change<Value>(action, async (transaction) => {
      register.takeBack();
      register = createLaterRegister(world.register);
      // Code that runs for the first time is slow, and slow where others wait for it: it runs before its turn, too.
      const rehearse = async () => {
        const { text, values } = choosing(project.value, choices);
        const chosen = chosenOf(await transaction.query(text, values));
        return () => rehearsed(world, chosen, act);
      };
      if (isHeld) await transaction.turn(project.value, rehearse);
      const chosen = await choose(transaction, project.value, choices, isHeld);
      const row = chosen.project;
      if (row.isCopied) return failed({ ...UNDER_COPY });
      const documents = createDocumentFiles(world.files, world.folder, chosen);
      const collected = collectLedger(world, isHeld ? row : undefined);
      const outcome = await act(unitOf(world, documents, collected, register.register));
      if (!outcome.ok) return outcome;
      return storeWritten(transaction, world, row, documents, collected, outcome.value);
    })
    .catch((error: unknown) => {
      if (error instanceof LedgerNeeded && !isHeld) return undefined;
      throw error;
    });
  if (changed === undefined) return changeDocuments(world, action, choices, act);
  if (!changed.ok) {
    // Of a change that may have come, what was intended stays.
    if (changed.failure.kind !== 'store-unknown') register.takeBack();
    return failed(placed(changed.failure, world));
  }
  const warnings = [...changed.value.warnings, ...register.carryOut()];
  return success({ ...changed.value, warnings: warnings.map((one) => placed(one, world)) });
}

/** Does what a change does, and keeps nothing of it. */
async function rehearsed(
  world: StateWorld,
  chosen: Chosen,
  act: (unit: Unit) => Promise<Result<unknown>>,
): Promise<void> {
  const documents = createDocumentFiles(world.files, world.folder, chosen);
  const collected = collectLedger(world, chosen.project ?? NO_LINES);
  await act(unitOf(world, documents, collected, createUnwrittenRegister(world.register)));
  writtenRows(world.digests, documents, collected);
}

const NO_LINES = { lines: 0, bytes: 0, digest: null };

function unitOf(
  { chance, folder }: StateWorld,
  { files }: DocumentFiles,
  { ledger }: CollectedLedger,
  register: Register,
): Unit {
  const draftName = () => `draft-${chance.hex(6)}`;
  const put = (path: string, content: string): void => {
    const draft = `${folder.commits}${sep}${draftName()}`;
    files.writeNew(draft, content);
    files.rename(draft, path);
  };
  return { files, ledger, commits: collectedCommits(put, draftName), draftName, register };
}

/** What is chosen of a project, with its row, which is made where there is none. */
async function choose(
  { query }: Transaction,
  project: string,
  choices: readonly Choice[],
  isHeld: boolean,
): Promise<Chosen & { readonly project: ProjectRow }> {
  const { text, values } = choosing(project, choices, isHeld);
  for (;;) {
    const chosen = chosenOf(await query(text, values));
    if (chosen.project !== undefined) return { ...chosen, project: chosen.project };
    await query(`INSERT INTO ${SCHEMA}.project (name) VALUES ($1) ON CONFLICT DO NOTHING`, [
      project,
    ]);
  }
}

/** Of a project that a copy was begun to and not ended. */
const UNDER_COPY = {
  kind: 'busy',
  id: 'of the store',
  what: 'The ledger',
  holder: 'a copy of the state that has not ended',
  waitedMs: 0,
} as const;

/** Stores documents, as far as they are as they were read. Its values: the project, and the columns of `COLUMNS`. */
const STORED = `written AS MATERIALIZED (
  SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[])
    AS w (path, base, text, digest, kind, subject, owner, status, acts, line)
), removed AS (
  DELETE FROM ${SCHEMA}.document d USING written w
  WHERE d.project = $1 AND d.path = w.path AND w.text IS NULL AND d.digest = w.base RETURNING 1
), replaced AS (
  UPDATE ${SCHEMA}.document d SET text = w.text, digest = w.digest, owner = w.owner, status = w.status,
    acts = w.acts::bigint[], line = COALESCE(w.line, d.line), revision = d.revision + 1, changed_at = now()
  FROM written w WHERE d.project = $1 AND d.path = w.path AND w.text IS NOT NULL AND d.digest = w.base RETURNING 1
), made AS (
  INSERT INTO ${SCHEMA}.document (project, path, kind, subject, owner, status, text, digest, acts, line)
  SELECT $1, w.path, w.kind, w.subject, w.owner, w.status, w.text, w.digest, w.acts::bigint[], w.line
  FROM written w WHERE w.text IS NOT NULL AND w.base IS NULL ON CONFLICT DO NOTHING RETURNING 1
)`;

const COUNT =
  'SELECT (SELECT count(*) FROM removed) + (SELECT count(*) FROM replaced) + (SELECT count(*) FROM made) AS stored';

/** Adds lines, and has the project's row tell where the ledger ends now. */
const ADDED = `added AS (
  INSERT INTO ${SCHEMA}.ledger (project, line, start, text, event, promise, session)
  SELECT $1, * FROM unnest($12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[])
), headed AS (
  UPDATE ${SCHEMA}.project SET lines = $18, bytes = $19, digest = $20 WHERE id = $1
)`;

/**
 * Stores the documents that were written and the lines that were added; `again` where another writer was first. It is
 * one statement, since others wait meanwhile.
 */
async function storeWritten<Value>(
  { query }: Transaction,
  { beat, digests }: StateWorld,
  { id }: ProjectRow,
  documents: DocumentFiles,
  collected: CollectedLedger,
  value: Value,
): Promise<Result<Tried<Value>>> {
  const rows = writtenRows(digests, documents, collected);
  const lines = collected.added();
  const { bytes, digest, lines: count } = collected.head();
  const values: unknown[] = [id, ...COLUMNS.map((name) => rows.map((row) => row[name]))];
  const parts = [STORED];
  if (lines.length > 0) {
    parts.push(ADDED);
    const columns = LINE_COLUMNS.map((name) => lines.map((line) => line[name]));
    values.push(...columns, count, bytes, digest);
  }
  if (beat !== undefined) {
    const recorded = recording('id = $1', values.length + 1);
    parts.push(`beat AS (${recorded})`);
    values.push(...valuesOf(beat));
  }
  if (rows.length + lines.length === 0 && beat === undefined) return success({ done: value });
  const [stored] = await query(`WITH ${parts.join(', ')} ${COUNT}`, values);
  const isFirst = Number(stored?.['stored']) === rows.length;
  return success(isFirst ? { done: value } : { again: true });
}

const COLUMNS = [
  'path',
  'base',
  'text',
  'digest',
  'kind',
  'subject',
  'owner',
  'status',
  'acts',
  'line',
] as const;
const LINE_COLUMNS = ['line', 'start', 'text', 'event', 'promise', 'session'] as const;

type WrittenRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

function writtenRows(
  digests: Digests,
  documents: DocumentFiles,
  collected: CollectedLedger,
): readonly WrittenRow[] {
  const told = new Map<string, number>();
  for (const { files, line } of collected.added()) {
    for (const { path } of files) told.set(path, line);
  }
  return [...documents.writes()].map(([path, text]): WrittenRow => {
    // The ledger knows a promise by its first path, wherever it lies.
    const known = path.replace(/^history\//, 'promises/');
    const line = told.get(known) ?? documents.lineOf(path) ?? documents.lineOf(known) ?? null;
    const base = documents.digestOf(path) ?? null;
    const columns = columnsOf(path, text ?? '');
    return {
      path,
      base,
      text: text ?? null,
      digest: text === undefined ? null : digests.of(text),
      kind: columns.kind,
      subject: columns.subject,
      owner: columns.owner,
      status: columns.status,
      acts: `{${columns.acts.join(',')}}`,
      line,
    };
  });
}

/** A place in the state folder as people are told of it: in the database. */
export function shownPlace(
  { database, folder }: Pick<StateWorld, 'database' | 'folder'>,
  path: string,
): string {
  if (path !== folder.root && !path.startsWith(folder.root + sep)) return path;
  const name = path
    .slice(folder.root.length + 1)
    .split(sep)
    .join('/');
  return name === '' ? database.place : `${database.place}#${name}`;
}

/** The path in the state folder that such a place stands for. */
export function pathOfPlace(
  { database, folder }: Pick<StateWorld, 'database' | 'folder'>,
  place: string,
): string {
  const prefix = `${database.place}#`;
  return place.startsWith(prefix)
    ? [folder.root, ...place.slice(prefix.length).split('/')].join(sep)
    : place;
}

/** A failure that names places in the database. */
export function placed(failure: Failure, world: Pick<StateWorld, 'database' | 'folder'>): Failure {
  switch (failure.kind) {
    case 'broken-file': {
      const { path, reason } = failure.file;
      return { ...failure, file: { path: shownPlace(world, path), reason } };
    }
    case 'file-system':
    case 'already-archived':
      return { ...failure, path: shownPlace(world, failure.path) };
    default:
      return failure;
  }
}
