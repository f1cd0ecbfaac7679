import { describe, expect, it } from 'vitest';
import type { SessionHost } from '../../../src/domain/session/session-host.ts';
import type {
  StandingLine,
  StandingRun,
  StandingTurn,
} from '../../../src/domain/session/standing-log.ts';
import {
  decideStanding,
  type StandingFacts,
  type StandingVerdict,
  standingVerdicts,
} from '../../../src/domain/session/standing-verdict.ts';

const AT = '2026-11-27T07:00:00Z';
const HERE = '/project';

/** What a session found or left at one end of a turn. `tree`: null where the files could not be told. */
function turn(
  end: StandingTurn['end'],
  tree: string | null,
  { session = 'mine', owed = {}, checkout = HERE, host, within }: Partial<StandingTurn> = {},
): StandingTurn {
  const known = {
    ...(host === undefined ? {} : { host }),
    ...(within === undefined ? {} : { within }),
  };
  return { kind: 'turn', at: AT, session, checkout, end, trees: { '*': tree }, owed, ...known };
}

function ran(
  tree: string,
  outcome: StandingRun['outcome'],
  parts: Partial<StandingRun> = {},
): StandingRun {
  const run = { kind: 'run', at: AT, session: 'mine', checkout: HERE, check: 'tests' } as const;
  return { ...run, tree, outcome, detail: '', failed: [], wrote: [], again: false, ...parts };
}

const red = (tree: string, ...failed: readonly string[]): StandingRun =>
  ran(tree, 'failed', { failed });

const owing = (...failed: readonly string[]): Partial<StandingTurn> => ({
  owed: { tests: failed },
});
const OTHER: SessionHost = { pid: 7, started: '1', place: 'p' };
const others = (end: StandingTurn['end'], parts: Partial<StandingTurn> = {}): StandingTurn =>
  turn(end, 'T0', { session: 'theirs', host: OTHER, ...parts });

function verdictAt(
  tree: string | null,
  log: readonly StandingLine[],
  parts: Partial<StandingFacts> = {},
): StandingVerdict {
  const digest =
    tree === null
      ? ({ bound: false, why: 'unreadable', reason: 'it cannot be read' } as const)
      : ({ bound: true, digest: tree } as const);
  const [verdict] = standingVerdicts({
    checks: [{ check: 'tests', command: 'npm test', scope: '*', tree: digest }],
    log,
    session: ['mine'],
    checkout: HERE,
    isPlanning: false,
    isUnderWay: () => true,
    ...parts,
  });
  if (verdict === undefined) throw new Error('there is no verdict');
  return verdict;
}

type Case = [
  what: string,
  log: readonly StandingLine[],
  now: string | null,
  is: StandingVerdict['is'],
  parts?: Partial<StandingFacts>,
];

/** The session found the files as T0; they are T1 at its stop, unless a case says otherwise. */
const BEGUN = turn('prompt', 'T0');

