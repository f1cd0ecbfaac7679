import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHIM_NAMES } from '../../src/domain/host/shims.ts';
import { createHookedProject, type HookedProject } from '../rig/worlds/hooked-project.ts';
import { costLinesOf } from '../rig/worlds/judged-project.ts';
import { passEverything, reply, startMessagesApi } from '../rig/worlds/messages-api.ts';
import { type Outcome, outcomeOf } from '../rig/worlds/project.ts';

const WHERE = '.claude/scripts/completion-state';
const ORIGINAL = '#!/bin/bash\necho the old script\n';
const KEPT = 'cs-verify.before-completion-promise';

/** A project in which the shims are called. `folder`: where they are put, from the project on. */
function shimmed(folder = WHERE) {
  const project = createHookedProject();
  const path = join(project.folder, folder);
  return {
    project,
    path,
    /** `cs hooks <action> --shims`, with further arguments. */
    change: (action: 'install' | 'uninstall', ...more: readonly string[]) =>
      project.cs(['hooks', action, '--shims', folder, ...more]),
    /** Puts a script where a shim is to stand. */
    writeOriginal() {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'cs-verify'), ORIGINAL);
      chmodSync(join(path, 'cs-verify'), 0o750);
    },
    read: (name: string) => readFileSync(join(path, name), 'utf8'),
    names: () => readdirSync(path).sort(),
    call: (line: string, env: Readonly<Record<string, string>> = {}, input = '') =>
      callIn(project, line, env, input),
  };
}

