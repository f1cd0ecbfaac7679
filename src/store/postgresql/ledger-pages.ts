import type { Digests } from '../../ports.ts';
import type { LedgerWalk } from '../files/ledger-walk.ts';
import type { Reading, Row } from './database.ts';
import type { ProjectRow } from './documents.ts';
import { SCHEMA } from './schema-name.ts';

/** How many lines are read at once. */
export const LINES_AT_ONCE = 1000;

/** The statement that reads the lines of a project's ledger behind one, in their order. */
export const LINES = `SELECT line, text FROM ${SCHEMA}.ledger
WHERE project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1) AND line > $2 ORDER BY line LIMIT ${LINES_AT_ONCE}`;

/** The lines of a project's ledger, as it was when its row was read, in their order and a page at a time. */
export function linesOf(
  reading: Reading,
  row: ProjectRow | undefined,
): AsyncGenerator<readonly Row[], void, undefined> {
  const text = `SELECT text FROM ${SCHEMA}.ledger WHERE project = $1 AND line <= $2 ORDER BY line`;
  return reading.pages(text, [row?.id ?? null, row?.lines ?? 0], LINES_AT_ONCE);
}

/** A walk over lines that are given to it, as they stand in a file that holds them alone. */
interface GivenWalk extends LedgerWalk {
  give(texts: readonly string[]): void;
  /** The digest of the first so many bytes, as far as they are lines from before the chain began. */
  ofStart(bytes: number): string | undefined;
}

export function createGivenWalk(digests: Pick<Digests, 'of'>): GivenWalk {
  let given: readonly string[] = [];
  let position = 0;
  let unchained: string | undefined = '';
  return {
    give(texts) {
      given = texts;
    },
    *lines() {
      const lines = given;
      given = [];
      for (const text of lines) {
        const start = position;
        position += Buffer.byteLength(text) + 1;
        // The first line of a chain says what was before it, and nothing later does.
        if (text.includes('"prev":')) unchained = undefined;
        else if (unchained !== undefined) unchained += `${text}\n`;
        const line = { text, digest: digests.of(text), start, end: position };
        yield { ...line, isEnded: true, isTooLong: false };
      }
    },
    fault: () => undefined,
    rest: () => undefined,
    size: () => position,
    ofStart: (bytes) =>
      unchained !== undefined && Buffer.byteLength(unchained) === bytes
        ? digests.of(unchained)
        : undefined,
  };
}
