import { describe, expect, it, vi } from 'vitest';
import { createBeacon } from '../../rig/worlds/beacon.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { outcomeOf, SESSION } from '../../rig/worlds/project.ts';
import { answerOf, check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';
import { ownTemporaryFolder } from '../../rig/worlds/shown-work.ts';

const TESTS = `import { equal } from 'node:assert';
import { test } from 'node:test';
import { sum } from './sum.mjs';
test('adds', () => equal(sum(1, 2), 3));
test('is a function', () => equal(typeof sum, 'function'));
`;
const KEEPING = TESTS.replace(/^test\('adds'.*\n/m, '');

/** A project whose sum is wrong, and a promise to mend it that this command is to prove. */
async function promised(command: string, ...more: readonly string[]) {
  const project = createGitProject({ 'sum.mjs': 'export const sum = (a, b) => a - b;\n' });
  const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${command}`, ...more);
  return { project, id };
}

/** The work, with a test or without one. */
function mend(project: GitProject, tests?: string): void {
  project.put('sum.mjs', 'export const sum = (a, b) => a + b;\n');
  if (tests !== undefined) project.put('sum.test.mjs', tests);
}

const RUN_TESTS = 'node --test';
const SHOWN = '1 of its 2 new or changed tests fails without the work: adds.';
const KEPT = 'It passes without the work as well: it does not show it.';
const UNCHANGED = 'No test changed with this work.';
const UNRUN = 'Could not be told: the command does not run these files.';
const HINT = 'What would show the work: a test that fails without it.';

describe('cs prove says what a command shows of the work', () => {
  it.each<[string, string | undefined, string, string | undefined]>([
    ['true', undefined, UNCHANGED, HINT],
    ['echo 3 passed', undefined, UNCHANGED, HINT],
    ['git status', undefined, UNCHANGED, HINT],
    ['test -f sum.mjs', undefined, UNCHANGED, HINT],
    ['node --check sum.mjs', undefined, UNCHANGED, HINT],
    ['true', TESTS, UNRUN, undefined],
    ['node --check sum.mjs', TESTS, KEPT, HINT],
    [RUN_TESTS, KEEPING, KEPT, HINT],
    [RUN_TESTS, TESTS, SHOWN, undefined],
  ])('%s', async (command, tests, said, hint) => {
    const { id, project } = await promised(command);
    mend(project, tests);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain(`    ${said}`);
    expect(stdout.includes(HINT)).toBe(hint !== undefined);
  });

  it('in the proof, the answer, status and the close, beside the command', async () => {
    const { id, project } = await promised(RUN_TESTS);
    const base = project.git('rev-parse', 'HEAD').trim();
    mend(project, TESTS);
    await prove(project, id);
    const shown = { kind: 'shown', failing: ['adds'], count: 1, among: 2, base };
    expect(criterionOf(project, id).proof).toMatchObject({ shown });
    expect(answerOf(project, id)).toMatchObject({ shown });
    const line = `AC-1, ${RUN_TESTS}: ${SHOWN}`;
    expect((await project.run('cs', ['status'])).stdout).toContain(line);
    expect((await project.run('cs', ['verify', id])).stdout).toContain(line);
    expect((await project.run('cs', ['report', '--md'])).stdout).toContain(SHOWN.slice(0, -1));
  });

  it('and the report names what does not show it among what to look at', async () => {
    const { id, project } = await promised(RUN_TESTS);
    mend(project, KEEPING);
    await prove(project, id);
    await project.run('cs', ['verify', id]);
    const { stdout } = await project.run('cs', ['report', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      promises: [{ status: 'verified', concerns: [{ kind: 'not-shown', criteria: ['AC-1'] }] }],
    });
  });

  it('against another commit where one is named', async () => {
    const project = createGitProject({ 'sum.mjs': 'export const sum = (a, b) => a - b;\n' });
    mend(project, TESTS);
    project.commit('The fix');
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${RUN_TESTS}`);
    expect((await prove(project, id)).stdout).toContain(UNCHANGED);
    expect((await prove(project, id, ['--control', 'HEAD~1'])).stdout).toContain(SHOWN);
    const unknown = await prove(project, id, ['--control', 'gone']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('--control: ') });
  });

  it('not with --no-show', async () => {
    const { id, project } = await promised(RUN_TESTS);
    mend(project, TESTS);
    const { code, stdout } = await prove(project, id, ['--no-show']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('without the work');
    expect(criterionOf(project, id).proof).not.toHaveProperty('shown');
  });
});

