import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gateInShell } from '../../rig/values/gate-input.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { copySuite } from '../../rig/worlds/copied-suite.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import {
  gate,
  gateOfCopy,
  outputOf,
  runsOnPosix,
  stopPayload,
} from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';

function owingProject(): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
  return project;
}

const stop = (isContinued: boolean): object =>
  stopPayload(SESSION, { stop_hook_active: isContinued });

describe('an installation in which something is missing', () => {
  it('blocks once in a turn where what answers is not there, and lets go unchecked after that', async () => {
    const { folder } = copySuite(['stop-gate-response']);
    const project = owingProject();
    const first = outputOf(await gateOfCopy(folder, project, stop(false)));
    expect(first.decision).toBe('block');
    expect(first.reason).toMatch(/^The stop gate crashed [\s\S]*\nNext: cs doctor$/);
    expect(first.systemMessage).toMatch(/^The stop gate crashed [\s\S]*cs hooks uninstall/);
    const second = outputOf(await gateOfCopy(folder, project, stop(true)));
    expect(second.decision).toBeUndefined();
    expect(second.systemMessage).toMatch(
      /^NOT CHECKED: the stop gate stopped blocking this session\./,
    );
  });

  it('still lets go whom nothing concerns', async () => {
    const { folder } = copySuite(['stop-gate-response']);
    expect(outputOf(await gateOfCopy(folder, createProject(), stop(false)))).toEqual({});
  });

  // By those words Claude Code takes a hook for one that is not installed, and does not block.
  it('ends with 2 where there is no gate at all, and speaks of no such file', async () => {
    const { folder } = copySuite(['stop-gate.cjs']);
    const { code, stderr, stdout } = await gateOfCopy(folder, owingProject(), stop(false));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('completion-promise cannot start');
    expect(stderr).not.toMatch(/no such file|can't open/i);
  });
});

describe('a project that cannot be found', () => {
  const NO_PROJECT = 'cd ../gone && rmdir ../gone && exec $GATE <$PAYLOAD';

  it.skipIf(!runsOnPosix)(
    'blocks once in a turn where the current folder was removed',
    async () => {
      const project = createProject();
      const decisions: unknown[] = [];
      for (const isContinued of [false, true]) {
        mkdirSync(join(project.folder, '..', 'gone'));
        const payload = JSON.stringify(stop(isContinued));
        const { code, stdout } = await gateInShell(project, NO_PROJECT, payload);
        decisions.push([code, JSON.parse(stdout || '{}').decision]);
      }
      expect(decisions).toEqual([
        [0, 'block'],
        [0, undefined],
      ]);
    },
  );

  it('is not needed where the host names it: the gate looks there, wherever it runs', async () => {
    const project = owingProject();
    const env = { CLAUDE_PROJECT_DIR: project.folder };
    const options = { env, cwd: join(project.folder, '..') };
    expect(outputOf(await gate(project, stop(false), options)).decision).toBe('block');
  });
});

describe('--exit-code', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"session_id": '],
    ['a list', '[]'],
    [
      'another type in every field',
      '{"session_id": 7, "stop_hook_active": "x", "hook_event_name": {}}',
    ],
  ])(
    'ends with 2 for a session with an open promise, whatever the payload is: %s',
    async (_what, input) => {
      const outcome = await owingProject().run('cs-stop-gate', ['--exit-code'], { input });
      expect([outcome.code, outcome.stdout]).toEqual([2, '']);
      expect(outcome.stderr).toContain(ID);
    },
  );

  it('ends with 2 where a part of the suite is missing', async () => {
    const { folder } = copySuite(['stop-gate-response']);
    const project = owingProject();
    const payload = JSON.stringify(stop(false));
    const line = '$GATE --exit-code <$PAYLOAD';
    const bin = join(folder, 'bin', 'cs-stop-gate.cjs');
    const { code, stderr } = await gateInShell(project, line, payload, bin);
    expect(code).toBe(2);
    expect(stderr).toContain('The stop gate crashed');
  });
});

describe.skipIf(!runsOnPosix)('what never answers holds nobody up', () => {
  it.each([
    ["the project's settings", '.claude/completion-promise.json'],
    ["the user's settings", '../home/.config/completion-promise/config.json'],
  ])('a pipe in the place of %s: who owns a promise is blocked', async (_whose, path) => {
    const project = owingProject();
    const place = join(project.folder, path);
    mkdirSync(dirname(place), { recursive: true });
    execFileSync('mkfifo', [place]);
    const { decision, reason } = outputOf(await gate(project, stop(false)));
    expect(decision).toBe('block');
    expect(reason).toContain('it is not a regular file');
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  it('a git that overhears every polite signal', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' }, owingProject());
    const programs = join(project.folder, '..', 'programs', 'deaf');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'git'), '#!/bin/sh\ntrap "" TERM\nwhile :; do sleep 1; done\n');
    chmodSync(join(programs, 'git'), 0o755);
    const env = { PATH: `${programs}:${process.env['PATH']}`, CS_STOP_GATE_TIMEOUT_MS: '5000' };
    expect(outputOf(await gate(project, stop(false), { env })).decision).toBe('block');
  });
});
