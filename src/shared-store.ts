import { createNodeChance } from './adapters/node-chance.ts';
import { createNodeClock } from './adapters/node-clock.ts';
import type { Failure } from './domain/base/failure.ts';
import type { AnsweredRows, AskedStatement } from './ports.ts';
import { type Database, openDatabase } from './store/postgresql/database.ts';

/**
 * What speaks to a database, with the client that it takes: a file of `dist/` of its own, which is loaded only where the
 * settings name one.
 */
export { openFleet } from './shared-fleet.ts';
export { sharedViews } from './shared-views.ts';
export { copyIntoDatabase } from './store/postgresql/copy-into.ts';
export { copyIntoFolder } from './store/postgresql/copy-out.ts';
export { openDatabase } from './store/postgresql/database.ts';
export { openDatabaseStore } from './store/postgresql/database-store.ts';
export { migrate, tablesOf } from './store/postgresql/migration.ts';

const databases = new Map<string, Database>();

/** Runs one statement for the thread that waits for it, over a connection that is kept for the next. */
export async function answerStatement({
  action,
  address,
  text,
  values,
}: AskedStatement): Promise<{ readonly rows: AnsweredRows } | { readonly failure: Failure }> {
  const database = databases.get(address) ?? opened(address);
  const rows = await database.read(action, text, values);
  return rows.ok ? { rows: rows.value } : { failure: rows.failure };
}

function opened(address: string): Database {
  const database = openDatabase(address, { chance: createNodeChance(), clock: createNodeClock() });
  databases.set(address, database);
  return database;
}
