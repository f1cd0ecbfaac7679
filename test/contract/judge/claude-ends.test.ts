import { describe, expect, it } from 'vitest';
import { type Beacon, createBeacon, untilEnded, type Visitor } from '../../rig/worlds/beacon.ts';
import { ID, resultIn } from '../../rig/worlds/judged-project.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import {
  COST_USD,
  claudeProject,
  FAILS,
  PASSES,
  resultOf,
} from '../../rig/worlds/scripted-claude.ts';
import { expectEnded, expectGone, type Stuck, stuckClaude } from '../../rig/worlds/stuck-claude.ts';

// Every row waits for a deadline: more of them are in test/torture/long-waits.torture.ts, and how a
// program is ended with all that it runs is in test/adapters/node-run.test.ts.
const STUCK: readonly Stuck[] = [
  {
    what: 'one that does not listen',
    line: (beacon) => beacon.line('one', 'stubborn'),
    visitors: 1,
  },
  { what: 'a child and its child', line: (beacon) => beacon.line('one', 'child'), visitors: 2 },
];

describe('a claude that never ends', () => {
  it.each(STUCK)('is ended at the deadline with all that it runs: $what', expectEnded);

  it('counts with all that it may have cost against the day', async () => {
    const { configure, judge, verify } = await stuckClaude((beacon) => beacon.line('one'));
    const { stderr } = await judge(['--max-usd', '0']);
    const most = Number(/may cost up to \$(\d+\.\d+)/.exec(stderr)?.[1]);
    configure({ judge: { maxUsdPerDay: most * 1.5, onUnavailable: 'block' } });
    expect(await judge([], { CS_JUDGE_TIMEOUT_MS: '1500' })).toMatchObject({ code: 1 });
    const again = await verify(['--judge']);
    expect(again.stderr).toContain('the daily limit (judge.maxUsdPerDay)');
  });
});

describe('a claude that ends leaves nothing behind in its group', () => {
  async function expectNobodyLeft(where: string): Promise<void> {
    const line = (beacon: Beacon) => `${beacon.line('parent', 'child', 'leaves')}${where}`;
    const { beacon, judge, project } = await stuckClaude(line);
    expect(await judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    const { gone, pid } = await beacon.next();
    // Where it was not ended it runs on, and is not waited for.
    await Promise.race([gone, project.run('cs-status', [])]);
    await untilEnded([pid]);
  }

  it('that holds on to its output', () => expectNobodyLeft(''));

  it('that closed its output', () => expectNobodyLeft(' >/dev/null 2>&1'));
});

describe('whoever interrupts', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s ends claude and what it runs, and nothing is decided',
    async (signal) => {
      const judged = await stuckClaude((beacon) => beacon.line('one', 'child'));
      const { beacon, claude, costLines, env, isClosed, judgments, project } = judged;
      const child = project.start('cs-verify', ['--judge', '--promise', ID, '--json'], { env });
      const outcome = outcomeOf(child);
      const visitors = [await beacon.next(), await beacon.next()];
      child.kill(signal);
      const { code, stderr } = await outcome;
      expect(code).toBe(130);
      expect(stderr).toContain(
        'Error: Interrupted while the judge was called. Nothing was decided.',
      );
      expect(resultIn(await outcome)).toMatchObject({ status: 'error', verdict: 'FAIL' });
      expect([isClosed(), judgments()]).toEqual([false, []]);
      expect(costLines()).toMatchObject([{ status: 'error', verdict: 'WARN' }]);
      await expectGone(visitors);
      await untilEnded(claude.calls().map(({ pid }) => pid));
      expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
    },
  );
});

describe('several votes', () => {
  it('are several runs at once', async () => {
    const { claude, costLines, judge, judgments, project } = await claudeProject();
    const beacon = await createBeacon(project);
    claude.does({ runs: beacon.line('vote'), stdout: resultOf(PASSES) });
    const outcome = judge(['--votes', '3']);
    // None ends before it is told to: all are there only if they run side by side.
    const visitors = [await beacon.next(), await beacon.next(), await beacon.next()];
    for (const { release } of visitors) release();
    expect(await outcome).toMatchObject({
      code: 0,
      result: { verdict: 'PASS', overall_confidence: 1 },
    });
    expect(new Set(claude.calls().map(({ pid }) => pid)).size).toBe(3);
    expect(
      costLines()
        .map(({ vote }) => vote)
        .sort(),
    ).toEqual([1, 2, 3]);
    expect(judgments()).toMatchObject([{ backend: 'claude', endpoint: claude.program }]);
  });

  it('one of three cannot be had: two are a majority', async () => {
    const { claude, judge } = await claudeProject();
    claude.does({ ends: 1 }, { stdout: resultOf(PASSES) });
    const { code, result } = await judge(['--votes', '3']);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(result).toMatchObject({ cost_usd: 2 * COST_USD });
    expect(claude.calls()).toHaveLength(3);
  });

  it('two of three cannot be had: a warning, with the cause', async () => {
    const { claude, judge } = await claudeProject();
    claude.does({ stdout: resultOf(PASSES) }, { ends: 1 });
    const { code, result, stderr } = await judge(['--votes', '3']);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(stderr).toContain('2 of 3 votes were unavailable: claude failed: exit code 1');
  });

  it('one that answers otherwise is heard, and a person is asked to look', async () => {
    const { claude, judge, judgments } = await claudeProject();
    claude.does({ stdout: resultOf(FAILS) }, { stdout: resultOf(PASSES) });
    expect(await judge(['--votes', '3'])).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    expect(judgments()).toMatchObject([{ tally: { passed: 2, failed: 1, divergent: true } }]);
  });

  it('those that can change nothing any more are ended with --early-stop', async () => {
    const { claude, costLines, judge, project } = await claudeProject();
    const beacon = await createBeacon(project);
    const stuck = { runs: beacon.line('stuck', 'child'), stdout: resultOf(FAILS) };
    const passes = { runs: beacon.line('quick'), stdout: resultOf(PASSES) };
    claude.does(stuck, passes);
    const outcome = judge(['--votes', '3', '--early-stop']);
    const visitors: Visitor[] = [];
    while (visitors.length < 4) visitors.push(await beacon.next());
    for (const { name, release } of visitors) if (name === 'quick') release();
    expect(await outcome).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    await expectGone(visitors);
    await untilEnded(claude.calls().map(({ pid }) => pid));
    expect(
      costLines()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['cancelled', 'success', 'success']);
  });
});
