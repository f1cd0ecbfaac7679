import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion, validatorResponse } from '../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../rig/worlds/judged-project.ts';
import { failOnly, passEverything, reply } from '../rig/worlds/messages-api.ts';
import type { Outcome, Project } from '../rig/worlds/project.ts';
import { votedProject } from '../rig/worlds/voted-project.ts';

const replay = (project: Project, ...args: readonly string[]): Promise<Outcome> =>
  project.run('cs-verify', ['--replay', ID, ...args], { env: { CLAUDE_SESSION_ID: undefined } });

const FOLLOWS = 'The recorded verdict follows from the stored data.';
const NOT = 'The recorded verdict does not follow from the stored data.';

/** The last line of what was printed. */
const lastOf = ({ stdout }: Outcome): string | undefined => stdout.trim().split('\n').at(-1);

async function verified(...args: readonly string[]): Promise<JudgedProject> {
  const judged = await judgedProject();
  judged.api.answer(reply(passEverything));
  const { code } = await judged.verify(args);
  expect(code).toBe(0);
  return judged;
}

/** Changes the file of the promise as an editor would. */
function edit(project: Project, change: (promise: string) => string): void {
  const path = `history/${ID}.json`;
  project.write(path, change(JSON.stringify(project.read(path))));
}

describe('cs-verify --replay of a verified promise', () => {
  it('that was verified in words', async () => {
    const { project } = await verified();
    const outcome = await replay(project);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(lastOf(outcome)).toBe(FOLLOWS);
  });

  it('that a judge passed, without asking anybody', async () => {
    const { api, project } = await verified('--judge');
    const asked = api.requests.length;
    expect(lastOf(await replay(project))).toBe(FOLLOWS);
    expect(api.requests).toHaveLength(asked);
  });

  it('that a vote passed', async () => {
    const { api, project, vote } = await votedProject();
    api.answer(reply(passEverything), reply(failOnly('AC-2')), reply(passEverything));
    await vote(['--votes', '3']);
    const outcome = await replay(project);
    expect({ code: outcome.code, last: lastOf(outcome) }).toEqual({ code: 0, last: FOLLOWS });
  });

  it('whatever a validator says later', async () => {
    const { project } = await verified('--judge');
    const late = { _metadata: { stored_by: 'late', stored_at: '2999-01-01T00:00:00Z' } };
    const answer = JSON.stringify({ ...validatorResponse('FAIL'), ...late });
    appendFileSync(join(project.state, 'validations', ID, 'AC-1-answers.jsonl'), `${answer}\n`);
    expect(lastOf(await replay(project))).toBe(FOLLOWS);
  });

  it.each<[string, (project: Project) => void, string]>([
    [
      'its evidence taken out',
      (project) => edit(project, (text) => text.replace('42 tests passed', '')),
      'Gate 1 (self-report): passed, and shut is what follows  DOES NOT FOLLOW',
    ],
    [
      'other evidence than the judge saw',
      (project) => edit(project, (text) => text.replace('42 tests passed', '43 tests passed')),
      'Gate 3 (judge): passed, and shut is what follows  DOES NOT FOLLOW',
    ],
    [
      'the judgment taken out',
      (project) => edit(project, (text) => text.replace('"judgments"', '"judgements"')),
      'Gate 3 (judge): passed, and shut is what follows  DOES NOT FOLLOW',
    ],
    [
      'another judgment of the criterion',
      (project) => edit(project, (text) => text.replace('"judgment":"PASS"', '"judgment":"FAIL"')),
      'and FAIL is what follows  DOES NOT FOLLOW',
    ],
    [
      'its answers gone',
      (project) => rmSync(join(project.state, 'validations'), { recursive: true }),
      'Gate 2 (validation): passed, and shut is what follows  DOES NOT FOLLOW',
    ],
  ])('with %s: exit code 3, and the line says what', async (_name, change, line) => {
    const { project } = await verified('--judge');
    change(project);
    const outcome = await replay(project);
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toContain(line);
    expect(lastOf(outcome)).toBe(NOT);
    const { stdout } = await replay(project, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ id: ID, status: 'verified', follows: false });
  });
});

describe('cs-verify --replay of an open promise', () => {
  it('says what each gate says, and writes nothing', async () => {
    const { api, judge, project } = await judgedProject([metCriterion('AC-1')]);
    api.answer(reply(failOnly('AC-1')));
    await judge();
    const before = project.list('.');
    const outcome = await replay(project);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('Gate 3 (judge): shut\n    the FAIL of a judge stands');
    expect(project.list('.')).toEqual(before);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a promise that is not there', ['--replay', 'promise-00000000'], /^Error: Promise not found/],
    ['a word that is no id', ['--replay', '../x'], /^Error: /],
    ['an option that closes', ['--replay', ID, '--promise', ID], /takes no --promise/],
    ['one that spends', ['--replay', ID, '--judge'], /takes no --judge/],
  ])('%s is an error', async (_name, args, stderr) => {
    const { project } = await judgedProject();
    expect(await project.run('cs-verify', args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(stderr),
    });
  });
});
