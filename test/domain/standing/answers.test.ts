import { describe, expect, it } from 'vitest';
import {
  answersUntil,
  evidenceDigest,
  governingAnswer,
  isAboutOtherEvidence,
  keptSelfValidated,
  recordAnswer,
  selfValidated,
  withGoverningFile,
} from '../../../src/domain/standing/answers.ts';
import { readAnswers } from '../../../src/domain/validation/answer-reading.ts';
import type { StoredAnswer } from '../../../src/domain/validation/validation.ts';
import type { ValidationResponse } from '../../../src/domain/validation/validation-response.ts';
import { failureOf, NOW, promiseValue, successOf } from '../../rig/values/domain-values.ts';
import { metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { attemptsOf, CHECKS, criterionValue, proofParts } from '../../rig/values/proof-values.ts';

/** An answer, `ada: PASS`; without a name, one that names no validator. */
function answer(text: string): ValidationResponse {
  const [by = '', verdict = ''] = text.includes(': ') ? text.split(': ') : ['', text];
  return by === '' ? { verdict } : { verdict, _metadata: { stored_by: by } };
}
const textOf = (response: ValidationResponse | undefined, given: readonly string[]) =>
  given.find((text) => JSON.stringify(answer(text)) === JSON.stringify(response));

describe('which answer governs, of all in their order', () => {
  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [['ada: PASS'], 'ada: PASS'],
    [['ada: FAIL', 'bob: PASS'], 'ada: FAIL'],
    [['ada: FAIL', 'ada: PASS'], 'ada: PASS'],
    [['ada: FAIL', 'bob: PASS', 'ada: PASS'], 'ada: PASS'],
    [['ada: FAIL', 'ada: PARTIAL'], 'ada: PARTIAL'],
    [['ada: FAIL', 'ada: BLOCKED'], 'ada: BLOCKED'],
    [['ada: FAIL', 'ada: MAYBE'], 'ada: MAYBE'],
    [['ada: FAIL', 'bob: FAIL', 'ada: PASS'], 'bob: FAIL'],
    [['ada: FAIL', 'bob: FAIL'], 'bob: FAIL'],
    [['ada: PASS', 'bob: BLOCKED'], 'bob: BLOCKED'],
    [['ada: BLOCKED', 'bob: PASS'], 'bob: PASS'],
    [['ada: fail', 'bob: PASS'], 'ada: fail'],
    [['ada: FAIL', 'PASS'], 'ada: FAIL'],
    [['FAIL', 'ada: PASS'], 'ada: PASS'],
    [['FAIL', 'PASS'], 'PASS'],
    [['ada: PASS', 'FAIL'], 'FAIL'],
  ])('%j: %s', (given, governs) => {
    expect(textOf(governingAnswer(given.map(answer)), given)).toBe(governs);
  });
});

describe('the answers that were there at a time', () => {
  const at = (stored_at: unknown): ValidationResponse => ({ _metadata: { stored_at } });
  const answers = [at('2026-03-01'), at('2026-03-02'), at('2026-03-03'), at(7), {}];

  it.each<[string, string | undefined, readonly number[]]>([
    ['are all where none is given', undefined, [0, 1, 2, 3, 4]],
    ['are those of before and of then', '2026-03-02', [0, 1, 3, 4]],
    ['are those that do not say when, before all', '2026-02-01', [3, 4]],
  ])('%s', (_what, until, left) => {
    expect(answersUntil(answers, until)).toEqual(left.map((index) => answers[index]));
  });
});

describe('the governing file beside the answers that were kept', () => {
  it.each<[string, readonly string[], string | undefined, number]>([
    ['nothing at all', [], undefined, 0],
    ['no file', ['ada: PASS'], undefined, 1],
    ['a file that another program wrote', [], 'PASS', 1],
    ['a file that was kept', ['ada: PASS'], 'ada: PASS', 1],
    ['a file that was written over', ['ada: FAIL'], 'PASS', 2],
  ])('%s', (_name, kept, file, count) => {
    const given = file === undefined ? undefined : answer(file);
    expect(withGoverningFile(kept.map(answer), given)).toHaveLength(count);
  });

  it('the same answer with its keys in another order is the same', () => {
    const kept = [{ verdict: 'PASS', _metadata: { stored_by: 'ada', ac_id: 'AC-1' } }];
    const file = { _metadata: { ac_id: 'AC-1', stored_by: 'ada' }, verdict: 'PASS' };
    expect(withGoverningFile(kept, file)).toBe(kept);
  });
});

