import { describe, expect, it } from 'vitest';
import {
  isFresh,
  leftByGone,
  type OtherSession,
} from '../../../src/domain/session/gone-session.ts';
import { withEnd } from '../../../src/domain/session/session-end.ts';
import { namedPromise } from '../../rig/values/domain-values.ts';

const PROMISE = namedPromise('promise-1', 'gone');
const GONE: OtherSession = { id: 'gone', state: {}, fate: 'gone' };
const ended = (...promises: readonly string[]) =>
  withEnd({}, { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x', promises, unreadable: [] });

describe('what sessions left whose processes are gone', () => {
  it('is named with its session', () => {
    expect(leftByGone([PROMISE], [GONE])).toEqual([{ ...PROMISE, session: 'gone' }]);
  });

  it.each<[string, typeof PROMISE, OtherSession]>([
    ['a session that runs', PROMISE, { ...GONE, fate: 'running' }],
    ['a session of another machine', PROMISE, { ...GONE, fate: 'unknown' }],
    ['a session of which no process is known', PROMISE, { ...GONE, fate: undefined }],
    ['another session', namedPromise('promise-1', 'other'), GONE],
    ['no session', namedPromise('promise-1', null), GONE],
    ['a promise that has ended', namedPromise('promise-1', 'gone', { status: 'verified' }), GONE],
    ['what a person ended', PROMISE, { ...GONE, state: ended(PROMISE.id) }],
  ])('is nothing of %s', (_what, promise, other) => {
    expect(leftByGone([promise], [other])).toEqual([]);
  });

  it('is what came after a person ended the session', () => {
    expect(leftByGone([PROMISE], [{ ...GONE, state: ended('another') }])).toHaveLength(1);
  });
});

it.each<[string | undefined, boolean]>([
  ['startup', true],
  [undefined, true],
  ['clear', true],
  ['resume', false],
  ['compact', false],
  ['fork', false],
])('a session that starts by %s begins anew: %s', (source, expected) => {
  expect(isFresh(source)).toBe(expected);
});
