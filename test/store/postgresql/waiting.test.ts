import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { success } from '../../../src/domain/base/result.ts';
import { draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import type { Clock } from '../../../src/ports.ts';
import { openDatabase } from '../../../src/store/postgresql/database.ts';
import { pauseMs } from '../../../src/store/postgresql/pauses.ts';
import { connectionName, holderIn } from '../../../src/store/postgresql/turn.ts';
import type { StoreWorld, Waited } from '../../../src/store/state-store.ts';
import { definitionValue, failureOf, successOf } from '../../rig/values/domain-values.ts';
import { createDatabaseStore } from '../../rig/worlds/database-store.ts';
import {
  createTestDatabase,
  NEEDS_SESSIONS,
  type TestDatabase,
  testServer,
} from '../../rig/worlds/postgresql.ts';

const ACTOR = { session: { id: 'session-a', ids: ['session-a'] }, at: '2026-02-17T10:30:00Z' };
const PAGE_SAYS_MS = 20_000;
const PAGE_SAYS_IN_TURN_MS = 120_000;

describe('the pause between two tries', () => {
  it.each([
    [1, 0, 10],
    [1, 1, 20],
    [2, 0.5, 30],
    [5, 1, 320],
    [6, 0, 160],
    [1000, 1, 320],
  ])('after try %i, by the chance of %d, is %d ms', (tries, fraction, ms) => {
    expect(pauseMs(tries, fraction)).toBe(ms);
  });
});

describe('a connection', () => {
  it.each([
    [undefined, 'completion-promise', 'other writers'],
    [
      { session: 'session-a', machine: 'host-a' },
      'completion-promise session-a on host-a',
      'session-a on host-a',
    ],
    [{ session: 'session-a', machine: undefined }, 'completion-promise session-a', 'session-a'],
    [
      { session: 's'.repeat(40), machine: 'host-a' },
      `completion-promise ${'s'.repeat(40)}`,
      's'.repeat(40),
    ],
    [
      { session: 's'.repeat(100), machine: 'host-a' },
      `completion-promise ${'s'.repeat(44)}`,
      's'.repeat(44),
    ],
  ])('of %j is called so that others can tell who it is', (who, name, holder) => {
    expect(connectionName(who)).toBe(name);
    expect(holderIn(name)).toBe(holder);
  });
});

describe.skipIf(testServer() === undefined)(`a change that others keep (${NEEDS_SESSIONS})`, () => {
  let database: TestDatabase;
  let projects = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** A project whose turn another session has. */
  async function heldProject(application_name = 'completion-promise session-b on host-b') {
    projects += 1;
    const project = `example.com/team/held-${projects}`;
    const holder = new Client({ connectionString: database.address, application_name });
    await holder.connect();
    onTestFinished(() => holder.end());
    const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7306201844))';
    await holder.query('BEGIN');
    await holder.query(lock, [project]);
    const promised = (title: string, replaced: Partial<StoreWorld> = {}) =>
      createDatabaseStore(scratch(), database.address, project, replaced).promises.create((id) =>
        draftPromise(id, definitionValue(title, ['first']), ACTOR),
      );
    return { project, promised, release: () => holder.query('COMMIT') };
  }

  it.each([
    ['another program', 'psql', 'other writers', PAGE_SAYS_MS],
    [
      'another session',
      'completion-promise session-b on host-b',
      'session-b on host-b',
      PAGE_SAYS_IN_TURN_MS,
    ],
  ])('by %s is given up after what the page says, and says by whom', async (...given) => {
    const [, program, holder, most] = given;
    const { promised } = await heldProject(program);
    const failure = failureOf(await promised('A title', { clock: lateClock(most) }));
    expect(failure).toMatchObject({ kind: 'busy', holder });
    expect('waitedMs' in failure && failure.waitedMs).toBeGreaterThanOrEqual(most);
  });

  it('says whom it waits for, and goes on once that one is done', async () => {
    const { promised, release } = await heldProject();
    const told: Waited[] = [];
    const waits = (waited: Waited): void => {
      told.push(waited);
      void release();
    };
    const clock = { ...createNodeClock(), sleep: async () => undefined };
    expect(await promised('A title', { clock, waits })).toMatchObject({ ok: true });
    expect(told).toEqual([{ holder: 'session-b on host-b', others: 0 }]);
  });

  it('has its turn in the order in which the changes came, each of them once', async () => {
    const { project, promised, release } = await heldProject();
    const made = [];
    for (const title of ['one', 'two', 'three']) {
      made.push(promised(title));
      while ((await waiting(database)) < made.length) await database.run('SELECT 1');
    }
    await release();
    const ids = (await Promise.all(made)).map((one) => successOf(one).id);
    const lines = await database.run(
      `SELECT l.promise FROM completion_promise.ledger l JOIN completion_promise.project p ON p.id = l.project
       WHERE p.name = $1 AND l.event = 'promise.created' ORDER BY l.line`,
      [project],
    );
    expect(lines.map(({ promise }) => promise)).toEqual(ids);
    const store = createDatabaseStore(scratch(), database.address, project);
    expect(successOf(await store.audits.audit()).misfits).toEqual([]);
  });

  it('is tried again as long as the page says, with ever longer pauses', async () => {
    let now = 0;
    const pauses: number[] = [];
    const clock: Clock = {
      ...createNodeClock(),
      elapsed: () => now,
      async sleep(ms) {
        pauses.push(ms);
        now += ms;
      },
    };
    const chance = { ...createNodeChance(), fraction: () => 0.5 };
    const opened = openDatabase(database.address, { clock, chance });
    const outcome = await opened.change('change', async () => success({ again: true as const }));
    await opened.close();
    expect(failureOf(outcome)).toMatchObject({ kind: 'busy', waitedMs: now });
    expect(now).toBeGreaterThanOrEqual(PAGE_SAYS_MS);
    expect(pauses.slice(0, 6)).toEqual([15, 30, 60, 120, 240, 240]);
  });
});

/** A clock by which all the time has passed once a change has begun. */
function lateClock(most: number): Clock {
  let calls = 0;
  return {
    ...createNodeClock(),
    elapsed: () => {
      calls += 1;
      return calls === 1 ? 0 : most + calls;
    },
  };
}

async function waiting({ run }: TestDatabase): Promise<number> {
  const [row] = await run(
    `SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return Number(row?.['count']);
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
