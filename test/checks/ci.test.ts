import { describe, expect, it } from 'vitest';
import type { RunEnd } from '../../src/ports.ts';
import { fakeClock } from '../rig/values/judge-values.ts';
import { checkWorld, outcomeOfCheck } from '../rig/worlds/check-world.ts';

const COMMIT = 'c'.repeat(40);

interface Listed {
  readonly workflowName: string;
  readonly status?: string;
  readonly conclusion?: string;
  readonly headSha?: string;
  readonly event?: string;
  readonly databaseId?: number;
}

const run = (workflowName: string, conclusion: string, more: Partial<Listed> = {}): Listed => ({
  workflowName,
  status: conclusion === '' ? 'in_progress' : 'completed',
  conclusion,
  headSha: COMMIT,
  event: 'push',
  databaseId: 1,
  ...more,
});

interface Gh {
  /** Its answers, one after the other; the last one stays. */
  readonly answers: readonly (readonly Listed[] | string)[];
  readonly end?: RunEnd;
  readonly said?: string;
  readonly check?: object;
  readonly world?: Parameters<typeof checkWorld>[0];
}

async function asked({ answers, check = {}, end, said = '', world = {} }: Gh) {
  const clock = fakeClock();
  const calls: (string | readonly string[])[] = [];
  const outcome = await outcomeOfCheck(
    { kind: 'ci', ...check },
    checkWorld({
      clock,
      findProgram: () => '/opt/gh',
      commitHere: () => ({ ok: true, value: COMMIT }),
      run: {
        async program({ command, onOutput }) {
          const answer = answers[Math.min(calls.length, answers.length - 1)] ?? '';
          calls.push(command);
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
          onOutput?.(Buffer.from(text), 'stdout');
          onOutput?.(Buffer.from(said), 'stderr');
          const output = { bytes: 0, sha256: '', tail: '' };
          return { argv: [], ended: end ?? { how: 'exit', code: 0 }, durationMs: 1, output };
        },
      },
      ...world,
    }),
  );
  const [result] = outcome.results;
  return { ...result, calls, waited: clock.elapsed() };
}

describe('a check of the pipeline', () => {
  it.each<[string, Listed[], string, string]>([
    ['one that succeeded', [run('a', 'success')], 'PASS', 'a success'],
    ['one beside an idle one', [run('a', 'success'), run('b', 'skipped')], 'PASS', 'b skipped'],
    ['two of different outcome', [run('a', 'success'), run('b', 'failure')], 'FAIL', 'b failure'],
    [
      'a red one beside a pending one',
      [run('a', ''), run('b', 'timed_out')],
      'FAIL',
      'b timed_out',
    ],
    ['a cancelled one', [run('a', 'success'), run('b', 'cancelled')], 'SKIPPED', 'b cancelled'],
    ['none that did anything', [run('a', 'skipped')], 'SKIPPED', 'a skipped'],
    ['none', [], 'SKIPPED', 'there is no run for commit cccccccccccc: is it pushed?'],
    [
      'one of another commit',
      [run('a', 'success', { headSha: 'd'.repeat(40) })],
      'SKIPPED',
      'no run',
    ],
    [
      'a rerun before an older one',
      [run('a', 'success'), run('a', 'failure')],
      'PASS',
      'a success',
    ],
    [
      'the same for two events',
      [run('a', 'success'), run('a', 'failure', { event: 'pull_request' })],
      'FAIL',
      'a failure',
    ],
  ])('of %s', async (_name, runs, status, detail) => {
    expect(await asked({ answers: [runs] })).toMatchObject({
      name: 'ci_all',
      status,
      detail: expect.stringContaining(detail),
    });
  });

  it('waits for what has not begun or ended, within its time', async () => {
    const later = await asked({ answers: [[], [run('a', '')], [run('a', 'success')]] });
    expect(later).toMatchObject({ status: 'PASS', waited: 20_000 });
    const never = await asked({ answers: [[run('a', '')]], check: { timeout_ms: 30_000 } });
    expect(never).toMatchObject({
      status: 'SKIPPED',
      detail: expect.stringContaining('not ended in the time for it: a in_progress'),
      waited: 30_000,
    });
    const none = await asked({ answers: [[]], check: { timeout_ms: 3_000_000 } });
    expect(none.waited).toBe(60_000);
  });

  it('asks for the very commit, and for one workflow where it is named', async () => {
    const { calls, name } = await asked({
      answers: [[run('a', 'success')]],
      check: { workflow: 'a.yml' },
    });
    expect(name).toBe('ci_a.yml');
    expect(calls[0]).toEqual(
      expect.arrayContaining(['/opt/gh', '--commit', COMMIT, '--workflow', 'a.yml']),
    );
  });

  it.each<[string, Omit<Gh, 'answers'> & { answer?: string }, string]>([
    ['gh is missing', { world: { findProgram: () => undefined } }, 'gh is not installed'],
    [
      'the files are no commit',
      { world: { commitHere: () => ({ ok: false, reason: 'they are not' }) } },
      'they are not',
    ],
    [
      'nobody is logged in',
      { end: { how: 'exit', code: 4 } },
      'gh is not logged in: gh auth login',
    ],
    [
      'it fails',
      { end: { how: 'exit', code: 1 }, said: 'x\nno such host\n' },
      'could not tell: no such host',
    ],
    ['it does not end', { end: { how: 'timeout' } }, 'gh could not be asked (timeout)'],
    ['it gives rubbish', { answer: '{"a":1}' }, 'gh gave no list of runs'],
  ])('cannot be told where %s', async (_name, { answer = '[]', ...gh }, detail) => {
    const result = await asked({ answers: [answer], ...gh });
    expect(result).toMatchObject({ status: 'SKIPPED', detail: expect.stringContaining(detail) });
  });

  it('does not take the run that asks for an answer', async () => {
    const own = [run('a', '', { databaseId: 7 })];
    const alone = await asked({ answers: [own], world: { pipelineRun: '7' } });
    expect(alone).toMatchObject({ status: 'SKIPPED', waited: 60_000 });
    const both = [...own, run('b', 'success')];
    expect(await asked({ answers: [both], world: { pipelineRun: '7' } })).toMatchObject({
      status: 'PASS',
      waited: 0,
    });
  });
});
