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

function closedOne(): Project {
  const project = createProject();
  project.write(`history/${ID}.json`, promiseFile(ID, OTHER, { ...MET, status: 'verified' }));
  return project;
}

const MET = { acceptance_criteria: [metCriterion('AC-1')] };
const UNFINISHED = `NOT COMPLETE: the stop gate stopped blocking session ${OTHER} at 2026-02-17T10:30:00Z after 5 blocks in a row without any change (blocked by: `;

describe('cs verify --check --session', () => {
  it('asks about that session, from a shell without one', async () => {
    const { code, stderr, stdout } = await ask(ownedBy(OTHER));
    expect(code).toBe(2);
    expect(stdout).toContain(
      `COMPLETION CRITERIA NOT MET\n===========================\nSession: ${OTHER}`,
    );
    expect(stderr).toContain(`${ID} has 1 open criterion`);
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

  it.each<[string, () => Project, string | undefined]>([
    ['nothing is known of it', createProject, 'is unknown here: it made no promises'],
    [
      'another session is known',
      () => ownedBy('session-b'),
      'is unknown here: it made no promises',
    ],
    ['it promised something', () => ownedBy(OTHER, MET), undefined],
    ['what it promised is closed', closedOne, undefined],
    ['its stop gate saw it', () => letGo(createProject(), 'todos', 'block'), undefined],
  ])('says so on stderr and as data where %s', async (_what, projectOf, line) => {
    const project = projectOf();
    const [asText, asData] = [await ask(project), await ask(project, '--json')];
    expect([asText.code, asText.stdout, asData.code]).toEqual([0, '', 0]);
    expect(asText.stderr.split('\n')).toEqual([
      ...(line === undefined ? [] : [expect.stringContaining(`Session ${OTHER} ${line}`)]),
      '',
    ]);
    expect(JSON.parse(asData.stdout)).toMatchObject({
      may_end: true,
      known: line === undefined,
      let_go: null,
    });
  });

  it.each(['../../x', 'x'.repeat(300), '\u001B[31mred', '*', 'a b'])(
    'an id that no session has is a mistake in the call: %j',
    async (id) => {
      const words = ['verify', '--check', `--session=${id}`];
      const { code, stderr, stdout } = await createProject().run('cs', words, NOTHING_SET);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Error: Not a valid session id: "/);
      expect(stderr).not.toContain('\u001B');
    },
  );

  it('an odd id that owns a promise is asked about all the same', async () => {
    const owner = 'team 7/agent';
    const words = ['verify', '--check', '--session', owner];
    const { code, stderr } = await ownedBy(owner).run('cs', words, NOTHING_SET);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${ID} has 1 open criterion`)]);
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
