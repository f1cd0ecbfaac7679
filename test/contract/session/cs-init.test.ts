import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { runShell } from '../../rig/worlds/programs.ts';
import { createProject, type Outcome, SESSION } from '../../rig/worlds/project.ts';

// Windows has no POSIX shell, and needs special rights for symlinks.
const itOnPosix = it.skipIf(process.platform === 'win32');

const NO_SESSION = { CLAUDE_SESSION_ID: undefined };
const EXPORTS = /^export CLAUDE_SESSION_ID="(.+)"\nexport CLAUDE_SESSION_DIR="(.+)"\n$/;

function exportsOf({ stdout }: Outcome): { readonly id: string; readonly folder: string } {
  const [, id = '', folder = ''] = EXPORTS.exec(stdout) ?? [];
  return { id, folder };
}

describe('cs-init', () => {
  it('makes an id where none is set, and prints nothing but the two exports', async () => {
    const project = createProject();
    const outcome = await project.run('cs-init', [], { env: NO_SESSION });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(EXPORTS);
    expect(exportsOf(outcome).id).toMatch(/^session-\d{8}-\d{6}-\d+$/);
    expect(outcome.stderr).toContain(exportsOf(outcome).id);
  });

  it('keeps an id that is set', async () => {
    const project = createProject();
    const outcome = await project.run('cs-init', []);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(EXPORTS) });
    expect(exportsOf(outcome).id).toBe(SESSION);
    expect(outcome.stderr).toContain(SESSION);
  });

  it.each([
    { env: { CLAUDE_SESSION_ID: '' }, kept: undefined },
    { env: { CLAUDE_SESSION_ID: '', CLAUDE_CODE_SESSION_ID: 'of-the-host' }, kept: 'of-the-host' },
    { env: { CLAUDE_SESSION_ID: 'mine', CLAUDE_CODE_SESSION_ID: 'of-the-host' }, kept: 'mine' },
  ])('takes $kept as its id from $env', async ({ env, kept }) => {
    const { id } = exportsOf(await createProject().run('cs-init', [], { env }));
    expect(id).toMatch(kept === undefined ? /^session-\d{8}-\d{6}-\d+$/ : new RegExp(`^${kept}$`));
  });

  it('writes the state of the session into its folder', async () => {
    const project = createProject();
    const outcome = await project.run('cs-init', ['--initiative', 'Login & Logout']);
    const { folder } = exportsOf(outcome);
    expect(project.list('sessions')).toEqual([folder]);
    expect(project.read(`sessions/${folder}/session-state.json`)).toMatchObject({
      version: expect.any(String),
      session_id: SESSION,
      initiative: 'Login & Logout',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      iteration: 0,
      max_iterations: 25,
    });
  });

  itOnPosix(
    'points the symlink session-state.json at the state of the latest session',
    async () => {
      const project = createProject();
      const link = join(project.state, 'session-state.json');
      for (const session of ['first-session', 'second-session']) {
        const outcome = await project.run('cs-init', [], { env: { CLAUDE_SESSION_ID: session } });
        expect(lstatSync(link).isSymbolicLink()).toBe(true);
        expect(project.read('session-state.json')).toMatchObject({ session_id: session });
        expect(realpathSync(link)).toBe(
          realpathSync(
            join(project.state, 'sessions', exportsOf(outcome).folder, 'session-state.json'),
          ),
        );
      }
    },
  );

  it('keeps what a running session counted, and the keys of others', async () => {
    const project = createProject();
    const outcome = await project.run('cs-init', []);
    const { folder } = exportsOf(outcome);
    const state = {
      ...project.read(`sessions/${folder}/session-state.json`),
      iteration: 7,
      mine: [1],
    };
    project.write(`sessions/${folder}/session-state.json`, state);
    const env = { CLAUDE_SESSION_DIR: folder };
    expect(exportsOf(await project.run('cs-init', [], { env })).folder).toBe(folder);
    expect(project.read(`sessions/${folder}/session-state.json`)).toEqual(state);
  });

  it.each([
    '../../../outside',
    '/tmp/outside',
    '..',
    '--show',
    '$(touch pwned)',
    'Ünïcödé 你好',
    'x'.repeat(300),
  ])('keeps the folder of the initiative %s under sessions/', async (initiative) => {
    const project = createProject();
    const outcome = await project.run('cs-init', ['--initiative', initiative]);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(EXPORTS) });
    const { folder } = exportsOf(outcome);
    expect(project.list('sessions')).toEqual([folder]);
    expect(project.read(`sessions/${folder}/session-state.json`)).toMatchObject({ initiative });
    expect(readdirSync(project.folder)).toEqual(['.claude']);
  });
});

