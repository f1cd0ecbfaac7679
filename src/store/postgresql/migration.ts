import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Migrated, TablesStatus } from '../shared-store.ts';
import { type Database, tablesAt } from './database.ts';
import { MIGRATIONS, rightsOf, SCHEMA_VERSION } from './schema.ts';
import { SCHEMA } from './schema-name.ts';

/** Any number that no other program is likely to lock by. */
const LOCK = 7_306_201_842;

/**
 * Brings the tables to the version of this suite; one migration at a time. `role`: to which the least rights are given
 * that the suite needs. Fails where the tables are newer, or the role that is connected may not.
 */
export function migrate(database: Database, role: string | undefined): Promise<Result<Migrated>> {
  return database.change('make the tables', async ({ query }) => {
    await query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const before = await versionThere(query);
    if (before !== null && before > SCHEMA_VERSION) {
      return failed({
        kind: 'store-schema',
        place: database.place,
        found: before,
        wanted: SCHEMA_VERSION,
      });
    }
    for (const step of MIGRATIONS.slice(before ?? 0)) await query(step, []);
    if (role !== undefined) {
      for (const right of rightsOf(quoted(role))) await query(right, []);
    }
    return success({ done: { before, found: SCHEMA_VERSION, wanted: SCHEMA_VERSION } });
  });
}

/** What the tables are. Fails where the database cannot be asked. */
export async function tablesOf(database: Database): Promise<Result<TablesStatus>> {
  const there = await database.read('look at the tables', THERE, []);
  if (!there.ok) return there;
  if (there.value[0]?.['version'] == null) return success({ found: null, wanted: SCHEMA_VERSION });
  const rows = await database.read(
    'look at the tables',
    `SELECT max(version) AS version FROM ${SCHEMA}.version`,
    [],
  );
  if (!rows.ok) return rows;
  return success({ found: Number(rows.value[0]?.['version']), wanted: SCHEMA_VERSION });
}

const THERE = `SELECT to_regclass('${SCHEMA}.version')::text AS version`;

async function versionThere(
  query: (
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<number | null> {
  const [there] = await query(THERE, []);
  return there?.['version'] == null
    ? null
    : tablesAt(async (text) => ({ rows: await query(text, []) }));
}

/** A name as SQL has it. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
