import { describe, expect, it } from 'vitest';
import {
  criterionNames,
  feedbackOn,
  judgmentOf,
  reviewedCriteria,
  type SaidOfCriterion,
  verdictOn,
  withoutEvidence,
} from '../../../src/domain/judging/judge-policy.ts';

/** `AC-1 PASS` as a judge would say it. */
function said(words: string): SaidOfCriterion {
  const [ac_id = '', judgment] = words.split(' ');
  return {
    ac_id,
    judgment: judgment === 'PASS' ? 'PASS' : 'FAIL',
    confidence: 0.5,
    reasoning: `About ${ac_id}`,
    would_satisfy: '',
  };
}
const shown = ({ ac_id, judgment }: SaidOfCriterion) => `${ac_id} ${judgment}`;

describe('what was said, held against what was asked', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ['all of it', ['AC-1 PASS', 'AC-2 FAIL'], ['AC-1 PASS', 'AC-2 FAIL'], [], []],
    ['in the order of asking', ['AC-2 PASS', 'AC-1 PASS'], ['AC-1 PASS', 'AC-2 PASS'], [], []],
    ['left out', ['AC-1 PASS'], ['AC-1 PASS'], ['AC-2'], []],
    ['nothing', [], [], ['AC-1', 'AC-2'], []],
    ['one more', ['AC-1 PASS', 'AC-2 PASS', 'AC-9 FAIL'], ['AC-1 PASS', 'AC-2 PASS'], [], ['AC-9']],
    ['in small letters', ['ac-1 PASS', 'Ac-2 FAIL'], ['AC-1 PASS', 'AC-2 FAIL'], [], []],
    ['both ways', ['AC-1 PASS', 'AC-1 FAIL', 'AC-2 PASS'], ['AC-1 FAIL', 'AC-2 PASS'], [], []],
    [
      'both ways, FAIL first',
      ['AC-1 FAIL', 'ac-1 PASS', 'AC-2 PASS'],
      ['AC-1 FAIL', 'AC-2 PASS'],
      [],
      [],
    ],
  ])('%s', (_name, words, kept, missing, unknown) => {
    const reviewed = reviewedCriteria(['AC-1', 'AC-2'], words.map(said));
    expect(reviewed.said.map(shown)).toEqual(kept);
    expect([reviewed.missing, reviewed.unknown]).toEqual([missing, unknown]);
  });
});

it.each<[readonly string[], string, string | undefined]>([
  [['AC-1', 'AC-2'], 'AC-1', 'AC-1'],
  [['AC-1', 'AC-2'], 'ac-2', 'AC-2'],
  [['AC-1'], 'AC-11', undefined],
  [['a', 'A'], 'a', 'a'],
  [['ab', 'AB'], 'Ab', undefined],
  [[], 'AC-1', undefined],
])('of %j the name %j means %j', (ids, name, id) => {
  expect(criterionNames(ids)(name)).toBe(id);
});

it.each<[readonly string[], string]>([
  [[], 'FAIL'],
  [['AC-1 PASS'], 'PASS'],
  [['AC-1 FAIL'], 'FAIL'],
  [['AC-1 PASS', 'AC-2 PASS'], 'PASS'],
  [['AC-1 PASS', 'AC-2 FAIL'], 'FAIL'],
])('%j is %s', (words, verdict) => {
  expect(verdictOn(words.map(said))).toBe(verdict);
});

describe('feedback', () => {
  it.each<[string, string, string]>([
    ["the judge's own words", 'a run of the tests', 'a run of the tests'],
    ['a sentence where it gave none', '', 'evidence that shows what the criterion requires'],
    ['a sentence where it gave blanks', ' \n', 'evidence that shows what the criterion requires'],
  ])('says %s', (_name, would_satisfy, shownAs) => {
    expect(feedbackOn([said('AC-1 PASS'), { ...said('AC-2 FAIL'), would_satisfy }])).toEqual([
      { ac_id: 'AC-2', finding: 'About AC-2', would_satisfy: shownAs },
    ]);
  });
});

it('a criterion without evidence fails for sure', () => {
  expect(withoutEvidence('AC-1')).toMatchObject({ ac_id: 'AC-1', judgment: 'FAIL', confidence: 1 });
});

it('a judgment leaves out what only the feedback says', () => {
  expect(judgmentOf(said('AC-1 PASS'))).toEqual({
    ac_id: 'AC-1',
    judgment: 'PASS',
    confidence: 0.5,
    reasoning: 'About AC-1',
  });
});
