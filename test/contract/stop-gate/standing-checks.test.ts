import { appendFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createUserSeals } from '../../../src/adapters/user-seals.ts';
import type { StandingTurn } from '../../../src/domain/session/standing-log.ts';
import { openStandingLog } from '../../../src/store/files/standing-log.ts';
import { createGitProject, type GitProject, runGit } from '../../rig/worlds/git-project.ts';
import { callHook, GONE_HOST } from '../../rig/worlds/hook-call.ts';
import { type Outcome, SESSION } from '../../rig/worlds/project.ts';
import { type GateOutput, gate, outputOf } from '../../rig/worlds/stop-gate.ts';

/** Passes where `a.txt` says so, else names a test as go does. */
const TESTS = `if grep -q right a.txt; then echo ok; else echo "--- FAIL: TestA (0.00s)"; exit 1; fi\n`;
const RUN = 'sh tests.sh';

function standingProject(always: readonly unknown[] = [RUN], stopGate: object = {}): GitProject {
  const project = createGitProject({ 'tests.sh': TESTS, 'a.txt': 'right', '.gitignore': 'out/\n' });
  project.write('../completion-promise.json', { checks: { always }, stopGate });
  return project;
}

interface Place {
  readonly session?: string;
  readonly cwd?: string;
  /** Another process of the host than the one that the other sessions run in. */
  readonly pid?: number;
}

function payloadOf(project: GitProject, { cwd = project.folder, session = SESSION }: Place) {
  return {
    session_id: session,
    cwd,
    transcript_path: join(project.folder, '..', `${session}.jsonl`),
  };
}

async function prompt(project: GitProject, place: Place = {}): Promise<Outcome> {
  const payload = {
    ...payloadOf(project, place),
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Go',
  };
  const env = place.pid === undefined ? {} : { CLAUDE_PID: String(place.pid) };
  return callHook(project, 'user-prompt', payload, { env });
}

let stops = 0;

async function stop(
  project: GitProject,
  place: Place = {},
  parts: object = {},
): Promise<GateOutput> {
  stops += 1;
  const own = { hook_event_name: 'Stop', last_assistant_message: `Done (${stops}).`, ...parts };
  const env = {
    CLAUDE_PROJECT_DIR: project.folder,
    CLAUDE_SESSION_ID: undefined,
    CLAUDE_PID: String(place.pid ?? process.pid),
  };
  return outputOf(await gate(project, { ...payloadOf(project, place), ...own }, { env }));
}

function prove(project: GitProject, ...words: readonly string[]): Promise<Outcome> {
  return project.run('cs', ['prove', '--standing', ...words]);
}

const LOG = 'standing.jsonl';

/** A number that no system gives to a process. */
const NO_PROCESS = 99_999_999;

/** Keeps a turn of another session in the project's checkout, as its hooks would. */
function keepTurn(
  project: GitProject,
  turn: Pick<StandingTurn, 'session' | 'end'> & Partial<StandingTurn>,
): void {
  const user = join(project.folder, '..', 'home', '.config', 'completion-promise');
  const world = { files: createNodeFiles(NO_DEADLINE), uniqueName: () => 'a-name' };
  const log = openStandingLog(world, project.folder, createUserSeals(user));
  const at = new Date().toISOString();
  const checkout = realpathSync(project.folder);
  const failure = log.append({ kind: 'turn', at, checkout, trees: {}, owed: {}, ...turn });
  expect(failure).toBeUndefined();
}

