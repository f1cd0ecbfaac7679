import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBeacon } from '../../rig/worlds/beacon.ts';
import {
  createTestDatabase,
  migrated,
  NEEDS_SESSIONS,
  type TestDatabase,
  testServer,
} from '../../rig/worlds/postgresql.ts';
import { createProject, type Outcome, type Project, SESSION } from '../../rig/worlds/project.ts';
import { promiseIn, SHARED_ENVIRONMENT, serverPlaceOf } from '../../rig/worlds/shared-project.ts';
import { gate, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';
import { createTcpProxy } from '../../rig/worlds/tcp-proxy.ts';

describe.skipIf(testServer() === undefined)(
  `a server that has one connection for all (${NEEDS_SESSIONS})`,
  () => {
    const role = `cs_single_${randomBytes(4).toString('hex')}`;
    let database: TestDatabase;
    let address: string;

    beforeAll(async () => {
      database = await createTestDatabase(true);
      await database.run(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`);
      await migrated(database.address, role);
      address = database.addressFor({ user: role });
    });
    afterAll(async () => {
      await database.run(`DROP OWNED BY ${role}`);
      await database.run(`DROP ROLE ${role}`);
      await database.drop();
    });

    function machine(reached = address) {
      const project = createProject();
      const env = { ...SHARED_ENVIRONMENT, CS_STORE: reached, CS_STORE_TIMEOUT_MS: '20000' };
      return { project, env, cs: (...args: readonly string[]) => project.run('cs', args, { env }) };
    }

    it('serves commands that read and change one after the other', async () => {
      const { cs } = machine();
      const id = promiseIn(await cs('do', 'A title', '--ac', 'first'));
      for (const words of [
        ['status'],
        ['status', id],
        ['promise', 'log'],
        ['status', '--fleet'],
        ['report', '--fleet'],
        ['meet', id, 'AC-1', '--evidence', 'seen'],
        ['store', 'audit'],
      ]) {
        const { code, stderr } = await cs(...words);
        expect([words, code, stderr]).toEqual([words, 0, '']);
      }
    });

    it('serves others while a check of a promise runs', async () => {
      const working = machine();
      const beacon = await createBeacon(working.project);
      const id = promiseIn(await working.cs('do', 'A title', '--ac', 'first'));
      const words = ['meet', id, 'AC-1', '--run', '--', 'sh', '-c', beacon.line('check')];
      const meeting = working.project.run('cs', words, { env: working.env });
      const check = await beacon.next();
      expect(await machine().cs('status')).toMatchObject({ code: 0, stderr: '' });
      check.release();
      expect(await meeting).toMatchObject({ code: 0 });
    });

    it('is asked no more often by a session that starts where more others have promises', async () => {
      const connectionsAtStart = async (): Promise<number> => {
        const proxy = await createTcpProxy(serverPlaceOf(new URL(database.address)));
        const { env, project } = machine(database.addressFor({ host: `127.0.0.1:${proxy.port}` }));
        const payload = { session_id: SESSION, hook_event_name: 'SessionStart', source: 'startup' };
        const input = JSON.stringify(payload);
        const { stdout } = await project.run('cs', ['session-start'], { env, input });
        expect(stdout).toContain('hookSpecificOutput');
        return proxy.connections();
      };
      const promiseOf = (session: string) => {
        const { env, project } = machine(database.address);
        const words = ['do', 'A title', '--ac', 'first'];
        return project.run('cs', words, { env: { ...env, CLAUDE_SESSION_ID: session } });
      };
      await promiseOf('other');
      const withOne = await connectionsAtStart();
      const others = Array.from({ length: 16 }, (_, index) => `other-${index}`);
      await Promise.all(others.map(promiseOf));
      expect(await connectionsAtStart()).toBeLessThan(withOne + others.length);
    });

    function behind(port: number): string {
      const { pathname } = new URL(address);
      return `postgresql://${role}@127.0.0.1:${port}${pathname}?sslmode=disable`;
    }

    it.each([
      ['a change', async (it: Machine) => (await it.cs('do', 'A title', '--ac', 'first')).stderr],
      ['a look', async (it: Machine) => (await it.cs('status')).stderr],
      ['a stop', (it: Machine) => stopped(it)],
    ])('is waited for by %s', async (_what, act) => {
      const proxy = await createTcpProxy(serverPlaceOf(new URL(address)));
      const holder = new Client({ connectionString: address });
      await holder.connect();
      onTestFinished(() => holder.end().catch(() => undefined));
      const acted = act(machine(behind(proxy.port)));
      // The second try says that the first was refused.
      while (proxy.connections() < 2) await database.run('SELECT 1');
      await holder.end();
      expect(await acted).toBe('');
    });
  },
);

interface Machine {
  readonly project: Project;
  readonly env: Readonly<Record<string, string>>;
  cs(...args: readonly string[]): Promise<Outcome>;
}

/** Whether a stop says that the store was not asked; nothing where it was. */
async function stopped({ env, project }: Machine): Promise<string> {
  const output = JSON.stringify(outputOf(await gate(project, stopPayload(SESSION), { env })));
  return /NOT CHECKED|cannot be reached/.exec(output)?.[0] ?? '';
}