describe('a criterion that is to show the work', () => {
  it('is held by what passes without it, until a test fails without it', async () => {
    const { id, project } = await promised(RUN_TESTS, '--must-show');
    mend(project, KEEPING);
    const kept = await prove(project, id, ['--no-show']);
    expect(kept).toMatchObject({ code: 1, stdout: expect.stringContaining('FAIL shown: ') });
    expect(criterionOf(project, id)).toMatchObject({ must_show: true, proof: null });
    expect(await check(project)).toMatchObject({ code: 2 });
    mend(project, TESTS);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await project.run('cs', ['verify', id])).toMatchObject({ code: 0 });
  });

  it('keeps a close shut that was proved before the setting asked for it', async () => {
    const { id, project } = await promised(RUN_TESTS);
    mend(project, KEEPING);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    const env = { CS_GATES_SHOWN: 'block' };
    const verified = await project.run('cs', ['verify', id], { env });
    expect(verified).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('These checks pass without the work as well'),
    });
  });

  it('needs a command', async () => {
    const project = createGitProject({});
    const made = await project.run('cs', ['do', 'P', '--ac', 'a', '--must-show']);
    expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('--must-show needs') });
  });
});

describe('a session that commits before it promises', () => {
  async function committed() {
    const project = createGitProject({ 'sum.mjs': 'export const sum = (a, b) => a - b;\n' });
    project.write('../completion-promise.json', { checks: { always: ['true'] } });
    const payload = { hook_event_name: 'SessionStart', source: 'startup', session_id: SESSION };
    await callHook(project, 'session-start', { ...payload, cwd: project.folder });
    mend(project, TESTS);
    project.commit('The fix');
    return project;
  }
  const promise = (project: GitProject): Promise<string> =>
    startWith(project, '--ac', 'a', '--command', `AC-1=${RUN_TESTS}`);

  it('is held against the commit that it began at', async () => {
    const project = await committed();
    expect((await prove(project, await promise(project))).stdout).toContain(SHOWN);
  });

  it('is told nothing of hooks that have not seen it, since one has', async () => {
    const project = createGitProject({ 'a.txt': 'a' });
    project.write('../completion-promise.json', { checks: { always: ['true'] } });
    const payload = { hook_event_name: 'SessionStart', source: 'startup', session_id: SESSION };
    const input = JSON.stringify({ ...payload, cwd: project.folder });
    await project.run('cs', ['session-start'], { input });
    const { code, stderr } = await project.run('cs', ['do', 'The sum', '--check', RUN_TESTS]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('but for its first promise alone: what stood at the next may be the work of the first', async () => {
    const project = await committed();
    await promise(project);
    expect((await prove(project, await promise(project))).stdout).toContain(UNCHANGED);
  });
});

describe.skipIf(process.platform === 'win32')('a run without the work that is cut off', () => {
  /** A promise whose command passes with the work, and waits without it until that is seen. */
  async function waiting(...more: readonly string[]) {
    const project = createGitProject({ 'sum.mjs': 'export const sum = (a, b) => a - b;\n' });
    const beacon = await createBeacon(project);
    project.put('run.sh', `grep -q '+' sum.mjs && exit 0\nexec ${beacon.line('without')}\n`);
    project.commit('How it is checked');
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=sh run.sh', ...more);
    mend(project, TESTS);
    const child = project.start('cs', ['prove', id]);
    const outcome = outcomeOf(child);
    return { child, id, outcome, project, visitor: await beacon.next() };
  }

  it('leaves what passed before it proved', async () => {
    const { child, id, outcome, project, visitor } = await waiting();
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        '    Could not be told: it was interrupted without the work.',
      ),
    });
    await visitor.gone;
    expect(criterionOf(project, id)).toMatchObject({ proof: { exit_code: 0 } });
  });

  it('proves nothing of what is held until it shows the work', async () => {
    const { child, id, outcome, project } = await waiting('--must-show');
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({ code: 130, stdout: '' });
    expect(criterionOf(project, id)).not.toHaveProperty('proof');
  });

  it('leaves neither a program nor a folder, with -9 either', async () => {
    const folders = ownTemporaryFolder();
    const { child, outcome, visitor } = await waiting();
    expect(folders()).toHaveLength(1);
    child.kill('SIGKILL');
    expect(await outcome).toMatchObject({ signal: 'SIGKILL' });
    await visitor.gone;
    await vi.waitFor(() => expect(folders()).toEqual([]), 60_000);
  });
});
