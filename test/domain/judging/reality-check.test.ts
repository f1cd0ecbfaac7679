import { describe, expect, it } from 'vitest';
import type { StopAttempt } from '../../../src/domain/judging/reality-check.ts';
import {
  attemptOf,
  failedOpen,
  forwardProgress,
  realityVerdict,
} from '../../../src/domain/judging/reality-check.ts';
import { NOW } from '../../rig/values/domain-values.ts';
import { realityReply } from '../../rig/values/reality-values.ts';

const before = (fingerprint: string | null): StopAttempt => ({
  at: NOW,
  fingerprint,
  pass: false,
  reason: 'r',
  missing_items: [],
});

describe('a verdict is computed', () => {
  it.each<[string, boolean, readonly string[], boolean]>([
    ['the model passes and misses nothing', true, [], true],
    ['the model passes and misses something', true, ['tests'], false],
    ['the model does not pass', false, ['tests'], false],
    ['the model does not pass, and names nothing', false, [], false],
  ])('%s', (_what, pass, missingItems, expected) => {
    const facts = { fingerprint: 'a', last: undefined };
    const verdict = realityVerdict(realityReply({ pass, missingItems }), facts);
    expect([verdict.pass, verdict.missingItems]).toEqual([expected, missingItems]);
    expect(
      verdict.reason.includes(
        'Does not pass, because something is missing although the model passed it',
      ),
    ).toBe(pass && !expected);
  });

  it.each<[string, number | null, object]>([
    ['known', 0.4, { convergenceEstimate: 0.4 }],
    ['not known', null, {}],
  ])('an estimate that is %s', (_what, convergenceEstimate, expected) => {
    const reply = realityReply({ convergenceEstimate });
    const verdict = realityVerdict(reply, { fingerprint: null, last: undefined });
    expect(Object.hasOwn(verdict, 'convergenceEstimate')).toBe(convergenceEstimate !== null);
    expect(verdict).toMatchObject(expected);
  });
});

it.each<[string, string | null, StopAttempt | undefined, boolean, boolean]>([
  ['no attempt before', 'a', undefined, false, true],
  ['no attempt before, no fingerprint', null, undefined, false, true],
  ['unchanged, whatever the model says', 'a', before('a'), true, false],
  ['unchanged, and the model agrees', 'a', before('a'), false, false],
  ['changed, and the model sees progress', 'b', before('a'), true, true],
  ['changed, and the model sees none', 'b', before('a'), false, false],
  ['no fingerprint now: the model', null, before('a'), true, true],
  ['no fingerprint then: the model', 'a', before(null), false, false],
])('forward progress: %s', (_what, fingerprint, last, byModel, expected) => {
  expect(forwardProgress({ fingerprint, last }, byModel)).toBe(expected);
});

it.each<[string, StopAttempt | undefined, boolean]>([
  ['first', undefined, true],
  ['changed', before('b'), true],
  ['unchanged', before('a'), false],
  ['unknown', before(null), true],
])('what fails open passes, says why, and goes by the fingerprint: %s', (_what, last, moves) => {
  expect(failedOpen('no answer came in time', { fingerprint: 'a', last })).toEqual({
    pass: true,
    reason: expect.stringMatching(/could not judge the work.*no answer came in time$/),
    missingItems: [],
    questionsForUser: [],
    forwardProgress: moves,
    suggestedNextSteps: [],
  });
});

it('an attempt keeps what the next check is shown', () => {
  const verdict = realityVerdict(realityReply({ pass: false, missingItems: ['tests'] }), {
    fingerprint: 'a',
    last: undefined,
  });
  expect(attemptOf(verdict, 'a', NOW)).toEqual({
    at: NOW,
    fingerprint: 'a',
    pass: false,
    reason: 'As far as it goes.',
    missing_items: ['tests'],
    suggested_next_steps: ['Go on.'],
  });
});
