import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  guardedCommand,
  NO_ANSWER,
  plainCommand,
  plainestLine,
} from '../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../src/domain/host/hook-command.ts';
import { powershellCommand } from '../../src/domain/host/powershell-command.ts';
import { knownHost } from '../rig/values/hook-writings.ts';
import { createProject } from '../rig/worlds/project.ts';

const NAMES = ['codex', 'gemini', 'copilot', 'cursor', 'opencode'] as const;

/** Runs the line of a stop hook in a folder as a host would, and reads the outcome as that host does. */
function outcomeIn(folder: string, name: (typeof NAMES)[number], line: string, payload = '{}') {
  const { status, stderr, stdout } = spawnSync('sh', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    input: payload,
    env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
  });
  const code = status ?? undefined;
  const outcome = { code, ended: 'killed', stdout, stderr, durationMs: 1 };
  return knownHost(name).setup.trial?.read(outcome);
}

describe.runIf(process.platform !== 'win32').each(NAMES)(
  'the line of a stop hook of %s',
  (name) => {
    const { words } = knownHost(name).setup;
    const line = (call: string) => plainCommand('stop', call, words);

    it.each([
      ['is missing', 'no-such-program stop'],
      ['is missing by its path', '"/no such/cs-hook" stop'],
      ['is killed', `sh -c 'kill -9 $$'`],
      ['ends with another code', `sh -c 'exit 7'`],
    ])('blocks where its program %s', (_what, call) => {
      expect(outcomeIn(createProject().folder, name, line(call))).toEqual({
        effect: 'blocks',
        reason: expect.stringContaining(NO_ANSWER),
      });
    });

    it('says nothing where its program answered, or blocked in its own words', () => {
      const { folder } = createProject();
      expect(outcomeIn(folder, name, line('true'))).toEqual({ effect: 'passes' });
      const mine = line("sh -c 'echo mine; exit 2'");
      const said = spawnSync('sh', ['-c', mine], { encoding: 'utf8' });
      expect([said.status, said.stdout, said.stderr]).toEqual([2, 'mine\n', '']);
    });

    it('with a guard lets a project without promises go on, and blocks one that has some', () => {
      const { folder } = createProject();
      const guarded = guardedCommand(
        'stop',
        { program: 'no-such-program', call: 'no-such-program stop', installation: 'global' },
        words,
      );
      expect(outcomeIn(folder, name, guarded)).toEqual({ effect: 'passes' });
      mkdirSync(join(folder, '.claude', 'completion-state', 'promises'), { recursive: true });
      writeFileSync(
        join(folder, '.claude', 'completion-state', 'promises', 'promise-1.json'),
        '{}',
      );
      expect(outcomeIn(folder, name, guarded)).toMatchObject({
        effect: 'blocks',
        reason: expect.stringContaining('npm install -g completion-promise'),
      });
    });

    it('with a guard blocks a session that the register knows, by the name that the host has for it', () => {
      const { folder } = createProject();
      const sessions = join(folder, 'home', '.local/state/completion-promise/sessions');
      mkdirSync(sessions, { recursive: true });
      writeFileSync(join(sessions, 'a-session.jsonl'), '');
      const guarded = guardedCommand(
        'stop',
        { program: 'no-such-program', call: 'no-such-program stop', installation: 'global' },
        words,
      );
      const payload = JSON.stringify({ [words.sessionKey]: 'a-session', x: 1 });
      expect(outcomeIn(folder, name, guarded, payload)).toMatchObject({ effect: 'blocks' });
    });

    it('is known for what it is, and for nothing else', () => {
      const call = `cs-hook stop --host ${name}`;
      const program = { program: 'cs-hook', call, installation: 'global' } as const;
      for (const one of [line(call), guardedCommand('stop', program, words)]) {
        expect(plainestLine(one)).toBe(`${call} || exit 2`);
        expect(readHookCommand(one)).toMatchObject({
          role: 'stop-gate',
          isAlone: true,
          blocksOnCrash: true,
        });
        expect(readHookCommand(`${one}; notify`)).toMatchObject({ isAlone: false });
      }
      const shell = 'powershell';
      expect(readHookCommand(powershellCommand(call, true, words), shell)).toMatchObject({
        role: 'stop-gate',
        isAlone: true,
        blocksOnCrash: true,
      });
    });
  },
);
