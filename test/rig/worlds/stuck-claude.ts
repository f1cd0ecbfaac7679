import { expect } from 'vitest';
import { type Beacon, createBeacon, untilEnded, type Visitor } from './beacon.ts';
import { type ClaudeProject, claudeProject, PASSES, resultOf } from './scripted-claude.ts';

/** A claude that never ends by itself, and what it left running. */
export interface StuckClaude extends ClaudeProject {
  readonly beacon: Beacon;
}

export async function stuckClaude(line: (beacon: Beacon) => string): Promise<StuckClaude> {
  const judged = await claudeProject();
  const beacon = await createBeacon(judged.project);
  judged.claude.does({ runs: line(beacon), stdout: resultOf(PASSES) });
  return { ...judged, beacon };
}

export async function expectGone(visitors: readonly Visitor[]): Promise<void> {
  for (const { gone } of visitors) await gone;
  await untilEnded(visitors.map(({ pid }) => pid));
}

/** What a claude runs and waits for, and how many programs that are. */
export interface Stuck {
  readonly what: string;
  readonly line: (beacon: Beacon) => string;
  readonly visitors: number;
}

/** Longer than it takes to start all of them on a busy machine. */
const DEADLINE = { CS_JUDGE_TIMEOUT_MS: '5000' };

/** At its deadline it is ended with all that it runs, and the work goes on with a warning. */
export async function expectEnded(row: Stuck): Promise<void> {
  const { beacon, claude, costLines, isClosed, judge } = await stuckClaude(row.line);
  const outcome = judge([], DEADLINE);
  const visitors: Visitor[] = [];
  while (visitors.length < row.visitors) visitors.push(await beacon.next());
  const { code, result, stderr } = await outcome;
  expect(code).toBe(0);
  expect(result).toMatchObject({ verdict: 'WARN', status: 'api_error' });
  expect(stderr).toContain('no answer came in time: the deadline has passed');
  expect(isClosed()).toBe(true);
  expect(costLines()).toMatchObject([{ status: 'api_error', verdict: 'WARN' }]);
  await untilEnded(claude.calls().map(({ pid }) => pid));
  await expectGone(visitors);
}

/** What it printed before it was ended at its deadline counts for nothing. */
export async function expectNothingTaken(): Promise<void> {
  const { claude, judge, project } = await claudeProject();
  const beacon = await createBeacon(project);
  const answer = JSON.stringify(resultOf(PASSES));
  claude.does({ runs: `echo '${answer}'; ${beacon.line('one')}` });
  const { code, result } = await judge([], DEADLINE);
  expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
  await expectGone([await beacon.next()]);
}
