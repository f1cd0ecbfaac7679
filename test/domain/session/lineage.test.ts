import { describe, expect, it } from 'vitest';
import {
  canContinue,
  type EarlierSession,
  inheritedState,
  inheritPromise,
  isContinuation,
  isTakenMeanwhile,
  type StartingSession,
} from '../../../src/domain/session/lineage.ts';
import { hostIn, isSameHost, withoutHost } from '../../../src/domain/session/session-host.ts';
import {
  actorValue,
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';

const HOST = { pid: 7, started: '70', place: 'here' };
const ANOTHER = { pid: 8, started: '80', place: 'here' };

const start = (
  source: string | undefined,
  parts: Partial<StartingSession> = {},
): StartingSession => ({
  source,
  host: HOST,
  firstMessage: 'm-1',
  isNew: true,
  ...parts,
});

const earlier = (host: unknown, parts: Partial<EarlierSession> = {}): EarlierSession => ({
  state: host === undefined ? {} : { host },
  fate: host === undefined ? undefined : 'running',
  firstMessage: 'm-1',
  ...parts,
});

describe('a session that starts goes on with an earlier one', () => {
  it.each<[string, StartingSession, EarlierSession, boolean]>([
    ['a clear in its process', start('clear'), earlier(HOST), true],
    ['a clear, seen before', start('clear', { isNew: false }), earlier(HOST), true],
    ['a clear in another process', start('clear'), earlier(ANOTHER), false],
    ['a clear of which no process is known', start('clear'), earlier(undefined), false],
    ['a clear that knows no process', start('clear', { host: undefined }), earlier(HOST), false],
    ['a compaction with another id', start('compact'), earlier(HOST), true],
    ['a resume of what is gone', start('resume'), earlier(ANOTHER, { fate: 'gone' }), true],
    ['a resume of what nobody recorded', start('resume'), earlier(undefined), true],
    ['a resume in its own process', start('resume'), earlier(HOST), true],
    ['a resume of what runs elsewhere', start('resume'), earlier(ANOTHER), false],
    [
      'a resume of what may run elsewhere',
      start('resume'),
      earlier(ANOTHER, { fate: 'unknown' }),
      false,
    ],
    [
      'a resume with other messages',
      start('resume'),
      earlier(undefined, { firstMessage: 'm-2' }),
      false,
    ],
    [
      'a resume with no messages',
      start('resume', { firstMessage: undefined }),
      earlier(undefined, { firstMessage: undefined }),
      false,
    ],
    [
      'a resume under an id that was there before',
      start('resume', { isNew: false }),
      earlier(undefined),
      false,
    ],
    ['a fork in its process', start('fork'), earlier(HOST), false],
    ['a fork with its messages', start('fork'), earlier(undefined), false],
    ['a start', start('startup'), earlier(HOST), false],
    ['a start that says nothing', start(undefined), earlier(HOST), false],
    ['a start of a kind that is not known', start('teleport'), earlier(HOST), false],
  ])('%s', (_what, one, other, isOne) => {
    expect(isContinuation(one, other)).toBe(isOne);
  });
});

describe('a host', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'host'],
    ['without a number', { started: '1', place: 'x' }],
    ['with a number that is none', { pid: 1.5, started: '1', place: 'x' }],
    ['without a start', { pid: 1, place: 'x' }],
    ['without a place', { pid: 1, started: '1' }],
  ])('that is %s is none', (_what, host) => {
    expect(hostIn({ host })).toBeUndefined();
  });

  it.each<[string, object, boolean]>([
    ['itself', {}, true],
    ['with another number', { pid: 8 }, false],
    ['that started at another time', { started: '71' }, false],
    ['of another machine', { place: 'there' }, false],
  ])('is the same as one %s', (_what, parts, isSame) => {
    expect(isSameHost(HOST, { ...HOST, ...parts })).toBe(isSame);
  });

  it('of which nobody knows when it started is never the same', () => {
    const unknown = { ...HOST, started: '0' };
    expect(isSameHost(unknown, unknown)).toBe(false);
  });

  it('is taken off a state that keeps the rest', () => {
    expect(withoutHost({ host: HOST, other: 1 })).toEqual({ other: 1 });
  });
});

