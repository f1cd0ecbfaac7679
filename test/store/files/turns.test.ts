import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { success } from '../../../src/domain/base/result.ts';
import { changeInTurn, LONGEST_WAIT_MS } from '../../../src/store/files/change-in-turn.ts';
import type { CommitOutcome } from '../../../src/store/files/commit.ts';
import { NO_QUEUE, type Queue } from '../../../src/store/files/queue.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
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
