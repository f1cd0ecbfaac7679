import { describe, expect, it } from 'vitest';
import type { StopAttempt } from '../../../src/domain/judging/reality-check.ts';
import {
  attemptsIn,
  MOST_ATTEMPTS,
  stateFault,
  withStopAttempt,
} from '../../../src/domain/session/stop-gate-state.ts';
import { NOW } from '../../rig/values/domain-values.ts';

const attempt = (parts: object = {}) => ({
  at: NOW,
  fingerprint: 'aa',
  pass: false,
  reason: 'r',
  missing_items: ['m'],
  ...parts,
});

describe('an attempt that somebody wrote', () => {
  it.each<[string, unknown, readonly object[]]>([
    ['whole', attempt(), [attempt()]],
    [
      'with next steps',
      attempt({ suggested_next_steps: ['n', 1] }),
      [{ suggested_next_steps: ['n'] }],
    ],
    ['without a fingerprint', attempt({ fingerprint: undefined }), [{ fingerprint: null }]],
    ['with an empty one', attempt({ fingerprint: '' }), [{ fingerprint: null }]],
    [
      'with odd missing items',
      attempt({ missing_items: ['m', 5, null] }),
      [{ missing_items: ['m'] }],
    ],
    ['without a verdict', attempt({ pass: 'no' }), []],
    ['without a time', attempt({ at: 5 }), []],
    ['that is no object', 'x', []],
  ])('%s', (_what, entry, read) => {
    expect(attemptsIn({ stop_attempts: [entry] })).toMatchObject(read);
    expect(attemptsIn({ stop_attempts: [entry] })).toHaveLength(read.length);
  });
});

it('a new attempt keeps every other key, and the last attempts', () => {
  const known: StopAttempt = { ...attempt(), fingerprint: null };
  const old = Array.from({ length: MOST_ATTEMPTS }, (_, index) => attempt({ at: `t${index}` }));
  const after = withStopAttempt({ counters: { a: 1 }, stop_attempts: old }, known);
  expect(after).toMatchObject({ counters: { a: 1 } });
  expect(attemptsIn(after)).toHaveLength(MOST_ATTEMPTS);
  expect(attemptsIn(after)[0]?.at).toBe('t1');
  expect(attemptsIn(after).at(-1)).toEqual(known);
});

it.each<[string, object, string | undefined]>([
  ['empty', {}, undefined],
  ['whole', { directives: [], stop_attempts: [], other: 1 }, undefined],
  ['with nothing in it', { directives: null, stop_attempts: null }, undefined],
  ['with directives that are no list', { directives: {} }, '`directives` is not a list'],
  ['with attempts that are no list', { stop_attempts: 3 }, '`stop_attempts` is not a list'],
])('a state %s', (_what, state, fault) => {
  expect(stateFault({ ...state })).toBe(fault);
});
