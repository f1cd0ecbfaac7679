import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { type CuttingProxy, createCuttingProxy } from '../rig/worlds/cutting-proxy.ts';
import { createOwnServer, type OwnServer, serverPrograms } from '../rig/worlds/own-server.ts';
import { createTestDatabase, type TestDatabase } from '../rig/worlds/postgresql.ts';
import { createProject, outcomeOf, type Project } from '../rig/worlds/project.ts';
import { secondsAsked } from '../rig/worlds/rounds.ts';

const SHIM = join(CHECKOUT, 'test', 'rig', 'torture', 'faults.cjs');
const INTO_DATABASE = ['store', 'copy', '--from', 'files', '--to', 'postgresql'];
const INTO_FILES = ['store', 'copy', '--from', 'postgresql', '--to', 'files'];

describe.skipIf(serverPrograms() === undefined)('a copy that is interrupted at every step', () => {
  let server: OwnServer;
  let database: TestDatabase;
  let proxy: CuttingProxy;

  beforeAll(async () => {
    server = await createOwnServer();
    database = await createTestDatabase(false, server.address);
    proxy = await createCuttingProxy(server.port);
  });
  afterAll(async () => {
    await proxy.close();
    await server.remove();
  });

  it.each(['before', 'within', 'after'] as const)(
    'into a database, by kill -9 and a cut %s each commit in turn, goes on and ends audited',
    async (when) => {
      const project = await madeProject();
      const env = {
        CS_STORE: database.addressFor({ host: proxy.host }),
        CS_STORE_PROJECT: `example.com/team/into-database-${when}`,
      };
      let killed = 0;
      for (let skipped = 0; ; skipped += 1) {
        const cuts = proxy.cuts();
        proxy.cutAtCommit(when, false, skipped);
        const child = project.start('cs', INTO_DATABASE, { env });
        proxy.onCut(() => child.kill('SIGKILL'));
        const outcome = await outcomeOf(child);
        if (proxy.cuts() === cuts) {
          expect(outcome.stdout).toContain('The record is consistent');
          expect(outcome.code).toBe(0);
          break;
        }
        killed += 1;
        expect(outcome.signal).toBe('SIGKILL');
      }
      expect(killed).toBeGreaterThan(3);
      expect(await statesOf(project, env)).toEqual(await statesOf(project, {}));
    },
  );

  it('into files, by kill -9 before each change of the file system, goes on and ends audited', async () => {
    const source = await madeProject();
    const env = { CS_STORE: database.address, CS_STORE_PROJECT: 'example.com/team/into-files' };
    expect(await source.run('cs', INTO_DATABASE, { env })).toMatchObject({ code: 0 });
    const every = secondsAsked() > 0 ? 1 : 9;
    // Each on a folder of its own, and once more on that of all others.
    const shared = folderIn(source, 'shared');
    for (let step = 0; ; step += every) {
      const own = folderIn(source, `step-${step}`);
      const faults = { NODE_OPTIONS: `--require ${SHIM}`, KILL_AT: String(step) };
      const into = (folder: string, more: object) =>
        source.run('cs', [...INTO_FILES, '-C', folder], { env: { ...env, ...more } });
      const cut = await into(own, faults);
      await into(shared, faults);
      const resumed = await into(own, {});
      expect([step, resumed]).toMatchObject([step, { code: 0, stderr: '' }]);
      expect(resumed.stdout).toContain('The record is consistent');
      if (cut.code === 0) break;
      expect(cut.signal).toBe('SIGKILL');
    }
    const ended = await source.run('cs', [...INTO_FILES, '-C', shared], { env });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [known, copied] = [await statesOf(source, env), await statesOf(source, {}, shared)];
    expect(copied).toEqual(known);
  });
});

/** Promises in several states, with answers. */
async function madeProject(): Promise<Project> {
  const project = createProject();
  for (const title of ['First', 'Second', 'Third']) {
    const made = await project.run('cs', ['do', title, '--ac', 'one', '--ac', 'two']);
    const id = /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0] ?? made.stderr;
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
    await project.run('cs', ['promise', 'validate', id, 'AC-1', '--pass', '--reason', 'looked']);
  }
  return project;
}

function folderIn(project: Project, name: string): string {
  const folder = join(project.folder, '..', name);
  mkdirSync(folder);
  return folder;
}

/** What a project's state says of itself. */
async function statesOf(
  project: Project,
  env: Readonly<Record<string, string>>,
  folder = project.folder,
): Promise<unknown> {
  const run = async (...words: readonly string[]) =>
    (await project.run('cs', [...words, '-C', folder], { env })).stdout;
  expect(await run('store', 'audit')).toContain('consistent');
  return [await run('promise', '--list', '--json'), await run('promise', 'log', '--json')];
}
