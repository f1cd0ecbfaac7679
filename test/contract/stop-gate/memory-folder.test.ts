import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { hostedSession, toolUse } from '../../rig/worlds/stop-gate.ts';

/**
 * Where hooks remember a session whose host was started in a folder without a state folder. A state folder that they
 * made there would be taken for a project by the next command.
 */

const ID = 'promise-0000000a';
const MEMORY = `stop-gate/${SESSION}.json`;
const PROMPT = { session_id: SESSION, hook_event_name: 'UserPromptSubmit', prompt: 'Build it' };
const START = { session_id: SESSION, hook_event_name: 'SessionStart', source: 'startup' };

/** A project, a package in it and a folder beside it in which hosts are started, and another project. */
function launchedSession() {
  const project = createProject();
  const top = realpathSync(project.folder);
  const web = join(top, 'packages', 'web');
  const beside = join(top, '..', 'beside');
  const other = join(top, '..', 'other');
  for (const folder of [web, beside, join(other, '.claude', 'completion-state')]) {
    mkdirSync(folder, { recursive: true });
  }
  const session = hostedSession(project);
  return {
    project,
    top,
    web,
    beside,
    other,
    putAtTop: () => project.write(`promises/${ID}.json`, promiseFile(ID, SESSION)),
    say: session.say,
    stop: (launched: string, cwd?: string) =>
      session.stop({ cwd }, { cwd: launched, env: { CLAUDE_PROJECT_DIR: launched } }),
    hook: (command: string, payload: object, launched: string) =>
      callHook(
        project,
        command,
        { ...payload, cwd: launched },
        { env: { CLAUDE_PROJECT_DIR: launched } },
      ),
  };
}

const hasState = (folder: string): boolean => existsSync(join(folder, '.claude'));

describe('a host that was started below a project with state', () => {
  it('has its session remembered in the project', async () => {
    const { project, putAtTop, stop, web } = launchedSession();
    putAtTop();
    expect((await stop(web, web)).decision).toBe('block');
    expect(hasState(web)).toBe(false);
    expect(project.read(MEMORY)).toMatchObject({ open_promises: [ID] });
  });

  it('is told a command that works where the session stands, at every block', async () => {
    const { putAtTop, stop, web } = launchedSession();
    putAtTop();
    for (const _ of [1, 2]) {
      const { reason } = await stop(web, web);
      expect(reason).toMatch(/Next: cs meet .* --type test$/m);
    }
  });

  it('is given up on as any other, wherever the shell goes', async () => {
    const { other, project, putAtTop, stop, top, web } = launchedSession();
    putAtTop();
    expect((await stop(web, web)).decision).toBe('block');
    for (const cwd of [top, other, undefined, web]) {
      expect((await stop(web, cwd)).decision).toBe('block');
    }
    expect((await stop(web, top)).systemMessage).toContain('NOT COMPLETE');
    expect(project.read(MEMORY)).toMatchObject({ capped: [{ why: 'nothing-changed' }] });
    expect([hasState(web), existsSync(join(other, '.claude/completion-state/stop-gate'))]).toEqual([
      false,
      false,
    ]);
  });

  it('has what the user asks for kept in the project, where the reality check goes by it', async () => {
    const { hook, project, putAtTop, web } = launchedSession();
    putAtTop();
    const own = join(project.folder, '..', 'home/.config/completion-promise');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'config.json'), JSON.stringify({ realityCheck: { enabled: true } }));
    expect(await hook('user-prompt', PROMPT, web)).toMatchObject({ code: 0, stdout: '' });
    expect(project.read(MEMORY)).toMatchObject({ directives: [{ text: 'Build it' }] });
    expect(hasState(web)).toBe(false);
  });

  it('has its start recorded in the project', async () => {
    const { hook, putAtTop, web } = launchedSession();
    putAtTop();
    writeFileSync(join(web, 'a'), '');
    expect((await hook('session-start', START, web)).code).toBe(0);
    expect(hasState(web)).toBe(false);
  });
});

describe('a host that was started beside the project that the session promised in', () => {
  it('has its session remembered there, as the register names it', async () => {
    const { beside, project, stop, top } = launchedSession();
    const made = await project.run('cs-promise', ['--create', 'P', '--ac', 'x', '-C', top], {
      cwd: beside,
    });
    expect(made.code).toBe(0);
    expect((await stop(beside, beside)).decision).toBe('block');
    expect(hasState(beside)).toBe(false);
    expect(project.list('stop-gate')).toEqual([`${SESSION}.json`]);
  });
});

it('a host that was started where no project is has its session remembered there', async () => {
  const { beside, say, stop } = launchedSession();
  mkdirSync(join(beside, '.claude'));
  const all = { stopGate: { todos: 'all' } };
  writeFileSync(join(beside, '.claude', 'completion-promise.json'), JSON.stringify(all));
  say(toolUse('TodoWrite', { todos: [{ content: 'a', status: 'pending', activeForm: 'a' }] }));
  expect((await stop(beside, beside)).decision).toBe('block');
  expect(existsSync(join(beside, '.claude', 'completion-state', MEMORY))).toBe(true);
});

it('a package with state of its own remembers its sessions itself', async () => {
  const { project, putAtTop, stop, web } = launchedSession();
  putAtTop();
  mkdirSync(join(web, '.claude', 'completion-state'), { recursive: true });
  expect((await stop(web, project.folder)).decision).toBe('block');
  expect(existsSync(join(web, '.claude', 'completion-state', MEMORY))).toBe(true);
  expect(project.exists(MEMORY)).toBe(false);
});
