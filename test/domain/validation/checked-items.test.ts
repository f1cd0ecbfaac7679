import { describe, expect, it } from 'vitest';
import {
  checkedItems,
  confidenceOf,
  reasoningOf,
  verdictOf,
} from '../../../src/domain/validation/validation.ts';

describe('the name of what was looked at, in the usual spellings', () => {
  it.each<[object, string]>([
    [{ name: 'login' }, 'login'],
    [{ criterion: 'login' }, 'login'],
    [{ criterion_id: 'AC-1' }, 'AC-1'],
    [{ ac_id: 'AC-1' }, 'AC-1'],
    [{ id: 'AC-1' }, 'AC-1'],
    [{ description: 'login works' }, 'login works'],
    [{ id: 'AC-1', name: 'login' }, 'login'],
    [{ name: '', id: 'AC-1' }, 'AC-1'],
    [{ name: 7, id: 'AC-1' }, 'AC-1'],
    [{}, '#1'],
  ])('%j is %s', (result, name) => {
    expect(checkedItems({ criteria_results: [result] })[0]?.name).toBe(name);
  });
});

describe('whether it passed, in the usual spellings', () => {
  it.each<[object, boolean]>([
    [{ passed: true }, true],
    [{ passed: false }, false],
    [{ status: 'PASS' }, true],
    [{ status: 'pass' }, true],
    [{ status: 'passed' }, true],
    [{ verdict: 'PASS' }, true],
    [{ result: 'PASSED' }, true],
    [{ judgment: 'Pass' }, true],
    [{ status: 'FAIL' }, false],
    [{ verdict: 'failed' }, false],
    [{ status: 'PARTIAL' }, false],
    [{ status: 'BLOCKED' }, false],
    [{ status: 'skipped' }, false],
    [{ status: 'NOT PASSED' }, false],
    [{ status: true }, false],
    [{}, false],
    [{ passed: false, status: 'PASS' }, false],
    [{ passed: 'yes' }, false],
    [{ passed: 1 }, false],
    [{ status: 'FAIL', verdict: 'PASS' }, false],
  ])('%j: %s', (result, passed) => {
    expect(checkedItems({ criteria_results: [result] })[0]?.passed).toBe(passed);
  });
});

describe('what the validator said of it', () => {
  it.each<[object, string]>([
    [{ detail: 'saw it' }, 'saw it'],
    [{ details: 'saw it' }, 'saw it'],
    [{ reason: 'saw it' }, 'saw it'],
    [{ reasoning: 'saw it' }, 'saw it'],
    [{ evidence: 'saw it' }, 'saw it'],
    [{ notes: 'saw it' }, 'saw it'],
    [{ detail: '', notes: 'saw it' }, 'saw it'],
    [{ detail: ['saw it'] }, ''],
    [{}, ''],
  ])('%j: %j', (result, detail) => {
    expect(checkedItems({ criteria_results: [result] })[0]?.detail).toBe(detail);
  });
});

describe('results of another shape', () => {
  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['a text', 'all passed'],
    ['true', true],
    ['an empty list', []],
    ['a list of nothing but texts', ['PASS']],
    ['a list of lists', [['AC-1', 'PASS']]],
  ])('%s: nothing was looked at', (_name, results) => {
    expect(checkedItems({ criteria_results: results })).toEqual([]);
  });

  it('numbers those without a name in their order', () => {
    const results = [{ name: 'login' }, {}, { passed: true }];
    expect(checkedItems({ criteria_results: results }).map(({ name }) => name)).toEqual([
      'login',
      '#2',
      '#3',
    ]);
  });
});

describe('the answer as a whole', () => {
  it.each<[object, string | undefined]>([
    [{ verdict: 'PASS' }, 'PASS'],
    [{ verdict: 'partial' }, 'PARTIAL'],
    [{ verdict: 'MAYBE' }, undefined],
    [{ verdict: 1 }, undefined],
    [{}, undefined],
  ])('the verdict of %j is %s', (response, verdict) => {
    expect(verdictOf({ ...response })).toBe(verdict);
  });

  it.each<[object, string]>([
    [{ reasoning: 'because' }, 'because'],
    [{ reason: 'because' }, 'because'],
    [{ summary: 'because' }, 'because'],
    [{ message: 'because' }, 'because'],
    [{ reasoning: '', message: 'because' }, 'because'],
    [{ reasoning: { text: 'because' } }, ''],
    [{}, ''],
  ])('the reasoning of %j is %j', (response, reasoning) => {
    expect(reasoningOf({ ...response })).toBe(reasoning);
  });

  it.each<[object, number | undefined]>([
    [{ confidence: 0.9 }, 0.9],
    [{ confidence: 0 }, 0],
    [{ overall_confidence: 0.5 }, 0.5],
    [{ confidence: 0.9, overall_confidence: 0.5 }, 0.9],
    [{ confidence: null, overall_confidence: 0.5 }, 0.5],
    [{ confidence: '0.9' }, undefined],
    [{}, undefined],
  ])('the confidence of %j is %s', (response, confidence) => {
    expect(confidenceOf({ ...response })).toBe(confidence);
  });
});
