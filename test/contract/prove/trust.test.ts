import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { criterionOf, eventsOf, prove, startWith } from '../../rig/worlds/proving.ts';

const ID = 'promise-0000aaaa';
const RUN = 'touch ran';
const CHECKS = [{ kind: 'command', run: RUN }];

/** A promise file with a command in it that no command of the suite has written here. */
function foreignProject(checks: readonly object[] = CHECKS, parts: object = {}): Project {
  const project = createProject();
  const acceptance_criteria = [criterion('AC-1', { checks, ...parts })];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

function didRun({ folder }: Project): boolean {
  return readdirSync(folder).includes('ran');
}

function keyFile({ folder }: Project): string {
  return join(folder, '..', 'home', '.config', 'completion-promise', 'trust.key');
}

describe('a command that this user has not recorded', () => {
  it('is shown and not run, and it is said how to trust it', async () => {
    const project = foreignProject();
    const before = project.read(`promises/${ID}.json`);
    const { code, stderr, stdout } = await prove(project, ID);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('are not trusted by this user on this machine. Nothing was run.');
    expect(stderr).toContain(`[AC-1] ${RUN}`);
    expect(stderr).toContain(`cs prove ${ID} --trust`);
    expect(didRun(project)).toBe(false);
    expect(project.read(`promises/${ID}.json`)).toEqual(before);
  });

  it('is run with --trust, which is needed once and recorded', async () => {
    const project = foreignProject();
    expect(await prove(project, ID, ['--trust'])).toMatchObject({ code: 0 });
    expect(didRun(project)).toBe(true);
    expect(await prove(project, ID)).toMatchObject({ code: 0 });
    const trusted = eventsOf(project).filter(({ event }) => event === 'checks.trusted');
    expect(trusted).toMatchObject([{ promise_id: ID, ac_id: 'AC-1' }]);
  });

  it.each([
    ['with a seal of somebody else', { trust: 'ab'.repeat(32) }],
    ['with an empty seal', { trust: '' }],
  ])('is not run %s', async (_what, parts) => {
    const project = foreignProject(CHECKS, parts);
    expect(await prove(project, ID)).toMatchObject({ code: 1 });
    expect(didRun(project)).toBe(false);
  });

  it.each([
    ['a control character', 'echo \u001b[2Khidden; touch ran'],
    ['a line end', 'echo harmless\ntouch ran'],
  ])('is shown whole where it holds %s', async (_what, run) => {
    const project = foreignProject([{ kind: 'command', run }]);
    const { stderr } = await prove(project, ID);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toMatch(/^ {2}\[AC-1\] .*touch ran$/m);
  });

  it('is no matter to checks that run none', async () => {
    const project = foreignProject([{ kind: 'file', path: 'a.txt' }]);
    writeFileSync(join(project.folder, 'a.txt'), 'a\n');
    expect(await prove(project, ID)).toMatchObject({ code: 0 });
  });

  it('nor to the check, which runs nothing', async () => {
    const project = foreignProject();
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 2 });
    expect(didRun(project)).toBe(false);
  });

  it('hides nothing that runs: another criterion of this user is not run either', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--ac', 'b', '--command', `AC-1=${RUN}`);
    const stored = project.read(`promises/${id}.json`);
    const acceptance_criteria = [
      criterionOf(project, id),
      { ...criterionOf(project, id, 'AC-2'), checks: [{ kind: 'command', run: 'touch other' }] },
    ];
    project.write(`promises/${id}.json`, { ...stored, acceptance_criteria });
    const { code, stderr } = await prove(project, id);
    expect(code).toBe(1);
    expect(stderr).toContain('[AC-2] touch other');
    expect(stderr).not.toContain('[AC-1]');
    expect(didRun(project)).toBe(false);
    expect(await prove(project, id, ['--ac-id', 'AC-1'])).toMatchObject({ code: 0 });
  });

  it('--trust does not pass over an owner', async () => {
    const project = foreignProject();
    const options = { env: { CLAUDE_SESSION_ID: 'somebody-else' } };
    const { code, stderr } = await prove(project, ID, ['--trust'], options);
    expect(code).toBe(1);
    expect(stderr).toContain("You don't own this promise");
    expect(didRun(project)).toBe(false);
  });
});

