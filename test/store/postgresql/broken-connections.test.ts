import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { draftPromise, meetCriterion } from '../../../src/domain/promise/promise-changes.ts';
import type { Clock } from '../../../src/ports.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { definitionValue, failureOf, successOf } from '../../rig/values/domain-values.ts';
import { createCuttingProxy } from '../../rig/worlds/cutting-proxy.ts';
import { createDatabaseStore } from '../../rig/worlds/database-store.ts';
import {
  createTestDatabase,
  NEEDS_SESSIONS,
  portOf,
  type TestDatabase,
  testServer,
} from '../../rig/worlds/postgresql.ts';
import { createProject } from '../../rig/worlds/project.ts';

const ACTOR = { session: { id: 'session-a', ids: ['session-a'] }, at: '2026-02-17T10:30:00Z' };

const TRUE_CLOCK = createNodeClock();
/** Nobody waits for as long as a change is tried. */
const FAST_CLOCK: Clock = { ...TRUE_CLOCK, elapsed: () => 20 * TRUE_CLOCK.elapsed() };

describe.skipIf(testServer() === undefined)(
  `a connection to a database (${NEEDS_SESSIONS})`,
  () => {
    let database: TestDatabase;
    let projects = 0;

    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    /** A store behind a proxy that can cut it, and what became of the project. */
    async function behindProxy(clock: Clock = createNodeClock()) {
      const proxy = await createCuttingProxy(portOf(database.address));
      onTestFinished(() => proxy.close());
      projects += 1;
      const project = `example.com/team/cut-${projects}`;
      const address = database.addressFor({ host: proxy.host });
      const [store, other] = [
        createDatabaseStore(scratch(), address, project, { clock }),
        createDatabaseStore(scratch(), database.address, project),
      ];
      return { proxy, store, other, events: () => eventsOf(database, project) };
    }

    it.each([
      ['before the server was told', 'before'],
      ['when it was told a half', 'within'],
      ['after the server was told', 'after'],
    ] as const)(
      'that is cut in a commit, %s, gives one change and no other',
      async (_what, when) => {
        const { events, other, proxy, store } = await behindProxy();
        const id = await created(store);
        proxy.cutAtCommit(when);
        const met = await meet(store, id);
        expect(proxy.cuts()).toBe(1);
        expect(met).toMatchObject({ ok: true });
        expect(await events()).toEqual(['promise.created', 'criterion.met']);
        expect(successOf(await other.promises.find(id)).promise.acceptance_criteria).toMatchObject([
          { status: 'met' },
        ]);
        expect(successOf(await other.audits.audit()).misfits).toEqual([]);
      },
    );

    it.each(['before', 'within', 'after'] as const)(
      'that is cut in a commit (%s) lets the command of it end with what it did',
      async (when) => {
        const machine = createProject('session-a');
        const proxy = await createCuttingProxy(portOf(database.address));
        onTestFinished(() => proxy.close());
        const env = {
          CS_STORE: database.addressFor({ host: proxy.host }),
          CS_STORE_PROJECT: `example.com/team/command-${when}`,
        };
        proxy.cutAtCommit(when);
        const made = await machine.run('cs', ['do', 'A title', '--ac', 'first'], { env });
        expect(proxy.cuts()).toBe(1);
        expect(made.code).toBe(0);
        expect(made.stderr).not.toContain('Error');
        expect(made.stdout).toContain('Promised and started');
        expect(await eventsOf(database, env.CS_STORE_PROJECT)).toEqual([
          'promise.created',
          'promise.started',
        ]);
      },
    );

    it('that is cut in a commit and does not come back leaves a change unknown, and says so', async () => {
      const { events, proxy, store } = await behindProxy(FAST_CLOCK);
      const id = await created(store);
      proxy.cutAtCommit('after', true);
      expect(failureOf(await meet(store, id))).toMatchObject({ kind: 'store-unknown' });
      expect(await events()).toEqual(['promise.created', 'criterion.met']);
    });

    it('that the server ends between two changes is made again', async () => {
      const { other, store } = await behindProxy();
      const id = await created(store);
      await database.run(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      expect(await meet(store, id)).toMatchObject({ ok: true });
      expect(successOf(await other.promises.find(id)).id).toBe(id);
    });

    it('that cannot be made is a failure that names no password', async () => {
      const address = 'postgresql://ada:s3cret@127.0.0.1:1/nowhere?connect_timeout=1';
      const store = createDatabaseStore(scratch(), address, 'example.com/team/shop');
      const failure = failureOf(await store.promises.listActive());
      expect(failure).toMatchObject({ kind: 'store-unreachable' });
      expect(JSON.stringify(failure)).not.toContain('s3cret');
    });
  },
);

async function created({ promises }: StateStore): Promise<string> {
  const made = await promises.create((id) =>
    draftPromise(id, definitionValue('Title', ['first']), ACTOR),
  );
  return successOf(made).id;
}

function meet({ promises }: StateStore, id: string) {
  const met = { criterion: 'AC-1', evidence: 'seen', type: 'test' };
  return promises.change(id, (promise) => meetCriterion(id, promise, met, ACTOR));
}

async function eventsOf({ run }: TestDatabase, project: string): Promise<readonly unknown[]> {
  const rows = await run(
    'SELECT l.event FROM completion_promise.ledger l JOIN completion_promise.project p ON p.id = l.project WHERE p.name = $1 ORDER BY l.line',
    [project],
  );
  return rows.map(({ event }) => event);
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