describe('a session that promised nothing', () => {
  const deeds: readonly (readonly [string, (project: GitProject) => unknown])[] = [
    ['never ran the tests', () => undefined],
    ['ran them, and they failed', (project) => prove(project)],
    [
      'changed files since they passed',
      async (project) => {
        project.put('a.txt', 'right as well');
        await prove(project);
        project.put('a.txt', 'wrong');
      },
    ],
    ['only says that they pass', (project) => project.put('out/log', '3 passed')],
    ['masks a failure', (project) => project.run('cs', ['prove', '--', 'sh tests.sh || true'])],
    [
      'writes by hand that it found the files so',
      async (project) => {
        await prove(project);
        const lines = readFileSync(join(project.state, LOG), 'utf8').trim().split('\n');
        const [begun = '', run = '{}'] = [lines[0], lines.at(-1)];
        const trees = { '*': JSON.parse(run).tree };
        const forged = { ...JSON.parse(begun), trees };
        appendFileSync(join(project.state, LOG), `${JSON.stringify(forged)}\n`);
      },
    ],
    [
      'writes the outcome by hand',
      async (project) => {
        await prove(project);
        const line = readFileSync(join(project.state, LOG), 'utf8').trim().split('\n').at(-1) ?? '';
        appendFileSync(join(project.state, LOG), line.replace('"failed"', '"passed"'));
      },
    ],
  ];

  it.each(deeds)('is held where it %s', async (_what, deed) => {
    const project = standingProject();
    await prompt(project);
    project.put('a.txt', 'wrong');
    await deed(project);
    const { decision, reason, systemMessage } = await stop(project);
    expect(decision).toBe('block');
    expect(reason).toMatch(
      /^Blocked: you changed files.*\n {2}sh tests\.sh: (?:not run|failed) on/,
    );
    expect(reason).toContain('cs prove --standing');
    expect(systemMessage).toContain('The stop gate blocked the agent: you changed files');
  });

  it.each<[string, (project: GitProject) => unknown]>([
    ['changed nothing', () => undefined],
    [
      'changed files back',
      (project) => [project.put('a.txt', 'wrong'), project.put('a.txt', 'right')],
    ],
    ['changed files that no check depends on', (project) => project.put('README.md', 'More.')],
  ])('hears nothing where it %s', async (_what, deed) => {
    const project = standingProject([{ run: RUN, inputs: ['a.txt', 'tests.sh'] }]);
    await prompt(project);
    await deed(project);
    expect(await stop(project)).toEqual({});
  });

  it('ends where it changed files and the checks pass on them, and its user reads so once', async () => {
    const project = standingProject([{ run: RUN, inputs: ['a.txt', 'tests.sh'] }]);
    for (const text of ['right as well', 'right again']) {
      await prompt(project);
      project.put('a.txt', text);
      expect(await prove(project)).toMatchObject({ code: 0 });
      const told = { systemMessage: 'Proved: sh tests.sh (only a.txt, tests.sh).' };
      expect(await stop(project)).toEqual(told);
      expect(await stop(project)).toEqual({});
    }
  });

  it('is told at its start what it will be asked, where it will be', async () => {
    const start = (project: GitProject) =>
      callHook(project, 'session-start', { ...payloadOf(project, {}), source: 'startup' });
    expect((await start(standingProject())).stdout).toContain(
      "this project's standing checks must pass on them: sh tests.sh. Run: cs prove --standing",
    );
    expect((await start(standingProject([RUN], { standing: 'tell' }))).stdout).toBe('');
    expect((await start(createGitProject({ a: '' }))).stdout).toBe('');
  });
});

