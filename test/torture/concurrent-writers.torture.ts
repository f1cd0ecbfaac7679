import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  criteriaFor,
  expectAcknowledgedChanges,
  expectAllChanges,
  meetArguments,
  metCriteria,
} from '../rig/worlds/concurrent-writers.ts';
import { createProject } from '../rig/worlds/project.ts';
import { rounds } from '../rig/worlds/rounds.ts';

const ROUNDS = 20;
const WRITERS = 20;

it(`${WRITERS} processes meet ${WRITERS} criteria of one promise at once, ${ROUNDS} rounds: all are there, every exit is 0`, async () => {
  const project = createProject();
  await rounds(ROUNDS, () => expectAllChanges(project, WRITERS));
  expect(project.list('.commits')).toEqual([]);
});

it('the same with a random writer killed -9 in every round: every acknowledged change is there, a reader never sees half a file', async () => {
  const project = createProject();
  await rounds(ROUNDS, () => expectAcknowledgedChanges(project, WRITERS));
});

it('a lock left behind, and one from the future, hold writers up for a while and lose nothing', async () => {
  const project = createProject();
  const criteria = criteriaFor(6);
  const inTenYears = new Date(Date.now() + 10 * 365 * 24 * 3600 * 1000);
  for (const touched of [new Date(), inTenYears]) {
    const id = await project.promise(...criteria);
    const lock = join(project.state, '.commits', `${id}.lock`);
    mkdirSync(lock, { recursive: true });
    utimesSync(lock, touched, touched);
    const outcomes = await Promise.all(
      criteria.map((criterion) => project.run('cs', meetArguments(id, criterion))),
    );
    expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
    expect(metCriteria(project, id, criteria)).toEqual(criteria);
  }
});

it('a writer that waits for a lock whose holder lives says who holds it, and changes nothing', async () => {
  const project = createProject();
  const id = await project.promise('first');
  const lock = join(project.state, '.commits', `${id}.lock`);
  mkdirSync(lock, { recursive: true });
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
  onTestFinished(() => clearInterval(heartbeat));
  const holder = {
    pid: process.pid,
    started: '0',
    place: 'elsewhere',
    activity: 'cs meet, session x',
  };
  writeFileSync(join(project.state, '.commits', `${id}.holder`), JSON.stringify(holder));
  const before = project.read(`promises/${id}.json`);
  const { code, stderr } = await project.run('cs', meetArguments(id, 'AC-1'));
  expect(code).toBe(1);
  expect(stderr).toContain(
    `Error: Promise ${id} is locked by process ${process.pid} (cs meet, session x)`,
  );
  expect(stderr).toMatch(/waited [\d.]+ s/);
  expect(project.read(`promises/${id}.json`)).toEqual(before);
});
