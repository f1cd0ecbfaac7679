import { describe, expect, it } from 'vitest';
import { failedCheck, passed, skipped } from '../../src/domain/base/check-result.ts';
import {
  countResults,
  endedCheckLine,
  type ShownEnd,
  totalText,
} from '../../src/report/check-progress-text.ts';
import { plainStyle } from '../../src/report/style.ts';

const ENDED: ShownEnd = {
  check: { text: 'command: npm test' },
  criteria: ['AC-1'],
  results: [passed('command_npm test', 'exit code 0 in 6.0 s')],
  milliseconds: 6_000,
  done: 2,
  total: 3,
};

describe('the line of a check that ended', () => {
  it.each<[what: string, parts: Partial<ShownEnd>, line: string]>([
    ['a pass', {}, '[2/3] ok AC-1 npm test 6.0 s'],
    ['a failure', { results: [failedCheck('a', 'b')] }, '[2/3] FAIL AC-1 npm test 6.0 s'],
    ['one that did not run', { results: [skipped('a', 'b')] }, '[2/3] skipped AC-1 npm test 6.0 s'],
    ['one that has no results', { results: [] }, '[2/3] skipped AC-1 npm test 6.0 s'],
    ['two criteria', { criteria: ['AC-1', 'AC-2'] }, '[2/3] ok AC-1 AC-2 npm test 6.0 s'],
    ["the project's own", { criteria: [] }, '[2/3] ok npm test 6.0 s'],
    ['another kind', { check: { text: 'file: a.txt' } }, '[2/3] ok AC-1 file: a.txt 6.0 s'],
    ['more than a line', { check: { text: 'command: a\nb' } }, '[2/3] ok AC-1 a b 6.0 s'],
  ])('%s', (_what, parts, line) => {
    expect(endedCheckLine({ ...ENDED, ...parts }, plainStyle)).toBe(line);
  });
});

it.each([
  [[passed('a', '')], '1 ok in 0.1 s'],
  [[passed('a', ''), failedCheck('b', '')], '1 ok, 1 failed in 0.1 s'],
  [[skipped('a', '')], '0 ok, 1 skipped in 0.1 s'],
])('the total of %j', (results, text) => {
  expect(totalText(countResults(results), 94)).toBe(text);
});
