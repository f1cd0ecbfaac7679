import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSchema } from '../../../build/schemas/event.ts';
import { criterion, metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, reply } from '../../rig/worlds/messages-api.ts';
import { SESSION } from '../../rig/worlds/project.ts';

const TWO = [metCriterion('AC-1'), metCriterion('AC-2')];
const OUTAGE = failure(401, 'authentication_error');

describe('a PASS', () => {
  it('verifies the promise, which keeps the judgment and moves to the history', async () => {
    const { api, isClosed, judge, project, promise } = await judgedProject(TWO);
    const { code, result } = await judge();
    expect(code).toBe(0);
    expect(result).toMatchObject({
      status: 'success',
      verdict: 'PASS',
      overall_confidence: 0.85,
      reasoning: 'The evidence was weighed.',
      token_cost: { input_tokens: 1250, output_tokens: 380 },
      model: 'claude-sonnet-5-5',
      request_id: 'req_test',
      findings: [],
      blocking_issues: [],
      diagnostics: {},
      votes: [],
    });
    expect(result.cost_usd).toBeCloseTo((1250 * 2 + 380 * 10) / 1e6, 10);
    expect(result.criteria_judgments).toEqual(
      ['AC-1', 'AC-2'].map((ac_id) => ({
        ac_id,
        judgment: 'PASS',
        confidence: 0.9,
        reasoning: 'As reported.',
      })),
    );
    expect(isClosed()).toBe(true);
    expect(project.exists(`promises/${ID}.json`)).toBe(false);
    expect(promise()).toMatchObject({
      status: 'verified',
      verification: { verified_by: SESSION, gates: { validation: 'passed', judge: 'passed' } },
      judgments: [
        {
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          session_id: SESSION,
          backend: 'api',
          endpoint: api.url,
          digest: expect.stringMatching(/^[0-9a-f]{12,}$/),
          model: 'claude-sonnet-5-5',
          request_id: 'req_test',
          status: 'success',
          verdict: 'PASS',
          failed: [],
          criteria: [
            { ac_id: 'AC-1', judgment: 'PASS' },
            { ac_id: 'AC-2', judgment: 'PASS' },
          ],
        },
      ],
    });
  });

  it('prints the block of Gate 3 in the words that its users match on', async () => {
    const { verify } = await judgedProject();
    const { code, stdout } = await verify(['--judge']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'Gate 2: All validation responses verified (PASS)',
        '=== GATE 3: Programmatic Judge ===',
        'Model: claude-sonnet-5-5',
        'Verdict: PASS',
        'Confidence: 0.85',
        'Reasoning: The evidence was weighed.',
        'Tokens: 1250 in / 380 out',
        expect.stringMatching(/^Latency: \d+ms$/),
        'Gate 3: PASSED',
        `VERIFIED: ${ID}`,
      ]),
    );
  });

  it('leaves a line in the cost log and lines in the event log', async () => {
    const { costLines, judge, project } = await judgedProject();
    await judge();
    expect(costLines()).toMatchObject([
      {
        promise_id: ID,
        session_id: SESSION,
        model: 'claude-sonnet-5-5',
        verdict: 'PASS',
        kind: 'promise-review',
        status: 'success',
        cost_usd: 0.0063,
        request_id: 'req_test',
        vote: null,
      },
    ]);
    const events = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    const read = events.map((line) => eventSchema.parse(JSON.parse(line)));
    expect(read.map(({ event }) => event)).toContain('promise.verified');
  });

  it('says where the judge was asked, where that is not the usual address', async () => {
    const { api, verify } = await judgedProject();
    expect((await verify(['--judge'])).stderr).toContain(
      `Note: the judge was called at ${api.url}.`,
    );
  });
});

describe('a FAIL', () => {
  it('ends in exit code 1 with what would satisfy the criterion', async () => {
    const { api, isClosed, judge, promise } = await judgedProject(TWO);
    api.answer(reply(failOnly('AC-2')));
    const { code, result } = await judge();
    expect(code).toBe(1);
    expect(result).toMatchObject({
      status: 'success',
      verdict: 'FAIL',
      feedback: [{ ac_id: 'AC-2', would_satisfy: 'the output that shows AC-2' }],
    });
    expect(isClosed()).toBe(false);
    expect(promise()).toMatchObject({
      status: 'in_progress',
      judgments: [{ verdict: 'FAIL', failed: ['AC-2'] }],
    });
  });

  it('prints the block of Gate 3 in the words that its users match on', async () => {
    const { api, verify } = await judgedProject(TWO);
    api.answer(reply(failOnly('AC-2')));
    const { code, stdout } = await verify(['--judge']);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'Verdict: FAIL',
        'GATE 3 FAILED - Verification rejected by programmatic judge.',
        'Failed criteria:',
        expect.stringMatching(/^ {2}\[AC-2\] As reported\./),
        'Fix the evidence and re-submit before verification can succeed.',
      ]),
    );
    expect(stdout).not.toContain('[AC-1]');
    expect(stdout).not.toContain('VERIFIED');
  });
});

