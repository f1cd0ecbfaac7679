import { describe, expect, it } from 'vitest';
import { endIn, isCovered, withEnd, withoutEnd } from '../../../src/domain/session/session-end.ts';
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
    ['by nobody', { ...END, by: undefined }, undefined],
    ['by an agent', { ...END, by: 'agent' }, undefined],
    ['without a time', { ...END, at: undefined }, undefined],
    ['at no time', { ...END, at: 'never' }, undefined],
    ['as a list', [END], undefined],
    ['as true', true, undefined],
    ['as null', null, undefined],
    ['not at all', undefined, undefined],
  ])('%s', (_what, ended, expected) => {
    expect(endIn({ ended })).toEqual(expected);
  });

  it('is put in and taken out, and everything else stays', () => {
    const state = { kept: 1, directives: [] };
    expect(withEnd(state, END)).toEqual({ ...state, ended: END });
    expect(withoutEnd(withEnd(state, END))).toEqual(state);
    expect(withoutEnd(state)).toEqual(state);
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
