import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesThatCount, parseRegister } from '../../../src/domain/session/register.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { textAt } from '../../rig/worlds/scratch-register.ts';

const OTHER = 'session-of-another';

/** Where the user's programs keep their state, in a project's scratch home. */
const stateHome = (project: Project): string =>
  ({
    darwin: join(project.folder, '..', 'home', 'Library', 'Application Support'),
    win32: join(project.folder, '..', 'home', 'AppData', 'Local'),
  })[String(process.platform)] ?? join(project.folder, '..', 'home', '.local', 'state');

const registerOf = (project: Project, session = SESSION, home = stateHome(project)): string =>
  join(home, 'completion-promise', 'sessions', `${session}.jsonl`);

/** The lines that count in a session's register. */
function linesOf(project: Project, session = SESSION) {
  return linesThatCount(parseRegister(textAt(registerOf(project, session)) ?? '').lines);
}

const markOf = (project: Project): string => join(project.state, 'register', `${SESSION}.jsonl`);

const digestOf = (project: Project, id: string): string =>
  createHash('sha256')
    .update(readFileSync(join(project.state, 'promises', `${id}.json`)))
    .digest('hex');

async function succeeds(project: Project, args: readonly string[], env = {}): Promise<string> {
  const { code, stderr, stdout } = await project.run('cs-promise', args, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Without prepared projects: what the commands themselves write is looked at. */
async function made(project: Project, env = {}): Promise<string> {
  const stdout = await succeeds(project, ['--create', 'Title', '--ac', 'First'], env);
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
}

describe('the register follows the commands', () => {
  it('from the first promise to the last change, with the digest of the file', async () => {
    const project = createProject();
    const id = await made(project);
    await succeeds(project, ['--start', id]);
    await succeeds(project, ['--meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
    expect(linesOf(project)).toMatchObject([
      { state: 'intended', promise: { id } },
      {
        state: 'made',
        promise: {
          id,
          digest: digestOf(project, id),
          outline: { status: 'in_progress', criteria: [{ id: 'AC-1', isMet: true }] },
        },
        ledger: { bytes: readFileSync(join(project.state, 'events.jsonl')).length },
      },
    ]);
  });

  it.each<[string, (project: Project, id: string) => Promise<unknown>]>([
    ['cancelled', (project, id) => succeeds(project, ['--cancel', id])],
    ['released', (project, id) => succeeds(project, ['--release', id])],
    [
      'verified',
      async (project, id) => {
        await succeeds(project, ['--meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
        const options = ['--promise', id, '--skip-validation-check'];
        expect((await project.run('cs-verify', options)).code).toBe(0);
      },
    ],
  ])('to the end: a promise that was %s leaves no file behind', async (_how, end) => {
    const project = createProject();
    await end(project, await made(project));
    expect(existsSync(registerOf(project))).toBe(false);
  });

  it('to the session that takes a promise over', async () => {
    const project = createProject();
    const id = await made(project);
    await succeeds(project, ['--release', id]);
    await succeeds(project, ['--adopt', id], { CLAUDE_SESSION_ID: OTHER });
    expect(existsSync(registerOf(project))).toBe(false);
    expect(linesOf(project, OTHER)).toMatchObject([{ state: 'intended' }, { state: 'made' }]);
  });

  it('takes in a promise that was written by hand, once a command of its owner changes it', async () => {
    const project = createProject();
    project.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', SESSION));
    await succeeds(project, ['--add-ac', 'promise-0000aaaa', 'Second']);
    expect(linesOf(project)).toMatchObject([
      { state: 'made', promise: { id: 'promise-0000aaaa' } },
    ]);
  });

  it('begins no register for another session, by whose command a promise is changed', async () => {
    const project = createProject();
    const id = await made(project);
    rmSync(registerOf(project));
    const validator = { CLAUDE_SESSION_ID: OTHER };
    await project.run('cs', ['prove', id], { env: validator });
    expect(existsSync(registerOf(project))).toBe(false);
  });

  it('by the real path of the project', async () => {
    const project = createProject();
    const link = join(dirname(project.folder), 'link');
    symlinkSync(project.folder, link, 'junction');
    const id = await made(project, { CLAUDE_PROJECT_DIR: link });
    await succeeds(project, ['--start', id]);
    const projects = linesOf(project).map((line) => 'promise' in line && line.promise.project);
    expect(new Set(projects).size).toBe(1);
    expect(projects).not.toContain(link);
  });

  it('to where a project was moved: it goes on there', async () => {
    const project = createProject();
    const id = await made(project);
    const moved = join(dirname(project.folder), 'moved');
    renameSync(project.folder, moved);
    const { code } = await project.run('cs-promise', ['--start', id], { cwd: moved });
    expect(code).toBe(0);
    const projects = linesOf(project).map((line) => 'promise' in line && line.promise.project);
    expect(projects.at(-1)).toMatch(/moved$/);
  });
});

describe('where the register lies', () => {
  const variable = process.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME';
  it('is where the user says', async () => {
    const project = createProject();
    const named = join(dirname(project.folder), 'named');
    await made(project, { [variable]: named });
    expect(existsSync(registerOf(project, SESSION, named))).toBe(true);
    expect(existsSync(registerOf(project))).toBe(false);
  });

  it('is the custom of the platform where that is no absolute path', async () => {
    const project = createProject();
    await made(project, { [variable]: 'relative' });
    expect(existsSync(registerOf(project))).toBe(true);
  });
});

describe('where the register cannot be written', () => {
  /** A file in the place of its folder stops root, too. */
  function lockedIn(project: Project): string {
    const place = join(stateHome(project), 'completion-promise');
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, '');
    return place;
  }

  it('a promise is made at the top of the checkout, with a mark that the next hook takes over', async () => {
    const project = createProject();
    mkdirSync(join(project.folder, '.git'));
    const place = lockedIn(project);
    const created = await project.run('cs-promise', ['--create', 'Title', '--ac', 'First']);
    expect(created.code).toBe(0);
    expect(created.stderr.split('\n')).toEqual([
      expect.stringMatching(/^Warning: Cannot write to the register of your promises, .*ENOTDIR/),
      '',
    ]);
    const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
    const doctor = await project.run('cs', ['doctor']);
    expect(doctor.stdout).toMatch(/^\[NOTE\] register: .*a removed one goes unnoticed/m);
    expect(textAt(markOf(project))).toContain(id);
    await callHook(project, 'session-start', { session_id: SESSION, source: 'startup' });
    expect(textAt(markOf(project))).toContain(id);

    rmSync(place);
    const prompt = { session_id: SESSION, prompt: 'Go on.' };
    await callHook(project, 'user-prompt', prompt);
    expect(textAt(markOf(project))).toBeUndefined();
    expect(linesOf(project)).toMatchObject([
      { state: 'intended', promise: { id } },
      { state: 'made', promise: { id, digest: digestOf(project, id) } },
    ]);
  });

  it('elsewhere in it no promise is made: its gate would not find it', async () => {
    const project = createProject();
    const top = dirname(project.folder);
    mkdirSync(join(top, '.git'));
    lockedIn(project);
    // The state folder makes the subfolder a project of its own, wherever the search begins.
    mkdirSync(project.state, { recursive: true });
    const options = ['--create', 'Title', '--ac', 'First'];
    const { code, stderr } = await project.run('cs-promise', options);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: The register of your promises cannot be written');
    expect(stderr).toMatch(/To create it at the top of the checkout, add: -C /);
    expect(project.list('promises')).toEqual([]);
    expect(project.list('register')).toEqual([]);
  });
});

it('many commands at once leave a register that holds every promise', async () => {
  const project = createProject();
  const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
  const outcomes = await Promise.all(
    titles.map((title) => project.run('cs-promise', ['--create', title, '--ac', 'x'])),
  );
  expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
  const there = project.list('promises').map((name) => name.replace('.json', ''));
  const registered = linesOf(project).flatMap((line) =>
    line.state === 'made' ? [line.promise.id] : [],
  );
  expect(registered.sort()).toEqual(there);
});
