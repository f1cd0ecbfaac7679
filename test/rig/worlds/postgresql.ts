import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { openDatabase } from '../../../src/store/postgresql/database.ts';
import { migrate } from '../../../src/store/postgresql/migration.ts';
import { successOf } from '../values/domain-values.ts';

/** Folders in which a server on this machine has its socket. */
const SOCKETS = ['/var/run/postgresql', '/tmp'];

/** The server that tests use, by a variable or its socket on this machine; undefined where there is none. */
export function testServer(): string | undefined {
  const named = process.env['CS_TEST_POSTGRESQL'];
  if (named !== undefined && named !== '') return named;
  const folder = SOCKETS.find((one) => existsSync(join(one, '.s.PGSQL.5432')));
  if (folder === undefined) return undefined;
  return `postgresql://${userInfo().username}@${encodeURIComponent(folder)}/postgres`;
}

/** A database of a test's own on that server. */
export interface TestDatabase {
  /** Its URL. */
  readonly address: string;
  /** Its URL for another role, or another host and port. */
  addressFor(changes: { readonly user?: string; readonly host?: string }): string;
  /** Runs statements as the role that made it. */
  run(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs statements as another role. */
  runAs(user: string, text: string): Promise<readonly Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Makes a database; with the tables of the suite in it, unless `isBare`. */
export async function createTestDatabase(
  isBare = false,
  server = testServer(),
): Promise<TestDatabase> {
  if (server === undefined) throw new Error('no PostgreSQL server was found');
  const name = `cs_test_${randomBytes(6).toString('hex')}`;
  await asked(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const address = url.href;
  if (!isBare) await migrated(address);
  const addressFor: TestDatabase['addressFor'] = ({ host, user }) => {
    const changed = new URL(host === undefined ? address : address.replace(/@[^/]*/, `@${host}`));
    if (user !== undefined) changed.username = user;
    return changed.href;
  };
  return {
    address,
    addressFor,
    runAs: (user, text) => asked(addressFor({ user }), text),
    run: (text, values = []) => asked(address, text, values),
    drop: async () => {
      await asked(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** The port of the server on this machine. */
export function portOf(address: string): number {
  return Number(new URL(address).port || 5432);
}

export async function migrated(address: string, role?: string): Promise<void> {
  const world = { chance: createNodeChance(), clock: createNodeClock() };
  const database = openDatabase(address, world, undefined, true);
  successOf(await migrate(database, role));
  await database.close();
}

async function asked(
  address: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
