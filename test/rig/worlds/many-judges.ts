import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { metCriterion } from '../values/promises.ts';
import {
  costLinesOf,
  type JudgedProject,
  judgedProject,
  resultIn,
  writeValidated,
} from './judged-project.ts';
import { passEverything, reply } from './messages-api.ts';
import type { Outcome } from './project.ts';

/** Many commands that have promises of one project judged at once. */

/** What one call may cost at the most, as a refusal says it. */
export async function mostOfOneCall(): Promise<number> {
  const { judge } = await judgedProject();
  const { stderr } = await judge(['--max-usd', '0']);
  return Number(/may cost up to \$(\d+\.\d+)/.exec(stderr)?.[1]);
}

const idsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_one, index) => `promise-${10_000_000 + index}`);

/** So many promises in a project, and all of them judged at once. */
async function judgeAll(
  { api, project }: JudgedProject,
  ids: readonly string[],
): Promise<readonly Outcome[]> {
  for (const id of ids) writeValidated(project, id, [metCriterion('AC-1')]);
  return Promise.all(
    ids.map(async (id) => {
      const args = ['--judge', '--promise', id, '--json'];
      return project.run('cs-verify', args, { env: api.env });
    }),
  );
}

/** So many judges at once leave a whole line each in the cost log. */
export async function expectWholeLines(count: number): Promise<void> {
  const ids = idsOf(count);
  const judged = await judgedProject();
  const outcomes = await judgeAll(judged, ids);
  const failures = outcomes.filter(({ code }) => code !== 0);
  expect(failures.map(({ stderr, stdout }) => stderr + stdout)).toEqual([]);
  const told = costLinesOf(judged.project).map(({ promise_id }) => promise_id);
  expect([...told].sort()).toEqual(ids);
  const log = readFileSync(join(judged.project.state, 'judge-cost-log.jsonl'), 'utf8');
  expect(log.split('\n').filter((line) => line === '')).toHaveLength(1);
}

/** So many judges at once spend no more than the limit of the day, which is too little for all. */
export async function expectLimitHeld(count: number, limit: number): Promise<void> {
  const judged = await judgedProject();
  judged.configure({ judge: { maxUsdPerDay: limit } });
  // Each uses all that it may.
  const usage = { input_tokens: 5000, output_tokens: 16_384 };
  judged.api.answer(reply(passEverything, { usage }));
  const outcomes = await judgeAll(judged, idsOf(count));
  const lines = judged.costLines();
  const spent = lines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  expect(spent).toBeLessThanOrEqual(limit);
  expect(lines).toHaveLength(Math.floor(limit / (await mostOfOneCall())));
  const refused = outcomes.filter(({ code }) => code === 1);
  for (const outcome of refused) {
    expect(outcome.stderr).toContain('Error: The call was not made: it may cost about $');
    const said = `the daily limit (judge.maxUsdPerDay) of $${limit.toFixed(2)}`;
    expect(outcome.stderr).toContain(said);
    expect(resultIn(outcome)).toMatchObject({ status: 'error', verdict: 'FAIL', cost_usd: 0 });
  }
  expect(refused).toHaveLength(count - lines.length);
  expect(judged.api.requests).toHaveLength(lines.length);
}
