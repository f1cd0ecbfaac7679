import { describe, expect, it } from 'vitest';
import type { CheckWorld } from '../../src/checks/check-world.ts';
import { readDeclared } from '../../src/checks/provable.ts';
import type { CheckSchedule } from '../../src/checks/running.ts';
import type { Shown } from '../../src/domain/shown/outcome.ts';
import { verdictOfRun } from '../../src/domain/standing/proving.ts';
import { NO_SHOWING, type Showing, showingOf, showRuns } from '../../src/gates/showing.ts';
import { failureOf, promiseValue, successOf } from '../rig/values/domain-values.ts';
import type { PromiseParts } from '../rig/values/promises.ts';
import { criterionValue, runValue } from '../rig/values/proof-values.ts';
import { checkWorld } from '../rig/worlds/check-world.ts';

const COMMAND = { kind: 'command', run: 'npm test' };
const OTHER = { kind: 'command', run: 'npm run lint' };
const ALONE = { kind: 'command', run: 'npm start', alone: true };
const FILE = { kind: 'file', path: 'a.txt' };

const ASKED: Showing = { base: 'abc', isLeftOut: false, isDemanded: () => false };
const DEMANDED: Showing = { ...ASKED, isLeftOut: true, isDemanded: () => true };
const NO_BASE: Showing = { ...DEMANDED, base: undefined };

/** What runs of some criteria say, where each command says `said` of the work; and which commands were asked. */
async function shownBy(
  criteria: readonly (readonly PromiseParts[])[],
  showing: Showing,
  said: Shown = { kind: 'kept' },
  verdict: 'PASS' | 'FAIL' = 'PASS',
  world: Partial<CheckWorld> = {},
  meanwhile = () => {},
) {
  const asked: string[] = [];
  const told: string[] = [];
  const provable = criteria.map((checks) =>
    readDeclared(
      criterionValue(),
      'checks',
      checks.map((check) => ({ kind: '', ...check })),
    ),
  );
  const schedule: CheckSchedule = {
    atOnce: 1,
    onStart: () => {},
    onEnd: () => {},
    onShow: ({ text }) => void told.push(text),
  };
  const runs = await showRuns(
    provable,
    provable.map((one) => ({ ...runValue(criterionValue(), verdict), provable: one })),
    showing,
    {
      checks: checkWorld(world),
      schedule,
      show: async ({ text }) => {
        asked.push(text);
        meanwhile();
        return said;
      },
    },
  );
  return { asked, told, runs, verdicts: runs.map(verdictOfRun) };
}

describe('a command that passes is asked whether it shows the work', () => {
  it('once for all criteria, and that is told', async () => {
    const { asked, runs, told, verdicts } = await shownBy([[COMMAND], [COMMAND]], ASKED);
    expect(asked).toEqual(['command: npm test']);
    expect(told).toEqual(asked);
    expect(runs.map(({ shown }) => shown)).toEqual(Array(2).fill({ kind: 'kept', base: 'abc' }));
    expect(verdicts).toEqual(['PASS', 'PASS']);
  });

  it.each<[string, readonly PromiseParts[], Showing, 'PASS' | 'FAIL']>([
    ['where the run did not pass', [COMMAND], ASKED, 'FAIL'],
    ['where there is no command', [FILE], ASKED, 'PASS'],
    ['where nothing is asked', [COMMAND], NO_SHOWING, 'PASS'],
    ['where it is left out', [COMMAND], { ...ASKED, isLeftOut: true }, 'PASS'],
    ['where there is no commit', [COMMAND], { ...ASKED, base: undefined }, 'PASS'],
    ['where there is neither, although it is demanded', [FILE], NO_BASE, 'PASS'],
  ])('not %s', async (_name, checks, showing, verdict) => {
    const { asked, runs } = await shownBy([checks], showing, undefined, verdict);
    expect(asked).toEqual([]);
    expect(runs[0]?.shown).toBeUndefined();
  });

  it('not where nothing may run beside it, and that is said', async () => {
    const { asked, runs } = await shownBy([[ALONE]], ASKED);
    expect(asked).toEqual([]);
    expect(runs[0]?.shown).toMatchObject({
      kind: 'not-told',
      reason: 'nothing may run beside this command',
    });
  });

  it('every command of a criterion', async () => {
    const { asked } = await shownBy([[COMMAND, FILE, OTHER]], ASKED);
    expect(asked).toEqual(['command: npm test', 'command: npm run lint']);
  });

  it('none after an interrupt', async () => {
    const interruption = new AbortController();
    const { signal } = interruption;
    const interrupt = () => interruption.abort();
    const { asked } = await shownBy(
      [[COMMAND, OTHER]],
      ASKED,
      undefined,
      'PASS',
      { signal },
      interrupt,
    );
    expect(asked).toEqual(['command: npm test']);
  });

  it('and what it says is kept without secrets', async () => {
    const said: Shown = { kind: 'shown', failing: ['logs in with battery-staple'], among: 1 };
    const secretValues = () => ['battery-staple'];
    const { runs } = await shownBy([[COMMAND]], ASKED, said, 'PASS', { secretValues });
    expect(JSON.stringify(runs[0]?.shown)).toContain('logs in with [redacted');
  });
});

