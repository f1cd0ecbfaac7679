import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { runShell } from '../rig/worlds/programs.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';

const ID = 'promise-aaaa0001';
const MEET_BY_RUN = ['meet', ID, '--ac-id', 'AC-1', '--run'];

/** A project with an open promise, and a folder beside it in which the commands are started. */
function projectAndPlace(): { readonly project: Project; readonly place: string } {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { status: 'in_progress' }));
  const place = join(project.folder, '..', 'place');
  mkdirSync(place);
  return { project, place };
}

describe('-C names the project folder', () => {
  it.each<[string, string, readonly string[]]>([
    ['by its letter', 'cs-promise', ['--list', '-C', '../project']],
    ['by its name', 'cs-promise', ['--list', '--project', '../project']],
    ['with its value joined', 'cs-promise', ['--list', '--project=../project']],
    ['before the other options', 'cs-promise', ['-C', '../project', '--list']],
    ['with a positional', 'cs', ['show', ID, '-C', '../project', '--json']],
    ['of status', 'cs', ['status', '-C', '../project']],
    ['before the command', 'cs', ['-C', '../project', 'list']],
    ['before the command, joined', 'cs', ['--project=../project', 'status']],
    ['before the check', 'cs', ['-C', '../project', 'check']],
    ['before the verify that checks', 'cs', ['-C', '../project', 'verify', '--check']],
    ['of cs alone', 'cs', ['-C', '../project']],
    ['of verify', 'cs-verify', ['--promise', ID, '-C', '../project']],
    ['of the check', 'cs-verify', ['--check', '-C', '../project']],
    ['of the check, by its name', 'cs-verify', ['--project', '../project', '--check', '-v']],
    ['of the check, joined', 'cs', ['verify', '--check', '--project=../project']],
    ['of a check that is spelled otherwise', 'cs-verify', ['--check=true', '-C', '../project']],
    ['before a command line of its own', 'cs', [...MEET_BY_RUN, '-C', '../project', '--', 'x']],
  ])('%s', async (_how, bin, args) => {
    const { place, project } = projectAndPlace();
    const { stderr, stdout } = await project.run(bin, args, { cwd: place });
    expect(stdout + stderr).toContain(ID);
    expect(stdout + stderr).not.toContain('not found');
  });

  it("over the host's variable and over state of its own", async () => {
    const { place, project } = projectAndPlace();
    mkdirSync(join(place, '.claude', 'completion-state'), { recursive: true });
    const options = { cwd: place, env: { CLAUDE_PROJECT_DIR: place } };
    const listed = (...args: readonly string[]) =>
      project.run('cs-promise', ['--list', ...args], options);
    expect((await listed()).stdout).toBe('No promises found.\n');
    expect((await listed('-C', '../project')).stdout).toContain(ID);
  });

  it.skipIf(process.platform === 'win32')(
    'of the check, also where the current folder was removed',
    async () => {
      const { project } = projectAndPlace();
      const line = `cs-verify --check -C '${project.folder}'`;
      const removed = `mkdir gone && cd gone && rmdir ../gone && ${line}`;
      const outcome = await runShell(project, removed, { CLAUDE_SESSION_ID: SESSION });
      expect(outcome.code).toBe(2);
      expect(outcome.stdout).toContain(ID);
    },
  );
});

describe('what -C names must be a folder', () => {
  it.each<[string, readonly string[], number]>([
    ['a command', ['--list'], 1],
    ['the check, which stays shut', ['--check'], 2],
  ])('%s', async (_what, args, code) => {
    const { place, project } = projectAndPlace();
    const bin = args.includes('--check') ? 'cs-verify' : 'cs-promise';
    const outcome = await project.run(bin, [...args, '-C', '../nothing'], { cwd: place });
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toMatch(/^Error: --project is not a folder: \.\.\/nothing\n/);
  });

  it.each<[string, string, readonly string[], string]>([
    ['no value', 'cs-promise', ['--list', '-C'], 'Option -C (--project) needs a value'],
    [
      'no value, by its name',
      'cs-promise',
      ['--list', '--project'],
      'Option --project needs a value',
    ],
    ['no value, of the check', 'cs-verify', ['--check', '-C'], 'needs a value'],
    ['two of them', 'cs-status', ['-C', '.', '-C', '.'], 'was given twice'],
    ['two of them, of the check', 'cs-verify', ['--check', '-C', '.', '-C', '.'], 'given twice'],
    ['the stop gate, which its host tells', 'cs-stop-gate', ['-C', '.'], 'Unknown option: -C'],
  ])('%s: a usage error', async (_what, bin, args, words) => {
    const { place, project } = projectAndPlace();
    const { code, stderr } = await project.run(bin, args, { cwd: place });
    expect(code).toBe(1);
    expect(stderr).toContain(words);
  });
});

