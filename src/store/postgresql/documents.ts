import { isObject, parseDocument } from '../../domain/base/document.ts';
import { readActEvent } from '../../domain/promise/person-act.ts';
import { ownerOf } from '../../domain/promise/promise.ts';
import { readPromise } from '../../domain/promise/promise-reading.ts';
import type { Row } from './database.ts';
import { SCHEMA } from './schema-name.ts';

/** The documents of a state as rows, and those that are chosen with the lines of the ledger that tell of them. */

/** What a document is, by its path. */
type DocumentKind = 'promise' | 'answers' | 'session' | 'session-memory' | 'other';

/** A document as it is read. */
interface Document {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
  /** The last line of the ledger that tells of it; undefined where there is none. */
  readonly line: number | undefined;
}

/** A line of the ledger, counted from 1, and where it begins, in bytes. */
export interface LineRow {
  readonly line: number;
  readonly start: number;
  readonly text: string;
}

/** Which documents are read. */
export type Choice =
  | { readonly of: 'everything' }
  /** A promise with the answers for it. */
  | { readonly of: 'promise'; readonly id: string }
  | { readonly of: 'promises'; readonly ids: readonly string[] }
  /** Promises with the answers for them. */
  | { readonly of: 'whole-promises'; readonly ids: readonly string[] }
  /** What stands at these paths, or did before it was moved to the history. */
  | { readonly of: 'paths'; readonly paths: readonly string[] }
  /** The open promises; of these owners and of none, where they are given. */
  | { readonly of: 'open'; readonly owners?: readonly string[] | undefined }
  | { readonly of: 'ended' }
  /** What is kept of sessions, by the names of their memories. */
  | { readonly of: 'memories'; readonly names: readonly string[] }
  /** What is kept of all sessions that were let go, or that wait. */
  | { readonly of: 'told-memories' }
  | { readonly of: 'session'; readonly folder: string };

/** What a project's row says. */
export interface ProjectRow {
  readonly id: number;
  readonly lines: number;
  readonly bytes: number;
  /** The digest of the last line; null where there is none. */
  readonly digest: string | null;
  /** A copy was begun to it and not ended. */
  readonly isCopied: boolean;
}

export interface Chosen {
  readonly documents: readonly Document[];
  /** The lines that these documents name, the last ones on them, and the ones before those. */
  readonly lines: readonly LineRow[];
  /** Undefined where nothing was ever stored of the project. */
  readonly project: ProjectRow | undefined;
}

const OPEN = "d.path LIKE 'promises/%'";

const ENDED = `(d.kind = 'promise' AND (NOT ${OPEN} OR d.status IN ('verified', 'cancelled')))`;

/** Where a promise lies once it ended; of other documents, the path that they have. */
function pathInHistory(path: string): string {
  return path.replace(/^promises\//, 'history/');
}

/** The condition for one choice; `put` gives a value its place in the statement. */
function conditionOf(choice: Choice, put: (value: unknown) => string): string {
  switch (choice.of) {
    case 'everything':
      return 'true';
    case 'promise':
      return `(d.subject = ${put(choice.id)} AND d.kind IN ('promise', 'answers'))`;
    case 'whole-promises':
      return `(d.subject = ANY(${put(choice.ids)}::text[]) AND d.kind IN ('promise', 'answers'))`;
    case 'paths':
      return `(d.path = ANY(${put(choice.paths.flatMap((path) => [path, pathInHistory(path)]))}::text[]))`;
    case 'promises':
      return `(d.subject = ANY(${put(choice.ids)}::text[]) AND d.kind = 'promise')`;
    case 'open':
      return choice.owners === undefined
        ? `(d.kind = 'promise' AND ${OPEN})`
        : `(d.kind = 'promise' AND ${OPEN} AND (d.owner IS NULL OR d.owner = ANY(${put(choice.owners)}::text[])))`;
    case 'ended':
      return ENDED;
    case 'memories':
      return `(d.subject = ANY(${put(choice.names)}::text[]) AND d.kind = 'session-memory')`;
    case 'told-memories':
      return `(d.kind = 'session-memory' AND (d.text LIKE '%"capped"%' OR d.text LIKE '%"waiting"%'))`;
    case 'session':
      return `(d.subject = ${put(choice.folder)} AND d.kind = 'session')`;
  }
}

/** The statement that reads the ids of the promises that have ended, and no more of them; in their order without one. */
export function choosingEnded(
  project: string,
  order: 'newest' | undefined,
): { readonly text: string; readonly values: readonly unknown[] } {
  const by = order === 'newest' ? 'd.line DESC NULLS LAST, ' : '';
  const text = `
SELECT d.subject AS id FROM ${SCHEMA}.document d
WHERE d.project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1) AND ${ENDED} AND d.subject IS NOT NULL
ORDER BY ${by}d.subject COLLATE "C"`;
  return { text, values: [project] };
}

/**
 * The one statement that reads what is chosen of the project of that name. `isHeld`: the project's row is held until the
 * transaction ends.
 */
export function choosing(
  project: string,
  choices: readonly Choice[],
  isHeld = false,
): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [project];
  const put = (value: unknown): string => `$${values.push(value)}`;
  // Each choice is a part of its own, so that each uses its own index. Of a project that is joined instead, a server
  // would read the entries of all owners.
  const parts = choices.map(
    (choice) =>
      `SELECT d.* FROM ${SCHEMA}.document d WHERE d.project = (SELECT id FROM own) AND ${conditionOf(choice, put)}`,
  );
  const nothing = `SELECT d.* FROM ${SCHEMA}.document d WHERE false`;
  const line = 'l.line, l.start, l.text, NULL::text AS path, NULL::text AS digest';
  const text = `
WITH own AS MATERIALIZED (SELECT * FROM ${SCHEMA}.project WHERE name = $1${isHeld ? ' FOR UPDATE' : ''}),
chosen AS MATERIALIZED (${parts.length === 0 ? nothing : parts.join(' UNION ALL ')}),
named AS MATERIALIZED (
  SELECT line FROM chosen WHERE line IS NOT NULL UNION SELECT line - 1 FROM chosen WHERE line IS NOT NULL
),
acts AS MATERIALIZED (SELECT DISTINCT unnest(acts) AS start FROM chosen),
ends AS MATERIALIZED (SELECT min(act) AS start FROM chosen, unnest(acts) act WHERE kind = 'session-memory')
SELECT 'version' AS what, max(version) AS line, NULL::bigint AS start, NULL::text AS text, NULL::text AS path, NULL::text AS digest FROM ${SCHEMA}.version
UNION ALL
SELECT 'project', own.id, own.lines, own.bytes::text, own.digest, own.copying FROM own
UNION ALL
SELECT 'document', chosen.line, NULL, chosen.text, chosen.path, chosen.digest FROM chosen
UNION ALL
SELECT 'line', ${line} FROM own CROSS JOIN named JOIN ${SCHEMA}.ledger l ON l.project = own.id AND l.line = named.line
UNION ALL
SELECT 'line', ${line} FROM own CROSS JOIN acts JOIN ${SCHEMA}.ledger l ON l.project = own.id AND l.start = acts.start
UNION ALL
SELECT 'line', ${line} FROM own CROSS JOIN ends JOIN ${SCHEMA}.ledger l
  ON l.project = own.id AND l.event = 'session.reopened' AND l.start >= ends.start`;
  return { text, values };
}

