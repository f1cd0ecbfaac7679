import type { ChildProcess } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject, outcomeOf, type Project } from '../rig/worlds/project.ts';
import { linesIn } from '../rig/worlds/proving.ts';

const LEDGER = 'events.jsonl';

async function workedProject(): Promise<{ readonly project: Project; readonly id: string }> {
  const project = createProject();
  const other = await project.promise('something else');
  const id = await project.startedPromise('one');
  await project.run('cs-promise', ['--start', other]);
  await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
  return { project, id };
}

/** What is said in the last column of each line. */
async function said(project: Project, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await project.run('cs', ['promise', 'log', ...args]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.replace(/^\S+Z +\S+ +(?:promise-\S+)? +/, ''));
}

describe('cs promise log', () => {
  it('shows every change, the newest last', async () => {
    const { project } = await workedProject();
    expect(await said(project)).toEqual([
      'created with 1 criterion',
      'created with 1 criterion',
      'started',
      'started',
      'AC-1 met with text (manual)',
    ]);
  });

  it('of one promise alone', async () => {
    const { id, project } = await workedProject();
    expect(await said(project, id)).toEqual([
      'created with 1 criterion',
      'started',
      'AC-1 met with text (manual)',
    ]);
  });

  it('the last few', async () => {
    const { id, project } = await workedProject();
    expect(await said(project, '-n', '1')).toEqual(['AC-1 met with text (manual)']);
    expect(await said(project, id, '--lines', '2')).toEqual([
      'started',
      'AC-1 met with text (manual)',
    ]);
    expect(await said(project, '-n', '0')).toEqual([]);
  });

  it('as JSON each line as it is stored, with its number', async () => {
    const { id, project } = await workedProject();
    const { stdout } = await project.run('cs', ['promise', 'log', id, '--json']);
    const stored = linesIn(join(project.state, LEDGER));
    const printed = stdout.trim().split('\n');
    expect(printed.map((line): unknown => JSON.parse(line))).toEqual(
      [2, 3, 5].map((line) => ({ ...JSON.parse(stored[line - 1] ?? ''), line })),
    );
  });

  it('lines of others are shown as such, and a torn last line is no error', async () => {
    const { project } = await workedProject();
    appendFileSync(
      join(project.state, LEDGER),
      '{"event":"bash.wrote","n":1}\nhello\n{"event":"pro',
    );
    expect(await said(project, '-n', '3')).toEqual([
      `${' '.repeat(22)}-                               bash.wrote n=1  (not chained: written by another program or an earlier version)`,
      '(not a ledger line: hello)',
      '(cut off: {"event":"pro)',
    ]);
    const { code, stdout } = await project.run('cs', ['promise', 'log', '--json', '-n', '1']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ unreadable: '{"event":"pro', line: 8 });
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['a promise that is not there', ['promise-00000000'], 1, /^Error: Promise not found/],
    ['a number that is none', ['-n', 'x'], 1, /^Error: --lines takes a number from 0 to 100000/],
    ['more than is kept', ['-n', '100001'], 1, /^Error: --lines takes a number/],
  ])('%s', async (_name, args, code, stderr) => {
    const { project } = await workedProject();
    expect(await project.run('cs', ['promise', 'log', ...args])).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });

  it('a promise without a line is told of', async () => {
    const { project } = await workedProject();
    project.write('promises/promise-0000aaaa.json', {
      id: 'promise-0000aaaa',
      status: 'pending',
      ownership: { owned_by: null },
    });
    expect(await project.run('cs', ['promise', 'log', 'promise-0000aaaa'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Note: promise-0000aaaa is not in the ledger/),
    });
  });

  it('a close that no line tells of is said not to be in the ledger', async () => {
    const { id, project } = await workedProject();
    const promise = project.read(`promises/${id}.json`);
    project.write(`history/${id}.json`, { ...promise, status: 'verified' });
    rmSync(join(project.state, 'promises', `${id}.json`));
    const log = await project.run('cs', ['promise', 'log', id]);
    expect(log.stderr).toContain(`Note: the close of ${id} is not in the ledger`);
    const audit = await project.run('cs', ['store', 'audit', id]);
    expect(audit.code).toBe(3);
    expect(audit.stdout).toContain(
      'says that it was closed, which is not in the ledger; it differs',
    );
    const history = await project.run('cs', ['status', '--history']);
    expect(history.stdout).toContain(`[CHANGED] ${id}`);
  });

  it('a project without a ledger has nothing to show, and gets none', async () => {
    const project = createProject();
    expect(await project.run('cs', ['promise', 'log'])).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: '',
    });
    expect(project.list('.')).toEqual([]);
  });

  it('a ledger that cannot be read is an error', async () => {
    const project = createProject();
    project.write(`${LEDGER}/a-file`, '');
    expect(await project.run('cs', ['promise', 'log'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/events\.jsonl/),
    });
  });
});

describe('cs promise log --follow', () => {
  interface Followed {
    readonly child: ChildProcess;
    /** Waits until what was printed so far matches. */
    until(pattern: RegExp): Promise<string>;
  }

  function follow(project: Project, ...args: readonly string[]): Followed {
    const child = project.start('cs', ['promise', 'log', '--follow', ...args]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let text = '';
    let look = (): void => {};
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      look();
    });
    return {
      child,
      until: (pattern) =>
        new Promise((resolve) => {
          look = () => {
            if (pattern.test(text)) resolve(text);
          };
          look();
        }),
    };
  }

  it('shows what comes, until it is interrupted', async () => {
    const { id, project } = await workedProject();
    const { child, until } = follow(project, id, '-n', '1');
    const ended = outcomeOf(child);
    await until(/met with text/);
    await project.run('cs-promise', ['--cancel', id]);
    await until(/cancelled/);
    child.kill('SIGINT');
    const { code, stderr, stdout } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });

  it('of a ledger that is not there yet', async () => {
    const project = createProject();
    const { until } = follow(project);
    await project.promise('one');
    await until(/created with 1 criterion/);
  });

  it('ends quietly where its reader leaves', async () => {
    const { id, project } = await workedProject();
    const { child, until } = follow(project, id);
    await until(/met with text/);
    const closed = new Promise((resolve) => child.on('close', (code) => resolve(code)));
    child.stdout?.destroy();
    await project.run('cs-promise', ['--cancel', id]);
    expect(await closed).toBe(0);
  });
});
