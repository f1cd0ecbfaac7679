import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LONGEST_WAIT_MS } from '../../src/store/change-in-turn.ts';
import { createProject, outcomeOf, type Project } from '../rig/project.ts';

const ROUNDS = 20;
const WRITERS = 20;
const CRITERIA = Array.from({ length: WRITERS }, (_, index) => `AC-${index + 1}`);

function meetArguments(id: string, criterion: string): readonly string[] {
  return ['meet', id, '--ac-id', criterion, '--evidence', `seen ${criterion}`];
}

/** The criteria of a promise that are met with the evidence that their own writer gave. */
function metCriteria(project: Project, id: string): readonly string[] {
  const criteria = project.read(`promises/${id}.json`)['acceptance_criteria'];
  const list: readonly unknown[] = Array.isArray(criteria) ? criteria : [];
  return CRITERIA.filter((criterion) =>
    list.some((entry) => {
      const text = JSON.stringify(entry);
      return text.includes(`"seen ${criterion}"`) && text.includes('"status":"met"');
    }),
  );
}

/** Reads a file again and again until told to stop; gives what it could not read as JSON. */
function pollReader(path: string): { stop(): { reads: number; unreadable: readonly string[] } } {
  const unreadable: string[] = [];
  let reads = 0;
  const timer = setInterval(() => {
    reads += 1;
    try {
      JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      unreadable.push(String(error));
    }
  }, 1);
  onTestFinished(() => clearInterval(timer));
  return {
    stop() {
      clearInterval(timer);
      return { reads, unreadable };
    },
  };
}

it(`${WRITERS} processes meet ${WRITERS} criteria of one promise at once, ${ROUNDS} rounds: all are there, every exit is 0`, async () => {
  const project = createProject();
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await project.promise(...CRITERIA);
    const outcomes = await Promise.all(
      CRITERIA.map((criterion) => project.run('cs', meetArguments(id, criterion))),
    );
    expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
    expect(metCriteria(project, id)).toEqual(CRITERIA);
  }
  expect(project.list('.commits')).toEqual([]);
}, 300_000);

it(`the same with a random writer killed -9 in every round: every acknowledged change is there, a reader never sees half a file`, async () => {
  const project = createProject();
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await project.promise(...CRITERIA);
    const reader = pollReader(join(project.state, 'promises', `${id}.json`));
    const victim = Math.floor(Math.random() * WRITERS);
    const children = CRITERIA.map((criterion) => project.start('cs', meetArguments(id, criterion)));
    const pending = children.map(outcomeOf);
    // The victim dies when some of the others are done: in the queue, in the commit or before.
    await Promise.race(pending);
    children[victim]?.kill('SIGKILL');
    const outcomes = await Promise.all(pending);

    const { reads, unreadable } = reader.stop();
    expect([reads > 0, unreadable]).toEqual([true, []]);
    const others = outcomes.filter((_, index) => index !== victim);
    expect(others.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
    const acknowledged = CRITERIA.filter((_, index) => outcomes[index]?.code === 0);
    expect(metCriteria(project, id)).toEqual(expect.arrayContaining(acknowledged));
  }
}, 300_000);

it('a lock left behind, and one from the future, hold writers up for a bounded time and lose nothing', async () => {
  const project = createProject();
  const inTenYears = new Date(Date.now() + 10 * 365 * 24 * 3600 * 1000);
  for (const touched of [new Date(), inTenYears]) {
    const id = await project.promise(...CRITERIA);
    const lock = join(project.state, '.commits', `${id}.lock`);
    mkdirSync(lock, { recursive: true });
    utimesSync(lock, touched, touched);
    const outcomes = await Promise.all(
      CRITERIA.slice(0, 6).map((criterion) => project.run('cs', meetArguments(id, criterion))),
    );
    expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
    expect(metCriteria(project, id)).toEqual(CRITERIA.slice(0, 6));
  }
}, 120_000);

it('a writer that waits for a lock whose holder lives says who holds it, and changes nothing', async () => {
  const project = createProject();
  const id = await project.promise('first');
  const lock = join(project.state, '.commits', `${id}.lock`);
  mkdirSync(lock, { recursive: true });
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
  const holder = {
    pid: process.pid,
    started: '0',
    place: 'elsewhere',
    activity: 'cs meet, session x',
  };
  writeFileSync(join(project.state, '.commits', `${id}.holder`), JSON.stringify(holder));
  const before = project.read(`promises/${id}.json`);
  const { code, stderr } = await project.run('cs', meetArguments(id, 'AC-1'));
  clearInterval(heartbeat);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `Error: Promise ${id} is locked by process ${process.pid} (cs meet, session x)`,
  );
  const waited = Number(/waited ([\d.]+) s/.exec(stderr)?.[1]);
  expect(waited).toBeLessThan(LONGEST_WAIT_MS / 1000 + 1);
  expect(project.read(`promises/${id}.json`)).toEqual(before);
}, 60_000);
