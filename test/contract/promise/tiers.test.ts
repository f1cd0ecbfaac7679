import { describe, expect, it } from 'vitest';
import { metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { criteriaIn, failure } from '../../rig/worlds/messages-api.ts';
import { createProject } from '../../rig/worlds/project.ts';
import { check, createWith, promiseOf, startWith } from '../../rig/worlds/proving.ts';

const tiers = (...of: readonly (number | undefined)[]): readonly PromiseParts[] =>
  of.map((tier, index) => metCriterion(`AC-${index + 1}`, tier === undefined ? {} : { tier }));

/** Which criteria the check takes for not judged yet. */
async function unjudged({ project }: JudgedProject): Promise<readonly string[]> {
  const { stdout } = await check(project);
  const lines = stdout.split('\n');
  return lines.flatMap((line, at) =>
    line.trim() === 'Open: no judge has passed it'
      ? [/AC-\d/.exec(lines[at - 1] ?? '')?.[0] ?? '']
      : [],
  );
}

describe('a criterion’s tier goes over its promise’s, and that over the project’s', () => {
  it.each([
    { project: undefined, promise: undefined, criteria: [undefined], judged: [] },
    { project: 1, promise: undefined, criteria: [undefined], judged: [] },
    { project: 2, promise: undefined, criteria: [undefined, undefined], judged: ['AC-1', 'AC-2'] },
    { project: 2, promise: 1, criteria: [undefined], judged: [] },
    { project: 2, promise: undefined, criteria: [1, undefined], judged: ['AC-2'] },
    { project: 2, promise: 1, criteria: [undefined, 2], judged: ['AC-2'] },
    { project: undefined, promise: 2, criteria: [undefined, undefined], judged: ['AC-1', 'AC-2'] },
    { project: undefined, promise: 2, criteria: [1, undefined], judged: ['AC-2'] },
    { project: 1, promise: undefined, criteria: [undefined, 2], judged: ['AC-2'] },
    { project: 1, promise: 2, criteria: [1, 1], judged: [] },
  ])('project $project, promise $promise, criteria $criteria: judged $judged', async (row) => {
    const { criteria, judged, promise, project } = row;
    const made = await judgedProject(
      tiers(...criteria),
      promise === undefined ? {} : { tier: promise },
    );
    if (project !== undefined) made.configure({ tier: project });
    expect(await unjudged(made)).toEqual(judged);
    expect(await check(made.project)).toMatchObject({ code: judged.length > 0 ? 2 : 0 });
    expect(await made.verify()).toMatchObject({ code: 0 });
    expect(made.api.requests.flatMap(criteriaIn).toSorted()).toEqual(judged);
    expect(made.isClosed()).toBe(true);
  });
});

describe('a criterion of tier 2', () => {
  it('keeps the session until its judge passed it, and says what to run', async () => {
    const { project, verify } = await judgedProject(tiers(2));
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain('no judge has passed it');
    expect(stderr).toContain(`Next: cs-verify --judge --promise ${ID}`);
    const { stdout } = await check(project, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      in_progress: [{ open: [{ ac_id: 'AC-1', lacks: 'judgment' }] }],
    });
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('with checks wants its proof first, and asks no judge before', async () => {
    const checks = [{ kind: 'command', run: 'true' }];
    const { api, project, verify } = await judgedProject([
      metCriterion('AC-1', { tier: 2, checks }),
    ]);
    const { stderr } = await check(project);
    expect(stderr).toContain(`Next: cs prove ${ID}`);
    expect(await verify()).toMatchObject({ code: 1 });
    expect(api.requests).toEqual([]);
  });

  it('where no judge can be had: unjudged, said and recorded', async () => {
    const { api, promise, verify } = await judgedProject(tiers(2));
    api.answer(failure(401, 'authentication_error'));
    const { code, stderr } = await verify();
    expect(code).toBe(0);
    expect(stderr).toMatch(/warn/i);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'unavailable' } } });
  });
});

