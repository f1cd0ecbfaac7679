import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBeacon, isRunning } from '../rig/beacon.ts';
import { createFilesProject, createGitProject } from '../rig/git-project.ts';
import { CHECKOUT, createProject, outcomeOf } from '../rig/project.ts';
import {
  answerOf,
  criterionOf,
  eventsOf,
  keptAnswers,
  nodeLine,
  prove,
  startWith,
  startWithChecks,
} from '../rig/proving.ts';

describe('how a command ended is reported as it was', () => {
  it.each([
    { run: 'exit 0', check: {}, code: 0, says: 'exit code 0 in' },
    { run: 'exit 1', check: {}, code: 1, says: 'exit code 1 in' },
    { run: 'exit 255', check: {}, code: 1, says: 'exit code 255 in' },
    { run: 'exit 3', check: { exit_code: 3 }, code: 0, says: 'exit code 3 in' },
    { run: 'exit 0', check: { exit_code: 3 }, code: 1, says: 'and 3 is expected' },
    { run: 'kill -9 $$', check: {}, code: 1, says: 'ended by SIGKILL after' },
    { run: 'kill -11 $$', check: {}, code: 1, says: 'ended by SIGSEGV after' },
    { run: 'no-such-program', check: {}, code: 1, says: 'exit code 127 in' },
    { run: ['no-such-program'], check: {}, code: 1, says: 'there is no such program' },
    { run: ['./data.txt'], check: {}, code: 1, says: 'it cannot be started (EACCES)' },
    { run: 'true', check: { cwd: 'nowhere' }, code: 1, says: 'no such folder to run it in' },
    { run: 'test -f here.txt', check: { cwd: 'sub' }, code: 0, says: 'exit code 0 in' },
    { run: 'echo oops >&2; exit 2', check: {}, code: 1, says: ': oops' },
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
    ['42 passed', '\\d+ passed', 0],
    ['0 passed', '[1-9]\\d* passed', 1],
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

it('200 MB of output fail nothing, and are hashed whole', async () => {
  const project = createProject();
  const source = `
    const chunk = Buffer.alloc(1 << 20, 'x');
    let left = 200;
    const write = () => { if (left-- > 0) process.stdout.write(chunk, write); else console.log('\\n42 passed'); };
    write();
  `;
  const run = nodeLine(project, 'flood.cjs', source);
  const id = await startWithChecks(project, { kind: 'command', run, matches: ['^42 passed$'] });
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  const hash = createHash('sha256');
  for (let megabyte = 0; megabyte < 200; megabyte += 1) hash.update(Buffer.alloc(1 << 20, 'x'));
  expect(answerOf(project, id)).toMatchObject({
    command: {
      output_bytes: 200 * (1 << 20) + '\n42 passed\n'.length,
      output_sha256: hash.update('\n42 passed\n').digest('hex'),
      output_tail: expect.stringMatching(/^x{1,2000}\n42 passed\n$/),
    },
  });
});

describe('a command that does not end', () => {
  it('is ended with all that it started at its timeout, and that is said', async () => {
    const project = createProject();
    const beacon = await createBeacon(project);
    const run = beacon.line('parent', 'stubborn', 'child');
    const id = await startWithChecks(project, { kind: 'command', run, timeout_ms: 1500 });
    const outcome = await prove(project, id);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('timed out after 1.5 s');
    for (const visitor of [await beacon.next(), await beacon.next()]) {
      await visitor.gone;
      expect(isRunning(visitor.pid)).toBe(false);
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
    nodeLine(
      project,
      'cs.cjs',
      `process.argv[1] = 'cs'; require(${JSON.stringify(`${CHECKOUT}/bin/cs.cjs`)});`,
    );

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
          `Error: ${id} is being proved just now, and this is one of its checks`,
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
    expect(stdout).toContain('is being proved just now');
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