/** What that statement gave. */
export function chosenOf(rows: readonly Row[]): Chosen {
  const documents = new Map<string, Document>();
  const lines = new Map<number, LineRow>();
  let project: ProjectRow | undefined;
  for (const row of rows) {
    const text = String(row['text']);
    if (row['what'] === 'project') {
      const digest = typeof row['path'] === 'string' ? row['path'] : null;
      project = {
        id: Number(row['line']),
        lines: Number(row['start']),
        bytes: Number(text),
        digest,
        isCopied: typeof row['digest'] === 'string',
      };
    } else if (row['what'] === 'document') {
      const path = String(row['path']);
      const line = row['line'] === null ? undefined : Number(row['line']);
      documents.set(path, { path, text, digest: String(row['digest']), line });
    } else if (row['what'] === 'line') {
      const line = Number(row['line']);
      lines.set(line, { line, start: Number(row['start']), text });
    }
  }
  const inOrder = [...lines.values()].sort((a, b) => a.line - b.line);
  return { documents: [...documents.values()], lines: inOrder, project };
}

/** What a document is looked up by. */
interface DocumentColumns {
  readonly kind: DocumentKind;
  readonly subject: string | null;
  readonly owner: string | null;
  readonly status: string | null;
  /** Where the lines of the ledger begin that it names as a person's acts. */
  readonly acts: readonly number[];
}

const PATHS: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^(?:promises|history)\/([^/]+)\.json$/, 'promise'],
  [/^validations\/([^/]+)\/[^/]+$/, 'answers'],
  [/^stop-gate\/([^/]+)\.json$/, 'session-memory'],
  [/^sessions\/([^/]+)\/[^/]+$/, 'session'],
];

export function columnsOf(path: string, text: string): DocumentColumns {
  const [kind, subject] = kindOf(path);
  const parsed = kind === 'promise' || kind === 'session-memory' ? parseDocument(text) : undefined;
  const value = parsed?.ok === true ? parsed.value : undefined;
  const reading = kind === 'promise' && value !== undefined ? readPromise(value) : undefined;
  const promise = reading?.ok === true ? reading.promise : undefined;
  return {
    kind,
    subject,
    owner: promise === undefined ? null : ownerOf(promise),
    status: promise?.status ?? null,
    acts: [...actsIn(value)],
  };
}

function kindOf(path: string): readonly [DocumentKind, string | null] {
  for (const [pattern, kind] of PATHS) {
    const [, subject] = pattern.exec(path) ?? [];
    if (subject !== undefined) return [kind, subject];
  }
  return ['other', null];
}

/** Wherever a document names the event of an act: in waivers, acceptances, ends and inherited ends. */
function actsIn(value: unknown): ReadonlySet<number> {
  const { accepted, acceptance_criteria: criteria, ended } = isObject(value) ? value : {};
  const waived = listOf(criteria).map((one) => one['waived']);
  const holders = [...listOf(accepted), ...waived, ended].filter(isObject);
  const named = holders.flatMap(({ event, inherited }) => [event, inherited]);
  return new Set(named.flatMap((one) => readActEvent(one)?.offset ?? []));
}

function listOf(value: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The version of the tables that such a statement read; undefined where no row says it. */
export function versionIn(rows: readonly Row[]): number | null | undefined {
  const row = rows.find(({ what }) => what === 'version');
  if (row === undefined) return undefined;
  return row['line'] === null ? null : Number(row['line']);
}
