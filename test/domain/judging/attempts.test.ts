import { describe, expect, it } from 'vitest';
import {
  failingValidators,
  failuresInARow,
  feedbackOf,
  isForPerson,
  latestAttempts,
  MOST_ATTEMPTS,
  openFeedback,
  withAttempt,
} from '../../../src/domain/judging/attempts.ts';
import { NOW, promiseValue } from '../../rig/values/domain-values.ts';
import { attemptsOf, criterionValue } from '../../rig/values/proof-values.ts';

const of = (...texts: readonly string[]) => criterionValue({ attempts: attemptsOf(...texts) });
const PROMISE = promiseValue('session-a');

describe('failures in a row, for each validator on its own', () => {
  it.each<[readonly string[], number]>([
    [[], 0],
    [['a: FAIL'], 1],
    [['a: FAIL', 'a: FAIL'], 2],
    [['a: FAIL', 'a: PASS'], 0],
    [['a: FAIL', 'a: PASS', 'a: FAIL'], 1],
    [['a: FAIL', 'b: FAIL'], 1],
    [['a: FAIL', 'b: PASS'], 1],
    [['a: FAIL', 'b: PASS', 'a: FAIL'], 2],
    [['a: FAIL', 'a: PARTIAL'], 0],
    [['a: FAIL', 'a: BLOCKED', 'a: FAIL'], 2],
    [['a: BLOCKED', 'a: BLOCKED'], 0],
    [['a: FAIL', 'b: FAIL', 'b: FAIL', 'a: PASS'], 2],
    [['a: MAYBE'], 0],
  ])('%j: %i', (texts, count) => {
    const one = criterionValue({ attempts: attemptsOf(...texts) });
    expect(failuresInARow(promiseValue('session-a'), one)).toBe(count);
  });

  it('the judge counts among them, and the most of them counts', () => {
    const record = { status: 'success', verdict: 'FAIL', failed: ['AC-1'] };
    const promise = promiseValue('session-a', { judgments: [record, record] });
    expect(failuresInARow(promise, criterionValue({ attempts: attemptsOf('a: FAIL') }))).toBe(2);
    const more = criterionValue({ attempts: attemptsOf('a: FAIL', 'a: FAIL', 'a: FAIL') });
    expect(failuresInARow(promise, more)).toBe(3);
  });
});

describe('the attempts that are kept', () => {
  it.each<[readonly string[], readonly string[], number]>([
    [['a: FAIL', 'a: PASS'], ['a: PASS'], 0],
    [['a: FAIL', 'b: PASS'], ['a: FAIL', 'b: PASS'], 1],
    [['a: FAIL', 'b: BLOCKED', 'a: FAIL'], ['b: BLOCKED', 'a: FAIL'], 2],
    [['a: PARTIAL'], ['a: PARTIAL'], 0],
  ])('%j: the last of each is %j', (texts, latest, open) => {
    const one = criterionValue({ attempts: attemptsOf(...texts) });
    expect(latestAttempts(one).map(({ by, verdict }) => `${by}: ${verdict}`)).toEqual(latest);
    expect(openFeedback(one)).toHaveLength(open);
  });

  it('are not more than are needed', () => {
    const texts = Array.from({ length: MOST_ATTEMPTS }, () => 'a: FAIL');
    const one = criterionValue({ attempts: attemptsOf(...texts) });
    const added = { at: NOW, by: 'b', verdict: 'PASS', feedback: [] } as const;
    const { attempts } = withAttempt(one, added);
    expect(attempts).toHaveLength(MOST_ATTEMPTS);
    expect(attempts?.at(-1)).toEqual(added);
  });

  it.each([null, 'red', 7, [7], [{}], [{ finding: 7 }]])(
    'feedback %j of another program is borne',
    (feedback) => {
      const one = criterionValue({ attempts: [{ by: 'a', verdict: 'FAIL', feedback }] });
      for (const { finding } of openFeedback(one)) expect(finding).toBeTypeOf('string');
    },
  );
});

describe('the validators whose FAIL stands', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [['ada: FAIL'], ['ada']],
    [
      ['ada: FAIL', 'bob: FAIL'],
      ['ada', 'bob'],
    ],
    [['ada: FAIL', 'ada: PASS'], []],
    [['ada: BLOCKED', 'bob: PARTIAL'], []],
    [['cs prove: FAIL', 'cs meet --run: FAIL', 'ada: FAIL'], ['ada']],
    [['cs prove: PASS', 'cs meet --run: PASS'], []],
  ])('%j: %j', (texts, names) => {
    expect(failingValidators(of(...texts))).toEqual(names);
  });

  it('are none of a criterion that was not tried', () => {
    expect(failingValidators(criterionValue())).toEqual([]);
    expect(openFeedback(criterionValue())).toEqual([]);
    expect(failuresInARow(PROMISE, criterionValue())).toBe(0);
  });
});

it.each<[number, number, boolean]>([
  [3, 3, false],
  [4, 3, true],
  [1, 0, true],
])('after %i failures, of which %i may be, it is for a person: %s', (times, most, expected) => {
  const one = of(...Array.from({ length: times }, () => 'ada: FAIL'));
  expect(isForPerson(PROMISE, one, most)).toBe(expected);
});

describe('the feedback of an attempt', () => {
  it.each<[unknown, readonly object[]]>([
    [undefined, []],
    ['red', []],
    [[7, null], []],
    [[{ finding: 'f', would_satisfy: 'w' }], [{ finding: 'f', would_satisfy: 'w' }]],
    [[{ finding: 7 }], [{ finding: '', would_satisfy: '' }]],
    [
      [{ finding: 'f', would_satisfy: 'w', output: 'o' }],
      [{ finding: 'f', would_satisfy: 'w', output: 'o' }],
    ],
    [[{ finding: 'f', output: '' }], [{ finding: 'f', would_satisfy: '' }]],
    [[{ finding: 'f', output: 7 }], [{ finding: 'f', would_satisfy: '' }]],
  ])('%j', (feedback, read) => {
    expect(feedbackOf({ by: 'ada', verdict: 'FAIL', feedback })).toStrictEqual(read);
  });
});

describe('the output of a command is kept of the last attempt alone', () => {
  const said = { finding: 'f', would_satisfy: 'w', output: 'not ok 3' };
  const { output: _, ...unsaid } = said;
  const added = { at: NOW, by: 'cs prove', verdict: 'FAIL', feedback: [said] } as const;
  const before = (by: string, feedback: unknown) => ({ by, verdict: 'FAIL', at: 'then', feedback });

  it.each<[string, string, unknown, unknown]>([
    ['of the same program goes', 'cs prove', [said, unsaid], [unsaid, unsaid]],
    ['of another stays', 'cs meet --run', [said], [said]],
    ['of what is no object stays', 'cs prove', ['red', 7], ['red', 7]],
    ['of what is no list stays', 'cs prove', 'red', 'red'],
  ])('that %s', (_what, by, feedback, kept) => {
    const one = criterionValue({ attempts: [before(by, feedback)] });
    expect(withAttempt(one, added)).toStrictEqual({ attempts: [before(by, kept), added] });
  });

  it('the first attempt is kept as it is', () => {
    expect(withAttempt(criterionValue(), added)).toStrictEqual({ attempts: [added] });
  });
});