describe('what decides about a stop', () => {
  it.each<['tell' | 'off', RegExp | undefined]>([
    ['tell', /^Standing check sh tests\.sh: not run on these files\.$/],
    ['off', undefined],
  ])('stopGate.standing %s', async (standing, said) => {
    const project = standingProject([RUN], { standing });
    await prompt(project);
    project.put('a.txt', 'wrong');
    const { decision, systemMessage } = await stop(project);
    expect(decision).toBeUndefined();
    if (said === undefined) expect(systemMessage).toBeUndefined();
    else expect(systemMessage).toMatch(said);
    expect(await stop(project)).toEqual({});
  });

  it('what its user approved, whatever the session writes into the file', async () => {
    const project = standingProject();
    await prompt(project);
    const file = join(project.folder, '.claude', 'completion-promise.json');
    writeFileSync(file, '{"checks": {"always": ["true"]}, "stopGate": {"standing": "off"}}');
    project.put('a.txt', 'wrong');
    expect(await prove(project)).toMatchObject({ code: 1 });
    expect((await stop(project)).reason).toContain('sh tests.sh: failed on these files (TestA)');
  });

  it('what was red before, by the names of its tests: it holds once', async () => {
    const project = standingProject();
    project.put('a.txt', 'wrong');
    project.commit();
    await prove(project);
    await prompt(project);
    project.put('b.txt', 'more');
    await prove(project);
    expect((await stop(project)).reason).toContain('as it did before this session (TestA)');
    expect(await stop(project)).toEqual({
      systemMessage: expect.stringContaining('as it did before this session (TestA)'),
    });
    expect(await stop(project)).toEqual({});
  });

  it('what the session left red: its next turn is held, too', async () => {
    const project = standingProject();
    await prompt(project);
    project.put('a.txt', 'wrong');
    await prove(project);
    for (let count = 0; count < 5; count += 1) {
      expect((await stop(project)).decision).toBe('block');
    }
    expect((await stop(project)).systemMessage).toContain('NOT COMPLETE');
    await prompt(project);
    expect((await stop(project)).reason).toContain('failed on these files (TestA)');
  });

  it('what it promised as well, where it changed nothing', async () => {
    const project = standingProject();
    await prompt(project);
    const id = await project.startedPromise('It works');
    expect((await stop(project)).reason).toContain(`${id} has 1 open criterion`);
  });

  it('no edit of its user between two turns', async () => {
    const project = standingProject();
    await prompt(project);
    await stop(project);
    project.put('a.txt', 'wrong');
    await prompt(project);
    expect(await stop(project)).toEqual({});
  });

  it('what it changed before its user said more in the middle of a turn', async () => {
    const project = standingProject();
    await prompt(project);
    project.put('a.txt', 'wrong');
    await prompt(project);
    expect((await stop(project)).decision).toBe('block');
  });

  it('no work of another session that is under way in the same checkout', async () => {
    const project = standingProject();
    // Which process it runs in is not known.
    await prompt(project, { session: 'session-b', pid: 0 });
    await prompt(project);
    project.put('a.txt', 'wrong');
    expect(await stop(project)).toEqual({
      systemMessage: expect.stringContaining('Another session works in this checkout'),
    });
  });

  it.each<[string, Partial<StandingTurn>]>([
    ['has said nothing for hours', { at: new Date(Date.now() - 4 * 3_600_000).toISOString() }],
    ['runs in a process that is gone', { host: { ...GONE_HOST, pid: NO_PROCESS } }],
  ])('no other session that began a turn there and %s', async (_what, parts) => {
    const project = standingProject();
    await prompt(project);
    keepTurn(project, { session: 'session-b', end: 'prompt', ...parts });
    project.put('a.txt', 'wrong');
    expect((await stop(project)).decision).toBe('block');
  });

  it('no stop of another session that was not seen to begin', async () => {
    const project = standingProject();
    await prompt(project);
    project.put('a.txt', 'wrong');
    expect(await stop(project, { session: 'session-b', pid: 0 })).toEqual({});
    expect((await stop(project)).decision).toBe('block');
  });

  it('the linked worktree that the session works in', async () => {
    const project = standingProject();
    const beside = join(project.folder, '..', 'beside');
    runGit(project.folder, ['worktree', 'add', '--quiet', '-b', 'side', beside]);
    await prompt(project, { cwd: beside });
    writeFileSync(join(beside, 'a.txt'), 'right beside');
    expect((await stop(project, { cwd: beside })).decision).toBe('block');
    expect(await project.run('cs', ['prove', '--standing'], { cwd: beside })).toMatchObject({
      code: 0,
    });
    const told = { systemMessage: 'Proved: sh tests.sh.' };
    expect(await stop(project, { cwd: beside })).toEqual(told);
  });

  it('sessions alone, and not their subagents', async () => {
    const project = standingProject();
    await prompt(project);
    project.put('a.txt', 'wrong');
    const agent = { hook_event_name: 'SubagentStop', agent_id: 'agent-1' };
    expect(await stop(project, {}, agent)).toEqual({});
  });

  it('a question to its user, which lets it rest', async () => {
    const project = standingProject([RUN], { ask: 'rest' });
    await prompt(project);
    project.put('a.txt', 'wrong');
    expect((await stop(project)).decision).toBe('block');
    await project.run('cs', ['session', 'ask', 'May the tests be red?']);
    expect((await stop(project)).systemMessage).toMatch(/^WAITING FOR YOU: May the tests be red\?/);
    await prompt(project);
    expect((await stop(project)).decision).toBe('block');
  });
});

