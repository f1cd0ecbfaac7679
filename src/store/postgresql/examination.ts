import { type Result, success } from '../../domain/base/result.ts';
import type { ReachedStore, StoreExamination } from '../../domain/host/store-examination.ts';
import type { Clock } from '../../ports.ts';
import type { TablesStatus } from '../shared-store.ts';
import { protectionOf } from './connection-options.ts';
import type { Database, Row } from './database.ts';
import { tablesOf } from './migration.ts';
import { NEEDED_RIGHTS, SCHEMA_VERSION } from './schema.ts';
import { SCHEMA } from './schema-name.ts';

/** The oldest server that the suite works with, as it numbers itself. */
const OLDEST_SERVER = 130_000;

const SERVER = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS number, current_user::text AS role,
  COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
  COALESCE(has_schema_privilege(to_regnamespace('${SCHEMA}'), 'USAGE'), true) AS usable,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

const LACKING = `SELECT w.name || CASE WHEN w.col IS NULL THEN '' ELSE '.' || w.col END || ' ' || w.permission AS lacking
FROM unnest($1::text[], $2::text[], $3::text[]) AS w (name, permission, col)
WHERE NOT CASE WHEN w.col IS NULL THEN has_table_privilege('${SCHEMA}.' || w.name, w.permission)
  ELSE has_column_privilege('${SCHEMA}.' || w.name, w.col, w.permission) END`;

const MAY_CHANGE = `SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class
WHERE oid = to_regclass('${SCHEMA}.ledger')`;

/** Whether a database can be used, and by what right. */
export async function examineDatabase(
  database: Database,
  address: string,
  clock: Clock,
): Promise<StoreExamination> {
  const examined = await examine(database, address, clock);
  await database.close();
  return examined.ok ? examined.value : { reached: false, failure: examined.failure };
}

async function examine(
  database: Database,
  address: string,
  clock: Clock,
): Promise<Result<StoreExamination>> {
  // The first question makes the connection: how long that takes says nothing of the clocks.
  const reached = await firstOf(database, 'SELECT 1 AS one', []);
  if (!reached.ok) return reached;
  const before = clock.now();
  const server = await firstOf(database, SERVER, []);
  if (!server.ok) return server;
  const here = (before + clock.now()) / 2;
  const { encrypted, now, number, role, usable, version } = server.value;
  const tables = usable === true ? await tablesOf(database) : success(UNUSABLE);
  if (!tables.ok) return tables;
  const rights = usable === true ? await rightsIn(database, tables.value) : success(NO_USE);
  if (!rights.ok) return rights;
  return success({
    reached: true,
    server: `PostgreSQL ${String(version)}`,
    isTooOld: Number(number) < OLDEST_SERVER,
    role: String(role),
    protection: protectionOf(address, encrypted === true),
    ...tables.value,
    ...rights.value,
    clockAheadMs: Math.round(Number(now) - here),
  });
}

type Rights = Pick<ReachedStore, 'missingRights' | 'mayChangeTables'>;

const UNUSABLE: TablesStatus = { found: null, wanted: SCHEMA_VERSION };
const NO_USE: Rights = { missingRights: [`schema ${SCHEMA} USAGE`], mayChangeTables: false };

/** What the role may do with the tables; of others than those of this suite, nothing is asked. */
async function rightsIn(
  database: Database,
  { found, wanted }: TablesStatus,
): Promise<Result<Rights>> {
  if (found !== wanted) return success({ missingRights: [], mayChangeTables: false });
  const columns = (['table', 'right', 'column'] as const).map((name) =>
    NEEDED_RIGHTS.map((one) => one[name]),
  );
  const lacking = await database.read('look at the rights', LACKING, columns);
  if (!lacking.ok) return lacking;
  const may = await firstOf(database, MAY_CHANGE, []);
  if (!may.ok) return may;
  return success({
    missingRights: lacking.value.map((row) => String(row['lacking'])),
    mayChangeTables: may.value['may'] === true,
  });
}

async function firstOf(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<Result<Row>> {
  const rows = await database.read('look at the store', text, values);
  return rows.ok ? success(rows.value[0] ?? {}) : rows;
}
