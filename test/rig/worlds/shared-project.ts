import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgresql.ts';
import { createProject, type Outcome, type Project, type RunOptions } from './project.ts';
import { type GateOutput, gate, outputOf, stopPayload } from './stop-gate.ts';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The variables of every machine beside the address. */
export const SHARED_ENVIRONMENT = {
  CS_STORE_PROJECT: 'example.com/team/shop',
  CS_STORE_TIMEOUT_MS: '1500',
} as const;

/** A machine with a home and a clone of its own, whose project lies in a database that all of them share. */
export interface Machine {
  readonly project: Project;
  /** Runs `cs` as a session of this machine. */
  cs(session: string, args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Asks the stop gate. `isContinued`: whether the turn goes on because of a block. */
  stop(session: string, isContinued: boolean, options?: RunOptions): Promise<GateOutput>;
  /** What a session that starts and its user are told. */
  start(session: string): Promise<string>;
}

/** A database behind a network that tests can break, and any number of machines. */
export interface SharedProject {
  readonly database: TestDatabase;
  readonly network: TcpProxy;
  /** The variables by which a command reaches it. */
  readonly environment: Readonly<Record<string, string>>;
  machine(): Machine;
}

export async function createSharedProject(): Promise<SharedProject> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = new URL(database.address);
  const network = await createTcpProxy(serverPlaceOf(url));
  const address = `postgresql://${url.username}:${url.password}@127.0.0.1:${network.port}${url.pathname}?sslmode=disable`;
  const env = { CS_STORE: address, ...SHARED_ENVIRONMENT };
  return {
    database,
    network,
    environment: env,
    machine() {
      const project = createProject();
      mkdirSync(join(project.folder, '.git'));
      const as = (session: string, options: RunOptions = {}): RunOptions => ({
        ...options,
        env: { ...env, CLAUDE_SESSION_ID: session, ...options.env },
      });
      return {
        project,
        cs: (session, args, options) => project.run('cs', args, as(session, options)),
        async stop(session, isContinued, options) {
          const payload = stopPayload(session, { stop_hook_active: isContinued });
          return outputOf(await gate(project, payload, as(session, options)));
        },
        async start(session) {
          const payload = {
            session_id: session,
            hook_event_name: 'SessionStart',
            source: 'startup',
          };
          const input = JSON.stringify(payload);
          return (await project.run('cs', ['session-start'], as(session, { input }))).stdout;
        },
      };
    },
  };
}

/** Where the server of a test listens: at a socket of this machine, or at a port. */
export function serverPlaceOf(url: URL) {
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port === '' ? 5432 : url.port);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The id of the promise that an answer of `cs` names. */
export function promiseIn({ stderr, stdout }: Outcome): string {
  const [id] = /promise-[0-9a-f]{8}/.exec(stdout) ?? [];
  if (id === undefined) throw new Error(`no promise was named: ${stderr}`);
  return id;
}