/** Runs a line of the shell in the project, with the suite's programs on PATH. */
function callIn(
  { folder, programs }: HookedProject,
  line: string,
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Outcome> {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: {
      PATH: `${programs}:${process.env['PATH']}`,
      HOME: join(folder, '..', 'home'),
      CLAUDE_SESSION_ID: 'session-a',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return outcomeOf(child);
}

const WITHOUT_SUITE = { PATH: '/usr/bin:/bin' };
const sorted = [...SHIM_NAMES].sort();

describe.skipIf(process.platform === 'win32')('cs hooks install --shims', () => {
  it('writes an executable of each old name, and the second time changes nothing', async () => {
    const { change, names, path } = shimmed();
    const { code, stderr, stdout } = await change('install');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of SHIM_NAMES) expect(stdout).toContain(`[ADDED] ${name}\n`);
    expect(names()).toEqual(sorted);
    for (const name of SHIM_NAMES) expect(statSync(join(path, name)).mode & 0o777).toBe(0o755);
    const again = await change('install', '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      path: expect.stringContaining(WHERE),
      changed: false,
      dry_run: false,
      shims: SHIM_NAMES.map((name) => ({ name, change: 'unchanged', reason: null })),
    });
  });

  it('writes nothing with --dry-run', async () => {
    const { change, path } = shimmed();
    expect((await change('install', '--dry-run')).stdout).toContain('DRY RUN: nothing is written');
    expect(existsSync(path)).toBe(false);
  });

  it('overwrites no file of others, and writes no other shim beside it', async () => {
    const { change, names, read, writeOriginal } = shimmed();
    writeOriginal();
    const { code, stdout } = await change('install');
    expect(code).toBe(1);
    expect(stdout).toContain('[LEFT] cs-verify: another file is there');
    expect(stdout).not.toContain('Changed:');
    expect(names()).toEqual(['cs-verify']);
    expect(read('cs-verify')).toBe(ORIGINAL);
  });

  it('keeps with --force what it replaces, and uninstall puts it back as it was', async () => {
    const { change, names, path, read, writeOriginal } = shimmed();
    writeOriginal();
    expect((await change('install', '--force')).stdout).toContain('[REPLACED] cs-verify\n');
    expect(read(KEPT)).toBe(ORIGINAL);
    const removed = await change('uninstall');
    expect(removed.code).toBe(0);
    expect(removed.stdout).toContain('[RESTORED] cs-verify\n');
    expect(names()).toEqual(['cs-verify']);
    expect(read('cs-verify')).toBe(ORIGINAL);
    expect(statSync(join(path, 'cs-verify')).mode & 0o777).toBe(0o750);
  });

  it('never overwrites what is kept already', async () => {
    const { change, path, read, writeOriginal } = shimmed();
    writeOriginal();
    writeFileSync(join(path, KEPT), 'older\n');
    expect((await change('install', '--force')).code).toBe(1);
    expect([read('cs-verify'), read(KEPT)]).toEqual([ORIGINAL, 'older\n']);
  });

  it('keeps the original once where two install at once', async () => {
    const { change, names, read, writeOriginal } = shimmed();
    writeOriginal();
    const both = await Promise.all([change('install', '--force'), change('install', '--force')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(names()).toEqual([...sorted, KEPT].sort());
    expect(read(KEPT)).toBe(ORIGINAL);
  });

  it('leaves a link in place of a script, even with --force', async () => {
    const { change, path } = shimmed();
    mkdirSync(path, { recursive: true });
    const target = join(path, '..', 'target');
    writeFileSync(target, ORIGINAL);
    symlinkSync(target, join(path, 'cs-verify'));
    const { code, stdout } = await change('install', '--force');
    expect(code).toBe(1);
    expect(stdout).toContain('[LEFT] cs-verify: a link is in its place');
    expect(readFileSync(target, 'utf8')).toBe(ORIGINAL);
  });

  it('changes nothing where a file is in place of the folder', async () => {
    const { change, project } = shimmed('blocked/here');
    writeFileSync(join(project.folder, 'blocked'), 'a file in the way');
    const { code, stderr, stdout } = await change('install', '--force');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('[LEFT] cs-init: something that is not a readable text file');
    expect(readFileSync(join(project.folder, 'blocked'), 'utf8')).toBe('a file in the way');
  });

  it.skipIf(process.getuid?.() === 0)('says so where the folder cannot be written', async () => {
    const { change, names, path } = shimmed();
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o500);
    const { code, stderr } = await change('install');
    chmodSync(path, 0o700);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: .*completion-state/);
    expect(names()).toEqual([]);
  });

  it('takes a folder outside of the project, and says that it is', async () => {
    const { change, names } = shimmed('../other');
    const { code, stderr } = await change('install');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^NOTE: .*other is outside of the project\.$/m);
    expect(names()).toEqual(sorted);
  });

  it('leaves on uninstall what is not a shim', async () => {
    const { change, read, writeOriginal } = shimmed();
    writeOriginal();
    expect((await change('uninstall')).stdout).toContain('[LEFT] cs-verify: not a shim');
    expect(read('cs-verify')).toBe(ORIGINAL);
  });
});