describe('eval "$(cs-init)"', () => {
  const SHOW = 'printf "%s|%s" "$CLAUDE_SESSION_ID" "$CLAUDE_SESSION_DIR"';

  itOnPosix('starts a session in the shell, in which the other commands then work', async () => {
    const project = createProject();
    const { code, stdout } = await runShell(
      project,
      `eval "$(cs-init --initiative Login)" &&
       cs-promise --create 'Login works' --ac 'Tests pass' >/dev/null &&
       cs-init --show && ${SHOW}`,
    );
    expect(code).toBe(0);
    const [, shown = '', id = '', folder = ''] =
      /^Current session: (\S+)\n(\S+)\|(\S+)$/.exec(stdout) ?? [];
    expect(id).toMatch(/^session-/);
    expect(shown).toBe(id);
    expect(project.list('sessions')).toEqual([folder]);
    const [name = ''] = project.list('promises');
    expect(project.read(`promises/${name}`)).toMatchObject({ ownership: { owned_by: id } });
  });

  itOnPosix.each([
    'plain-id',
    'with space',
    '$(touch pwned)',
    '`touch pwned`',
    'a"; touch pwned; "b',
    "a'; touch pwned; 'b",
    'back\\slash $HOME !x *',
    'ends in \\',
  ])('gives the shell the id %s as it was, and runs nothing of it', async (id) => {
    const project = createProject();
    const script = `eval "$(cs-init)" && ${SHOW}`;
    const { code, stdout } = await runShell(project, script, { CLAUDE_SESSION_ID: id });
    expect(code).toBe(0);
    expect(stdout.split('|')[0]).toBe(id);
    expect(existsSync(join(project.folder, 'pwned'))).toBe(false);
  });
});

describe('cs-init --show', () => {
  it('prints the current session', async () => {
    const { code, stdout } = await createProject().run('cs-init', ['--show']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Current session: ${SESSION}\n` });
  });

  it.each([undefined, ''])('ends with 1 where the session is %j, and starts none', async (id) => {
    const project = createProject();
    const { code, stdout } = await project.run('cs-init', ['--show'], {
      env: { CLAUDE_SESSION_ID: id },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Current session: /);
    expect(project.list('sessions')).toEqual([]);
  });
});

it('sessions of one initiative that start in one second have a folder each', async () => {
  const project = createProject();
  const starts = Array.from({ length: 6 }, () =>
    project.run('cs-init', ['--initiative', 'Login'], { env: NO_SESSION, alone: true }),
  );
  const outcomes = await Promise.all(starts);
  expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 0));
  expect(project.list('sessions')).toHaveLength(outcomes.length);
});

describe('cs-init --check-orphans', () => {
  it('says that there are none', async () => {
    const project = createProject();
    await project.promise('Tests pass');
    const { code, stdout } = await project.run('cs-init', ['--check-orphans']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No orphaned promises found.\n' });
  });

  it('lists them, a line each', async () => {
    const project = createProject();
    const owners = { a1: null, a2: SESSION, a3: null };
    for (const [end, owner] of Object.entries(owners)) {
      const id = `promise-000000${end}`;
      project.write(`promises/${id}.json`, promiseFile(id, owner));
    }
    project.write('history/promise-000000a4.json', {
      ...promiseFile('promise-000000a4', null),
      status: 'cancelled',
    });
    const { code, stdout } = await project.run('cs-init', ['--check-orphans'], { env: NO_SESSION });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      '[ORPHANED] promise-000000a1: Title of promise-000000a1',
      '[ORPHANED] promise-000000a3: Title of promise-000000a3',
    ]);
  });
});
