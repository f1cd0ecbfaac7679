import { describe, expect, it } from 'vitest';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, passEverything, reply } from '../../rig/worlds/messages-api.ts';
import { personWaiver } from '../../rig/worlds/person-acts.ts';

const EVIDENCE = ['npm test: 42 passed, 0 failed', 'npm run e2e: 7 passed, 0 failed'];
const CRITERIA = EVIDENCE.map((evidence, index) => metCriterion(`AC-${index + 1}`, { evidence }));

const check = ({ project }: JudgedProject, args: readonly string[] = []) =>
  project.run('cs-verify', ['--check', ...args]);

/** A project whose promise the judge has rejected for its second criterion. */
async function rejected(): Promise<JudgedProject> {
  const judged = await judgedProject(CRITERIA);
  judged.api.answer(reply(failOnly('AC-2')));
  await judged.judge();
  judged.api.answer(reply(passEverything));
  return judged;
}

/** Waives criteria as a person does. */
function waive({ project, promise }: JudgedProject, ...ids: readonly string[]): void {
  const acceptance_criteria = CRITERIA.map((one) =>
    ids.includes(String(one['id']))
      ? { ...one, waived: personWaiver(project, ID, String(one['id'])) }
      : one,
  );
  project.write(`promises/${ID}.json`, { ...promise(), acceptance_criteria });
}

describe("a judge's FAIL stands", () => {
  it('before it, the session may end', async () => {
    expect(await check(await judgedProject(CRITERIA))).toMatchObject({ code: 0 });
  });

  it('--check blocks with the criterion, what would satisfy it and the next command', async () => {
    const { code, stdout, stderr } = await check(await rejected());
    expect(code).toBe(2);
    expect(stdout).toContain('COMPLETION CRITERIA NOT MET');
    expect(stdout).toContain('PROMISES REJECTED BY THE JUDGE (1):');
    for (const said of [stdout, stderr]) {
      expect(said).toContain('AC-2');
      expect(said).toContain('the output that shows AC-2');
      expect(said).toContain(`cs-promise --meet ${ID} --ac-id AC-2`);
      expect(said).toContain(`cs-verify --judge --promise ${ID}`);
      expect(said).not.toContain('--skip');
    }
    expect(stdout).not.toContain('[AC-1]');
    expect(stdout).toContain(`cs-promise --waive ${ID} --ac-id AC-2`);
  });

  it('--check says so as data', async () => {
    const { code, stdout } = await check(await rejected(), ['--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      may_end: false,
      rejected: [
        {
          id: ID,
          failed: ['AC-2'],
          feedback: [{ ac_id: 'AC-2', would_satisfy: 'the output that shows AC-2' }],
        },
      ],
    });
  });

  it.each([
    { how: 'without a judge', args: [] },
    { how: 'with --skip-llm-gate', args: ['--skip-llm-gate'] },
    { how: 'with both gates skipped', args: ['--skip-llm-gate', '--skip-validation-check'] },
    { how: 'by the rubric', args: ['--judge', '--backend', 'rubric'] },
  ])('verify $how is refused', async ({ args }) => {
    const judged = await rejected();
    const { code, stdout, stderr } = await judged.verify(args);
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
    expect(stderr).toContain(`Error: Gate 3: the judge rejected ${ID}`);
    expect(stderr).toContain('the output that shows AC-2');
    expect(stderr).not.toContain('--skip');
    expect(judged.isClosed()).toBe(false);
    expect(judged.judgments()).toHaveLength(1);
    expect(await check(judged)).toMatchObject({ code: 2 });
  });

  it('an outage lifts nothing, and is recorded', async () => {
    const judged = await rejected();
    await judged.showMore('AC-2');
    judged.api.answer(failure(401, 'authentication_error'));
    const { code, result, stderr } = await judged.judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'WARN' });
    expect(stderr).toContain(`Error: Gate 3: the judge rejected ${ID}`);
    expect(judged.judgments()).toMatchObject([{ verdict: 'FAIL' }, { verdict: 'WARN' }]);
    expect(await check(judged)).toMatchObject({ code: 2 });
  });

  it('new evidence alone lifts nothing', async () => {
    const judged = await rejected();
    const meet = ['--meet', ID, '--ac-id', 'AC-2', '--evidence', 'npm run e2e: 8 passed'];
    expect(await judged.project.run('cs-promise', meet)).toMatchObject({ code: 0 });
    expect(await check(judged)).toMatchObject({ code: 2 });
    expect(await judged.verify()).toMatchObject({ code: 1 });
  });

  it('--list and --show name it', async () => {
    const judged = await rejected();
    const list = await judged.project.run('cs-promise', ['--list']);
    expect(list.stdout).toContain('rejected by the judge');
    const show = await judged.project.run('cs-promise', ['--show', ID]);
    expect(show.stdout).toMatch(/^Judge: rejected .*claude-sonnet-5-5\)$/m);
    expect(show.stdout).toContain('Needed: the output that shows AC-2');
  });

  it('a second FAIL in a row counts, and only the last one says what is missing', async () => {
    const judged = await rejected();
    judged.api.answer(reply(failOnly('AC-1')));
    await judged.showMore('AC-2');
    await judged.judge();
    const show = await judged.project.run('cs-promise', ['--show', ID]);
    expect(show.stdout).toContain('2 times in a row');
    const { stdout } = await check(judged);
    expect(stdout).toContain('the output that shows AC-1');
    expect(stdout).not.toContain('the output that shows AC-2');
  });
});

describe("a judge's FAIL is lifted", () => {
  it('by a later PASS over new evidence', async () => {
    const judged = await rejected();
    await judged.showMore('AC-2');
    expect(await judged.judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    expect(judged.isClosed()).toBe(true);
    expect(judged.judgments()).toMatchObject([{ verdict: 'FAIL' }, { verdict: 'PASS' }]);
    expect(await check(judged)).toMatchObject({ code: 0 });
  });

  it('by a person who waives what failed', async () => {
    const judged = await rejected();
    waive(judged, 'AC-2');
    expect(await check(judged)).toMatchObject({ code: 0 });
    expect(await judged.verify()).toMatchObject({ code: 0 });
    expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'not-run' } } });
  });

  it('not by a person who waives something else', async () => {
    const judged = await rejected();
    waive(judged, 'AC-1');
    expect(await check(judged)).toMatchObject({ code: 2 });
    expect(await judged.verify()).toMatchObject({ code: 1 });
  });

  it('in part by a person who waives a part: the rest still stands', async () => {
    const judged = await judgedProject(CRITERIA);
    judged.api.answer(reply(failOnly('AC-1', 'AC-2')));
    await judged.judge();
    waive(judged, 'AC-2');
    const { code, stderr } = await judged.verify();
    expect(code).toBe(1);
    expect(stderr).toContain('[AC-1]');
    expect(stderr).not.toContain('[AC-2]');
  });

  it("a PASS that came too late does not lift it: a validator's FAIL shuts Gate 2 before", async () => {
    const judged = await rejected();
    judged.project.write(`validations/${ID}/AC-1-validation.json`, validatorResponse('FAIL'));
    expect(await judged.judge()).toMatchObject({ code: 1, result: { blocked_by: 'gate-2' } });
    expect(judged.api.requests).toHaveLength(1);
    expect(await check(judged)).toMatchObject({ code: 2 });
  });
});
