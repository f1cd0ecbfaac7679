import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { criteriaFor, meetArguments } from '../../rig/worlds/concurrent-writers.ts';
import { runGit } from '../../rig/worlds/git-project.ts';
import { createTestDatabase, type TestDatabase, testServer } from '../../rig/worlds/postgresql.ts';
import {
  createProject,
  type Outcome,
  type Project,
  type RunOptions,
} from '../../rig/worlds/project.ts';

/** Whether there are the programs that make and restore a backup. */
const canDump = spawnSync('pg_dump', ['--version']).status === 0;

describe('machines with one store', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Machines, each with its own home and its own clone, which reach the repository in different ways. */
  function machines(repository: string, count: number): readonly Machine[] {
    return Array.from({ length: count }, (_, index) => {
      const project = createProject('session-of-the-team');
      runGit(project.folder, ['init', '-q']);
      const remote =
        index % 2 === 0
          ? `git@example.com:${repository}.git`
          : `https://me@example.com/${repository}`;
      runGit(project.folder, ['remote', 'add', 'origin', remote]);
      const run = (bin: string, args: readonly string[], options: RunOptions = {}) =>
        project.run(bin, args, { ...options, env: { CS_STORE: database.address, ...options.env } });
      return { project, run };
    });
  }

  interface Machine {
    readonly project: Project;
    run(bin: string, args: readonly string[], options?: RunOptions): Promise<Outcome>;
  }

  async function promised({ run }: Machine, ...criteria: readonly string[]): Promise<string> {
    const made = await run('cs-promise', [
      '--create',
      'A title',
      '--start',
      ...criteria.flatMap((one) => ['--ac', one]),
    ]);
    return /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0] ?? made.stderr;
  }

  it('lose no change of eight writers on four of them', async () => {
    const all = machines('team/many-writers', 4);
    const [first] = all;
    if (first === undefined) throw new Error('no machine');
    const criteria = criteriaFor(8);
    const id = await promised(first, ...criteria);
    const outcomes = await Promise.all(
      criteria.map((criterion, index) =>
        all[index % all.length]?.run('cs', meetArguments(id, criterion)),
      ),
    );
    // A writer that waits long says for which session: exit codes alone tell of faults.
    expect(outcomes.map((one) => one?.code)).toEqual(criteria.map(() => 0));
    const shown = JSON.parse((await first.run('cs', ['status', id, '--json'])).stdout);
    expect(JSON.stringify(shown).match(/"status":"met"/g)).toHaveLength(criteria.length);
    expect((await first.run('cs', ['store', 'audit'])).code).toBe(0);
  });

  it('hold a session at each of them, and keep nothing of it in the project', async () => {
    const [here, there] = machines('team/gate', 2);
    const id = await promised(here as Machine, 'first');
    const checked = await there?.run('cs-verify', ['--check']);
    expect(checked).toMatchObject({ code: 2 });
    expect(checked?.stderr).toContain(id);
    expect(there?.project.list('promises')).toEqual([]);
    await there?.run('cs', meetArguments(id, 'AC-1'));
    expect(await here?.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
    const payload = {
      session_id: 'session-of-the-team',
      hook_event_name: 'Stop',
      cwd: here?.project.folder,
    };
    const stop = await here?.run('cs-stop-gate', [], { input: JSON.stringify(payload) });
    expect(stop?.stdout).not.toContain('"block"');
  });

  it('shut the gate where the database cannot be reached, and show no password', async () => {
    const [machine] = machines('team/unreachable', 1);
    await promised(machine as Machine, 'first');
    const env = { CS_STORE: 'postgresql://ada:s3cret@127.0.0.1:1/nowhere' };
    const checked = await machine?.run('cs-verify', ['--check'], { env });
    expect(checked).toMatchObject({ code: 2 });
    expect(checked?.stderr).toContain('The store cannot be reached');
    const listed = await machine?.run('cs', ['status'], { env });
    expect(listed?.code).toBe(1);
    const shown = await machine?.run('cs', ['config', '--all', '--json'], { env });
    const printed = JSON.stringify([checked, listed, shown]);
    expect(printed).toContain('127.0.0.1:1/nowhere');
    expect(printed).not.toContain('s3cret');
  });

  it('take a state over from files and give it back, digests and all', async () => {
    const [machine] = machines('team/moved', 1);
    if (machine === undefined) throw new Error('no machine');
    const files = { env: { CS_STORE: undefined } };
    const made = await machine.run(
      'cs',
      ['do', 'A title', '--ac', 'first', '--ac', 'second'],
      files,
    );
    const id = /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0] ?? '';
    await machine.run('cs', meetArguments(id, 'AC-1'), files);
    const before = machine.project.read(`promises/${id}.json`);
    const copied = await machine.run('cs', [
      'store',
      'copy',
      '--from',
      'files',
      '--to',
      'postgresql',
    ]);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    expect(copied.stdout).toContain('The record is consistent');
    expect(await machine.run('cs', meetArguments(id, 'AC-2'))).toMatchObject({
      code: 0,
      stderr: '',
    });
    const again = await machine.run('cs', [
      'store',
      'copy',
      '--from',
      'files',
      '--to',
      'postgresql',
    ]);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('Nothing was copied');
    const back = { cwd: join(machine.project.folder, 'empty') };
    mkdirSync(back.cwd);
    const name = { env: { CS_STORE_PROJECT: 'example.com/team/moved' } };
    const returned = await machine.run(
      'cs',
      ['store', 'copy', '--from', 'postgresql', '--to', 'files', '-C', back.cwd],
      name,
    );
    expect(returned).toMatchObject({ code: 0, stderr: '' });
    expect(await machine.run('cs', ['store', 'audit', '-C', back.cwd], files)).toMatchObject({
      code: 0,
    });
    const shown = await machine.run('cs', ['status', id, '--json', '-C', back.cwd], files);
    expect(shown.stdout).toContain('seen AC-2');
    expect(before['title']).toBe('A title');
  });

  it.skipIf(!canDump || testServer() === undefined)(
    'go on with a database that was restored from a backup, and hold its ledger against it',
    async () => {
      const [machine] = machines('team/backed-up', 1);
      if (machine === undefined) throw new Error('no machine');
      const id = await promised(machine, 'first');
      const restored = await createTestDatabase(true);
      onTestFinished(() => restored.drop());
      const file = join(machine.project.folder, '..', 'backup');
      execFileSync('pg_dump', ['--format=custom', `--file=${file}`, database.address]);
      execFileSync('pg_restore', [`--dbname=${restored.address}`, file]);
      const there = { env: { CS_STORE: restored.address } };
      expect(await machine.run('cs', ['store', 'audit'], there)).toMatchObject({ code: 0 });
      expect(await machine.run('cs', meetArguments(id, 'AC-1'), there)).toMatchObject({ code: 0 });
      expect(await machine.run('cs', ['store', 'audit'], there)).toMatchObject({ code: 0 });
      const older = await machine.run('cs', ['store', 'audit']);
      expect(older.code).toBe(3);
      expect(older.stdout + older.stderr).toContain('it was truncated');
    },
  );
});
