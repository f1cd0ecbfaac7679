import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/adapters/file-digest.ts';
import type { TreeScope } from '../../src/domain/promise/tree.ts';
import type { StandingRun } from '../../src/domain/session/standing-log.ts';
import { type StandingCheck, standingText } from '../../src/domain/settings/standing-checks.ts';
import { runStanding, standingResults } from '../../src/gates/standing.ts';
import type { Checkout } from '../../src/ports.ts';
import { NOW } from '../rig/values/domain-values.ts';
import {
  checkoutOf,
  IN_TURN,
  quickChecks,
  standingHere,
  UNTOLD,
} from '../rig/worlds/gate-world.ts';

const TESTS: StandingCheck = { run: 'npm test' };
const LINT: StandingCheck = { run: 'npm run lint' };

/** An earlier run of the tests, which passed and wrote on the files `then`. */
const WROTE: StandingRun = {
  kind: 'run',
  at: NOW,
  session: null,
  checkout: '/work',
  check: sha256(standingText(TESTS)),
  tree: 'then',
  outcome: 'wrote',
  detail: '',
  failed: [],
  wrote: ['made.txt'],
  again: false,
};

const PASSED: StandingRun = { ...WROTE, outcome: 'passed', tree: 'now', wrote: [] };

interface Running {
  readonly check?: StandingCheck;
  readonly reuse?: 'all' | 'some';
  readonly isInterrupted?: boolean;
}

/** The tests, or another check, run where this is kept of earlier runs; what ran, and what is kept of it. */
async function run(
  earlier: readonly StandingRun[],
  checkout: Checkout,
  { check = TESTS, isInterrupted = false, reuse = 'all' }: Running = {},
) {
  const { lines, world } = standingHere(checkout);
  lines.push(...earlier);
  const { checks, interrupt, ran } = quickChecks(() => {
    if (isInterrupted) interrupt();
  });
  const { results } = await runStanding([check], reuse, world, { checks, schedule: IN_TURN });
  return { ran, results, kept: lines.slice(earlier.length) };
}

describe('a check does not run again', () => {
  it.each<[string, readonly StandingRun[], 'all' | 'some', boolean]>([
    ['that passed on these files', [PASSED], 'all', false],
    ['that passed on them in another checkout', [{ ...PASSED, checkout: '/beside' }], 'all', false],
    ['but where all passed and a run is asked for', [PASSED], 'some', true],
    ['but where it passed on other files', [{ ...PASSED, tree: 'then' }], 'all', true],
    ['but where another one passed', [{ ...PASSED, check: 'another' }], 'all', true],
    ['but where it failed', [{ ...PASSED, outcome: 'failed' }], 'all', true],
    ['but where it wrote', [{ ...PASSED, outcome: 'wrote' }], 'all', true],
    ['but where it could not run', [{ ...PASSED, outcome: 'could-not-run' }], 'all', true],
  ])('%s', async (_when, earlier, reuse, isRun) => {
    const { ran, results } = await run(earlier, checkoutOf('now'), { reuse });
    expect(ran).toEqual(isRun ? ['npm test'] : []);
    expect(results.map(({ kept }) => kept)).toEqual([!isRun]);
  });
});

describe('how a check came out', () => {
  it.each<[string, StandingRun['outcome']]>([
    ['exit 0', 'passed'],
    ['exit 1', 'failed'],
    ['exit 127', 'could-not-run'],
  ])('%s: %s', async (line, outcome) => {
    const { kept } = await run([], checkoutOf('now'), { check: { run: line } });
    expect(kept).toMatchObject([{ outcome, tree: 'now' }]);
  });

  it('without a result: failed', async () => {
    const { lines, world } = standingHere();
    const nothing = async () => ({ outcomes: [], rest: undefined, isCut: false });
    await standingResults([TESTS], 'all', world, nothing);
    expect(lines).toMatchObject([{ outcome: 'failed', detail: '', failed: [] }]);
  });

  it.each<[StandingCheck, string]>([
    [TESTS, 'all files'],
    [{ ...TESTS, inputs: ['src/**', 'test/**'] }, 'src/** test/**'],
  ])('%j: on %s', async (check, tree) => {
    const snapshot = {
      ...checkoutOf().snapshot(),
      digest: ({ inputs }: TreeScope) =>
        ({ bound: true, digest: inputs?.join(' ') ?? 'all files' }) as const,
    };
    const { kept } = await run([], { snapshot: () => snapshot }, { check });
    expect(kept).toMatchObject([{ tree }]);
  });

  it('is said where it cannot be kept', async () => {
    const { world } = standingHere();
    const failure = { kind: 'unexpected', message: 'the disk is full' } as const;
    const log = { ...world.log, append: () => failure };
    const { checks } = quickChecks();
    const running = { checks, schedule: IN_TURN };
    const { warnings } = await runStanding([TESTS], 'all', { ...world, log }, running);
    expect(warnings).toEqual([failure]);
  });
});

describe('a check that writes into what it depends on', () => {
  it.each<[string, readonly StandingRun[], boolean]>([
    ['at its run before, of these files', [WROTE], true],
    ['at its run before, of other files', [{ ...WROTE, tree: 'earlier' }], false],
    ['at its run before, in another checkout', [{ ...WROTE, checkout: '/beside' }], false],
    ['and did not at its run since', [WROTE, { ...WROTE, outcome: 'failed' }], false],
    ['as another check did', [{ ...WROTE, check: sha256(standingText(LINT)) }], false],
    [
      'at its run before, and others ran since',
      [
        WROTE,
        { ...WROTE, check: sha256(standingText(LINT)), outcome: 'failed' },
        { ...WROTE, checkout: '/beside', outcome: 'failed' },
      ],
      true,
    ],
  ])('%s', async (_when, earlier, again) => {
    const { kept } = await run(earlier, checkoutOf('then', 'now'));
    expect(kept).toMatchObject([{ outcome: 'wrote', wrote: ['a.txt'], tree: 'now', again }]);
  });
});

describe('nothing is kept of a run', () => {
  it('whose files cannot be told, and it is said why', async () => {
    const { kept, results } = await run([], checkoutOf(UNTOLD));
    expect(results).toMatchObject([
      { run: { outcome: 'passed', tree: null, wrote: [] }, unbound: 'no repository' },
    ]);
    expect(kept).toEqual([]);
  });

  it('that was interrupted', async () => {
    const { kept } = await run([], checkoutOf('now'), { isInterrupted: true });
    expect(kept).toEqual([]);
  });
});

it('a check that passed on these files before does not run again, and is called as before', async () => {
  const { world } = standingHere(checkoutOf('now'));
  const { checks, ran } = quickChecks();
  const [first] = (await runStanding([TESTS], 'all', world, { checks, schedule: IN_TURN })).results;
  const [again] = (await runStanding([TESTS], 'all', world, { checks, schedule: IN_TURN })).results;
  expect(ran).toEqual(['npm test']);
  expect([first?.kept, again?.kept]).toEqual([false, true]);
  expect(again?.command).toBe(first?.command);
  expect(again?.results[0]?.name).toBe(first?.results[0]?.name);
});
