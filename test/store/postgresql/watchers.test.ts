import { once } from 'node:events';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, NEEDS_SESSIONS, testServer } from '../../rig/worlds/postgresql.ts';

it.skipIf(testServer() === undefined)(
  `of changes that are made at once one tells those who watch (${NEEDS_SESSIONS})`,
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    await database.run("INSERT INTO completion_promise.project (name) VALUES ('shop')");
    const connected = async (): Promise<Client> => {
      const client = new Client({ connectionString: database.address });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [first, second, watcher] = [await connected(), await connected(), await connected()];
    const seen = (session: string) =>
      `INSERT INTO completion_promise.seen (project, session, machine, machine_name)
       SELECT id, '${session}', 'm', 'box' FROM completion_promise.project`;
    let told = 0;
    watcher.on('notification', () => {
      told += 1;
    });
    await watcher.query('LISTEN completion_promise');
    await first.query('BEGIN');
    await first.query(seen('session-a'));
    await second.query(seen('session-b'));
    await Promise.all([once(watcher, 'notification'), first.query('COMMIT')]);
    // What the second had told would have come before.
    expect(told).toBe(1);
    await Promise.all([once(watcher, 'notification'), second.query(seen('session-c'))]);
    expect(told).toBe(2);
  },
);
