import { describe, expect, it } from 'vitest';
import {
  createBeacon,
  isRunning,
  untilEnded,
  type Visitor,
  type Way,
} from '../../rig/worlds/beacon.ts';
import { expectFloodHashed } from '../../rig/worlds/flood.ts';
import { createFilesProject, createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject, outcomeOf } from '../../rig/worlds/project.ts';
import {
  answerOf,
  criterionOf,
  eventsOf,
  keptAnswers,
  nodeLine,
  prove,
  startWith,
  startWithChecks,
} from '../../rig/worlds/proving.ts';
import { binOf } from '../../rig/worlds/suite.ts';

describe('how a command ended is reported as it was', () => {
  it.each([
    // Every way to end: test/checks/command-ends.test.ts.
    { run: 'exit 0', check: {}, code: 0, says: 'exit code 0 in' },
    { run: 'kill -9 $$', check: {}, code: 1, says: 'killed by SIGKILL after' },
    { run: ['./data.txt'], check: {}, code: 1, says: 'it cannot be started (EACCES)' },
    { run: 'test -f here.txt', check: { cwd: 'sub' }, code: 0, says: 'exit code 0 in' },
    { run: 'cat', check: {}, code: 0, says: 'exit code 0 in' },
  ])('$run $check: $says', async ({ check, code, run, says }) => {
    const project = createFilesProject();
    project.put('data.txt', 'no program\n');
    project.put('sub/here.txt', '');
    const id = await startWithChecks(project, { kind: 'command', run, ...check });
    const outcome = await prove(project, id);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(says);
    expect(answerOf(project, id)).toMatchObject({ verdict: code === 0 ? 'PASS' : 'FAIL' });
  });

  it.each([
    { how: 'an exit code', run: 'exit 7', facts: { exit_code: 7, signal: null } },
    { how: 'a signal', run: 'kill -9 $$', facts: { exit_code: null, signal: 'SIGKILL' } },
  ])('in the answer as data: $how', async ({ facts, run }) => {
    const project = createProject();
    const id = await startWithChecks(project, { kind: 'command', run });
    await prove(project, id);
    expect(answerOf(project, id)).toMatchObject({ command: facts });
  });

  it.each([
    ['ok\n42 passed\nbye', '^42 passed$', 0],
    ['PASSED', 'passed', 1],
  ])('by its output: %j against %s', async (output, pattern, code) => {
    const project = createProject();
    const print = ['printf', '%s', output];
    const id = await startWithChecks(project, { kind: 'command', run: print, matches: [pattern] });
    const outcome = await prove(project, id);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(`line of the output matches ${pattern}`);
  });
});

// 200 MB of it: test/torture/bulk.torture.ts.
it('megabytes of output fail nothing, and are hashed whole', () => expectFloodHashed(5));

describe('a command that does not end', () => {
  it('is ended with all that it started at its timeout, and that is said', async () => {
    const project = createProject();
    const beacon = await createBeacon(project);
    const run = beacon.line('parent', 'stubborn', 'child');
    const id = await startWithChecks(project, { kind: 'command', run, timeout_ms: 5000 });
    const outcome = await prove(project, id);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('timed out after 5 s');
    for (const visitor of [await beacon.next(), await beacon.next()]) {
      await visitor.gone;
      await untilEnded([visitor.pid]);
    }
    expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL', command: { exit_code: null } });
  });

  it('has the time that the project gives every check', async () => {
    const project = createProject();
    project.write('../completion-promise.json', { checks: { timeoutMs: 300 } });
    const beacon = await createBeacon(project);
    const id = await startWithChecks(project, { kind: 'command', run: beacon.line('one') });
    expect((await prove(project, id)).stdout).toContain('timed out after 0.3 s');
  });

  it.each(['child', 'detached-child'] as const)(
    'keeps nobody waiting where it only left a %s behind that holds on to its output',
    async (way) => {
      const project = createProject();
      const beacon = await createBeacon(project);
      const run = beacon.line('parent', way, 'leaves');
      const id = await startWithChecks(project, { kind: 'command', run });
      expect(await prove(project, id)).toMatchObject({ code: 0 });
      const { gone, name, pid } = await beacon.next();
      expect(name).toBe('child');
      if (way === 'detached-child') expect(isRunning(pid)).toBe(true);
      else await gone;
    },
  );
});

describe('whoever interrupts cs prove', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s ends what runs, and nothing is recorded',
    async (signal) => {
      const project = createProject();
      const beacon = await createBeacon(project);
      const run = beacon.line('one', 'child');
      const id = await startWithChecks(project, { kind: 'command', run });
      const before = project.read(`promises/${id}.json`);
      const events = eventsOf(project);
      const child = project.start('cs', ['prove', id]);
      const outcome = outcomeOf(child);
      const visitors = [await beacon.next(), await beacon.next()];
      child.kill(signal);
      const { code, stderr, stdout } = await outcome;
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      expect(stderr).toContain('Error: Interrupted while the checks ran. Nothing was decided.');
      for (const { gone } of visitors) await gone;
      expect(project.read(`promises/${id}.json`)).toEqual(before);
      expect(eventsOf(project)).toEqual(events);
      expect(project.list('validations')).toEqual([]);
    },
  );
});