describe('a promise of another project than the session', () => {
  const CREATE = ['--create', 'A title', '--ac', 'It holds'];

  it.each<[string, readonly string[], number]>([
    ['is not made by accident', CREATE, 1],
    ['is made where -C says so', [...CREATE, '-C', '.'], 0],
  ])('%s', async (_what, args, code) => {
    const { place, project } = projectAndPlace();
    const env = { CS_PROJECT_DIR: project.folder };
    const { stderr, ...outcome } = await project.run('cs-promise', args, { cwd: place, env });
    expect(outcome.code).toBe(code);
    expect(existsSync(join(place, '.claude'))).toBe(code === 0);
    if (code === 0) return;
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(`-C ${project.folder}\n`);
    expect(stderr).toContain(`-C ${place}\n`);
  });

  it('is not made from a definition file either', async () => {
    const { place, project } = projectAndPlace();
    const path = join(place, 'promise.json');
    writeFileSync(path, JSON.stringify({ title: 'A title', criteria: ['It holds'] }));
    const env = { CS_PROJECT_DIR: project.folder };
    const args = ['--create', '--from', path];
    const { code, stderr } = await project.run('cs-promise', args, { cwd: place, env });
    expect(code).toBe(1);
    expect(stderr).toContain(`-C ${project.folder}`);
  });

  it("is made inside a session's project that has no repository", async () => {
    const project = createProject();
    const inside = join(project.folder, 'src');
    mkdirSync(inside);
    const env = { CS_PROJECT_DIR: project.folder };
    const { code } = await project.run('cs-promise', CREATE, { cwd: inside, env });
    expect(code).toBe(0);
    expect(project.list('promises')).toHaveLength(1);
  });
});

describe('a promise that is not found', () => {
  it("is named where the session's project has it", async () => {
    const { place, project } = projectAndPlace();
    const env = { CS_PROJECT_DIR: project.folder };
    const { code, stderr } = await project.run('cs-promise', ['--show', ID], { cwd: place, env });
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      `Error: Promise not found: ${ID}`,
      `It is in ${project.folder}: add -C ${project.folder}`,
    ]);
  });

  it('is named where the register of the session has it', async () => {
    const { place, project } = projectAndPlace();
    const made = await project.run('cs-promise', ['--create', 'A title', '--ac', 'It holds']);
    const id = /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0] ?? '';
    const { code, stderr } = await project.run('cs-promise', ['--show', id], { cwd: place });
    expect(code).toBe(1);
    const folder = realpathSync(project.folder);
    expect(stderr).toContain(`It is in ${folder}: add -C ${folder}\n`);
  });

  it('is named in the answer of a judge as data, too', async () => {
    const { place, project } = projectAndPlace();
    const options = { cwd: place, env: { CS_PROJECT_DIR: project.folder } };
    const args = ['--judge', '--json', '--promise', ID];
    const { code, stdout } = await project.run('cs-verify', args, options);
    expect(code).toBe(1);
    const said = `Promise not found: ${ID}. It is in ${project.folder}: add -C ${project.folder}`;
    expect(JSON.parse(stdout)).toMatchObject({ error: said, reasoning: said });
  });

  it('is only not found where the project itself was asked', async () => {
    const { project } = projectAndPlace();
    const env = { CS_PROJECT_DIR: project.folder };
    const { stderr } = await project.run('cs-promise', ['--show', 'promise-1'], { env });
    expect(stderr).not.toContain('-C');
  });
});

it('a relative CS_PROJECT_DIR names no project: it would be another one in every folder', async () => {
  const { place, project } = projectAndPlace();
  const inside = join(place, 'src');
  mkdirSync(inside);
  const env = { CS_PROJECT_DIR: '..' };
  const args = ['--create', 'A title', '--ac', 'It holds'];
  const { code } = await project.run('cs-promise', args, { cwd: inside, env });
  expect(code).toBe(0);
  expect([existsSync(join(inside, '.claude')), existsSync(join(place, '.claude'))]).toEqual([
    true,
    false,
  ]);
});

describe.skipIf(process.platform === 'win32')("a host's variable that names no folder", () => {
  it.each<[string, (path: string) => void]>([
    ['nothing', () => undefined],
    ['a file', (path) => writeFileSync(path, '')],
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
  ])('%s: commands say that the project folder is not there', async (_what, make) => {
    const { place, project } = projectAndPlace();
    const path = join(place, 'named');
    make(path);
    const env = { CLAUDE_PROJECT_DIR: path };
    const said = `${path} cannot be used: the project folder does not exist.`;
    for (const args of [['--list'], ['--create', 'A title', '--ac', 'It holds']]) {
      const { code, stderr } = await project.run('cs-promise', args, { env });
      expect([code, stderr]).toEqual([1, expect.stringContaining(`Error: ${said}`)]);
    }
    const check = await project.run('cs-verify', ['--check'], { env });
    expect(check.code).toBe(2);
    expect(check.stdout + check.stderr).toContain('the project folder does not exist');
  });
});
