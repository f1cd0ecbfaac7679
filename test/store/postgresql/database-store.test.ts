import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import {
  createDatabaseStore,
  createDatabaseViewNow,
  eventsIn,
} from '../../rig/worlds/database-store.ts';
import { createTestDatabase, type TestDatabase } from '../../rig/worlds/postgresql.ts';
import { stateStoreContract } from '../state-store-contract.ts';

describe('with a server', () => {
  let database: TestDatabase | undefined;
  let projects = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  stateStoreContract('The store in a database', () => {
    const address = database?.address ?? '';
    projects += 1;
    const project = `example.com/team/project-${projects}`;
    const [here, there] = [scratch(), scratch()];
    return {
      store: createDatabaseStore(here, address, project),
      other: createDatabaseStore(there, address, project),
      view: createDatabaseViewNow(here, address, project),
      events: () => eventsIn(address, project),
    };
  });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
