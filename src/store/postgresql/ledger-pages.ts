import { type Result, success } from '../../domain/base/result.ts';
import type { Digests } from '../../ports.ts';
import type { LedgerWalk } from '../files/ledger-walk.ts';
import type { Row } from './database.ts';
import { SCHEMA } from './schema-name.ts';
import type { StateWorld } from './unit.ts';

/** How many lines are read at once. */
export const LINES_AT_ONCE = 2000;

/** The statement that reads the lines of a project's ledger behind one, in their order. */
export const LINES = `SELECT line, text FROM ${SCHEMA}.ledger
WHERE project = (SELECT id FROM ${SCHEMA}.project WHERE name = $1) AND line > $2 ORDER BY line LIMIT ${LINES_AT_ONCE}`;

/** Reads a ledger up to a line, page by page. Fails as reading does. */
export async function readPages(
  { database, project }: Pick<StateWorld, 'database' | 'project'>,
  last: number,
  onPage: (texts: readonly string[]) => void,
): Promise<Result<undefined>> {
  if (!project.ok) return project;
  for (let after = 0; after < last; ) {
    const rows = await database.read('read the ledger', LINES, [project.value, after]);
    if (!rows.ok) return rows;
    const meant = rows.value.filter((row) => lineOf(row) <= last);
    onPage(meant.map(({ text }) => String(text)));
    const end = rows.value.at(-1);
    if (end === undefined || rows.value.length < LINES_AT_ONCE) break;
    after = lineOf(end);
  }
  return success(undefined);
}

function lineOf({ line }: Row): number {
  return Number(line);
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