describe('a criterion that is to show the work', () => {
  it.each<[Shown, string]>([
    [{ kind: 'kept' }, 'FAIL'],
    [{ kind: 'shown', failing: ['a'], among: 1 }, 'PASS'],
    [{ kind: 'not-built', missing: 'x' }, 'PASS'],
    [{ kind: 'no-test-changed' }, 'PASS'],
    [{ kind: 'not-told', reason: 'x' }, 'PASS'],
  ])('is asked although it is left out, and holds for %j: %s', async (said, verdict) => {
    const { asked, verdicts } = await shownBy([[COMMAND]], DEMANDED, said);
    expect(asked).toHaveLength(1);
    expect(verdicts).toEqual([verdict]);
  });

  it('is told by a result of its own that it does not', async () => {
    const { runs } = await shownBy([[COMMAND]], DEMANDED);
    expect(runs[0]?.results.at(-1)).toMatchObject({ name: 'shown', status: 'FAIL' });
  });

  it('is told where there is no commit', async () => {
    const { runs, verdicts } = await shownBy([[COMMAND]], NO_BASE);
    expect(runs[0]?.shown).toEqual({
      kind: 'not-told',
      reason: 'there is no commit that the work began at',
      base: '',
    });
    expect(verdicts).toEqual(['PASS']);
  });
});

describe('what is asked of the checks of a promise', () => {
  const promise = { ...promiseValue('session-a'), base_commit: 'abcdef0' };
  const git = {
    commitOf: (revision: string) =>
      revision === 'HEAD~1'
        ? ({ ok: true, value: 'fedcba9' } as const)
        : ({ ok: false, reason: `there is no ${revision}` } as const),
  };
  const ask = (control: string | undefined) =>
    showingOf(promise, { control, noShow: false, shown: 'tell' }, git);

  it.each([
    [undefined, 'abcdef0'],
    ['HEAD~1', 'fedcba9'],
  ])('holds the work against a commit: --control %s: %s', (control, base) => {
    expect(successOf(ask(control)).base).toBe(base);
  });

  it.each(['tell', 'block'] as const)(
    'is demanded of a criterion that says so, and with gates.shown: %s',
    (shown) => {
      const own = { ...criterionValue(), must_show: true };
      const { isDemanded, isLeftOut } = successOf(
        showingOf(promise, { control: undefined, noShow: true, shown }, git),
      );
      expect(isLeftOut).toBe(true);
      expect([own, criterionValue()].map(isDemanded)).toEqual([true, shown === 'block']);
    },
  );

  it('is nothing where the revision is none', () => {
    expect(failureOf(ask('gone'))).toEqual({
      kind: 'usage',
      message: '--control: there is no gone',
    });
  });
});
