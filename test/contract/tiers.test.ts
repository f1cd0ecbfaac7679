import { describe, expect, it } from 'vitest';
import { ID, type JudgedProject, judgedProject } from '../rig/judged-project.ts';
import { criteriaIn, failure } from '../rig/messages-api.ts';
import { createProject } from '../rig/project.ts';
import { metCriterion, type PromiseParts } from '../rig/promises.ts';
import { check, createWith, promiseOf, startWith } from '../rig/proving.ts';

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
