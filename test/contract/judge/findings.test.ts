import { describe, expect, it } from 'vitest';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { type Behaviour, passEverything, reply } from '../../rig/worlds/messages-api.ts';

const STRUCTURED = { CS_STRUCTURED_FINDINGS: 'true' };

interface Said {
  readonly severity: string;
  readonly ac_id: string;
  readonly description?: string;
}

/** A structured review that names these criteria and finds this. */
function findings(
  said: readonly Said[],
  reviewed: readonly string[] = ['AC-1', 'AC-2'],
): Behaviour {
  return reply(() => ({
    reviewed_criteria: reviewed.map((ac_id) => ({ ac_id, reasoning: 'Read.', confidence: 0.8 })),
    findings: said.map((one) => ({
      description: `something ${one.severity}`,
      location: null,
      dimension: null,
      ...one,
    })),
    reasoning: 'Everything is excellent, a clear PASS.',
  }));
}

const twoCriteria = (): Promise<JudgedProject> =>
  judgedProject([metCriterion('AC-1'), metCriterion('AC-2')]);

describe('judge.structuredFindings: code computes the verdict from what the model lists', () => {
  it.each<{ what: string; said: readonly Said[]; verdict: string; blocking: number }>([
    { what: 'nothing', said: [], verdict: 'PASS', blocking: 0 },
    {
      what: 'a critical one',
      said: [{ severity: 'critical', ac_id: 'AC-2' }],
      verdict: 'FAIL',
      blocking: 1,
    },
    {
      what: 'major ones only',
      said: [
        { severity: 'major', ac_id: 'AC-1' },
        { severity: 'major', ac_id: 'AC-2' },
      ],
      verdict: 'PASS',
      blocking: 0,
    },
    {
      what: 'minor and informal ones',
      said: [
        { severity: 'minor', ac_id: 'AC-1' },
        { severity: 'info', ac_id: 'AC-1' },
      ],
      verdict: 'PASS',
      blocking: 0,
    },
    {
      what: 'a critical one among others',
      said: [
        { severity: 'info', ac_id: 'AC-1' },
        { severity: 'critical', ac_id: 'AC-1' },
        { severity: 'critical', ac_id: 'AC-2' },
      ],
      verdict: 'FAIL',
      blocking: 2,
    },
    {
      what: 'a critical one on a criterion that is not there',
      said: [{ severity: 'critical', ac_id: 'AC-9' }],
      verdict: 'FAIL',
      blocking: 1,
    },
  ])('$what: $verdict', async ({ blocking, said, verdict }) => {
    const { api, costLines, isClosed, judge } = await twoCriteria();
    api.answer(findings(said));
    const { code, result } = await judge([], STRUCTURED);
    expect({ code, verdict: result.verdict }).toEqual({
      code: verdict === 'PASS' ? 0 : 1,
      verdict,
    });
    expect(isClosed()).toBe(verdict === 'PASS');
    expect(result.findings).toHaveLength(said.length);
    expect(result.blocking_issues).toHaveLength(blocking);
    expect(result.blocking_issues.every(({ severity }) => severity === 'critical')).toBe(true);
    expect(result.feedback.length > 0).toBe(verdict === 'FAIL');
    expect(result.diagnostics).toEqual({
      inner_verdict: null,
      inner_confidence: 0.8,
      inner_confidence_calibrated: null,
      verdict_evidence_mismatch: null,
      findings_source: 'structured',
      fallback_reason: null,
      verdict_source: 'mechanical',
    });
    const count = (severity: string) => said.filter((one) => one.severity === severity).length;
    expect(costLines()).toMatchObject([
      {
        verdict,
        findings: {
          critical: count('critical'),
          major: count('major'),
          minor: count('minor'),
          info: count('info'),
        },
      },
    ]);
  });

  it('a FAIL of findings stands as any other', async () => {
    const { api, project, verify, judge } = await twoCriteria();
    api.answer(findings([{ severity: 'critical', ac_id: 'AC-2', description: 'No count.' }]));
    await judge([], STRUCTURED);
    expect(await verify()).toMatchObject({ code: 1 });
    const { code, stderr } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stderr).toContain('No count.');
  });

  it("adds a critical one for a validator's FAIL that Gate 2 let pass", async () => {
    const { api, configure, judge, project } = await twoCriteria();
    const answer = validatorResponse('FAIL', { reasoning: 'It crashes' });
    project.write(`validations/${ID}/AC-1-validation.json`, answer);
    configure({ gates: { validation: 'off' } });
    api.answer(findings([]));
    const { code, result } = await judge([], STRUCTURED);
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'FAIL' });
    expect(result.blocking_issues).toMatchObject([
      { ac_id: 'AC-1', description: expect.stringContaining('It crashes') },
    ]);
  });

  it('shows people the findings', async () => {
    const { api, verify } = await twoCriteria();
    api.answer(findings([{ severity: 'major', ac_id: 'AC-1', description: 'Only one browser' }]));
    const { stdout } = await verify(['--judge'], STRUCTURED);
    expect(stdout).toContain('Findings:\n  major [AC-1] Only one browser');
  });
});

describe('where the findings cannot be had', () => {
  it.each([
    { what: 'words instead of findings', first: reply(() => 'All is well: PASS.') },
    { what: 'a criterion left out', first: findings([], ['AC-1']) },
    { what: 'a severity that nobody knows', first: findings([{ severity: 'bad', ac_id: 'AC-1' }]) },
    { what: 'a reply that is cut off', first: reply(() => '{', { stop_reason: 'max_tokens' }) },
  ])('$what: the plain review stands in, and the diagnostics say so', async ({ first }) => {
    const { api, costLines, judge } = await twoCriteria();
    api.answer(first, reply(passEverything));
    const { code, result } = await judge([], STRUCTURED);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(result.diagnostics).toMatchObject({
      inner_verdict: 'PASS',
      findings_source: 'fallback',
      fallback_reason: expect.stringMatching(/./),
      verdict_source: 'legacy',
    });
    expect(result.findings).toEqual([]);
    expect(costLines().map(({ verdict }) => verdict)).toEqual(['WARN', 'PASS']);
  });

  it('and the plain review cannot be had either: it could not be judged', async () => {
    const { api, costLines, judge } = await twoCriteria();
    api.answer(reply(() => 'All is well: PASS.'));
    const { code, result } = await judge([], STRUCTURED);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(costLines()).toHaveLength(3);
    expect(result.token_cost).toEqual({ input_tokens: 3 * 1250, output_tokens: 3 * 380 });
  });
});

describe('off, which is the default', () => {
  it('a judge that sends findings all the same is not understood', async () => {
    const { api, judge } = await twoCriteria();
    api.answer(findings([]));
    expect(await judge()).toMatchObject({ result: { verdict: 'WARN', status: 'parse_error' } });
  });

  it('leaves the keys of findings empty and the cost log without counts', async () => {
    const { costLines, judge } = await twoCriteria();
    const { result } = await judge();
    expect(result).toMatchObject({ findings: [], blocking_issues: [], diagnostics: {} });
    expect(Object.keys(result.diagnostics)).toEqual([]);
    expect(costLines()[0]).not.toHaveProperty('findings');
  });
});
