import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { outcomeOf, type Project } from './project.ts';

/** Many processes that change one promise at once: each meets a criterion of its own. */

export function criteriaFor(writers: number): readonly string[] {
  return Array.from({ length: writers }, (_, index) => `AC-${index + 1}`);
}

export function meetArguments(id: string, criterion: string): readonly string[] {
  return ['meet', id, '--ac-id', criterion, '--evidence', `seen ${criterion}`];
}

/** The criteria of a promise that are met with the evidence that their own writer gave. */
export function metCriteria(
  project: Project,
  id: string,
  criteria: readonly string[],
): readonly string[] {
  const stored = project.read(`promises/${id}.json`)['acceptance_criteria'];
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return criteria.filter((criterion) =>
    list.some((entry) => {
      const text = JSON.stringify(entry);
      return text.includes(`"seen ${criterion}"`) && text.includes('"status":"met"');
    }),
  );
}

/** Every writer ends with 0, and every change is there. */
export async function expectAllChanges(project: Project, writers: number): Promise<void> {
  const criteria = criteriaFor(writers);
  const id = await project.promise(...criteria);
  const outcomes = await Promise.all(
    criteria.map((criterion) => project.run('cs', meetArguments(id, criterion))),
  );
  expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
  expect(metCriteria(project, id, criteria)).toEqual(criteria);
}

/**
 * The same where one of the writers is killed -9: every change that was acknowledged is there, and who
 * reads meanwhile never sees half a file.
 */
export async function expectAcknowledgedChanges(project: Project, writers: number): Promise<void> {
  const criteria = criteriaFor(writers);
  const id = await project.promise(...criteria);
  const reader = pollReader(join(project.state, 'promises', `${id}.json`));
  const victim = Math.floor(Math.random() * writers);
  const children = criteria.map((criterion) => project.start('cs', meetArguments(id, criterion)));
  const pending = children.map(outcomeOf);
  // The victim dies when some of the others are done: in the queue, in the commit or before.
  await Promise.race(pending);
  children[victim]?.kill('SIGKILL');
  const outcomes = await Promise.all(pending);

  const { reads, unreadable } = reader.stop();
  expect([reads > 0, unreadable]).toEqual([true, []]);
  const others = outcomes.filter((_, index) => index !== victim);
  expect(others.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
  const acknowledged = criteria.filter((_, index) => outcomes[index]?.code === 0);
  expect(metCriteria(project, id, criteria)).toEqual(expect.arrayContaining([...acknowledged]));
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
