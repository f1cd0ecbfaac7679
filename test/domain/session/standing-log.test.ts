import { describe, expect, it } from 'vitest';
import {
  beginsTurn,
  commitAtStart,
  readStandingLine,
  type StandingRun,
  type StandingTurn,
  turnsOf,
} from '../../../src/domain/session/standing-log.ts';
import { NOW } from '../../rig/values/domain-values.ts';

const RUN: StandingRun = {
  kind: 'run',
  at: NOW,
  session: 'session-a',
  checkout: '/work/a',
  check: 'c1',
  tree: 't1',
  outcome: 'failed',
  detail: 'exit 1',
  ran: 7,
  failed: ['adds'],
  wrote: ['a.snap'],
  again: true,
};

const TURN: StandingTurn = {
  kind: 'turn',
  at: NOW,
  session: 'session-a',
  checkout: '/work/a',
  end: 'stop',
  trees: { '': 't1', src: null },
  owed: { c1: ['adds'] },
  host: { pid: 7, started: '9', place: 'here' },
  within: 'session-b',
  commit: 'a'.repeat(40),
};

const read = (value: unknown, isSealed = true) =>
  readStandingLine(JSON.stringify(value), () => isSealed);

describe('a line on a check that ran', () => {
  it.each<[string, object, object]>([
    ['whole', {}, {}],
    ['with keys that nobody knows', { key: 1 }, {}],
    ['of a check that passed', { outcome: 'passed' }, { outcome: 'passed' }],
    ['of a check that could not run', { outcome: 'could-not-run' }, { outcome: 'could-not-run' }],
    ['of a check that wrote', { outcome: 'wrote' }, { outcome: 'wrote' }],
    ['that a person had run', { session: null }, { session: null }],
    ['of a session that is no text', { session: 7 }, { session: null }],
    ['without a detail', { detail: undefined }, { detail: '' }],
    ['without a number of tests', { ran: undefined }, { ran: undefined }],
    ['with a number that is none', { ran: '7' }, { ran: undefined }],
    ['without lists', { failed: undefined, wrote: 'a.snap' }, { failed: [], wrote: [] }],
    ['that does not write again', { again: undefined }, { again: false }],
    ['that says yes in words', { again: 'true' }, { again: false }],
  ])('is read: %s', (_what, parts, expected) => {
    expect(read({ ...RUN, ...parts, seal: 's' })).toEqual({ ...RUN, ...expected });
  });

  it.each<[string, object]>([
    ['of no outcome', { outcome: undefined }],
    ['of an unknown outcome', { outcome: 'ok' }],
    ['at no time', { at: 7 }],
    ['in no checkout', { checkout: undefined }],
    ['of no check', { check: undefined }],
    ['on no files', { tree: null }],
  ])('is none: %s', (_what, parts) => {
    expect(read({ ...RUN, ...parts, seal: 's' })).toBeUndefined();
  });

  it('has no number of tests where none was told', () => {
    expect(read({ ...RUN, ran: undefined, seal: 's' })).not.toHaveProperty('ran');
  });
});

describe('a line on an end of a turn', () => {
  it.each<[string, object, object]>([
    ['whole', {}, {}],
    ['at the start of a session', { end: 'start' }, { end: 'start' }],
    ['at a prompt', { end: 'prompt' }, { end: 'prompt' }],
    ['with a tree that is no text', { trees: { '': 7 } }, { trees: { '': null } }],
    ['with names that are none', { owed: { c1: [7], c2: 'x' } }, { owed: { c1: [], c2: [] } }],
    ['that owes nothing', { owed: undefined }, { owed: {} }],
    ['that owes a list', { owed: ['c1'] }, { owed: {} }],
    ['before the first commit', { commit: null }, { commit: null }],
  ])('is read: %s', (_what, parts, expected) => {
    expect(read({ ...TURN, ...parts, seal: 's' })).toEqual({ ...TURN, ...expected });
  });

  it.each<[string, object]>([
    ['host', { host: { pid: 0, started: '9', place: 'here' } }],
    ['within', { within: 7 }],
    ['commit', { commit: 'HEAD' }],
  ])('is read without what cannot be read: %s', (key, parts) => {
    const line = read({ ...TURN, ...parts, seal: 's' });
    expect(line).toEqual({ ...TURN, [key]: undefined });
    expect(line).not.toHaveProperty(key);
  });

  it.each<[string, object]>([
    ['at no end', { end: 'middle' }],
    ['at no time', { at: undefined }],
    ['in no checkout', { checkout: 7 }],
    ['of no session', { session: null }],
    ['without trees', { trees: undefined }],
    ['with trees in a list', { trees: ['t1'] }],
  ])('is none: %s', (_what, parts) => {
    expect(read({ ...TURN, ...parts, seal: 's' })).toBeUndefined();
  });
});

