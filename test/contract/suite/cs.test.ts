import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  promiseFile,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const RESPONSE = JSON.stringify(validatorResponse('PASS'));

function openProject(): Project {
  const project = createProject();
  const acceptance_criteria = [metCriterion('AC-1'), criterion('AC-2')];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

/** A state file without its times: the second run may be a second later. */
const timeless = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'then');

/** A text of a drop-in name with the commands as `cs` names them. */
const inOwnSpelling = (text: string): string =>
  text
    .replaceAll(/cs-promise --meet (\S+) --ac-id (\S+)/g, 'cs meet $1 $2')
    .replaceAll(/cs-promise --waive (\S+) --ac-id (\S+)/g, 'cs promise waive $1 $2')
    .replaceAll(/cs-promise --(?:show|list)/g, 'cs status')
    .replaceAll(/cs-promise --(start|cancel|adopt|release)/g, 'cs promise $1')
    .replaceAll('cs-verify --promise', 'cs verify')
    .replaceAll('cs-status', 'cs status')
    .replaceAll('cs-init', 'cs session init')
    .replaceAll('cs-store-validation', 'cs promise store-validation');

/** The nouns of commands whose drop-in names have none. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  init: ['session'],
  'store-validation': ['promise'],
};

describe('cs', () => {
  it.each([
    { command: 'promise', args: ['--list'] },
    { command: 'promise', args: ['--show', ID] },
    { command: 'promise', args: ['--show', 'promise-00000000'] },
    { command: 'promise', args: ['--add-ac', ID, 'One more thing'] },
    { command: 'promise', args: ['--release', ID] },
    { command: 'promise', args: ['--cancel', ID] },
    { command: 'verify', args: ['--check'] },
    { command: 'verify', args: ['--check', '--json'] },
    { command: 'verify', args: ['--promise', ID] },
    { command: 'status', args: ['--mine'] },
    { command: 'init', args: ['--show'] },
    { command: 'init', args: ['--check-orphans'] },
    { command: 'store-validation', args: ['--ac-id', 'AC-1'] },
    {
      command: 'store-validation',
      args: ['--promise', ID, '--ac-id', 'AC-1', '--response', RESPONSE],
    },
  ])('cs-$command $args is the same of cs', async ({ command, args }) => {
    const [long, short] = [openProject(), openProject()];
    const outcome = await long.run(`cs-${command}`, args);
    expect(outcome.stdout + outcome.stderr).not.toBe('');
    expect(await short.run('cs', [...(BELOW[command] ?? []), command, ...args])).toEqual({
      ...outcome,
      stdout: inOwnSpelling(outcome.stdout),
      stderr: inOwnSpelling(outcome.stderr),
    });
    for (const folder of ['promises', 'history']) {
      expect(short.list(folder)).toEqual(long.list(folder));
      for (const name of long.list(folder)) {
        expect(timeless(short.read(`${folder}/${name}`))).toBe(
          timeless(long.read(`${folder}/${name}`)),
        );
      }
    }
  });

  it('keeps what it may end with: 0 and 2 for the stop gate, 1 for everything else', async () => {
    const project = openProject();
    const free = { env: { CLAUDE_SESSION_ID: 'another-session' } };
    expect(await project.run('cs', ['verify', '--check'])).toMatchObject({ code: 2 });
    expect(await project.run('cs', ['verify', '--check'], free)).toMatchObject({ code: 0 });
    expect(await project.run('cs', ['verify', '--promise', ID])).toMatchObject({ code: 1 });
  });

  it('makes a promise as cs-promise does', async () => {
    const project = createProject();
    const args = ['promise', '--create', 'Login works', '--ac', 'Tests pass'];
    const { code, stdout } = await project.run('cs', args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Created promise: promise-[0-9a-f]{8}$/m);
    expect(project.list('promises')).toHaveLength(1);
  });

  it('starts a session as cs-init does', async () => {
    const { code, stdout } = await createProject().run('cs', ['session', 'init']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^export CLAUDE_SESSION_ID=".+"\nexport CLAUDE_SESSION_DIR=".+"\n$/);
  });
});