describe('a promise that is handed on', () => {
  const actor = actorValue('session-new');
  const handOn = (owner: string | null, status = 'in_progress') =>
    inheritPromise(PROMISE_ID, promiseValue(owner, { status }), 'session-old', actor);

  it.each(['pending', 'in_progress', 'paused'])('%s: owned by the new session', (status) => {
    const { event, promise } = successOf(handOn('session-old', status));
    expect(promise.ownership).toMatchObject({
      owned_by: 'session-new',
      owned_since: NOW,
      created_by: 'session-old',
    });
    expect(event).toEqual({ event: 'promise.adopted', from: 'session-old' });
  });

  it.each<[string, string | null, string, string]>([
    ['another owner by now', 'session-third', 'in_progress', 'not-owner'],
    ['no owner by now', null, 'in_progress', 'not-owner'],
    ['one that is verified by now', 'session-old', 'verified', 'wrong-status'],
    ['one that is cancelled by now', 'session-old', 'cancelled', 'wrong-status'],
  ])('%s: refused, and nothing to speak of', (_what, owner, status, kind) => {
    const failure = failureOf(handOn(owner, status));
    expect([failure.kind, isTakenMeanwhile(failure)]).toEqual([kind, true]);
  });
});

it.each<[Parameters<typeof isTakenMeanwhile>[0], boolean]>([
  [{ kind: 'not-owner', id: 'p', owner: null }, true],
  [{ kind: 'no-project-folder', path: '/p' }, false],
])('a promise was taken meanwhile, or something is wrong: $kind', (failure, isTaken) => {
  expect(isTakenMeanwhile(failure)).toBe(isTaken);
});

it.each([
  ['clear', true],
  ['compact', true],
  ['resume', true],
  ['startup', false],
  ['fork', false],
  [undefined, false],
])('a session can go on with another one: %s', (source, may) => {
  expect(canContinue(source)).toBe(may);
});

describe('what binds on', () => {
  const event = { offset: 7, digest: 'of the end' };
  const ended = { by: 'person', at: NOW, reason: 'enough', promises: ['p'], unreadable: [], event };
  const directives = [{ id: 'D-1', text: 'x', status: 'active' }];
  const from = { id: 'old', state: { directives, ended, host: HOST, stop_attempts: [{}] } };
  const toldOf = { event: 'session.continued', session: 'new', from: 'old', end: 'of the end' };
  const line = { offset: 9, digest: 'of the inheritance' };

  it('after a clear: a person’s end with its event, and no directive', () => {
    const next = inheritedState({ other: 1 }, from, 'new', 'clear');
    expect(next.event).toEqual(toldOf);
    expect(next.naming?.(line)).toEqual({
      other: 1,
      ended: { ...ended, session: 'old', inherited: line },
      inherited_from: 'old',
    });
  });

  it.each(['resume', 'compact'])('after a %s: the directives too', (source) => {
    const next = inheritedState({}, from, 'new', source);
    expect(next.event).toEqual(toldOf);
    expect(next.naming?.(line)).toEqual({
      directives,
      ended: { ...ended, session: 'old', inherited: line },
      inherited_from: 'old',
    });
  });

  it('once: what the session has by then is its own', () => {
    const own = { directives: [{ id: 'D-1', text: 'own' }], ended: { ...ended, reason: 'own' } };
    expect(inheritedState(own, from, 'new', 'resume')).toEqual({
      state: { ...own, inherited_from: 'old' },
    });
    const taken = { inherited_from: 'old' };
    expect(inheritedState(taken, from, 'new', 'resume')).toEqual({ state: taken });
  });

  it('an end that was inherited before goes on as that of the session that was ended', () => {
    const state = { ended: { ...ended, session: 'oldest', inherited: { offset: 8, digest: 'x' } } };
    const next = inheritedState({}, { id: 'old', state }, 'new', 'clear');
    expect(next.event).toEqual(toldOf);
    expect(next.naming?.(line)).toMatchObject({ ended: { session: 'oldest', inherited: line } });
  });

  it('an end without an event does not go on', () => {
    const state = { ended: { ...ended, event: undefined } };
    const next = inheritedState({}, { id: 'old', state }, 'new', 'clear');
    expect(next).toEqual({ state: { inherited_from: 'old' } });
  });
});
