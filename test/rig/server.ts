import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createOwnServer, serverPrograms } from './worlds/own-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that this run uses; undefined where it uses PGlite. */
    readonly server: string | undefined;
  }
}

/** Folders in which a server on this machine has its socket. */
const SOCKETS = ['/var/run/postgresql', '/tmp'];

/**
 * Finds the PostgreSQL server of a run, or starts one of its own where its programs are installed, and says which. With
 * `CS_TEST_POSTGRESQL=pglite`, or where there is none, tests use PGlite.
 */
export default async function provideServer(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['CS_TEST_POSTGRESQL'] ?? '';
  const address = named === '' ? await addressOfSocket() : named;
  if (address === undefined && serverPrograms() !== undefined) {
    const own = await createOwnServer();
    say(`one of this run, by the programs in ${serverPrograms()}`);
    project.provide('server', own.address);
    return () => own.remove();
  }
  const server = address === 'pglite' ? undefined : address;
  project.provide('server', server);
  if (server !== undefined) say(new URL(server).host || server);
  else say('PGlite, which has one session: tests that need several at once are skipped');
  if (server === undefined && process.env['CI'] === 'true' && process.platform === 'linux') {
    say('NO REAL SERVER IN CI. Install PostgreSQL, or name a server in CS_TEST_POSTGRESQL.');
  }
  return async () => undefined;
}

/** The server of this machine, where it has one that makes databases for the user. */
async function addressOfSocket(): Promise<string | undefined> {
  const folder = SOCKETS.find((one) => existsSync(join(one, '.s.PGSQL.5432')));
  if (folder === undefined) return undefined;
  const address = `postgresql://${userInfo().username}@${encodeURIComponent(folder)}/postgres`;
  const fault = await faultOf(address);
  if (fault === undefined) return address;
  say(`not the one of this machine: ${fault}`);
  return undefined;
}

/** Why tests cannot use a server, in its words; undefined where they can. */
async function faultOf(address: string): Promise<string | undefined> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  const database = `completion_promise_probe_${process.pid}`;
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${database}`);
    await client.query(`DROP DATABASE ${database}`);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function say(what: string): void {
  process.stdout.write(`PostgreSQL of the tests: ${what}\n`);
}