describe('the file of kept answers', () => {
  it.each<[string, string, number | 'broken']>([
    ['empty', '', 0],
    ['one answer', '{"verdict":"PASS"}\n', 1],
    ['two answers', '{"verdict":"PASS"}\n{"verdict":"FAIL"}\n', 2],
    ['no newline at its end', '{"verdict":"PASS"}', 1],
    ['blank lines', '\n{"verdict":"PASS"}\n\n  \n', 1],
    ['CRLF', '{"verdict":"PASS"}\r\n{"verdict":"FAIL"}\r\n', 2],
    ['a line that breaks off at its end', '{"verdict":"PASS"}\n{"verd', 1],
    ['a line that breaks off, and one after it', '{"verd\n{"verdict":"PASS"}\n', 1],
    ['a line that is whole and no JSON', '{"verdict": FAIL}\n', 'broken'],
    ['that line first of two', '{"verdict": FAIL}\n{"verdict":"PASS"}\n', 'broken'],
    ['a whole line that is no JSON, with CRLF', '{verdict}\r\n', 'broken'],
  ])('%s', (_name, text, count) => {
    const reading = readAnswers(text);
    expect(reading.ok ? reading.answers.length : 'broken').toBe(count);
  });

  it('says which line is broken', () => {
    expect(readAnswers('{}\n\n{x}\n')).toEqual({ ok: false, reason: 'line 3 is not an answer' });
  });
});

describe('the evidence that an answer is about', () => {
  it.each<[string, object, boolean]>([
    ['the same', {}, true],
    ['other evidence', { evidence: 'other' }, false],
    ['another type', { evidence_type: 'api' }, false],
    ['another description', { description: 'other' }, false],
    ['met again', { met_at: NOW, met_by: 'other' }, true],
    ['more attempts', { attempts: attemptsOf('a: FAIL') }, true],
  ])('%s: still about it: %s', (_name, parts, isSame) => {
    const response = { _metadata: { evidence_digest: evidenceDigest(criterionValue()) } };
    expect(isAboutOtherEvidence(response, criterionValue({ ...parts }))).toBe(!isSame);
  });

  it.each(['description', 'evidence', 'evidence_type'])('no %s is an empty one', (key) => {
    const digests = ['', null, undefined].map((text) =>
      evidenceDigest(criterionValue({ [key]: text })),
    );
    expect(new Set(digests).size).toBe(1);
  });

  it.each([{}, { _metadata: null }, { _metadata: { evidence_digest: null } }])(
    '%j says nothing',
    (response) => {
      expect(isAboutOtherEvidence(response, criterionValue())).toBe(false);
    },
  );
});

