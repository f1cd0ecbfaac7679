import { describe, expect, it } from 'vitest';
import { type ActLedger, actDigest } from '../../../src/domain/promise/person-act.ts';
import {
  coverDigest,
  endIn,
  isCovered,
  unconfirmedEndIn,
  withEnd,
  withEndFault,
  withoutEnd,
  withoutEndFault,
} from '../../../src/domain/session/session-end.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import {
  checkFacts,
  namedPromise,
  PROMISE_ID,
  sessionValue,
} from '../../rig/values/domain-values.ts';
import { metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const OWNER = 'session-a';
const END = {
  by: 'person',
  at: '2026-03-01T12:00:00Z',
  reason: 'enough',
  promises: [PROMISE_ID],
  unreadable: ['promises/a.json'],
} as const;
const LINES = { event: { offset: 1, digest: 'd1' }, inherited: { offset: 2, digest: 'd2' } };

describe('the end that a file records', () => {
  it.each<[string, unknown, unknown]>([
    ['whole', END, END],
    [
      'without anything else',
      { by: 'person', at: END.at },
      { ...END, reason: '', promises: [], unreadable: [] },
    ],
    ['with a reason that is no text', { ...END, reason: 7 }, { ...END, reason: '' }],
    ['with keys that nobody knows', { ...END, key: 1 }, END],
    ['of another session', { ...END, session: 'session-b' }, { ...END, session: 'session-b' }],
    ['of a session that is no text', { ...END, session: 7 }, END],
    ['with its lines', { ...END, ...LINES }, { ...END, ...LINES }],
    ['with lines that are none', { ...END, event: { offset: -1 }, inherited: 'x' }, END],
    ['marked as not counting', { ...END, unconfirmed: 'no-line' }, undefined],
    ['by nobody', { ...END, by: undefined }, undefined],
    ['by an agent', { ...END, by: 'agent' }, undefined],
    ['without a time', { ...END, at: undefined }, undefined],
    ['at no time', { ...END, at: 'never' }, undefined],
    ['as a list', [END], undefined],
    ['as true', true, undefined],
    ['as null', null, undefined],
    ['not at all', undefined, undefined],
  ])('%s', (_what, ended, expected) => {
    const end = endIn({ ended });
    expect(end).toEqual(expected);
    expect(Object.keys(end ?? {})).toEqual(Object.keys(Object(expected)));
  });

  it.each<[string, unknown, unknown]>([
    ['marked', { ...END, unconfirmed: 'no-line' }, { ...END, fault: 'no-line' }],
    ['marked by another word', { ...END, unconfirmed: 'wrong' }, undefined],
    ['marked, and unreadable', { unconfirmed: 'no-line' }, undefined],
    ['not marked', END, undefined],
    ['as a list', [END], undefined],
    ['not at all', undefined, undefined],
  ])('does not count where it is marked: %s', (_what, ended, expected) => {
    expect(unconfirmedEndIn({ ended })).toEqual(expected);
  });

  it('is put in and taken out, and everything else stays', () => {
    const state = { kept: 1, directives: [] };
    expect(withEnd(state, END)).toEqual({ ...state, ended: END });
    expect(withoutEnd(withEnd(state, END))).toEqual(state);
    expect(withoutEnd(state)).toEqual(state);
  });
});

describe('an end counts by the lines of the ledger', () => {
  const sha256 = (text: string): string => `of ${text}`;
  const isSame = (one: string, other: string): boolean => one.split('#')[0] === other.split('#')[0];
  const covers = coverDigest(END, sha256);
  const ended = (parts: object = {}) =>
    JSON.stringify({ event: 'session.ended', session: OWNER, covers, ...parts });
  const at = (offset: number, line: string) => ({ offset, digest: `${actDigest(line, sha256)}` });
  const continued = (parts: object = {}) =>
    JSON.stringify({
      event: 'session.continued',
      session: OWNER,
      end: at(10, ended({ session: 'session-b' })).digest,
      ...parts,
    });
  const reopened = (parts: object = {}) => ({
    event: 'session.reopened',
    session: OWNER,
    ...parts,
  });
  type Since = ReturnType<ActLedger['saidSince']>;
  /** The fault of an end whose line is the first text, and the line by which it is inherited the second. */
  const faultOf = (parts: object, lines: readonly string[], since: Since): unknown => {
    const [line = '', taking = ''] = lines;
    const byOffset = new Map([
      [10, line],
      [20, taking],
    ]);
    const ledger: ActLedger = {
      lineAt: (offset) => byOffset.get(offset) || undefined,
      saidSince: (offset, word) => (offset === 10 && word === 'session.reopened' ? since : []),
    };
    const filed = { ...END, ...parts };
    const state = withEndFault({ ended: filed, kept: 1 }, OWNER, isSame, ledger, sha256);
    const { unconfirmed, ...end } = Object(state['ended']);
    expect(state['kept']).toBe(1);
    expect(end).toEqual(filed);
    return unconfirmed;
  };

  it.each<[string, string, Since, string | undefined]>([
    ['it is recorded', ended(), [], undefined],
    [
      'it is recorded under another name of the session',
      ended({ session: 'session-a#2' }),
      [],
      undefined,
    ],
    ['its line is about another session', ended({ session: 'session-b' }), [], 'other-act'],
    ['its line is about no session', ended({ session: 7 }), [], 'other-act'],
    ['its line is of another event', ended({ event: 'session.started' }), [], 'other-act'],
    ['its line covers something else', ended({ covers: 'x' }), [], 'other-act'],
    ['there is no line', '', [], 'unnamed'],
    ['it was taken back', ended(), [reopened()], 'taken-back'],
    [
      'it was taken back among others',
      ended(),
      [reopened({ session: 'x' }), reopened()],
      'taken-back',
    ],
    ['another one was taken back', ended(), [reopened({ session: 'session-b' })], undefined],
    ['a line speaks of taking back', ended(), [reopened({ event: 'session.ended' })], undefined],
    ['too much was added since', ended(), undefined, 'too-far'],
  ])('%s', (_what, line, since, fault) => {
    const event = line === '' ? undefined : at(10, line);
    expect(faultOf({ event }, [line], since)).toBe(fault);
  });

  it('names a line that is not there any more', () => {
    expect(faultOf({ event: at(10, ended()) }, [], [])).toBe('no-line');
    expect(faultOf({ event: at(30, ended()) }, [ended()], [])).toBe('no-line');
  });

  it.each<[string, string | undefined, Since, string | undefined]>([
    ['a line says so', continued(), [], undefined],
    ['no line says so', undefined, [], 'not-inherited'],
    ['a line says so of another session', continued({ session: 'session-c' }), [], 'not-inherited'],
    ['a line says so of another end', continued({ end: 'x' }), [], 'not-inherited'],
    ['a line says something else', continued({ event: 'session.ended' }), [], 'not-inherited'],
    ['it was taken back of this one', continued(), [reopened()], 'taken-back'],
    [
      'it was taken back of that one',
      continued(),
      [reopened({ session: 'session-b' })],
      'taken-back',
    ],
    [
      'it was taken back of a third one',
      continued(),
      [reopened({ session: 'session-c' })],
      undefined,
    ],
  ])('it is that of another session, and %s', (_what, taking, since, fault) => {
    const line = ended({ session: 'session-b' });
    const inherited = taking === undefined ? undefined : at(20, taking);
    const parts = { session: 'session-b', event: at(10, line), inherited };
    expect(faultOf(parts, [line, taking ?? ''], since)).toBe(fault);
  });

  it('it is the own one under another name, and needs to be inherited by no line', () => {
    const line = ended({ session: 'session-a#2' });
    expect(faultOf({ session: 'session-a#2', event: at(10, line) }, [line], [])).toBeUndefined();
  });

  const ledger: ActLedger = { lineAt: () => undefined, saidSince: () => [] };
  it.each<[string, object, object]>([
    ['no end', { kept: 1 }, { kept: 1 }],
    ['an end that is none', { ended: [END] }, { ended: [END] }],
    ['an end that cannot be read', { ended: { by: 'agent' } }, { ended: { by: 'agent' } }],
    [
      'a mark that was stored',
      { kept: 1, ended: { by: 'agent', unconfirmed: 'no-line' } },
      { kept: 1, ended: { by: 'agent' } },
    ],
  ])('nothing is marked where there is %s', (_what, state, expected) => {
    expect(withEndFault({ ...state }, OWNER, isSame, ledger, sha256)).toEqual(expected);
  });

  it.each<[string, object, object]>([
    ['an end', { kept: 1, ended: { ...END, unconfirmed: 'no-line' } }, { kept: 1, ended: END }],
    ['an end that counts', { ended: END }, { ended: END }],
    ['no end', { kept: 1 }, { kept: 1 }],
    ['a list', { ended: [END] }, { ended: [END] }],
  ])('the mark is not stored with %s', (_what, state, expected) => {
    expect(withoutEndFault({ ...state })).toEqual(expected);
  });

  it('what it covers has a digest, of the promises and the files apart', () => {
    expect(coverDigest({ promises: ['a'], unreadable: ['b'] }, sha256)).toBe('of [["a"],["b"]]');
  });
});

describe('what an end covers', () => {
  const decide = (parts: PromiseParts, endRequires: 'met' | 'verified' = 'met') => {
    const facts = checkFacts(sessionValue(OWNER), [namedPromise(PROMISE_ID, OWNER, parts)]);
    return decideCheck({ ...facts, settings: { ...facts.settings, endRequires } });
  };
  it.each<[string, PromiseParts, 'met' | 'verified']>([
    ['in progress', {}, 'met'],
    ['pending', { status: 'pending' }, 'met'],
    ['of a status that nobody knows', { status: 'paused' }, 'met'],
    [
      'rejected by a judge',
      {
        acceptance_criteria: [metCriterion('AC-1')],
        judgments: [{ status: 'success', verdict: 'FAIL' }],
      },
      'met',
    ],
    ['not verified yet', { acceptance_criteria: [metCriterion('AC-1')] }, 'verified'],
  ])('only a promise that was open then, whatever blocks: %s', (_what, parts, endRequires) => {
    const decision = decide(parts, endRequires);
    expect(decision.mayEnd).toBe(false);
    expect(isCovered(decision, END)).toBe(true);
    expect(isCovered(decision, { ...END, promises: ['promise-of-before'] })).toBe(false);
  });

  it.each([
    ['could not be read then either', 'promises/a.json', true],
    ['broke later: it may hold a new promise', 'promises/b.json', false],
  ])('a file that cannot be read, where it %s', (_when, path, covered) => {
    const broken = [{ path, reason: 'it is not valid JSON' }];
    const decision = decideCheck(checkFacts(sessionValue(OWNER), [], broken));
    expect([decision.mayEnd, isCovered(decision, END)]).toEqual([false, covered]);
  });
});
