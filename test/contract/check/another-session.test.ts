import { describe, expect, it } from 'vitest';
import { metCriterion, type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const OTHER = 'session-of-an-agent';
const NOTHING_SET = { env: { CLAUDE_SESSION_ID: '' } };

const ask = (project: Project, ...words: readonly string[]) =>
  project.run('cs', ['verify', '--check', '--session', OTHER, ...words], NOTHING_SET);

function ownedBy(owner: string, parts: PromiseParts = {}): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, owner, parts));
  return project;
}

/** Keeps of a session that its last stop was let go, or held. */
function letGo(project: Project, checker: string, last = 'cap'): Project {
  const cap = { at: '2026-02-17T10:30:00Z', why: 'nothing-changed', checker };
  project.write(`stop-gate/${OTHER}.json`, { liveness: { last }, capped: [cap] });
  return project;
}

const MET = { acceptance_criteria: [metCriterion('AC-1')] };
const UNFINISHED = `NOT COMPLETE: the stop gate let session ${OTHER} go unfinished at 2026-02-17T10:30:00Z: nothing-changed`;

describe('cs verify --check --session', () => {
  it('asks about that session, from a shell without one', async () => {
    const { code, stderr, stdout } = await ask(ownedBy(OTHER));
    expect(code).toBe(2);
    expect(stdout).toContain(
      `COMPLETION CRITERIA NOT MET\n===========================\nSession: ${OTHER}`,
    );
    expect(stderr).toContain(`${ID} has 1 unmet`);
  });

  it.each<[string, () => Project, number, boolean]>([
    ['nothing is kept of it', createProject, 0, false],
    ['another one owns the promise', () => ownedBy('session-b'), 0, false],
    ['it met all', () => ownedBy(OTHER, MET), 0, false],
    ['it was let go with an open promise', () => letGo(ownedBy(OTHER), 'promises'), 2, true],
    [
      'it was let go, and another one did the rest',
      () => letGo(ownedBy(OTHER, MET), 'promises'),
      0,
      false,
    ],
    ['it was let go with open todos', () => letGo(createProject(), 'todos'), 2, true],
    ['it was held at its last stop', () => letGo(createProject(), 'todos', 'block'), 0, false],
  ])('where %s', async (_what, projectOf, code, isUnfinished) => {
    const outcome = await ask(projectOf());
    expect(outcome.code).toBe(code);
    expect(outcome.stderr.includes(UNFINISHED)).toBe(isUnfinished);
    expect(outcome.stdout.includes(UNFINISHED)).toBe(isUnfinished);
  });

  it('as data', async () => {
    const { code, stdout } = await ask(letGo(createProject(), 'todos'), '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      session_id: OTHER,
      may_end: true,
      let_go: { at: '2026-02-17T10:30:00Z', why: 'nothing-changed', checker: 'todos' },
    });
  });

  it('changes nothing', async () => {
    const project = letGo(ownedBy(OTHER), 'promises');
    const before = project.read(`stop-gate/${OTHER}.json`);
    await ask(project);
    expect(project.read(`stop-gate/${OTHER}.json`)).toEqual(before);
  });

  it.each([
    ['without --check', ['verify', '--session', OTHER], '--session goes with --check'],
    [
      'without an id',
      ['verify', '--check', '--session', ''],
      '--session needs the id of a session',
    ],
  ])('is refused %s', async (_how, words, fault) => {
    const { code, stderr } = await createProject().run('cs', words);
    expect([code, stderr.includes(fault)]).toEqual([1, true]);
  });
});