describe('a check that its session cannot mend', () => {
  it('cannot run: its user is told, and the session ends', async () => {
    const project = standingProject(['no-such-program-here --test']);
    await prompt(project);
    project.put('a.txt', 'other');
    const { code, stdout } = await prove(project);
    expect([code, stdout]).toEqual([1, expect.stringContaining('[COULD NOT RUN] no-such-program')]);
    expect(await stop(project)).toEqual({
      systemMessage: expect.stringContaining('no-such-program-here --test: could not run here'),
    });
    expect(await stop(project)).toEqual({});
  });

  it('writes into what it depends on: after two runs its user is told', async () => {
    const project = standingProject(['date +%N > made.txt']);
    await prompt(project);
    project.put('a.txt', 'other');
    expect((await prove(project)).stdout).toContain('[NOT SETTLED] date +%N > made.txt');
    expect((await stop(project)).reason).toContain('made.txt changed while it ran');
    expect((await prove(project)).stdout).toContain('at each run: made.txt');
    expect((await stop(project)).systemMessage).toContain('it changes what it depends on');
  });

  it('hangs: it failed', async () => {
    const project = standingProject([{ run: ['sleep', '60'], timeoutMs: 100 }]);
    await prompt(project);
    project.put('a.txt', 'other');
    expect((await prove(project)).stdout).toContain('timed out after 0.1 s');
    expect((await stop(project)).reason).toContain('failed on these files (timed out');
  });

  it('is flaky: its user is told, and the session ends', async () => {
    const project = standingProject(['test -e out/seen || { mkdir out; touch out/seen; exit 1; }']);
    await prompt(project);
    project.put('a.txt', 'other');
    expect(await prove(project)).toMatchObject({ code: 1 });
    expect(await prove(project)).toMatchObject({ code: 0 });
    expect((await stop(project)).systemMessage).toMatch(
      /: flaky\. It failed and passed on the same/,
    );
  });
});

describe('cs prove --standing', () => {
  it('says what passed, what failed and which tests did, and goes by exit code', async () => {
    const project = standingProject([RUN, ['test', '-e', 'a.txt']]);
    project.put('a.txt', 'wrong');
    const { code, stdout } = await prove(project);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\[FAILED\] sh tests\.sh\n {4}exit code 1 in .*\n {4}failed tests: TestA\n/,
    );
    expect(stdout).toContain('[PASSED] test -e a.txt\n');
    expect(stdout).toContain('Standing checks: 1 of 2 passed on these files.\n');
    const json = await prove(project, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      passed: false,
      standing: [
        { outcome: 'failed', failed_tests: ['TestA'], kept: false },
        { outcome: 'passed', kept: true },
      ],
      next: 'cs prove --standing',
    });
  });

  it.each<[words: readonly string[], said: string]>([
    [['promise-1a2b3c4d'], '--standing goes without a promise and without a command'],
    [['--trust'], '--standing goes without --trust'],
    [['--control', 'HEAD'], '--standing goes without --control'],
    [['--jobs', 'x'], '--jobs takes a whole number'],
  ])('with %j', async (words, said) => {
    const { code, stderr } = await prove(standingProject(), ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('without any says how there comes to be one', async () => {
    const { code, stderr } = await prove(createGitProject({ a: '' }));
    expect([code, stderr]).toEqual([1, expect.stringContaining('cs config set checks.always')]);
  });

  it('runs for a close what did not pass on these files, and nothing else', async () => {
    const project = standingProject(['echo once >> out/log']);
    mkdirSync(join(project.folder, 'out'));
    const log = (): string => readFileSync(join(project.folder, 'out/log'), 'utf8');
    expect(await prove(project)).toMatchObject({ code: 0 });
    const id = await project.startedPromise('It works');
    await project.run('cs-promise', ['--meet', id, '--ac-id', 'AC-1', '--evidence', 'It does']);
    const words = ['--promise', id, '--skip-validation-check'];
    expect(await project.run('cs-verify', words)).toMatchObject({ code: 0 });
    expect(log()).toBe('once\n');
    expect(await prove(project)).toMatchObject({ code: 0 });
    expect(log()).toBe('once\nonce\n');
  });
});
