import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failed, type Result, success } from '../../../src/domain/base/result.ts';
import {
  changeInTurn,
  currentText,
  LONGEST_WAIT_MS,
  tidyUp,
} from '../../../src/store/files/change-in-turn.ts';
import type { CommitOutcome } from '../../../src/store/files/commit.ts';
import { NO_QUEUE, type Queue } from '../../../src/store/files/queue.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { createProject } from '../../rig/worlds/project.ts';

const THING = { place: 'promise-1', id: 'promise-1', mostMs: LONGEST_WAIT_MS };

it('a writer that waits for a lock whose holder lives says who holds it, and tries nothing', async () => {
  const deadlines: number[] = [];
  const queue: Queue = {
    sweep: () => {},
    async enter(_id, deadline) {
      deadlines.push(deadline);
      return { entered: false, holder: 'process 7 (cs meet, session x)' };
    },
  };
  const clock = fakeClock();
  const start = clock.elapsed();
  const tried = await changeInTurn({ clock, queue }, THING, () => {
    throw new Error('it has no turn');
  });
  expect(deadlines).toEqual([start + LONGEST_WAIT_MS]);
  expect(tried).toMatchObject({
    ok: false,
    failure: { kind: 'busy', id: 'promise-1', holder: 'process 7 (cs meet, session x)' },
  });
});

it('a writer that finds the changes of others again and again gives up when its time is over', async () => {
  const queue: Queue = {
    enter: async () => ({ entered: true, leave: async () => {} }),
    sweep: () => {},
  };
  const clock = fakeClock();
  const tried = await changeInTurn({ clock, queue }, THING, () => ({
    ok: true,
    value: { outcome: 'claimed' },
  }));
  expect(tried).toMatchObject({ ok: false, failure: { kind: 'busy', holder: 'other writers' } });
  expect(clock.elapsed()).toBeGreaterThanOrEqual(LONGEST_WAIT_MS);
});

it.each<{ finds: string; outcomes: readonly CommitOutcome[]; ends: string }>([
  { finds: 'another change', outcomes: ['moved', 'committed'], ends: 'committed' },
  { finds: 'another change, twice', outcomes: ['moved', 'moved', 'committed'], ends: 'busy' },
  { finds: 'another writer at work', outcomes: ['claimed', 'committed'], ends: 'busy' },
])('a writer that was suspended until it is late and finds $finds is $ends', async (given) => {
  const clock = fakeClock();
  const outcomes = [...given.outcomes];
  const tried = await changeInTurn({ clock, queue: NO_QUEUE }, THING, () => {
    clock.pass(LONGEST_WAIT_MS + 1);
    const outcome = outcomes.shift();
    if (outcome === undefined) throw new Error('it was tried again');
    return success(outcome === 'committed' ? { outcome, value: outcome } : { outcome });
  });
  expect(tried.ok ? tried.value : tried.failure.kind).toBe(given.ends);
});

it.each([
  { others: 'get on', steps: true, waits: 6 },
  { others: 'stand still', steps: false, waits: 1 },
])('a writer waits for others that $others $waits times ten seconds', async ({ steps, waits }) => {
  const clock = fakeClock();
  clock.pass(24 * 60 * 60 * 1000);
  const start = clock.elapsed();
  let changes = 0;
  const progress = (): number => (steps ? changes++ : changes);
  const tried = await changeInTurn({ clock, queue: NO_QUEUE }, { ...THING, progress }, () => ({
    ok: true,
    value: { outcome: 'claimed' },
  }));
  expect(tried).toMatchObject({ ok: false, failure: { kind: 'busy' } });
  expect(Math.floor((clock.elapsed() - start) / LONGEST_WAIT_MS)).toBe(waits);
});

/** A queue that lets each writer in, and how many turns were given back. */
function countingQueue(): { readonly queue: Queue; readonly left: () => number } {
  let left = 0;
  const leave = async () => {
    left += 1;
  };
  return {
    queue: { enter: async () => ({ entered: true, leave }), sweep: () => {} },
    left: () => left,
  };
}