describe('a command that this user has recorded is not run any more', () => {
  type Change = (of: Record<string, unknown>) => Record<string, unknown>;
  it.each<[string, Change]>([
    [
      'another command stands there',
      (one) => ({ ...one, checks: [{ kind: 'command', run: 'touch ran ' }] }),
    ],
    ['one was added', (one) => ({ ...one, checks: [{ kind: 'command', run: RUN }, ...CHECKS] })],
    [
      'it runs somewhere else',
      (one) => ({ ...one, checks: [{ kind: 'command', run: RUN, cwd: '.claude' }] }),
    ],
    [
      'it is given a key',
      (one) => ({ ...one, checks: [{ kind: 'command', run: RUN, pass_env: ['GITHUB_TOKEN'] }] }),
    ],
  ])('where %s by hand', async (_what, change) => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
    const stored = project.read(`promises/${id}.json`);
    const acceptance_criteria = [change(criterionOf(project, id))];
    project.write(`promises/${id}.json`, { ...stored, acceptance_criteria });
    expect(await prove(project, id)).toMatchObject({ code: 1 });
    expect(didRun(project)).toBe(false);
  });

  it('where the whole project was copied elsewhere', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
    const copy = join(project.folder, '..', 'copy');
    cpSync(project.folder, copy, { recursive: true });
    const options = { cwd: copy };
    const { code, stderr } = await prove(project, id, [], options);
    expect(code).toBe(1);
    expect(stderr).toContain('--trust');
    expect(readdirSync(copy)).not.toContain('ran');
    expect(await prove(project, id, ['--trust'], options)).toMatchObject({ code: 0 });
    expect(await prove(project, id)).toMatchObject({ code: 0 });
  });

  it('where its promise was copied under another id', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
    project.write(`promises/${ID}.json`, { ...project.read(`promises/${id}.json`), id: ID });
    expect(await prove(project, ID)).toMatchObject({ code: 1 });
    expect(didRun(project)).toBe(false);
  });

  it('by another user of this machine', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
    const home = join(project.folder, '..', 'other-home');
    mkdirSync(home);
    const options = { env: { HOME: home, USERPROFILE: home } };
    expect(await prove(project, id, [], options)).toMatchObject({ code: 1 });
    expect(didRun(project)).toBe(false);
  });
});

it('a project that is reached by a link is the same project', async () => {
  const project = createProject();
  const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
  const options = { env: { CLAUDE_PROJECT_DIR: `${project.folder}/.` } };
  expect(await prove(project, id, [], options)).toMatchObject({ code: 0 });
});

describe('the key', () => {
  it('is made when it is first needed, for this user alone', async () => {
    const project = createProject();
    await startWith(project, '--ac', 'a');
    expect(existsSync(dirname(keyFile(project)))).toBe(false);
    await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    expect(statSync(keyFile(project)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(keyFile(project)))).toEqual(['trust.key']);
  });

  it('is one for all who make it at once', async () => {
    const project = createProject();
    const options = ['--ac', 'a', '--command', 'AC-1=true'];
    const all = Array.from({ length: 6 }, () => startWith(project, ...options));
    for (const id of await Promise.all(all)) {
      expect(await prove(project, id)).toMatchObject({ code: 0 });
    }
  });

  it('stands in no file of the project', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    const key = readFileSync(keyFile(project), 'utf8').trim();
    expect(JSON.stringify(project.read(`promises/${id}.json`))).not.toContain(key);
  });

  it('that is none is an error, and is not replaced', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN}`);
    writeFileSync(keyFile(project), 'no key\n');
    const { code, stderr } = await prove(project, id);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: .*trust\.key cannot be used: it contains no key/);
    expect(didRun(project)).toBe(false);
    expect(readFileSync(keyFile(project), 'utf8')).toBe('no key\n');
  });
});

it('a check can be added beside a stranger’s file check, which runs nothing', async () => {
  const project = foreignProject([{ kind: 'file', path: 'a.txt' }]);
  const words = ['--add-check', ID, '--ac-id', 'AC-1', '--command', 'true'];
  const { code, stderr } = await project.run('cs-promise', words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it('no check can be added beside a stranger’s command, until that is trusted', async () => {
  const project = foreignProject();
  const words = ['--add-check', ID, '--ac-id', 'AC-1', '--command', 'true'];
  const { code, stderr } = await project.run('cs-promise', words);
  expect(code).toBe(1);
  expect(stderr).toContain(`[AC-1] ${RUN}`);
  await prove(project, ID, ['--trust']);
  expect(await project.run('cs-promise', words)).toMatchObject({ code: 0 });
});