describe.skipIf(process.platform === 'win32')('whoever kills cs prove with -9', () => {
  it.each<[string, readonly Way[]]>([
    ['what runs', []],
    ['what runs and its children', ['child']],
    ['what does not want to end', ['stubborn']],
  ])('ends %s', async (_what, ways) => {
    const project = createProject();
    const beacon = await createBeacon(project);
    const checks = [1, 2].map((number) => ({
      kind: 'command',
      run: beacon.line(`check ${number}`, ...ways),
    }));
    const id = await startWithChecks(project, ...checks);
    const child = project.start('cs', ['prove', id]);
    const outcome = outcomeOf(child);
    const visitors: Visitor[] = [];
    const count = ways.includes('child') ? 4 : 2;
    while (visitors.length < count) visitors.push(await beacon.next());
    child.kill('SIGKILL');
    expect(await outcome).toMatchObject({ signal: 'SIGKILL' });
    for (const { gone } of visitors) await gone;
  });
});

describe('checks beside each other', () => {
  const both = ['--ac', 'a', '--ac', 'b'];

  it('run at once where there is room', async () => {
    const project = createProject();
    const beacon = await createBeacon(project);
    const lines = [`AC-1=${beacon.line('one')}`, `AC-2=${beacon.line('two')}`];
    const id = await startWith(project, ...both, ...lines.flatMap((line) => ['--command', line]));
    const outcome = prove(project, id, ['--jobs', '2']);
    // Neither ends before it is told to: both are there only if they run side by side.
    const visitors = [await beacon.next(), await beacon.next()];
    for (const { release } of visitors) release();
    expect(await outcome).toMatchObject({ code: 0 });
  });

  it.each([
    ['with --jobs 1', {}, ['--jobs', '1']],
    ['where they want to be alone', { alone: true }, ['--jobs', '4']],
  ])('run one after the other %s', async (_what, parts, args) => {
    const project = createProject();
    const beacon = await createBeacon(project);
    const commands = ['one', 'two'].map((name) => ({ kind: 'command', run: beacon.line(name) }));
    const id = await startWithChecks(project, ...commands.map((one) => ({ ...one, ...parts })));
    const outcome = prove(project, id, args);
    const first = await beacon.next();
    const second = beacon
      .next()
      .then((visitor) => ({ ...visitor, ranBeside: isRunning(first.pid) }));
    first.release();
    const { ranBeside, release } = await second;
    release();
    expect(ranBeside).toBe(false);
    expect(await outcome).toMatchObject({ code: 0 });
  });

  it('two cs prove at once: both pass, and both are kept', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=cat a.txt');
    const outcomes = await Promise.all([prove(project, id), prove(project, id)]);
    expect(outcomes).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(criterionOf(project, id)).toMatchObject({
      status: 'met',
      attempts: [{ verdict: 'PASS' }, { verdict: 'PASS' }],
    });
    expect(keptAnswers(project, id)).toHaveLength(2);
  });
});

describe('a check that proves', () => {
  const cs = (project: ReturnType<typeof createProject>) =>
    nodeLine(project, 'cs.cjs', `process.argv[1] = 'cs'; require(${JSON.stringify(binOf('cs'))});`);

  it('its own promise is refused', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a');
    const words = ['--add-check', id, '--ac-id', 'AC-1', '--command', `${cs(project)} prove ${id}`];
    await project.run('cs-promise', words);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('exit code 1');
    expect(answerOf(project, id)).toMatchObject({
      command: {
        output_tail: expect.stringContaining(
          `Error: ${id} is being proved right now, and this is one of its checks`,
        ),
      },
    });
  });

  it('another promise whose check proves the first is refused as well', async () => {
    const project = createGitProject({ '.gitignore': 'rounds\n' });
    const ids = [await startWith(project, '--ac', 'a'), await startWith(project, '--ac', 'a')];
    // Gives up by itself after some rounds: without the refusal they would call each other for ever.
    const round = 'echo round >> rounds; test "$(wc -l < rounds)" -lt 5 || exit 9; ';
    for (const [of, other] of [ids, ids.toReversed()]) {
      const run = `${round}${cs(project)} prove ${other}`;
      const words = ['--add-check', of ?? '', '--ac-id', 'AC-1', '--command', run];
      await project.run('cs-promise', words);
    }
    expect(await prove(project, ids[0] ?? '')).toMatchObject({ code: 1 });
    const { stdout } = await project.run('cs-promise', ['--show', ids[1] ?? '']);
    expect(stdout).toContain('is being proved right now');
  });

  it('another promise is no trouble', async () => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const other = await startWith(project, '--ac', 'a', '--command', 'AC-1=cat a.txt');
    const id = await startWith(
      project,
      '--ac',
      'a',
      '--command',
      `AC-1=${cs(project)} prove ${other}`,
    );
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(criterionOf(project, other)).toMatchObject({ status: 'met' });
  });
});
