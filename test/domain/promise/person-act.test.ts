import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withActFaults, withoutActFaults } from '../../../src/domain/promise/acts-held.ts';
import { actDigest, actFault, type Said } from '../../../src/domain/promise/person-act.ts';
import { criteriaOf, isWaived } from '../../../src/domain/promise/promise.ts';
import {
  coverDigest,
  endIn,
  type SessionEnd,
  unconfirmedEndIn,
  withEndFault,
  withoutEndFault,
} from '../../../src/domain/session/session-end.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { criterion } from '../../rig/values/promises.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const SAID = {
  timestamp: '2026-02-17T10:30:00Z',
  session_id: null,
  promise_id: 'promise-1',
  event: 'criterion.waived',
  ac_id: 'AC-1',
  reason: 'not needed',
};
const lineOf = (parts: object = {}): string =>
  JSON.stringify({ ...SAID, ...parts, file: { path: 'x', before: null, after: null }, prev: null });
const EXPECTED = {
  event: 'criterion.waived',
  keys: { promise_id: 'promise-1', ac_id: 'AC-1' },
};
const eventOf = (line: string, offset = 7) => ({ offset, digest: actDigest(line, sha256) });

describe("a person's act", () => {
  it('has the same digest whatever files its change writes', () => {
    const bare = JSON.stringify({ ...SAID, prev: null });
    const two = JSON.stringify({ ...SAID, file: 1, also: [2], prev: null });
    expect(actDigest(lineOf(), sha256)).toBe(actDigest(bare, sha256));
    expect(actDigest(two, sha256)).toBe(actDigest(bare, sha256));
  });

  const row = (
    what: string,
    named: unknown,
    line: string | undefined,
    fault: string | undefined,
  ) => ({ what, named, line, fault });
  const other = lineOf({ ac_id: 'AC-2' });

  it.each([
    row('counts with its line', eventOf(lineOf()), lineOf(), undefined),
    row('names no line', undefined, lineOf(), 'unnamed'),
    row('names null', null, lineOf(), 'unnamed'),
    row('names a text', 'event', lineOf(), 'unnamed'),
    row('names no digest', { offset: 7 }, lineOf(), 'unnamed'),
    row('names a digest that is a number', { offset: 7, digest: 1 }, lineOf(), 'unnamed'),
    row('names a place before the ledger', { offset: -1, digest: 'x' }, lineOf(), 'unnamed'),
    row('names half a byte', { offset: 0.5, digest: 'x' }, lineOf(), 'unnamed'),
    row('names an endless place', { offset: 1e300, digest: 'x' }, lineOf(), 'unnamed'),
    row('names a line that is not there', eventOf(lineOf()), undefined, 'no-line'),
    row('names a line with another digest', eventOf(other), lineOf(), 'no-line'),
    row('names what is no JSON', eventOf(lineOf()), lineOf().slice(0, -1), 'no-line'),
    row('names a list', eventOf(lineOf()), '[]', 'no-line'),
    row('names a line that is too long', eventOf(lineOf()), ' '.repeat(70_000), 'no-line'),
    row('names another criterion', eventOf(other), other, 'other-act'),
    ...[{ event: 'criterion.met' }, { promise_id: 'promise-2' }, { promise_id: undefined }].map(
      (parts) =>
        row(
          `names a line with ${JSON.stringify(parts)}`,
          eventOf(lineOf(parts)),
          lineOf(parts),
          'other-act',
        ),
    ),
  ])('$what: $fault', ({ fault, line, named }) => {
    expect(actFault(named, EXPECTED, () => line, sha256)).toBe(fault);
  });
});

describe('a waiver', () => {
  const waived = { by: 'person', at: 'now', reason: 'x' };
  const promiseOf = (parts: object) =>
    promiseValue('session-a', {
      acceptance_criteria: [criterion('AC-1', { waived: { ...waived, ...parts } })],
    });
  const readOf = (parts: object) =>
    withActFaults('promise-1', promiseOf(parts), () => lineOf(), sha256);

  it.each([
    ['with its line', { event: eventOf(lineOf()) }, true],
    ['without a line', {}, false],
    ['with a mark of its own that says nothing', { unconfirmed: undefined }, false],
    [
      'with its line and a mark of somebody',
      { event: eventOf(lineOf()), unconfirmed: 'no-line' },
      true,
    ],
  ])('%s: counts is %3$s', (_what, parts, counts) => {
    const [first] = criteriaOf(readOf(parts));
    expect(first !== undefined && isWaived(first)).toBe(counts);
  });

  it('is stored as it was, without the mark', () => {
    expect(withoutActFaults(readOf({ other: 1 }))).toEqual(promiseOf({ other: 1 }));
  });
});