const CASES: readonly Case[] = [
  ['nothing changed, the checks never ran', [BEGUN], 'T0', 'untouched'],
  ['nothing changed, and the checks are red', [BEGUN, red('T0', 'a')], 'T0', 'untouched'],
  ['files changed, the checks never ran', [BEGUN], 'T1', 'not-run'],
  ['files changed since the checks passed', [BEGUN, ran('T0', 'passed')], 'T1', 'not-run'],
  ['files changed, and the checks passed on them', [BEGUN, ran('T1', 'passed')], 'T1', 'passed'],
  [
    'another session, or a person, had them pass on the same bytes',
    [BEGUN, ran('T1', 'passed', { session: null, checkout: '/elsewhere' })],
    'T1',
    'passed',
  ],
  ['files changed, and the checks failed on them', [BEGUN, red('T1', 'a')], 'T1', 'failed'],
  ['files changed back to what they were', [BEGUN, red('T1', 'a')], 'T0', 'untouched'],
  [
    'another list: the same bytes, another check',
    [BEGUN, ran('T1', 'passed', { check: 'an older one' })],
    'T1',
    'not-run',
  ],
  [
    'it failed and passed on the same bytes',
    [BEGUN, red('T1', 'a'), ran('T1', 'passed')],
    'T1',
    'passed',
  ],
  [
    'it passed and failed on the same bytes',
    [BEGUN, ran('T1', 'passed'), red('T1', 'a')],
    'T1',
    'passed',
  ],

  // Red before, by names.
  [
    'the same test failed on the files it found',
    [BEGUN, red('T0', 'a'), red('T1', 'a')],
    'T1',
    'red-before',
  ],
  [
    'fewer tests fail than before',
    [red('T0', 'a', 'b'), BEGUN, red('T1', 'b')],
    'T1',
    'red-before',
  ],
  ['another test fails than before', [red('T0', 'a'), BEGUN, red('T1', 'a', 'b')], 'T1', 'failed'],
  ['it failed before, and names no test', [red('T0'), BEGUN, red('T1')], 'T1', 'failed'],
  ['it failed before on other files', [red('T9', 'a'), BEGUN, red('T1', 'a')], 'T1', 'failed'],
  [
    'an earlier session of ours left it red',
    [red('T0', 'a'), others('stop', owing('a')), BEGUN, red('T1', 'a')],
    'T1',
    'failed',
  ],
  [
    'an earlier session left it red, and it passed since',
    [others('stop', owing('a')), ran('T8', 'passed'), red('T0', 'a'), BEGUN, red('T1', 'a')],
    'T1',
    'red-before',
  ],
  [
    'the session itself left it red in an earlier turn',
    [BEGUN, red('T1', 'a'), turn('stop', 'T1', owing('a')), turn('prompt', 'T1'), red('T2', 'a')],
    'T2',
    'failed',
  ],

  // Whose change it is.
  [
    'its user, or a pull, changed files between two turns',
    [BEGUN, turn('stop', 'T0'), turn('prompt', 'T1')],
    'T1',
    'untouched',
  ],
  [
    'it left changed files undone in an earlier turn',
    [BEGUN, turn('stop', 'T1', owing()), turn('prompt', 'T1')],
    'T1',
    'not-run',
  ],
  [
    'what it left undone passed since, and its user changed files after that',
    [BEGUN, turn('stop', 'T1', owing()), ran('T1', 'passed'), turn('prompt', 'T2')],
    'T2',
    'untouched',
  ],
  ['it was not seen before', [], 'T1', 'untouched'],
  ['it was seen first as it stopped', [turn('stop', 'T0')], 'T1', 'not-run'],
  ['it plans, and may change nothing', [BEGUN], 'T1', 'untouched', { isPlanning: true }],
  ['a resumed session goes on with its turn', [turn('start', 'T0'), BEGUN], 'T1', 'not-run'],
  ['it is known by another of its ids', [BEGUN], 'T1', 'not-run', { session: ['new', 'mine'] }],

  // Two sessions on one checkout.
  ['another one is in a turn', [others('prompt'), BEGUN], 'T1', 'shared'],
  [
    'another one ended its turn meanwhile',
    [others('prompt'), BEGUN, others('stop')],
    'T1',
    'shared',
  ],
  ['another one waits for its user', [others('stop'), BEGUN], 'T1', 'not-run'],
  ['another one has only started', [others('start'), BEGUN], 'T1', 'not-run'],
  [
    'another one works in another checkout',
    [others('prompt', { checkout: '/w' }), BEGUN],
    'T1',
    'not-run',
  ],
  ['another one is gone', [others('prompt'), BEGUN], 'T1', 'not-run', { isUnderWay: () => false }],
  [
    'another id of the same process',
    [others('prompt'), turn('prompt', 'T0', { host: OTHER })],
    'T1',
    'not-run',
  ],
  ['one that it started itself', [BEGUN, others('stop', { within: 'mine' })], 'T1', 'not-run'],
  [
    'and the checks passed all the same',
    [others('prompt'), BEGUN, ran('T1', 'passed')],
    'T1',
    'passed',
  ],

  // What only its user can mend.
  ['it cannot run here (126, 127)', [BEGUN, ran('T1', 'could-not-run')], 'T1', 'could-not-run'],
  [
    'it could not run in another checkout',
    [BEGUN, ran('T1', 'could-not-run', { checkout: '/w' })],
    'T1',
    'not-run',
  ],
  ['it wrote files while it ran', [BEGUN, ran('T1', 'wrote', { wrote: ['a'] })], 'T1', 'not-run'],
  ['it writes files at each run', [BEGUN, ran('T1', 'wrote', { again: true })], 'T1', 'writes'],
  ['the files cannot be told any more', [BEGUN], null, 'unseen'],
  ['the files could never be told', [turn('prompt', null)], null, 'untouched'],
];