describe("a validator's answer is kept as an attempt", () => {
  const promise = promiseValue('session-a', { acceptance_criteria: [metCriterion('AC-1')] });
  const given = (response: ValidationResponse, verdict: 'PASS' | 'FAIL' | 'BLOCKED') =>
    recordAnswer('promise-1', promise, 'AC-1', { by: 'ada', response, verdict }, NOW);

  it.each<[string, ValidationResponse, 'PASS' | 'FAIL' | 'BLOCKED', readonly string[]]>([
    ['a PASS', { reasoning: 'fine' }, 'PASS', []],
    [
      'a FAIL with items',
      {
        criteria_results: [
          { name: 'a', status: 'FAIL', detail: 'red' },
          { name: 'b', status: 'PASS' },
          { name: 'c', status: 'FAIL' },
        ],
      },
      'FAIL',
      ['a: red', 'c'],
    ],
    [
      'a PASS with an item that failed',
      { criteria_results: [{ name: 'a', status: 'FAIL' }] },
      'PASS',
      [],
    ],
    ['a FAIL with a reason', { reasoning: 'red' }, 'FAIL', ['red']],
    ['a FAIL without a word', {}, 'FAIL', ['it gave no reason']],
    ['a BLOCKED', { reasoning: 'no database' }, 'BLOCKED', ['no database']],
  ])('%s', (_name, response, verdict, findings) => {
    const change = successOf(given(response, verdict));
    const [one] = change.promise.acceptance_criteria ?? [];
    const feedback = findings.map((finding) => {
      return { finding, would_satisfy: 'approval by this validator' };
    });
    expect(one?.attempts).toEqual([{ at: NOW, by: 'ada', verdict, feedback }]);
    expect(change.event).toEqual({
      event: 'criterion.answered',
      ac_id: 'AC-1',
      by: 'ada',
      verdict,
    });
    expect(one).toMatchObject(metCriterion('AC-1'));
  });

  it.each<[string, object, string, string]>([
    ['a criterion that is not there', {}, 'AC-9', 'unknown-criterion'],
    ['a promise that has ended', { status: 'cancelled' }, 'AC-1', 'wrong-status'],
    [
      'an id that two have',
      { acceptance_criteria: [metCriterion('AC-1'), metCriterion('AC-1')] },
      'AC-1',
      'ambiguous-criterion',
    ],
  ])('not of %s', (_name, parts, id, kind) => {
    const other = promiseValue('session-a', { ...promise, ...parts });
    const result = recordAnswer(
      'promise-1',
      other,
      id,
      { by: 'ada', response: {}, verdict: 'FAIL' },
      NOW,
    );
    expect(failureOf(result).kind).toBe(kind);
  });
});

describe('which criteria a session answered for itself', () => {
  const stored = (metadata: unknown): StoredAnswer => ({
    found: 'answer',
    response: { verdict: 'PASS', _metadata: metadata },
  });
  const own = stored({ session_id: 'session-a', stored_by: 'ada' });
  const waived = { by: 'person', at: NOW, reason: 'old' };
  const promise = (owner: string | null, parts: PromiseParts) =>
    promiseValue(owner, {
      acceptance_criteria: [metCriterion('AC-1', parts), metCriterion('AC-2')],
    });

  it.each<[string, StoredAnswer, PromiseParts, string | null, boolean]>([
    ['its own', own, {}, 'session-a', true],
    ['of no named validator', stored({ session_id: 'session-a' }), {}, 'session-a', true],
    ['of another session', own, {}, 'session-b', false],
    ['where nobody owns the promise', own, {}, null, false],
    ['of no session, where nobody does', stored({ session_id: null }), {}, null, false],
    ['beside a proof', own, { checks: CHECKS, proof: proofParts() }, 'session-a', false],
    ['of a criterion that is waived', own, { waived }, 'session-a', false],
    [
      'what a program found',
      stored({ session_id: 'session-a', stored_by: 'cs prove' }),
      {},
      'session-a',
      false,
    ],
    ['that another program stored', stored(null), {}, 'session-a', false],
    ['none', { found: 'none' }, {}, 'session-a', false],
    ['one that cannot be read', { found: 'unreadable', reason: 'r' }, {}, 'session-a', false],
  ])('an answer %s', (_what, answer, parts, owner, isOwn) => {
    const answerFor = (id: string): StoredAnswer => (id === 'AC-1' ? answer : { found: 'none' });
    expect(selfValidated(promise(owner, parts), answerFor)).toEqual(isOwn ? ['AC-1'] : []);
  });

  it.each<[unknown, readonly string[]]>([
    [undefined, []],
    [{}, []],
    [{ self_validated: null }, []],
    [{ self_validated: 'AC-1' }, []],
    [{ self_validated: ['AC-1', 7, null, 'AC-2'] }, ['AC-1', 'AC-2']],
  ])('is kept in a verified promise: %j', (verification, kept) => {
    expect(keptSelfValidated(promiseValue('session-a', { verification }))).toEqual(kept);
  });
});

it('an answer that comes too late is refused as what it is', () => {
  const ended = promiseValue('session-a', { status: 'cancelled' });
  const given = { by: 'ada', response: {}, verdict: 'PASS' } as const;
  expect(failureOf(recordAnswer('promise-1', ended, 'AC-1', given, NOW))).toEqual({
    kind: 'wrong-status',
    id: 'promise-1',
    status: 'cancelled',
    attempted: 'be validated',
  });
});