describe('a judge that cannot be had', () => {
  it('lets the promise be verified, as unjudged', async () => {
    const { api, judge, project, promise } = await judgedProject();
    api.answer(OUTAGE);
    const { code, result } = await judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(promise()).toMatchObject({
      status: 'verified',
      verification: { gates: { judge: 'unavailable' } },
      judgments: [{ verdict: 'WARN', status: 'api_error' }],
    });
    const shown = await project.run('cs-promise', ['--show', ID]);
    expect(shown.stdout).toMatch(/judge: unavailable.*\(unjudged\)/);
  });

  it('prints the block of Gate 3 in the words that its users match on', async () => {
    const { api, verify } = await judgedProject();
    api.answer(OUTAGE);
    const { code, stdout, stderr } = await verify(['--judge']);
    expect(code).toBe(0);
    expect(stdout).toContain('Verdict: WARN');
    expect(stdout).toMatch(/^WARNING: Gate 3 unavailable/m);
    expect(stdout).toMatch(/^Reason: .*the API rejected the key: 401/m);
    expect(stdout).toMatch(/^Rubric \(offline\)/m);
    expect(stdout).not.toContain('Gate 3: PASSED');
    expect(stderr).toContain('401');
  });

  it('keeps the promise open where judge.onUnavailable is "block"', async () => {
    const { api, configure, isClosed, judge, judgments } = await judgedProject();
    configure({ judge: { onUnavailable: 'block' } });
    api.answer(OUTAGE);
    const { code, result, stderr } = await judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'WARN' });
    expect(stderr).toContain(`cs-verify --judge --promise ${ID}`);
    expect(isClosed()).toBe(false);
    expect(judgments()).toMatchObject([{ verdict: 'WARN' }]);
  });
});

describe('where there is nothing to ask, nothing is asked', () => {
  it('of a promise that is verified already', async () => {
    const { api, judge } = await judgedProject();
    await judge();
    const again = await judge();
    expect({ code: again.code, verdict: again.result.verdict }).toEqual({
      code: 0,
      verdict: 'PASS',
    });
    expect(api.requests).toHaveLength(1);
  });

  it('of one that was verified without its judge: that is no PASS', async () => {
    const { api, judge, verify } = await judgedProject();
    await verify();
    const { code, result } = await judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(api.requests).toHaveLength(0);
  });

  it.each([
    { why: 'a criterion is not met', criteria: [criterion('AC-1')], by: 'gate-1' },
    {
      why: 'a criterion has no evidence',
      criteria: [metCriterion('AC-1', { evidence: ' ' })],
      by: 'gate-1',
    },
    {
      why: 'a validator said FAIL',
      criteria: [metCriterion('AC-1')],
      by: 'gate-2',
      answer: 'FAIL',
    },
  ])('where $why: blocked by $by', async ({ answer, by, criteria }) => {
    const { api, costLines, isClosed, judge, judgments, project } = await judgedProject(criteria);
    if (answer !== undefined) {
      project.write(`validations/${ID}/AC-1-validation.json`, validatorResponse(answer));
    }
    const { code, result, stderr } = await judge();
    expect(code).toBe(1);
    expect(result).toMatchObject({
      status: 'error',
      verdict: 'FAIL',
      blocked_by: by,
      token_cost: { input_tokens: 0, output_tokens: 0 },
      feedback: [{ ac_id: 'AC-1' }],
    });
    expect(stderr).toContain('AC-1');
    expect([api.requests, costLines(), judgments()]).toEqual([[], [], []]);
    expect(isClosed()).toBe(false);
  });

  it('of a promise without criteria: --proof decides', async () => {
    const { api, isClosed, judge, promise } = await judgedProject([]);
    expect(await judge()).toMatchObject({ code: 1, result: { blocked_by: 'gate-1' } });
    expect(isClosed()).toBe(false);
    const { code, result } = await judge(['--proof', 'The page was looked at']);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(result.reasoning).toContain('the judge was skipped');
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'no-criteria' } } });
    expect(api.requests).toHaveLength(0);
  });
});
