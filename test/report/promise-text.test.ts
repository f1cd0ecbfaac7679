import { describe, expect, it } from 'vitest';
import { declaredText } from '../../src/checks/kinds.ts';
import { listEntry, promiseText } from '../../src/report/promise-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { namedPromise } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';

const show = (parts: PromiseParts) =>
  promiseText(namedPromise('promise-1', 'session-a', parts), plainStyle, 3, declaredText);

describe('a promise, shown whole', () => {
  it('has its owner, status, criteria with evidence, progress and verification', () => {
    const text = show({
      title: 'Login works',
      summary: 'Login works',
      acceptance_criteria: [
        metCriterion('AC-1', { evidence: 'line 1\nline 2' }),
        criterion('AC-2'),
        metCriterion('AC-3', { evidence: null, met_at: null }),
      ],
    });
    expect(text).toBe(`PROMISE: promise-1
  Title:   Login works
  Status:  in_progress
  Owner:   session-a (since 2026-02-17T10:30:00Z)
  Created: 2026-02-17T10:30:00Z by session-a

ACCEPTANCE CRITERIA:
  [MET] AC-1: What AC-1 asks for
      Evidence (test): line 1
        line 2
      Met: 2026-02-17T10:30:00Z by somebody
  [PENDING] AC-2: What AC-2 asks for
  [MET] AC-3: What AC-3 asks for (no evidence)
      Evidence: none

Progress: 1/3 criteria met (33%)
Verification: not verified`);
  });

  it.each<[string, PromiseParts, string]>([
    ['a title and a summary that differ', { title: 'a', summary: 'b' }, '  Summary: b'],
    ['no title', { title: null, summary: 'b' }, '  Title:   b'],
    ['neither', { title: null, summary: null }, '  Title:   (untitled)'],
    ['no criteria', { acceptance_criteria: null }, '  (none)'],
    ['an orphan', { ownership: { owned_by: null } }, '  Owner:   (orphaned)'],
    ['nobody knows when', { ownership: { owned_by: 'a' } }, '  Created: unknown'],
  ])('%s', (_name, parts, line) => {
    expect(show(parts).split('\n')).toContain(line);
  });
});

describe('how the gates were passed', () => {
  const verified = { verified_at: '2026-02-17T10:30:00Z', verified_by: 'session-a', type: 'test' };

  it.each<[string, unknown, string]>([
    [
      'without a judge it is unjudged',
      { self_report: 'passed', judge: 'not-run' },
      'Gates: self_report: passed, judge: not-run (unjudged)',
    ],
    [
      'skips are said',
      { validation: 'skipped', judge: 'skipped' },
      'Gates: validation: skipped, judge: skipped (unjudged)',
    ],
    ['judged', { judge: 'passed' }, 'Gates: judge: passed'],
    ['a value that is an object', { judge: { verdict: 'PASS' } }, 'Gates: judge: '],
    ['a value that cannot be a text', { judge: { toString: 1 } }, 'Gates: judge: '],
    ['escapes in the names', { '\x1b[2J': '\x1b[2J' }, 'Gates: \\x1b[2J: \\x1b[2J'],
  ])('%s', (_name, gates, words) => {
    expect(show({ status: 'verified', verification: { ...verified, gates } })).toContain(words);
  });

  it.each([null, 'passed', 7, undefined])('%j is no record of gates', (gates) => {
    const text = show({ status: 'verified', verification: { ...verified, gates } });
    expect(text).not.toContain('Gates:');
  });
});

describe('a promise in a list', () => {
  it.each<[PromiseParts, string]>([
    [{ status: 'pending' }, '[PENDING] promise-1  owner: session-a'],
    [{ status: 'in_progress' }, '[IN_PROGRESS] promise-1  owner: session-a'],
    [{ status: 'paused' }, '[PAUSED] promise-1  owner: session-a'],
    [{ ownership: { owned_by: null } }, '[IN_PROGRESS] promise-1  owner: (orphaned)'],
    [{ title: 'a\nb' }, 'a b  [0/1 AC met]'],
    [{ acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')] }, '[1/2 AC met]'],
    [{ acceptance_criteria: null }, '[0/0 AC met]'],
  ])('%j', (parts, words) => {
    const lines = listEntry(namedPromise('promise-1', 'session-a', parts), plainStyle, 3);
    expect(lines.join('\n')).toContain(words);
    expect(lines).toHaveLength(2);
  });
});
