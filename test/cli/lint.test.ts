import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, type PromiseParts, promiseFile } from '../rig/values/promises.ts';
import { filesUnder } from '../rig/worlds/judged-project.ts';
import { personWaiver } from '../rig/worlds/person-acts.ts';
import { createProject, type Outcome, type Project, SESSION } from '../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';

function projectWith(...acceptance_criteria: readonly PromiseParts[]): Project {
  return filledWith(createProject(undefined), ...acceptance_criteria);
}

function filledWith(project: Project, ...acceptance_criteria: readonly PromiseParts[]): Project {
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

/** Without a key, a session and a network. */
const lint = (project: Project, ...args: readonly string[]): Promise<Outcome> =>
  project.run('cs', ['promise', 'lint', ...args]);

const SOUND: readonly (readonly [type: string, evidence: string])[] = [
  ['test', 'npm test: 42 passed, 0 failed'],
  ['test', 'tests/login.test.ts ran, 7 of 7 passed'],
  ['api', 'GET /login answered 200 OK, body {"user": "ann"}'],
  ['browser', 'screenshots/login.png'],
  ['browser', 'The button shows "Sign out" after signing in'],
  ['log', 'server.log:14 "listening on port 80"'],
  ['review', 'src/login.ts, lines 10-40 of commit 1a2b3c4 handle the redirect'],
  ['manual', 'Opened http://localhost:3000/login, signed in, saw the name of the user'],
];

const LACKING: readonly (readonly [type: string, evidence: string, lacks: string])[] = [
  ['test', 'it works', 'evidence is only a claim'],
  ['test', 'All tests are green and done.', 'how many tests passed'],
  ['test', 'npm test: 40 passed, 2 failed', 'a run without failures'],
  ['api', 'Called the endpoint of the users', 'the response status code'],
  ['api', 'GET /login answered 200 OK', 'the response content'],
  ['browser', 'Looked at Chrome and liked it', 'a screenshot'],
  ['log', 'The log looked clean afterwards', 'the log lines'],
  ['review', 'Someone read through the whole change', 'what was read'],
  ['manual', 'Verified manually, works as expected', 'evidence is only a claim'],
  ['manual', 'Line 7 changed', 'what was done and observed'],
];

describe('cs promise lint', () => {
  it.each(SOUND)('has nothing to say against %s evidence: %s', async (evidence_type, evidence) => {
    const project = projectWith(metCriterion('AC-1', { evidence_type, evidence }));
    const { code, stdout, stderr } = await lint(project, ID);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\[OK\] AC-1$/m);
    expect(stdout).toContain('A rubric cannot tell whether it is true.');
  });

  it.each(LACKING)('says what %s evidence lacks: %s', async (evidence_type, evidence, lacks) => {
    const project = projectWith(metCriterion('AC-1', { evidence_type, evidence }));
    const { code, stdout } = await lint(project, ID);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\[INCOMPLETE\] AC-1$/m);
    expect(stdout).toContain(`    - ${lacks}`);
  });

  it('looks at every criterion but those that a person waived', async () => {
    const [[evidence_type, evidence] = []] = SOUND;
    const empty = createProject(undefined);
    const waived = personWaiver(empty, ID, 'AC-3');
    const project = filledWith(
      empty,
      metCriterion('AC-1', { evidence_type, evidence }),
      criterion('AC-2'),
      criterion('AC-3', { waived }),
    );
    const { code, stdout } = await lint(project, ID);
    expect(code).toBe(1);
    expect(stdout).toContain('[OK] AC-1');
    expect(stdout).toContain('[INCOMPLETE] AC-2\n    - no evidence');
    expect(stdout).not.toContain('AC-3');
    expect(stdout).toContain(`1 of 2 criteria of ${ID} have incomplete evidence`);
    expect(stdout).toContain(`cs meet ${ID}`);
  });

  it('says the same as data', async () => {
    const project = projectWith(metCriterion('AC-1', { evidence: 'it works' }));
    const { code, stdout } = await lint(project, ID, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      id: ID,
      sound: false,
      criteria: [{ ac_id: 'AC-1', lacks: [expect.stringContaining('evidence is only a claim')] }],
    });
  });

  it('writes nothing', async () => {
    const project = projectWith(metCriterion('AC-1'));
    const before = [...filesUnder(project.folder)];
    await lint(project, ID);
    expect([...filesUnder(project.folder)]).toEqual(before);
  });

  it.each([
    { what: 'an id that is not there', args: ['promise-ffffffff'], says: 'Promise not found' },
    { what: 'an id that cannot be', args: ['../x'], says: 'Not a valid' },
    { what: 'two ids', args: [ID, ID], says: 'Unexpected argument' },
    { what: 'an unknown option', args: [ID, '--fix'], says: 'Unknown option: --fix' },
  ])('refuses $what', async ({ args, says }) => {
    const { code, stderr } = await lint(projectWith(metCriterion('AC-1')), ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${says}`);
  });
});