describe('the end of a session', () => {
  const END: SessionEnd = {
    by: 'person',
    at: '2026-02-17T10:30:00Z',
    reason: 'x',
    promises: ['promise-1'],
    unreadable: [],
  };
  const told = (parts: object = {}): string =>
    JSON.stringify({
      event: 'session.ended',
      session: 'session-a',
      covers: coverDigest(END, sha256),
      ...parts,
    });
  const endedOf = (
    parts: object = {},
    line = told(),
    { since }: { readonly since: readonly Said[] | undefined } = { since: [] },
  ) => {
    const ended = { ...END, event: eventOf(line), ...parts };
    const isSame = (one: string, other: string) => one === other;
    const ledger = { lineAt: () => line, saidSince: () => since };
    return withEndFault({ ended, other: 1 }, 'session-a', isSame, ledger, sha256);
  };

  it('counts with its line', () => {
    expect(endIn(endedOf())).toMatchObject(END);
    expect(unconfirmedEndIn(endedOf())).toBeUndefined();
  });

  it.each<[string, object, string?]>([
    ['without a line', { event: undefined }],
    ['of another session', {}, told({ session: 'session-b' })],
    ['of no session', {}, told({ session: 1 })],
    ['that names another session', { session: 'session-b' }],
    ['with another event', {}, told({ event: 'session.reopened' })],
    ['with a promise that was put under it', { promises: ['promise-1', 'promise-2'] }],
    ['with a file that was put under it', { unreadable: ['/x'] }],
    ['of a version that did not say what it covers', {}, told({ covers: undefined })],
  ])('does not count %s, and is kept', (_what, parts, line) => {
    const state = endedOf(parts, line);
    expect(endIn(state)).toBeUndefined();
    expect(unconfirmedEndIn(state)).toMatchObject({ reason: 'x' });
    expect(withoutEndFault(state)).toEqual({
      ended: { ...END, event: eventOf(line ?? told()), ...parts },
      other: 1,
    });
  });

  it.each<[string, readonly Said[] | undefined, string | undefined]>([
    ['nothing', [], undefined],
    ['that it was taken back', [{ event: 'session.reopened', session: 'session-a' }], 'taken-back'],
    ['that of another', [{ event: 'session.reopened', session: 'session-b' }], undefined],
    ['that of no session', [{ event: 'session.reopened', session: 1 }], undefined],
    ['something else of it', [{ event: 'session.ended', session: 'session-a' }], undefined],
    ['more than is read', undefined, 'too-far'],
  ])('where the ledger says %s since: %3$s', (_what, since, fault) => {
    const state = endedOf({}, told(), { since });
    expect(unconfirmedEndIn(state)?.fault).toBe(fault);
    expect(endIn(state) === undefined).toBe(fault !== undefined);
  });

  const theirs = told({ session: 'session-old' });
  const goesOn = (parts: object = {}): string =>
    JSON.stringify({
      event: 'session.continued',
      session: 'session-a',
      from: 'session-old',
      end: eventOf(theirs).digest,
      ...parts,
    });
  const faultOf = (line: string | undefined, named: unknown, since: readonly Said[] = []) => {
    const ended = { ...END, session: 'session-old', event: eventOf(theirs), inherited: named };
    const lineAt = (offset: number) => (offset === 7 ? theirs : line);
    const ledger = { lineAt, saidSince: () => since };
    const isSame = (one: string, other: string) => one === other;
    return unconfirmedEndIn(withEndFault({ ended }, 'session-a', isSame, ledger, sha256))?.fault;
  };

  it.each<[string, string | undefined, unknown, string | undefined]>([
    ['its line says so', goesOn(), eventOf(goesOn(), 9), undefined],
    ['it names no line', goesOn(), undefined, 'not-inherited'],
    ['its line is gone', undefined, eventOf(goesOn(), 9), 'not-inherited'],
    [
      'its line is of another session',
      goesOn({ session: 'session-b' }),
      eventOf(goesOn({ session: 'session-b' }), 9),
      'not-inherited',
    ],
    [
      'its line is of another end',
      goesOn({ end: 'x' }),
      eventOf(goesOn({ end: 'x' }), 9),
      'not-inherited',
    ],
    ['it names the end itself', goesOn(), eventOf(theirs), 'not-inherited'],
  ])('of another session, where %s: %4$s', (_what, line, named, fault) => {
    expect(faultOf(line, named)).toBe(fault);
  });

  it.each(['session-a', 'session-old'])('of another session, taken back for %s', (session) => {
    const since = [{ event: 'session.reopened', session }];
    expect(faultOf(goesOn(), eventOf(goesOn(), 9), since)).toBe('taken-back');
  });
});
