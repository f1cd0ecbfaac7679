import { describe, expect, it } from 'vitest';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, reply } from '../../rig/worlds/messages-api.ts';

const BELOW = { CS_JUDGE_ASK_PERSON_BELOW: '0.95' };

const show = ({ project }: JudgedProject) => project.run('cs-promise', ['--show', ID]);

describe('judge.askPersonBelow', () => {
  it('marks a PASS of less confidence for a person, and decides nothing', async () => {
    const judged = await judgedProject();
    const { code, result } = await judged.judge([], BELOW);
    expect({ code, verdict: result.verdict, marked: result.for_person }).toEqual({
      code: 0,
      verdict: 'PASS',
      marked: true,
    });
    expect(judged.isClosed()).toBe(true);
    expect(judged.judgments()).toMatchObject([{ for_person: true }]);
    expect((await show(judged)).stdout).toMatch(/^Judge: low confidence \(0\.\d+\)/m);
    expect((await judged.project.run('cs-status', ['--history'])).stdout).toContain(
      'low confidence',
    );
  });

  it('in the text for people', async () => {
    const judged = await judgedProject();
    const { stdout } = await judged.verify(['--judge'], BELOW);
    expect(stdout).toContain('Low confidence: the PASS is below judge.askPersonBelow');
    expect(stdout).toContain('Gate 3: PASSED');
  });

  it.each([
    { what: 'a PASS of as much', env: { CS_JUDGE_ASK_PERSON_BELOW: '0.1' } },
    { what: 'any PASS by default', env: {} },
  ])('marks not $what', async ({ env }) => {
    const judged = await judgedProject();
    const { result } = await judged.judge([], env);
    expect(result.for_person).toBeUndefined();
    expect((await show(judged)).stdout).not.toContain('low confidence');
  });

  it('marks no FAIL', async () => {
    const judged = await judgedProject();
    judged.api.answer(reply(failOnly('AC-1')));
    expect((await judged.judge([], BELOW)).result.for_person).toBeUndefined();
  });
});