describe('tier2_enabled: false', () => {
  it('in the file of the project: nothing is judged by its tier', async () => {
    const made = await judgedProject(tiers(2, undefined));
    made.configure({ tier: 2, tier2_enabled: false });
    expect(await check(made.project)).toMatchObject({ code: 0 });
    expect(await made.verify()).toMatchObject({ code: 0 });
    expect(made.api.requests).toEqual([]);
  });

  it.each([
    ['against nothing', {}],
    ['against the file of the project', { tier2_enabled: true }],
  ])('as a variable alone it weakens nothing, %s', async (_what, configuration) => {
    const { api, configure, project, verify } = await judgedProject(tiers(2));
    configure(configuration);
    const env = { CS_TIER2_ENABLED: 'false' };
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 2 });
    expect(await verify([], env)).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(1);
  });
});

describe('cs-promise --create --tier', () => {
  it.each([
    [['--tier', '2'], { tier: 2 }],
    [['--tier', 'AC-2=2'], { acceptance_criteria: [{ id: 'AC-1' }, { id: 'AC-2', tier: 2 }] }],
    [['--tier', '2', '--tier', 'AC-1=1'], { tier: 2, acceptance_criteria: [{ tier: 1 }, {}] }],
  ])('%j', async (options, stored) => {
    const project = createProject();
    const id = await createWith(project, '--ac', 'a', '--ac', 'b', ...options);
    expect(promiseOf(project, id)).toMatchObject(stored);
    const { stdout } = await project.run('cs-promise', ['--show', id]);
    expect(stdout).toMatch(/tier [12]/);
  });

  it.each([
    ['--tier', '1'],
    ['--tier', 'AC-1=1'],
  ])('cannot ask for less than the project: %s %s', async (...options) => {
    const project = createProject();
    project.write('../completion-promise.json', { tier: 2 });
    const words = ['--create', 'P', '--ac', 'a', ...options];
    const { code, stderr } = await project.run('cs-promise', words);
    expect(code).toBe(1);
    expect(stderr).toContain("The project's tier is 2: a promise cannot have a lower one");
    expect(project.list('promises')).toEqual([]);
  });
});

describe('gates.endRequires: verified', () => {
  const VERIFIED = { gates: { endRequires: 'verified' } };

  it('keeps the session until every promise is verified', async () => {
    const { configure, project, verify } = await judgedProject();
    configure(VERIFIED);
    const { code, stderr, stdout } = await check(project);
    expect(code).toBe(2);
    expect(stdout).toContain('PROMISES TO VERIFY (1):');
    expect(stderr).toMatch(/promise-\w+ \(.+\) is not verified/);
    expect(stderr).toContain(`Next: cs-verify --promise ${ID}`);
    expect(JSON.parse((await check(project, '--json')).stdout)).toMatchObject({
      may_end: false,
      unverified: [{ id: ID }],
      in_progress: [],
    });
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.each([
    ['a variable cannot weaken it', VERIFIED, 'met', 2],
    ['a variable can ask for it', {}, 'verified', 2],
    ['without it met is enough', {}, undefined, 0],
  ])('%s', async (_what, configuration, variable, code) => {
    const { configure, project } = await judgedProject();
    configure(configuration);
    const env = { CS_GATES_END_REQUIRES: variable };
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code });
  });

  it('what is not met comes first', async () => {
    const project = createProject();
    project.write('../completion-promise.json', VERIFIED);
    const id = await startWith(project, '--ac', 'a');
    const { stderr, stdout } = await check(project);
    expect(stdout).not.toContain('TO BE VERIFIED');
    expect(stderr).toContain(`Next: cs-promise --meet ${id}`);
  });
});

it.each([
  ['half of JSON', '{"tier": '],
  ['a value that is none', { tier: 'high' }],
  ['a key that is none', { gates: { endRequire: 'verified' } }],
])('a configuration that cannot be read opens no gate: %s', async (_what, configuration) => {
  const { configure, project } = await judgedProject();
  configure(configuration);
  const { code, stderr } = await check(project);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Error: .*completion-promise\.json/);
});
