import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardScript, searchAt } from '../../src/domain/host/guard-script.ts';
import { hookLine, NO_ANSWER, userGuard } from '../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../src/domain/host/hook-command.ts';
import { readResponse } from '../../src/domain/host/hook-trial.ts';
import { powershellCommand } from '../../src/domain/host/powershell-command.ts';
import { knownHost } from '../rig/values/hook-writings.ts';
import { createProject } from '../rig/worlds/project.ts';

const NAMES = ['codex', 'gemini', 'copilot', 'cursor', 'opencode'] as const;

type Name = (typeof NAMES)[number];

const MISSING = 'npm install; npm link in its clone';

interface Call {
  readonly payload?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
}

/** A project, and the user's guard of a host, which runs a program; without one, it finds none. */
function guardedProject(name: Name, program?: string) {
  const { host, setup } = knownHost(name);
  const { folder } = createProject();
  const home = join(folder, 'home');
  const path = join(folder, 'a program');
  if (program !== undefined) {
    writeFileSync(path, `#!/bin/sh\n${program}\n`);
    chmodSync(path, 0o755);
  }
  const guard = join(home, setup.words.guard.user);
  mkdirSync(dirname(guard), { recursive: true });
  const search = searchAt(`"${path}"`, '');
  const script = { title: host.title, host: name, words: setup.words, search } as const;
  writeFileSync(guard, guardScript({ ...script, installation: 'global' }));
  return {
    folder,
    guard,
    home,
    promise() {
      const promises = join(folder, '.claude', 'completion-state', 'promises');
      mkdirSync(promises, { recursive: true });
      writeFileSync(join(promises, 'promise-1.json'), '{}');
      writeFileSync(join(promises, 'promise-2.json'), '{}');
    },
    /** Runs the line of the stop hook as the host would, and reads the outcome as that host does. */
    stop({ env = {}, payload = {}, shell = 'sh' }: Call = {}) {
      const line = hookLine('stop', userGuard(setup.words), setup.words);
      const given = setup.format.gate['env'];
      const { status, stderr, stdout } = spawnSync(shell, ['-c', line], {
        cwd: folder,
        encoding: 'utf8',
        input: JSON.stringify({ x: 1, ...payload }),
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          CURSOR_PROJECT_DIR: folder,
          // A bash with no shell above it takes a socket for a login from afar.
          SHLVL: '2',
          ...(typeof given === 'object' ? given : {}),
          ...env,
        },
      });
      const outcome = { code: status ?? undefined, ended: 'killed', stdout, stderr, durationMs: 1 };
      return { ...outcome, reading: readResponse(outcome, setup.trial.answers) };
    },
  };
}

const AGAIN = { payload: { stop_hook_active: true } };

describe.runIf(process.platform !== 'win32').each(NAMES)(
  'the line of a stop hook of %s',
  (name) => {
    const { isCapped, sessionKey } = knownHost(name).setup.words;

    it.each([
      ['is killed', 'kill -9 $$'],
      ['ends with another code', 'exit 7'],
    ])('blocks where its program %s', (_what, program) => {
      expect(guardedProject(name, program).stop().reading).toEqual({
        effect: 'blocks',
        reason: expect.stringContaining(NO_ANSWER),
      });
    });

    it.runIf(!isCapped)('… but not twice, where the host would be blocked without end', () => {
      for (const program of ['kill -9 $$', 'exit 7', 'exit 2']) {
        expect(guardedProject(name, program).stop(AGAIN)).toMatchObject({ code: 0 });
      }
    });

    it('says nothing where its program answered, or blocked in its own words', () => {
      expect(guardedProject(name, 'cat >/dev/null').stop().reading).toEqual({ effect: 'passes' });
      // Cursor takes no exit code.
      if (name === 'cursor') return;
      const blocked = guardedProject(name, "echo '{}'; exit 2").stop(AGAIN);
      expect(blocked).toMatchObject({ code: 2, stdout: '{}\n', stderr: '' });
    });

    it('lets a project without promises go on, and blocks one that has some', () => {
      const project = guardedProject(name);
      expect(project.stop().reading).toEqual({ effect: 'passes' });
      project.promise();
      expect(project.stop().reading).toEqual({
        effect: 'blocks',
        reason: expect.stringContaining(MISSING),
      });
      expect(project.stop(AGAIN).reading?.effect).toBe(isCapped ? 'blocks' : 'passes');
    });

    it('blocks a session that the register knows, by the name that the host has for it', () => {
      const project = guardedProject(name);
      const sessions = join(project.home, '.local/state/completion-promise/sessions');
      mkdirSync(sessions, { recursive: true });
      writeFileSync(join(sessions, 'a-session.jsonl'), '');
      const payload = { [sessionKey]: 'a-session' };
      expect(project.stop({ payload }).reading?.effect).toBe('blocks');
    });

    it('decides by itself where the guard is missing', () => {
      const project = guardedProject(name, 'exit 7');
      rmSync(project.guard);
      expect(project.stop().code).toBe(0);
      expect(project.stop().reading?.effect).not.toBe('blocks');
      project.promise();
      // The plugin of OpenCode itself holds a session whose gate gives no answer.
      if (name === 'opencode') expect(project.stop().code).toBe(2);
      else expect(project.stop().reading?.effect).toBe('blocks');
      if (!isCapped) expect(project.stop(AGAIN)).toMatchObject({ code: 0 });
    });

    it('in PowerShell is known for what it is', () => {
      const { words } = knownHost(name).setup;
      const line = powershellCommand(`cs-stop-gate --host ${name}`, true, words);
      expect(readHookCommand(line, 'powershell')).toMatchObject({
        role: 'stop-gate',
        isAlone: true,
        blocksOnCrash: true,
      });
    });
  },
);

describe.runIf(process.platform !== 'win32')('a shell that prints before the hook', () => {
  const block = `echo '{"decision":"block","reason":"Why"}'; echo Why >&2; exit 2`;

  it.each(['codex', 'gemini'] as const)('does not open the gate of %s', (name) => {
    const project = guardedProject(name, `cat >/dev/null; ${block}`);
    const profile = join(project.folder, 'profile.sh');
    writeFileSync(profile, 'echo noise\n');
    const { reading, stdout } = project.stop({ env: { BASH_ENV: profile }, shell: 'bash' });
    expect(stdout).toMatch(/^noise\n/);
    expect(reading).toEqual({ effect: 'blocks', reason: expect.stringContaining('Why') });
  });
});
