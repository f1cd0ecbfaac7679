import { describe, expect, it } from 'vitest';
import {
  barOf,
  decideAsk,
  decideWait,
  isWaiting,
  type StopWaitFacts,
  type WaitBar,
  type Waiting,
  waitingIn,
  withdrawn,
  withWaiting,
} from '../../../src/domain/session/waiting.ts';

const AT = '2026-03-01T12:00:00.123Z';
const ASKED: Waiting = {
  question: 'Which database?',
  needs: 'decision',
  at: AT,
  kind: 'asked',
  used: false,
};
const USED: Waiting = { ...ASKED, used: true };
const OVER: Waiting = { ...USED, over: true };

describe('the wait that a file records', () => {
  it.each<[string, unknown, Waiting | null]>([
    ['whole', ASKED, ASKED],
    ['of a plan', { ...ASKED, kind: 'plan' }, { ...ASKED, kind: 'plan' }],
    ['that is over', OVER, OVER],
    ['of a need that nobody knows', { ...ASKED, needs: 'money' }, { ...ASKED, needs: 'other' }],
    ['of a kind that nobody knows', { ...ASKED, kind: 7 }, ASKED],
    ['with keys that nobody knows', { ...ASKED, key: 1, over: 'yes' }, ASKED],
    ['without a question', { ...ASKED, question: null }, null],
    ['at no time', { ...ASKED, at: 'never' }, null],
    ['without saying whether it was used', { ...ASKED, used: undefined }, null],
    ['as a list', [ASKED], null],
    ['not at all', undefined, null],
  ])('%s', (_what, waiting, expected) => {
    expect(waitingIn({ waiting })).toEqual(expected);
  });

  it('is put in and taken out, and everything else stays', () => {
    const state = { kept: 1, directives: [] };
    expect(waitingIn(withWaiting(state, ASKED))).toEqual(ASKED);
    expect(withWaiting(withWaiting(state, ASKED), null)).toEqual(state);
  });

  it.each<[Waiting | null, boolean]>([
    [null, false],
    [ASKED, true],
    [USED, true],
    [OVER, false],
  ])('%j: whether the session waits now', (waiting, waits) => {
    expect(isWaiting(waiting)).toBe(waits);
  });

  it('leaves a trace where it was used before it was taken back: its prompt gets no other', () => {
    expect(withdrawn(null)).toBeNull();
    expect(withdrawn(ASKED)).toBeNull();
    expect(withdrawn(USED)).toEqual(OVER);
  });
});

const FACTS: StopWaitFacts = {
  kept: null,
  isAnswered: () => false,
  plan: undefined,
  bar: undefined,
  at: AT,
};
const PLAN: Waiting = { question: '# Plan', needs: 'decision', at: AT, kind: 'plan', used: false };
const through = (waiting: Waiting) => ({ wait: 'through', waiting: { ...waiting, used: true } });
const none = (kept: Waiting | null, mayAsk: boolean) => ({ wait: 'none', kept, mayAsk });

describe('a stop that is blocked', () => {
  it.each<[string, Partial<StopWaitFacts>, object]>([
    ['without a question', {}, none(null, true)],
    ['without one, where none would help', { bar: 'rejected' }, none(null, false)],
    ['after a question', { kept: ASKED }, through(ASKED)],
    ['the second after it', { kept: USED }, through(ASKED)],
    ['after its answer', { kept: USED, isAnswered: () => true }, none(null, true)],
    ['after it was taken back', { kept: OVER }, none(OVER, false)],
    ['in plan mode', { plan: '# Plan' }, through(PLAN)],
    ['in plan mode, after a question', { plan: '# Plan', kept: ASKED }, through(ASKED)],
    [
      "in plan mode, after the last prompt's plan",
      { plan: '# Plan', kept: { ...PLAN, at: 'x' }, isAnswered: () => true },
      through(PLAN),
    ],
    [
      'in plan mode, once the wait of this prompt is over',
      { plan: '# Plan', kept: OVER },
      none(OVER, false),
    ],
  ])('%s', (_when, facts, expected) => {
    expect(decideWait({ ...FACTS, ...facts })).toEqual(expected);
  });

  it.each<WaitBar>(['rejected', 'lost', 'unread', 'unattended'])(
    'is let through by no question and no plan where it is %s, and the question is kept',
    (why) => {
      expect(decideWait({ ...FACTS, kept: USED, bar: why })).toEqual({
        wait: 'barred',
        why,
        waiting: USED,
        kept: USED,
      });
      expect(decideWait({ ...FACTS, plan: '# Plan', bar: why })).toEqual({
        wait: 'barred',
        why,
        waiting: PLAN,
        kept: null,
      });
    },
  );
});

describe('a question', () => {
  const asks = { question: 'And the port?', needs: 'information' } as const;
  const kept = { ask: 'kept', waiting: { ...asks, at: AT, kind: 'asked', used: false } };
  const refused = (why: string) => ({ ask: 'refused', why });

  it.each<[string, Partial<StopWaitFacts>, object]>([
    ['the first', {}, kept],
    ['in the place of one that no stop has used', { kept: ASKED }, kept],
    ['a second one for the same prompt', { kept: USED }, refused('used')],
    ['after one that was taken back', { kept: OVER }, refused('used')],
    ['after a plan of the same prompt', { kept: { ...PLAN, used: true } }, refused('used')],
    ['after the answer', { kept: USED, isAnswered: () => true }, kept],
    ["beside a judge's FAIL", { bar: 'rejected' }, refused('rejected')],
    ['where the state cannot be read', { bar: 'unread' }, refused('unread')],
    ['beside a promise that vanished, of which the gate tells once', { bar: 'lost' }, kept],
    ['where nobody can answer: for the record', { bar: 'unattended' }, kept],
  ])('%s', (_when, facts, expected) => {
    expect(decideAsk({ ...FACTS, ...facts }, asks)).toEqual(expected);
  });
});

describe('what bars a wait', () => {
  const NOTHING = { rejected: false, lost: false, unread: false, unattended: false };

  it.each<[Partial<typeof NOTHING>, WaitBar | undefined]>([
    [{}, undefined],
    [{ unattended: true }, 'unattended'],
    [{ unattended: true, lost: true }, 'lost'],
    [{ unattended: true, lost: true, rejected: true }, 'rejected'],
    [{ unattended: true, lost: true, rejected: true, unread: true }, 'unread'],
  ])('of %j', (holds, bar) => {
    expect(barOf({ ...NOTHING, ...holds })).toBe(bar);
  });
});
