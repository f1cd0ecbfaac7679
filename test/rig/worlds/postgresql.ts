import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { openDatabase } from '../../../src/store/postgresql/database.ts';
import { migrate } from '../../../src/store/postgresql/migration.ts';
import { successOf } from '../values/domain-values.ts';
import { CHECKOUT } from './checkout.ts';

/** The server that tests use; undefined where they use PGlite. */
export function testServer(): string | undefined {
  return inject('server');
}

/** Why a test is skipped where PGlite is used, for its name. */
export const NEEDS_SESSIONS = 'needs several sessions at once';

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
  const made = await (server === undefined ? createOfPglite() : createOn(server));
  if (!isBare) await migrated(made.address);
  const { address } = made;
  const addressFor: TestDatabase['addressFor'] = ({ host, user }) => {
    const changed = new URL(host === undefined ? address : address.replace(/@[^/]*/, `@${host}`));
    if (user !== undefined) changed.username = user;
    return changed.href;
  };
  return {
    ...made,
    addressFor,
    runAs: (user, text) => asked(addressFor({ user }), text),
    run: (text, values = []) => asked(address, text, values),
  };
}

type Made = Pick<TestDatabase, 'address' | 'drop'>;

async function createOn(server: string): Promise<Made> {
  const name = `cs_test_${randomBytes(6).toString('hex')}`;
  await asked(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    drop: async () => {
      await asked(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** One in a process of its own: tests wait for answers in ways in which they could not give them. */
async function createOfPglite(): Promise<Made> {
  const program = join(CHECKOUT, 'test', 'rig', 'worlds', 'pglite-server.mjs');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const place = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()));
    child.once('exit', () => reject(new Error('PGlite did not start')));
  });
  return {
    address: `postgresql://postgres@${place}/postgres`,
    drop: async () => void child.kill('SIGKILL'),
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