describe('a line of the standing checks', () => {
  it.each<[string, unknown]>([
    ['no JSON', 'run'],
    ['a list', JSON.stringify([{ ...RUN, seal: 's' }])],
    ['null', 'null'],
    ['without a seal', JSON.stringify(RUN)],
    ['with a seal that is no text', JSON.stringify({ ...TURN, seal: true })],
  ])('is none of the suite: %s', (_what, text) => {
    expect(readStandingLine(String(text), () => true)).toBeUndefined();
  });

  it.each([RUN, TURN])('counts where its seal fits what was read of it: $kind', (line) => {
    const asked: unknown[] = [];
    const text = JSON.stringify({ ...line, seal: 's' });
    readStandingLine(text, (...told) => asked.push(told) > 0);
    expect(asked).toEqual([[line, 's']]);
    expect(read({ ...line, seal: 's' }, false)).toBeUndefined();
  });
});

it('the turns of a session are those under any of its ids, in their order', () => {
  const [first, other, last] = ['session-b', 'session-c', 'session-a'].map((session) => ({
    ...TURN,
    session,
  }));
  if (first === undefined || other === undefined || last === undefined) throw new Error('no turns');
  expect(turnsOf([first, RUN, other, last], ['session-a', 'session-b'])).toEqual([first, last]);
  expect(turnsOf([first, RUN], [])).toEqual([]);
});

describe('the commit at which a session began in a checkout', () => {
  const { commit: _, ...unknown } = TURN;
  it.each<[string, readonly StandingTurn[], string | null | undefined]>([
    ['is that of its first turn', [TURN, { ...TURN, commit: 'b'.repeat(40) }], TURN.commit],
    ['is that of the first turn that tells it', [unknown, TURN], TURN.commit],
    [
      'is that in this checkout',
      [{ ...TURN, checkout: '/work/b', commit: null }, TURN],
      TURN.commit,
    ],
    ['was none yet', [{ ...TURN, commit: null }, TURN], null],
    ['is not known', [unknown, { ...TURN, checkout: '/work/b' }], undefined],
    ['is not known of no turns', [], undefined],
  ])('%s', (_what, turns, commit) => {
    expect(commitAtStart(turns, '/work/a')).toBe(commit);
  });
});

describe('a look at the files', () => {
  const after = (end: StandingTurn['end']): StandingTurn => ({ ...TURN, end });
  it.each<[string, StandingTurn | undefined, 'start' | 'prompt', boolean]>([
    ['the first start', undefined, 'start', true],
    ['the first prompt', undefined, 'prompt', true],
    ['a start after a stop', after('stop'), 'start', true],
    ['a prompt after a stop', after('stop'), 'prompt', true],
    ['the prompt after a start', after('start'), 'prompt', true],
    ['a start after a start', after('start'), 'start', false],
    ['a prompt while the agent works', after('prompt'), 'prompt', false],
    ['a start while the agent works', after('prompt'), 'start', false],
  ])('begins a turn or not: %s', (_what, before, end, begins) => {
    expect(beginsTurn(before, end)).toBe(begins);
  });
});
