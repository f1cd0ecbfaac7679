import { describe, expect, it } from 'vitest';
import { createDatabaseStore } from '../rig/worlds/database-store.ts';
import { testServer } from '../rig/worlds/postgresql.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import {
  createSharedProject,
  type Machine,
  promiseIn,
  SHARED_ENVIRONMENT,
} from '../rig/worlds/shared-project.ts';

const promised = async (machine: Machine, session: string, title = 'Build the shop') =>
  promiseIn(await machine.cs(session, ['do', title, '--ac', 'It opens']));

/** How many sessions of each of five machines adopt at once: fifty, and fewer where all of them share one connection. */
const ROUNDS = testServer() === undefined ? 3 : 10;

describe('machines that share a store', () => {
  it('hand a promise on: exactly one of many sessions that adopt it at once gets it', async () => {
    const shared = await createSharedProject();
    const first = shared.machine();
    const id = await promised(first, 'worker-0');
    expect((await first.cs('worker-0', ['promise', 'release', id])).code).toBe(0);
    const machines = Array.from({ length: 5 }, () => shared.machine());
    const tries = Array.from({ length: ROUNDS }, (_, round) => round).flatMap((round) =>
      machines.map((machine, at) => machine.cs(`worker-${round}-${at}`, ['promise', 'adopt', id])),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(
      outcomes.filter(({ stderr }) => stderr.includes('Promise is not orphaned')),
    ).toHaveLength(tries.length - 1);
    const last = await machines[0]?.cs('worker-x', ['promise', 'adopt', '--next']);
    expect(last?.stderr).toContain('No open promise here is without an owner.');
  });

  it('see each other’s sessions, what they hold, and when they were seen last', async () => {
    const shared = await createSharedProject();
    const [here, there] = [shared.machine(), shared.machine()];
    const id = await promised(here, 'worker-1');
    const left = await promised(there, 'worker-2', 'Left behind');
    await shared.database.run(
      `UPDATE completion_promise.seen SET seen_at = now() - interval '2 hours' WHERE session = 'worker-2'`,
    );
    const { code, stdout } = await here.cs('worker-1', ['status', '--fleet']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/worker-1 on \S+: working, last seen \d+ seconds? ago/);
    expect(stdout).toContain(`${id} "Build the shop" (0/1)`);
    expect(stdout).toMatch(/worker-2 on \S+: silent, last seen 2 hours ago/);
    const data = JSON.parse((await here.cs('worker-1', ['status', '--fleet', '--json'])).stdout);
    expect(data.sessions).toMatchObject([
      { session_id: 'worker-1', state: 'working', open: 1 },
      { session_id: 'worker-2', state: 'silent', open: 1, promises: [{ id: left }] },
    ]);
    const started = await here.start('worker-3');
    expect(started).toContain(
      '1 open promise of sessions on other machines that are not seen any more',
    );
    expect(started).toContain(`cs promise release ${left} --for worker-2`);
  });

  it('are shown a change of another machine as it comes, in a pipe and after the connection broke', async () => {
    const shared = await createSharedProject();
    const [here, there] = [shared.machine(), shared.machine()];
    const child = here.project.start('cs', ['status', '--fleet', '--watch', '--json'], {
      env: shared.environment,
    });
    const lines = linesOf(child);
    await lines.until((line) => line.includes('"sessions":[]'));
    const id = await promised(there, 'worker-2');
    await lines.until((line) => line.includes(id));
    shared.network.set({ does: 'refuse' });
    shared.network.set({ does: 'pass' });
    const next = await promised(there, 'worker-3');
    await lines.until((line) => line.includes(next));
    child.kill('SIGTERM');
    expect((await outcomeOf(child)).code).toBe(0);
  });

  it('spend no more together than the limit of a day', async () => {
    const shared = await createSharedProject();
    const project = SHARED_ENVIRONMENT.CS_STORE_PROJECT;
    const stores = [0, 1, 2, 3].map(() =>
      createDatabaseStore(shared.machine().project.folder, shared.database.address, project),
    );
    const now = Date.now();
    const reserved = await Promise.all(
      [...stores, ...stores].map(({ spending }) => spending.reserve([0.25], 1, now, now)),
    );
    expect(reserved.filter(({ ok }) => ok)).toHaveLength(4);
  });
});

describe('where the state lies in the project', () => {
  it('there is no fleet', async () => {
    const { createProject } = await import('../rig/worlds/project.ts');
    const { code, stderr } = await createProject().run('cs', ['status', '--fleet']);
    expect(code).toBe(1);
    expect(stderr).toContain('The state of this project lies in its folder, so there is no fleet');
  });
});

/** The lines that a process writes, as they come. */
function linesOf(child: ReturnType<Machine['project']['start']>) {
  let text = '';
  let look = (): void => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    look();
  });
  return {
    until: (isWanted: (line: string) => boolean) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (text.split('\n').some(isWanted)) resolve();
        };
        look();
      }),
  };
}

