import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, reply } from '../../rig/worlds/messages-api.ts';
import { SESSION } from '../../rig/worlds/project.ts';

const OTHER = { CLAUDE_SESSION_ID: 'orch-1' };

type Env = Readonly<Record<string, string | undefined>>;

/** The lines of a dry run between its costs and the request. */
async function ahead(judged: JudgedProject, env: Env = {}, args: readonly string[] = []) {
  const { code, stdout } = await judged.verify(['--judge', '--dry-run', ...args], env);
  expect(code).toBe(0);
  return stdout.slice(0, stdout.indexOf('--- system ---'));
}

describe('a dry run tells what stands in the way of a real one', () => {
  it('nothing, where all is open', async () => {
    const judged = await judgedProject();
    expect(await ahead(judged)).toContain('Nothing blocks a real run.');
  });

  it('all gates that are shut, and not the first alone', async () => {
    const judged = await judgedProject([
      metCriterion('AC-1'),
      { id: 'AC-2', status: 'pending', description: 'The other' },
    ]);
    judged.project.write(`validations/${ID}/AC-1-validation.json`, { verdict: 'FAIL' });
    const said = await ahead(judged, { ANTHROPIC_API_KEY: undefined });
    expect(said).toContain('A real run would make no call:');
    expect(said).toContain('Not met with evidence: AC-2');
    expect(said).toContain('Gate 2 BLOCKED');
    expect(said).toContain('Unavailable: set ANTHROPIC_API_KEY');
  });

  it.each<{ what: string; env: Env; says: string }>([
    {
      what: 'no session',
      env: { CLAUDE_SESSION_ID: undefined },
      says: 'CLAUDE_SESSION_ID not set',
    },
    {
      what: 'too few votes for its tier',
      env: { CS_TIER: '3', CS_TIER3_VOTE_COUNT: '5' },
      says: 'Votes: 5 at once',
    },
    { what: 'a limit of the day', env: { CS_JUDGE_MAX_USD_PER_DAY: '0.000001' }, says: 'limit' },
  ])('$what', async ({ env, says }) => {
    expect(await ahead(await judgedProject(), env)).toContain(says);
  });

  it('another session: it would be recorded, and close nothing', async () => {
    const said = await ahead(await judgedProject(), OTHER);
    expect(said).toContain('The verdict would be recorded but close nothing:');
    expect(said).toContain(`Current owner: ${SESSION}`);
    expect(said).not.toContain('would ask nobody');
  });

  it('a FAIL over the same evidence, unless three votes are asked for', async () => {
    const judged = await judgedProject();
    judged.api.answer(reply(failOnly('AC-1')));
    await judged.judge();
    expect(await ahead(judged)).toContain('the evidence is unchanged');
    expect(await ahead(judged, {}, ['--votes', '3'])).not.toContain('the evidence is unchanged');
  });

  it('a PASS that serves', async () => {
    const judged = await judgedProject();
    await judged.judge([], OTHER);
    expect(await ahead(judged)).toContain('covers this evidence');
  });

  it('the commands that a real run would run first, which it does not run', async () => {
    const judged = await judgedProject();
    judged.configure({ checks: { always: ['touch was-run'] } });
    const said = await ahead(judged);
    expect(said).toContain('A real run would first run:\n  - touch was-run');
    expect(judged.project.exists('../../was-run')).toBe(false);
  });

  it('as data the request alone is on stdout, and the reasons are on stderr', async () => {
    const judged = await judgedProject();
    const { stderr, stdout } = await judged.verify(['--judge', '--dry-run', '--json'], OTHER);
    expect(JSON.parse(stdout)).toMatchObject({ messages: expect.any(Array) });
    expect(stderr).toContain('The verdict would be recorded but close nothing:');
  });
});