describe.skipIf(process.platform === 'win32')('a shim', () => {
  it('runs the command with its arguments, from a path with spaces', async () => {
    const { call, change } = shimmed('my old scripts');
    await change('install');
    const made = await call(`'my old scripts/cs-promise' --create 'Two  words' --ac 'It is "so"'`);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^Created promise: promise-/);
    const checked = await call(`'my old scripts/cs-verify' --check`);
    expect(checked.code).toBe(2);
    expect(checked.stdout).toContain('COMPLETION CRITERIA NOT MET');
  });

  it('does not find itself where its folder comes first on PATH', async () => {
    const { call, change, path, project } = shimmed();
    await change('install');
    const PATH = `${path}:${project.programs}:/usr/bin:/bin`;
    expect(await call('cs-status', { PATH })).toMatchObject({ code: 0, stderr: '' });
  });

  it('prefers the dependency of the project', async () => {
    const { call, change, project } = shimmed();
    await change('install');
    const modules = join(project.folder, 'node_modules');
    mkdirSync(join(modules, 'completion-promise'), { recursive: true });
    mkdirSync(join(modules, '.bin'));
    writeFileSync(join(modules, 'completion-promise', 'package.json'), '{}');
    writeFileSync(join(modules, '.bin', 'cs-status'), '#!/bin/sh\necho dependency\n');
    chmodSync(join(modules, '.bin', 'cs-status'), 0o755);
    expect((await call(`${WHERE}/cs-status`)).stdout).toBe('dependency\n');
  });

  it.each([
    ['cs-verify --check', 2],
    ['cs-verify --promise promise-00000000', 1],
    ['cs-promise --list', 1],
    ['cs-init', 1],
  ])('without the suite: %s ends with %i and says what to do', async (line, code) => {
    const { call, change } = shimmed();
    await change('install');
    const outcome = await call(`${WHERE}/${line}`, WITHOUT_SUITE);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain('Next: npm install; npm link in its clone');
    if (code === 1) expect(outcome.stdout).toBe('');
  });

  it('blocks where the stop gate crashes', async () => {
    const { call, change, path, project } = shimmed();
    await change('install');
    const broken = join(path, '..', 'broken');
    cpSync(project.programs, broken, { recursive: true });
    const outside = join(project.folder, '..', 'broken');
    cpSync(broken, outside, { recursive: true });
    writeFileSync(join(outside, 'cs-verify'), '#!/bin/sh\nexit 127\n');
    const outcome = await call(`${WHERE}/cs-verify --check`, { PATH: `${outside}:/usr/bin:/bin` });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('cs-verify exited with 127');
  });
});

const REQUEST = JSON.stringify({
  promise_id: 'promise-uuid-123',
  promise_summary: 'Validation works',
  acceptance_criteria: [
    {
      id: 'AC-1',
      description: 'The tests pass',
      status: 'met',
      evidence: 'npm test: 42 passed, 0 failed',
      evidence_type: 'test',
      met_at: '2026-02-17T10:30:00Z',
    },
  ],
  session_id: 'orch-epic4',
});

describe.skipIf(process.platform === 'win32')('the companion that judges', () => {
  it.each(['', 'sh ', 'python3 '])('answers a request, started with "%s"', async (starter) => {
    const { call, change, project } = shimmed();
    await change('install');
    const api = await startMessagesApi();
    api.answer(reply(passEverything));
    const outcome = await call(`${starter}${WHERE}/cs-verify-judge.py`, api.env, REQUEST);
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      status: 'success',
      verdict: 'PASS',
      criteria_judgments: [{ ac_id: 'AC-1', judgment: 'PASS' }],
      token_cost: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
    expect(api.requests).toHaveLength(1);
    expect(costLinesOf(project)).toMatchObject([{ session_id: 'orch-epic4', verdict: 'PASS' }]);
  });

  it('ends with 1 after a FAIL', async () => {
    const { call, change } = shimmed();
    await change('install');
    const request = REQUEST.replace('npm test: 42 passed, 0 failed', '');
    const outcome = await call(
      `${WHERE}/cs-verify-judge.py`,
      { ANTHROPIC_API_KEY: 'none' },
      request,
    );
    expect(outcome.code).toBe(1);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ verdict: 'FAIL' });
  });

  it('warns and goes on without a key, and without the suite', async () => {
    const { call, change } = shimmed();
    await change('install');
    for (const env of [{}, WITHOUT_SUITE]) {
      const outcome = await call(`python3 ${WHERE}/cs-verify-judge.py`, env, REQUEST);
      expect(outcome.code).toBe(0);
      expect(JSON.parse(outcome.stdout)).toMatchObject({
        verdict: 'WARN',
        criteria_judgments: [],
        token_cost: { input_tokens: 0, output_tokens: 0 },
      });
    }
  });

  it('refuses what is no request', async () => {
    const { call, change } = shimmed();
    await change('install');
    const outcome = await call(`${WHERE}/cs-verify-judge.py`, {}, 'no JSON');
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('--request needs a JSON object on stdin');
  });
});