describe('a report over a store that machines share', () => {
  const other = { CS_STORE_PROJECT: 'team/kitchen' };

  async function twoProjects() {
    const shared = await createSharedProject();
    const [here, there] = [shared.machine(), shared.machine()];
    const [own, elsewhere] = [
      await promised(here, 'worker-1'),
      promiseIn(
        await there.project.run('cs', ['do', 'Build the kitchen', '--ac', 'It cooks'], {
          env: { ...shared.environment, ...other, CLAUDE_SESSION_ID: 'worker-2' },
        }),
      ),
    ];
    return { elsewhere, here, own, shared };
  }

  it('tells of the promises of every project, each with its project and machine', async () => {
    const { elsewhere, here, own, shared } = await twoProjects();
    await shared.database.run(
      `UPDATE completion_promise.seen SET seen_at = now() - interval '2 hours' WHERE session = 'worker-2'`,
    );
    const shown = await here.cs('worker-1', ['report', '--fleet', '--json']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(shown.stdout);
    const name = SHARED_ENVIRONMENT.CS_STORE_PROJECT;
    expect(report.promises).toHaveLength(2);
    expect(report.promises).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: own, project: name, machine: expect.any(String) }),
        expect.objectContaining({ id: elsewhere, project: 'team/kitchen', owner: 'worker-2' }),
      ]),
    );
    expect(report.fleet.projects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ project: name, promises: 1, sessions: 1, silent: 0 }),
        expect.objectContaining({ project: 'team/kitchen', promises: 1, sessions: 1, silent: 1 }),
      ]),
    );
  });

  it.each([
    { args: [], holds: /team\/kitchen: 1 promise, 0 verified, 1 session/ },
    { args: ['--md'], holds: /\*\*team.{1,5}kitchen\*\*: 1 promise, 0 verified, 1 session/ },
    { args: ['--html'], holds: /<dt>team\/kitchen<\/dt><dd>1 promise, 0 verified, 1 session/ },
  ])('names the projects: $args', async ({ args, holds }) => {
    const { here } = await twoProjects();
    const { code, stdout } = await here.cs('worker-1', ['report', '--fleet', ...args]);
    expect(code).toBe(0);
    expect(stdout).toMatch(holds);
    expect(stdout).toContain('Build the kitchen');
  });

  it('is of no project whose promises are named, and of none in files', async () => {
    const shared = await createSharedProject();
    const here = shared.machine();
    const id = await promised(here, 'worker-1');
    const named = await here.cs('worker-1', ['report', '--fleet', id]);
    expect(named.stderr).toContain('--fleet and an id cannot be given together');
    const inFiles = await here.project.run('cs', ['report', '--fleet']);
    expect(inFiles).toMatchObject({ code: 1 });
    expect(inFiles.stderr).toContain('The state of this project lies in its folder');
  });
});
