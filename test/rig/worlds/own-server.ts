import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { removeScratch } from './removal.ts';

/** A PostgreSQL server of a test's own, which it may restart and set up as it likes. */
export interface OwnServer {
  /** The URL of its database `postgres`, over TCP. */
  readonly address: string;
  readonly port: number;
  /** Its folder, for files that it is to read: `own` gives one to the user that it runs as. */
  readonly folder: string;
  own(file: string): void;
  /** Ends it: politely, or as a machine does that loses its power. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts it; returns when it answers. */
  start(): Promise<void>;
  /** Ends it for good, and removes its folder. */
  remove(): Promise<void>;
}

/** How a server ends by a signal. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** The folder of PostgreSQL's own programs; undefined where there are none. */
export function serverPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...newestFirst.map((version) => join(root, version, 'bin')),
  ].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Makes one that trusts everybody on this machine, and starts it. `prepare` puts files for it into its folder, and gives
 * lines of its configuration.
 */
export async function createOwnServer(
  prepare: (folder: string, own: OwnServer['own']) => readonly string[] = () => [],
): Promise<OwnServer> {
  const programs = serverPrograms();
  if (programs === undefined) throw new Error('no programs of a PostgreSQL server were found');
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'cs-pg-'));
  const own = (file: string): void => {
    if (user !== undefined) chownSync(file, user.uid, user.gid);
  };
  chmodSync(folder, 0o755);
  own(folder);
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), [...words, '--locale=C'], {
    cwd: folder,
    ...user,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  // What is proved here is the order of commits: to wait for a disk would only make it slower.
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'fsync = off',
    'max_connections = 200',
    'deadlock_timeout = 200ms',
    ...prepare(folder, own),
  ];
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  const address = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const stop: OwnServer['stop'] = async (how) => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    await new Promise((resolve) => {
      ending.once('exit', resolve);
      ending.kill(SIGNALS[how]);
    });
  };
  const start = async (): Promise<void> => {
    child = spawn(join(programs, 'postgres'), ['-D', data], {
      cwd: folder,
      ...user,
      stdio: 'ignore',
    });
    await answering(address, child);
  };
  await start();
  return {
    address,
    port,
    folder,
    own,
    stop,
    start,
    async remove() {
      await stop('immediate');
      removeScratch(folder);
    },
  };
}

/** Whom a server runs as: it refuses to be root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const users = new Map(lines.map((line) => [line.split(':')[0], line.split(':')]));
  const fields = users.get('postgres') ?? users.get('nobody');
  if (fields === undefined) throw new Error('there is no user that a server could run as');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

/** Waits until a server that was started answers. Throws where it ended instead. */
async function answering(address: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error('the server did not start');
    }
    const client = new Client({ connectionString: address, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch {
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
