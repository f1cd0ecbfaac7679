import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../src/store/postgresql/schema.ts';
import { createTestDatabase, migrated } from '../../rig/worlds/postgresql.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { promiseIn } from '../../rig/worlds/shared-project.ts';
import { gate, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';

const EVERYTHING = `SELECT indexdef AS what FROM pg_indexes WHERE schemaname = 'completion_promise'
UNION SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns WHERE table_schema = 'completion_promise'
ORDER BY what`;

async function opened() {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.address });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const project = createProject();
  const env = { CS_STORE: database.address, CS_STORE_PROJECT: 'shop' };
  const cs = (...words: readonly string[]) => project.run('cs', words, { env });
  return { address: database.address, client, cs, env, project };
}

/** Takes the last step back: what is there then is what the version before made. */
const TO_FIRST = `DROP INDEX completion_promise.document_unended;
DELETE FROM completion_promise.version WHERE version > 1`;

it('tables of the first version block, are brought to this one, and keep what they hold', async () => {
  const { client, cs, env, project } = await opened();
  const id = promiseIn(await cs('do', 'Build the shop', '--ac', 'It opens'));
  await client.query(TO_FIRST);
  const { decision, reason } = outputOf(
    await gate(project, stopPayload(SESSION, { stop_hook_active: false }), { env }),
  );
  expect(decision).toBe('block');
  expect(reason).toContain(`its tables are of version 1, and ${SCHEMA_VERSION} is needed`);
  expect((await cs('check')).code).toBe(2);
  const refused = await cs('meet', id, 'AC-1', '--evidence', 'It opens');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `has tables of version 1, and this version of the suite works with version ${SCHEMA_VERSION}`,
  );
  expect(refused.stderr).toContain('cs store migrate');
  expect((await cs('store', 'status')).code).toBe(1);
  expect((await cs('store', 'migrate')).stdout).toContain(
    `Made the tables of version ${SCHEMA_VERSION}`,
  );
  expect((await cs('status', id)).stdout).toContain('Build the shop');
  expect((await cs('meet', id, 'AC-1', '--evidence', 'It opens')).code).toBe(0);
  expect((await cs('store', 'audit')).code).toBe(0);
});

it('step by step comes to the same tables as at once', async () => {
  const { address, client } = await opened();
  const atOnce = (await client.query(EVERYTHING)).rows;
  await client.query('DROP SCHEMA completion_promise CASCADE');
  await client.query(MIGRATIONS[0] ?? '');
  expect((await client.query(EVERYTHING)).rows).not.toEqual(atOnce);
  await migrated(address);
  expect((await client.query(EVERYTHING)).rows).toEqual(atOnce);
});

it('tables of a version to come block, whatever they look like, and are left alone', async () => {
  const { client, cs, env, project } = await opened();
  promiseIn(await cs('do', 'Build the shop', '--ac', 'It opens'));
  const newer = SCHEMA_VERSION + 1;
  await client.query(`INSERT INTO completion_promise.version (version) VALUES (${newer})`);
  const says = `its tables are of version ${newer}, and ${SCHEMA_VERSION} is needed`;
  expect(
    outputOf(await gate(project, stopPayload(SESSION, { stop_hook_active: false }), { env }))
      .reason,
  ).toContain(says);
  await client.query('ALTER TABLE completion_promise.document RENAME COLUMN owner TO holder');
  const held = outputOf(
    await gate(project, stopPayload(SESSION, { stop_hook_active: false }), { env }),
  );
  expect([held.decision, held.reason]).toEqual(['block', expect.stringContaining(says)]);
  const migrating = await cs('store', 'migrate');
  expect(migrating.code).toBe(1);
  expect(migrating.stderr).toContain('Update the suite on this machine');
});
