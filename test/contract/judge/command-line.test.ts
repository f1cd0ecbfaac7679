import { describe, expect, it } from 'vitest';
import { ID, judgedProject, resultIn } from '../../rig/worlds/judged-project.ts';
import type { ApiRequest } from '../../rig/worlds/messages-api.ts';
import type { Outcome } from '../../rig/worlds/project.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `cs-verify --judge --json` with arguments of its own. */
async function judgeElsewhere(
  args: readonly string[],
  env: Env,
): Promise<{ readonly outcome: Outcome; readonly requests: readonly ApiRequest[] }> {
  const { api, project } = await judgedProject();
  const outcome = await project.run('cs-verify', ['--judge', '--json', ...args], {
    env: { ...api.env, ...env },
  });
  return { outcome, requests: api.requests };
}

/** What is refused before any gate is looked at. */
const BEFORE_THE_GATES = [
  {
    what: 'no session',
    args: ['--promise', ID],
    env: { CLAUDE_SESSION_ID: undefined },
    says: 'CLAUDE_SESSION_ID not set',
  },
  {
    what: 'a model that cannot be',
    args: ['--promise', ID, '--model', 'claude 3'],
    env: {},
    says: 'Model claude 3 cannot be used',
  },
  {
    what: 'a setting that cannot be',
    args: ['--promise', ID],
    env: { CS_TIER: '9' },
    says: 'CS_TIER is not a valid configuration',
  },
];

describe('the command line', () => {
  it.each([
    {
      what: '--judge with --check',
      args: ['--check', '--judge'],
      says: '--check takes no --judge',
    },
    {
      what: '--judge with --skip-llm-gate',
      args: ['--promise', ID, '--judge', '--skip-llm-gate'],
      says: '--judge and --skip-llm-gate cannot be given together',
    },
    ...[['--model', 'opus'], ['--backend', 'rubric'], ['--max-usd', '1'], ['--dry-run']].map(
      (option) => ({
        what: `${option[0]} without --judge`,
        args: ['--promise', ID, ...option],
        says: `${option[0]} goes with --judge`,
      }),
    ),
    {
      what: 'a --max-usd that is no amount',
      args: ['--promise', ID, '--judge', '--max-usd', 'much'],
      says: '--max-usd takes an amount in US dollars',
    },
  ])('$what is a mistake: exit 1, nothing asked', async ({ args, says }) => {
    const { api, isClosed, project } = await judgedProject();
    const { code, stderr } = await project.run('cs-verify', args, { env: api.env });
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${says}`);
    expect(api.requests).toHaveLength(0);
    expect(isClosed()).toBe(false);
  });

  it.each([
    { what: 'no such promise', args: ['--promise', 'promise-ffffffff'], env: {} },
    {
      what: 'a promise of another, to be closed with a proof',
      args: ['--promise', ID, '--proof', 'seen'],
      env: { CLAUDE_SESSION_ID: 'other' },
    },
  ])('with --judge --json, $what is a result: exit 1, nothing asked', async ({ args, env }) => {
    const { outcome, requests } = await judgeElsewhere(args, env);
    expect(outcome.code).toBe(1);
    expect(resultIn(outcome)).toMatchObject({ status: 'error', verdict: 'FAIL' });
    expect(requests).toHaveLength(0);
  });

  it.each(BEFORE_THE_GATES)('$what is an error: exit 1, nothing asked', async (row) => {
    const { outcome, requests } = await judgeElsewhere(row.args, row.env);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain(`Error: ${row.says}`);
    expect(() => JSON.parse(outcome.stdout)).not.toThrow();
    expect(requests).toHaveLength(0);
  });

  it.each(BEFORE_THE_GATES)('with --judge --json, $what is a result', async (row) => {
    const { outcome } = await judgeElsewhere(row.args, row.env);
    expect(resultIn(outcome)).toMatchObject({ status: 'error', verdict: 'FAIL' });
  });
});