it.each<[string, () => Result<{ readonly outcome: 'committed'; readonly value: string }>, unknown]>(
  [
    ['is done', () => success({ outcome: 'committed', value: 'done' }), success('done')],
    [
      'is refused',
      () => failed({ kind: 'unexpected', message: 'no' }),
      failed({ kind: 'unexpected', message: 'no' }),
    ],
  ],
)('a turn is given back once its change %s', async (_what, attempt, expected) => {
  const { left, queue } = countingQueue();
  expect(await changeInTurn({ clock: fakeClock(), queue }, THING, attempt)).toEqual(expected);
  expect(left()).toBe(1);
});

it('a turn is given back where its change throws', async () => {
  const { left, queue } = countingQueue();
  const attempt = () => {
    throw new TypeError('a bug');
  };
  await expect(changeInTurn({ clock: fakeClock(), queue }, THING, attempt)).rejects.toThrow(
    'a bug',
  );
  expect(left()).toBe(1);
});

it.each<[string, number, boolean, string]>([
  ['when ten seconds are over, and not before', LONGEST_WAIT_MS, false, 'committed'],
  ['after ten seconds', LONGEST_WAIT_MS + 1, false, 'busy'],
  [
    'when a minute is over, and not before, where others get on',
    6 * LONGEST_WAIT_MS,
    true,
    'committed',
  ],
  ['after a minute, where others get on', 6 * LONGEST_WAIT_MS + 1, true, 'busy'],
])('a writer gives up %s', async (_what, takes, othersGetOn, ends) => {
  const clock = fakeClock();
  clock.pass(1000);
  const outcomes: CommitOutcome[] = ['claimed', 'committed'];
  let changes = 0;
  const progress = (): number => (othersGetOn ? changes++ : changes);
  const tried = await changeInTurn({ clock, queue: NO_QUEUE }, { ...THING, progress }, () => {
    clock.pass(outcomes.length === 2 ? takes : 0);
    const outcome = outcomes.shift() ?? 'claimed';
    return success(outcome === 'committed' ? { outcome, value: outcome } : { outcome });
  });
  expect(tried.ok ? tried.value : tried.failure.kind).toBe(ends);
  expect(clock.pauses).toEqual(ends === 'committed' ? [8] : []);
});

it('a writer that gives up says for how long it has waited, and for what', async () => {
  const clock = fakeClock();
  clock.pass(1000);
  const thing = { place: 'stop-gate.a', id: 'session-a', what: 'Session', mostMs: 100 };
  const tried = await changeInTurn({ clock, queue: NO_QUEUE }, thing, () =>
    success({ outcome: 'claimed' }),
  );
  const waitedMs = clock.elapsed() - 1000;
  const failure = {
    kind: 'busy',
    id: 'session-a',
    what: 'Session',
    holder: 'other writers',
    waitedMs,
  };
  expect(tried).toEqual({ ok: false, failure });
  expect(waitedMs).toBe(104);
});

it('what follows a change undoes nothing: what the system refuses is a warning, and a bug is thrown on', () => {
  const refused = (error: Error) => () =>
    tidyUp('/state', () => {
      throw error;
    });
  expect(tidyUp('/state', () => undefined)).toEqual([]);
  expect(refused(systemError('EACCES', '/state/history'))()).toEqual([
    {
      kind: 'file-system',
      action: 'clean up after the change, which was made',
      path: '/state/history',
      code: 'EACCES',
    },
  ]);
  expect(refused(new TypeError('a bug'))).toThrow('a bug');
});

it.each<[string, string, string | undefined]>([
  ['a file', '/folder/file', 'text'],
  ['a folder', '/folder', undefined],
  ['nothing', '/folder/other', undefined],
])('a commit compares the text of %s', (_what, path, expected) => {
  const files = createMemoryFiles();
  files.makeFolder('/folder');
  files.writeNew('/folder/file', 'text');
  expect(currentText(files, path)).toBe(expected);
});

it('a lock that a dead writer left an hour ago keeps no other writer from its change', async () => {
  const project = createProject();
  const id = await project.promise('first');
  const lock = join(project.state, '.commits', `${id}.lock`);
  mkdirSync(lock, { recursive: true });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(lock, anHourAgo, anHourAgo);
  const words = ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen'];
  expect(await project.run('cs', words)).toMatchObject({ code: 0, stderr: '' });
  expect(project.list('.commits')).toEqual([]);
});
