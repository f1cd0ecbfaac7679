import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { draftPromise } from '../../../src/domain/promise/promise-changes.ts';
import { openDatabase } from '../../../src/store/postgresql/database.ts';
import { examineDatabase } from '../../../src/store/postgresql/examination.ts';
import { fencesIn } from '../../docs/markdown.ts';
import { definitionValue, failureOf, successOf } from '../../rig/values/domain-values.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { createDatabaseStore } from '../../rig/worlds/database-store.ts';
import {
  createTestDatabase,
  migrated,
  NEEDS_SESSIONS,
  type TestDatabase,
  testServer,
} from '../../rig/worlds/postgresql.ts';

const ACTOR = { session: { id: 'session-a', ids: ['session-a'] }, at: '2026-02-17T10:30:00Z' };
const PROJECT = 'example.com/team/shop';
const UNIQUE = randomBytes(4).toString('hex');

describe.skipIf(testServer() === undefined)(
  `a role with the least rights (${NEEDS_SESSIONS})`,
  () => {
    const role = `cs_user_${randomBytes(4).toString('hex')}`;
    let database: TestDatabase;

    beforeAll(async () => {
      database = await createTestDatabase(true);
      await database.run(`CREATE ROLE ${role} LOGIN`);
      await migrated(database.address, role);
    });
    afterAll(async () => {
      await database.run(`DROP OWNED BY ${role}`);
      await database.run(`DROP ROLE ${role}`);
      await database.drop();
    });

    const asRole = (text: string) => database.runAs(role, text);

    it('can do all that the suite does', async () => {
      const store = createDatabaseStore(scratch(), database.addressFor({ user: role }), PROJECT);
      const made = await store.promises.create((id) =>
        draftPromise(id, definitionValue('Title', ['first']), ACTOR),
      );
      expect(made).toMatchObject({ ok: true });
      const [reservation] = successOf(
        await store.spending.reserve([1], 10, Date.parse(ACTOR.at), 0),
      );
      expect(await reservation?.settle()).toBeUndefined();
      expect(successOf(await store.audits.audit()).misfits).toEqual([]);
    });

    it.each([
      ['change a line of the ledger', "UPDATE completion_promise.ledger SET text = ''"],
      ['remove one', 'DELETE FROM completion_promise.ledger'],
      ['remove a call from the cost log', 'DELETE FROM completion_promise.cost'],
      ['remove a project', 'DELETE FROM completion_promise.project'],
      ['make a table', 'CREATE TABLE completion_promise.other (a integer)'],
      [
        'say that the tables are of another version',
        'UPDATE completion_promise.version SET version = 9',
      ],
    ])('cannot %s', async (_what, text) => {
      await expect(asRole(text)).rejects.toMatchObject({ code: '42501' });
    });

    it('is found by doctor to have what is needed, and to lack what is taken from it', async () => {
      const address = database.addressFor({ user: role });
      const examined = () => {
        const world = { chance: createNodeChance(), clock: createNodeClock() };
        return examineDatabase(openDatabase(address, world, undefined, true), address, world.clock);
      };
      expect(await examined()).toMatchObject({ role, missingRights: [], mayChangeTables: false });
      await database.run(`REVOKE DELETE ON completion_promise.document FROM ${role}`);
      await database.run(`REVOKE UPDATE (at) ON completion_promise.change FROM ${role}`);
      const lacking = await examined();
      await migrated(database.address, role);
      expect(lacking).toMatchObject({ missingRights: ['document DELETE', 'change.at UPDATE'] });
      expect(await examined()).toMatchObject({ missingRights: [] });
    });

    it('is made by what the page says', async () => {
      const page = readFileSync(join(CHECKOUT, 'docs', 'store.md'), 'utf8');
      const statements = fencesIn(page)
        .filter(({ language }) => language === 'sql')
        .flatMap(({ lines }) => lines)
        .map((line) => line.replace(/\b(cs_owner|cs_user|promises)\b/g, `$1_${UNIQUE}`));
      expect(statements.length).toBeGreaterThan(0);
      const [owner, user, name] = ['cs_owner', 'cs_user', 'promises'].map(
        (one) => `${one}_${UNIQUE}`,
      );
      onTestFinished(async () => {
        await database.run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await database.run(`DROP ROLE IF EXISTS ${owner}`);
        await database.run(`DROP ROLE IF EXISTS ${user}`);
      });
      for (const statement of statements) await database.run(statement);
      const address = new URL(database.addressFor({ user: owner ?? '' }));
      address.pathname = `/${name}`;
      await migrated(address.href, user);
      address.username = user ?? '';
      const store = createDatabaseStore(scratch(), address.href, PROJECT);
      expect(await store.promises.listActive()).toMatchObject({ ok: true });
    });

    it('cannot make the tables', async () => {
      const bare = await createTestDatabase(true);
      onTestFinished(() => bare.drop());
      await expect(migrated(bare.addressFor({ user: role }))).rejects.toThrow('store-refused');
    });

    it('not even their owner removes a line without saying so', async () => {
      await expect(database.run('DELETE FROM completion_promise.ledger')).rejects.toThrow(
        'only added',
      );
    });

    it('works with tables of its own version alone', async () => {
      const other = await createTestDatabase();
      onTestFinished(() => other.drop());
      await other.run('INSERT INTO completion_promise.version (version) VALUES (3)');
      const store = createDatabaseStore(scratch(), other.address, PROJECT);
      expect(failureOf(await store.promises.listActive())).toMatchObject({
        kind: 'store-schema',
        found: 3,
        wanted: 2,
      });
    });
  },
);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
