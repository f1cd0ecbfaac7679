import { describe, expect, it } from 'vitest';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, reply } from '../../rig/worlds/messages-api.ts';

const BELOW = { CS_JUDGE_ASK_PERSON_BELOW: '0.95' };

const show = ({ project }: JudgedProject) => project.run('cs-promise', ['--show', ID]);

describe('judge.askPersonBelow', () => {
  it('a PASS of less confidence waits for a person, and is kept', async () => {
    const judged = await judgedProject();
    const { code, result, stderr } = await judged.judge([], BELOW);
    expect({ code, verdict: result.verdict, marked: result.for_person }).toEqual({
      code: 1,
      verdict: 'PASS',
      marked: true,
    });
    expect(stderr).toMatch(
      /^Error: Promise \S+ waits for a person: .* below judge\.askPersonBelow/m,
    );
    expect(judged.isClosed()).toBe(false);
    expect(judged.judgments()).toMatchObject([{ for_person: true }]);
    expect((await show(judged)).stdout).toMatch(/^Judge: low confidence \(0\.\d+\)/m);
  });

  it.each([[['--judge']], [[]]])(
    'over the same evidence no one is asked again: %j',
    async (args) => {
      const judged = await judgedProject();
      await judged.judge([], BELOW);
      const { code, stderr } = await judged.verify(args);
      expect({ code, asked: judged.api.requests.length }).toEqual({ code: 1, asked: 1 });
      expect(stderr).toContain('waits for a person');
      expect(judged.isClosed()).toBe(false);
    },
  );

  it('other evidence is judged anew', async () => {
    const judged = await judgedProject();
    await judged.judge([], BELOW);
    const words = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'npm test: 43 passed, 0 failed'];
    await judged.project.run('cs-promise', [...words, '--type', 'test']);
    expect(await judged.judge()).toMatchObject({ code: 0 });
    expect(judged.isClosed()).toBe(true);
  });

  it('in the text for people', async () => {
    const judged = await judgedProject();
    const { stdout } = await judged.verify(['--judge'], BELOW);
    expect(stdout).toContain('Low confidence: the PASS is below judge.askPersonBelow');
    expect(stdout).not.toContain('Gate 3: PASSED');
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
