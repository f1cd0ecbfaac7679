import { describe, expect, it } from 'vitest';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import {
  failOnly,
  failure,
  judgment,
  KEY,
  passEverything,
  reply,
  review,
} from '../../rig/worlds/messages-api.ts';

describe('the own key, echoed by whatever answers', () => {
  it.each([400, 401, 404, 413, 503])('does not show in an answer of %d', async (status) => {
    const { api, configure, verify } = await judgedProject();
    configure({ judge: { onUnavailable: 'block' } });
    api.answer(failure(status, 'odd_error', `no: Bearer ${KEY}`, { 'retry-after-ms': '1' }));
    for (const options of [['--judge'], ['--judge', '--json']]) {
      const { stderr, stdout } = await verify(options);
      expect(stdout + stderr).not.toContain(KEY);
      expect(stdout + stderr).toContain('[redacted: own API key]');
    }
  });
});

describe('a switch with a word that says neither yes nor no', () => {
  it.each(['--judge=1', '--judge=', '--judge=yes'])('%s closes nothing', async (word) => {
    const { api, isClosed, verify } = await judgedProject();
    const { code, stderr } = await verify([word]);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: Option --judge takes true, false or no value');
    expect(api.requests).toHaveLength(0);
    expect(isClosed()).toBe(false);
  });
});

it('a FAIL that does not parse, beside a PASS that does, is asked for again', async () => {
  const { api, judge } = await judgedProject();
  const example = JSON.stringify(review([judgment('AC-1', 'PASS'), judgment('AC-2', 'PASS')]));
  const broken =
    '{"criteria_judgments": [{"ac_id": "AC-1", "judgment": "FAIL", "reasoning": "it says "no""}]}';
  api.answer(
    reply(() => `${broken}\nA passing one would be: ${example}`),
    reply(failOnly('AC-1')),
  );
  const { code, result } = await judge();
  expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'FAIL' });
  expect(api.requests).toHaveLength(2);
});

it.each([
  ['by an agent', { by: 'agent', at: 'x', reason: 'r' }],
  ['without a reason', { by: 'person', at: 'x', reason: ' ' }],
])('a waiver %s lifts nothing: the promise cannot be read', async (_what, waived) => {
  const { api, project, verify } = await judgedProject();
  api.answer(reply(passEverything));
  const promise = project.read(`promises/${ID}.json`);
  const [first] = [promise['acceptance_criteria']].flat();
  project.write(`promises/${ID}.json`, {
    ...promise,
    acceptance_criteria: [{ ...Object(first), waived }],
  });
  const { code, stderr } = await verify(['--judge']);
  expect(code).toBe(1);
  expect(stderr).toContain('cannot be used');
  expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
});