describe('how a standing check stands for a session that stops', () => {
  it.each<Case>(CASES)('%s', (_what, log, now, is, parts) => {
    expect(verdictAt(now, log, parts).is).toBe(is);
  });
});

describe('what a session is held for, and what its user is told', () => {
  const RED = verdictAt('T1', [BEGUN, red('T0', 'a'), red('T1', 'a')]);
  const FAILED = verdictAt('T1', [BEGUN, red('T1', 'a')]);
  const FLAKY = verdictAt('T1', [BEGUN, red('T1', 'a'), ran('T1', 'passed')]);

  it.each<[string, StandingVerdict, 'block' | 'tell', isHeld: boolean, isTold: boolean]>([
    ['untouched', verdictAt('T0', [BEGUN]), 'block', false, false],
    ['passed', verdictAt('T1', [BEGUN, ran('T1', 'passed')]), 'block', false, false],
    ['flaky', FLAKY, 'block', false, true],
    ['not run', verdictAt('T1', [BEGUN]), 'block', true, false],
    ['failed', FAILED, 'block', true, false],
    ['unseen', verdictAt(null, [BEGUN]), 'block', true, false],
    ['red before', RED, 'block', true, false],
    ['cannot run', verdictAt('T1', [BEGUN, ran('T1', 'could-not-run')]), 'block', false, true],
    ['writes', verdictAt('T1', [BEGUN, ran('T1', 'wrote', { again: true })]), 'block', false, true],
    ['shared', verdictAt('T1', [others('prompt'), BEGUN]), 'block', false, true],
    ['not run', verdictAt('T1', [BEGUN]), 'tell', false, true],
    ['failed', FAILED, 'tell', false, true],
    ['red before', RED, 'tell', false, true],
    ['passed', verdictAt('T1', [BEGUN, ran('T1', 'passed')]), 'tell', false, false],
  ])('%s: %s', (_what, verdict, mode, isHeld, isTold) => {
    const { held, told } = decideStanding([verdict], mode, []);
    expect([held.length > 0, told.length > 0]).toEqual([isHeld, isTold]);
  });

  it('what was red before holds once, then its user is told, once', () => {
    const first = decideStanding([RED], 'block', []);
    const second = decideStanding([RED], 'block', first.names);
    const third = decideStanding([RED], 'block', [...first.names, ...second.names]);
    expect([first, second, third].map(({ held, told }) => [held.length, told.length])).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
  });

  it('what is told, and holds nothing, is remembered by what is told alone', () => {
    const { names, told } = decideStanding([RED], 'tell', []);
    expect([names.length, told.length]).toEqual([1, 1]);
    expect(decideStanding([RED], 'block', names).held).toHaveLength(1);
  });

  it('what holds once for some tests that were red before holds once more for others', () => {
    const { names } = decideStanding([RED], 'block', []);
    const others = verdictAt('T1', [BEGUN, red('T0', 'b'), red('T1', 'b')]);
    expect(decideStanding([others], 'block', names).held).toHaveLength(1);
  });

  it('what is not run or failed holds again and again, and is what the session leaves undone', () => {
    const first = decideStanding([FAILED], 'block', []);
    expect(decideStanding([FAILED], 'block', first.names).held).toHaveLength(1);
    expect(first.owed).toEqual({ tests: ['a'] });
    expect(decideStanding([RED, FLAKY], 'block', []).owed).toEqual({});
  });

  it('its user hears of other bytes again', () => {
    const { names } = decideStanding([FLAKY], 'block', []);
    const later = verdictAt('T2', [BEGUN, red('T2', 'a'), ran('T2', 'passed')]);
    expect(decideStanding([FLAKY], 'block', names).told).toEqual([]);
    expect(decideStanding([later], 'block', names).told).toHaveLength(1);
  });
});
