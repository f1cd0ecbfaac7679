import { expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { createProject, type Project } from '../rig/worlds/project.ts';

/** A project with promises without an owner, made in this order. */
function waitingProject(...ids: readonly string[]): Project {
  const project = createProject();
  for (const [index, id] of ids.entries()) {
    const ownership = {
      created_by: null,
      created_at: `2026-02-17T10:3${index}:00Z`,
      owned_by: null,
    };
    project.write(`promises/${id}.json`, promiseFile(id, null, { ownership }));
  }
  return project;
}

const adoptNext = (project: Project, session: string, ...words: readonly string[]) =>
  project.run('cs', ['promise', 'adopt', '--next', ...words], {
    env: { CLAUDE_SESSION_ID: session },
  });

it('takes over the promise without an owner that was made first, then the next, then says that none is left', async () => {
  const project = waitingProject('promise-0000bbbb', 'promise-0000aaaa');
  project.write('promises/promise-0000cccc.json', promiseFile('promise-0000cccc', 'session-x'));
  const first = await adoptNext(project, 'worker-1', '--json');
  expect(JSON.parse(first.stdout)).toMatchObject({
    id: 'promise-0000bbbb',
    promise: { ownership: { owned_by: 'worker-1' } },
  });
  expect((await adoptNext(project, 'worker-2')).stdout).toContain('promise-0000aaaa');
  const none = await adoptNext(project, 'worker-3');
  expect(none.code).toBe(1);
  expect(none.stderr).toBe('Error: No open promise here is without an owner.\n');
});

it('gives each of several sessions that ask at once another promise', async () => {
  const ids = ['promise-0000aaaa', 'promise-0000bbbb', 'promise-0000cccc'];
  const project = waitingProject(...ids);
  const workers = ['worker-1', 'worker-2', 'worker-3', 'worker-4', 'worker-5'];
  const outcomes = await Promise.all(workers.map((worker) => adoptNext(project, worker, '--json')));
  const got = outcomes.flatMap(({ code, stdout }) => (code === 0 ? [JSON.parse(stdout).id] : []));
  expect(got.toSorted()).toEqual(ids);
  expect(outcomes.filter(({ code }) => code === 1)).toHaveLength(2);
});

it.each<[string, readonly string[], string]>([
  ['a promise beside it', ['promise-0000aaaa'], '--next chooses the promise: name none beside it'],
  ['a session that has none', [], 'CLAUDE_SESSION_ID not set'],
])('refuses %s', async (what, words, says) => {
  const project = waitingProject('promise-0000aaaa');
  const session = what.startsWith('a session') ? '' : 'worker-1';
  const { code, stderr } = await adoptNext(project, session, ...words);
  expect(code).toBe(1);
  expect(stderr).toContain(says);
});
