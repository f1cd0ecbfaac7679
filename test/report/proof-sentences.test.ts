import { describe, expect, it } from 'vitest';
import type { PromiseFacts } from '../../src/domain/account/facts.ts';
import { NO_TIER_ONE } from '../../src/domain/closing/tier-one.ts';
import type { VerificationGates } from '../../src/domain/promise/event.ts';
import type { CompletionPromise } from '../../src/domain/promise/promise.ts';
import { receiptsOf } from '../../src/domain/session/receipt-facts.ts';
import { openItems } from '../../src/domain/standing/stop-check.ts';
import { answersIn, type StoredAnswer } from '../../src/domain/validation/validation.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import { lackText, limitsOf } from '../../src/report/proof-text.ts';
import { receiptLine, receiptOf } from '../../src/report/receipt-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { textFormat } from '../../src/report/text/text-format.ts';
import { closeText, verifiedText } from '../../src/report/verified-text.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { CHECK_SETTINGS, PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { criterionValue, STATES, selfChosen, treeIs } from '../rig/values/proof-values.ts';
import { accountOf, MEANS, reportOf, writtenAs } from '../rig/values/report-values.ts';

/** Every sentence that a close, a stop, status and a report can print about a proof. */

const OWNER = 'session-a';
const NARROW = selfChosen({ inputs: ['README.md'] });

function promiseOf(criteria: readonly PromiseParts[], parts: PromiseParts = {}): CompletionPromise {
  return promiseValue(OWNER, { acceptance_criteria: criteria, title: 'Sum', ...parts });
}

describe('what a proof is of less than its checks over all files', () => {
  it.each<[string, PromiseParts, string]>([
    ['no proof', STATES.words, ''],
    ['its own checks', STATES.proved, ''],
    ['a command of choice', STATES['self-chosen'], ' (self-chosen)'],
    ['some files alone', { proof: NARROW }, ' (self-chosen, only README.md)'],
    [
      'many',
      { proof: selfChosen({ inputs: ['a', 'b', 'c'], files: ['d'] }) },
      ' (self-chosen, only a, b, c and 1 more)',
    ],
  ])('%s', (_what, parts, words) => {
    expect(limitsOf(criterionValue(parts))).toBe(words);
  });
});

const GATES: VerificationGates = { validation: 'passed', judge: 'not-run' };

describe('a close, in one line', () => {
  it.each<[string, readonly PromiseParts[], Partial<VerificationGates>, PromiseParts, string]>([
    ['by words', [metCriterion('AC-1')], {}, {}, '1/1 criteria met; test: AC-1; not judged.'],
    [
      'by a proof, which is not manual',
      [metCriterion('AC-1', { ...STATES.proved, evidence_type: 'manual' })],
      {},
      {},
      '1/1 criteria met; proved: AC-1; not judged.',
    ],
    [
      'by a proof of choice over one file',
      [metCriterion('AC-1', { proof: NARROW }), metCriterion('AC-2', { evidence_type: 'log' })],
      {},
      {},
      '2/2 criteria met; proved: AC-1 (self-chosen, only README.md); log: AC-2; not judged.',
    ],
    [
      'with a proof that is bound to nothing',
      [metCriterion('AC-1', STATES['not bound'])],
      { judge: 'passed' },
      {},
      '1/1 criteria met; proved: AC-1; not bound to the checkout: AC-1; judged PASS.',
    ],
    [
      'with a waiver',
      [metCriterion('AC-1'), criterion('AC-2', { waived: { by: 'person', at: 't', reason: 'r' } })],
      {},
      {},
      '1/2 criteria met, 1 waived; test: AC-1; not judged.',
    ],
    [
      'with gates skipped',
      [metCriterion('AC-1')],
      { validation: 'skipped', judge: 'skipped' },
      {},
      '1/1 criteria met; test: AC-1; Gate 2 skipped; Gate 3 skipped.',
    ],
    [
      'with gates off, and no judge to be had',
      [metCriterion('AC-1')],
      { validation: 'off', judge: 'unavailable' },
      {},
      '1/1 criteria met; test: AC-1; Gate 2 is off; unjudged, because no judge was available.',
    ],
    [
      'answered by some, judged by rules',
      [metCriterion('AC-1')],
      { validation: 'when-present', judge: 'rubric' },
      {},
      '1/1 criteria met; test: AC-1; validated only where answered; judged by the offline rubric alone.',
    ],
    [
      'answered by the session itself',
      [metCriterion('AC-1')],
      {},
      { verification: { self_validated: ['AC-1'] } },
      '1/1 criteria met; test: AC-1; answered by the session itself: AC-1; not judged.',
    ],
    [
      'without criteria',
      [],
      { validation: 'no-criteria', judge: 'no-criteria' },
      { verification: { proof: 'seen\nit run' } },
      '0/0 criteria met; proof given: seen it run.',
    ],
  ])('%s', (_what, criteria, gates, parts, words) => {
    const promise = promiseOf(criteria, parts);
    const shown = { id: PROMISE_ID, promise, gates: { ...GATES, ...gates }, partial: [] };
    const text = closeText({ ...shown, judgeLines: [], tierOne: NO_TIER_ONE }, plainStyle);
    expect(text).toBe(`VERIFIED: ${PROMISE_ID} (Sum): ${words}`);
  });

  it('with a PARTIAL answer says PARTIAL, and only the drop-in name says PASS over it', () => {
    const gates = { ...GATES, validation: 'partial' } as const;
    const promise = promiseOf([metCriterion('AC-1')]);
    const shown = { id: PROMISE_ID, promise, gates, partial: ['AC-1'], judgeLines: [] };
    const close = { ...shown, tierOne: NO_TIER_ONE };
    expect(closeText(close, plainStyle)).toContain('; PARTIAL: AC-1; ');
    const verbose = verifiedText(close, plainStyle, commandLinesFor(undefined, 'cs'));
    expect(verbose).toContain('Gate 2: Validated, PARTIAL: AC-1\n');
    expect(verbose).toContain('\n  Evidence: test: AC-1\n');
    expect(verbose).not.toContain('(PASS)');
    const dropIn = verifiedText(close, plainStyle, LINES_HERE);
    expect(dropIn).toContain('Gate 2: All validation responses verified (PASS)\n');
  });
});

describe('what a criterion lacks, in check, stop gate and status', () => {
  it.each<[string, PromiseParts, string | undefined]>([
    ['nothing', STATES.proved, undefined],
    ['a proof', STATES.unproved, 'its checks have not passed'],
    ['a fresh one', STATES.stale, 'its proof is stale, changed since'],
    ['one of these checks', STATES['other checks'], 'its checks changed since they passed'],
    ['a run that passes', STATES['self-chosen, failed since'], 'its checks have not passed'],
  ])('%s', (_what, parts, words) => {
    const promise = promiseOf([metCriterion('AC-1', parts)]);
    const [open] = openItems(promise, CHECK_SETTINGS, treeIs('now'));
    expect(open && lackText(open)).toBe(words);
  });
});

describe('a report', () => {
  const answered = (verdict: string, by = 'val'): StoredAnswer => ({
    found: 'answer',
    response: { verdict, _metadata: { stored_by: by, session_id: OWNER } },
  });
  const CLOSED = { status: 'verified' };
  it.each<
    [string, PromiseParts, PromiseParts, StoredAnswer | undefined, Partial<PromiseFacts>, string]
  >([
    [
      'says READY only where it would close',
      STATES['self-chosen'],
      {},
      answered('PASS'),
      {},
      '[READY TO VERIFY]',
    ],
    ['and not where nobody answered', STATES.words, {}, undefined, {}, '[MET, NOT READY]'],
    ['nor after a FAIL', STATES.words, {}, answered('FAIL'), {}, '[MET, NOT READY]'],
    ['names what is lacking', STATES.words, {}, undefined, {}, '  [no validation response]'],
    ['calls PARTIAL PARTIAL', STATES.words, CLOSED, answered('PARTIAL'), {}, '  [PARTIAL by val'],
    [
      'says of a proof what it is of',
      { proof: NARROW },
      {},
      answered('PASS'),
      {},
      'checked without a command (self-chosen, only README.md), fresh',
    ],
    [
      'calls a file changed that was changed since',
      STATES.words,
      CLOSED,
      undefined,
      { record: 'changed-outside' },
      '[CHANGED] promise-00000001',
    ],
    [
      'names a close that the ledger never saw',
      STATES.words,
      CLOSED,
      undefined,
      { record: 'unrecorded' },
      '! Not in the ledger',
    ],
  ])('%s', (_what, parts, whole, answer, facts, words) => {
    const promise = promiseOf([metCriterion('AC-1', parts)], whole);
    const answerFor = answersIn(new Map(answer === undefined ? [] : [['AC-1', answer]]));
    const account = accountOf(promise, { answerFor, takeTree: treeIs('now'), ...facts });
    expect(writtenAs(textFormat, reportOf([account]), MEANS)).toContain(words);
  });

  it("takes no program's answer for the session's own, and the session's for what it is", () => {
    const promise = promiseOf([metCriterion('AC-1'), metCriterion('AC-2')]);
    const answerFor = answersIn(
      new Map([
        ['AC-1', answered('FAIL', 'cs prove')],
        ['AC-2', answered('PASS', 'me')],
      ]),
    );
    const { criteria } = accountOf(promise, { answerFor });
    expect(criteria.map(({ validation }) => validation?.self_validated)).toEqual([false, true]);
  });

  it('counts what was changed since as not verified', () => {
    const promise = promiseOf([metCriterion('AC-1')], CLOSED);
    const report = reportOf([accountOf(promise, { record: 'changed-outside' })]);
    expect(writtenAs(textFormat, report, MEANS)).toContain('The promise is not verified');
  });
});

describe('a stop', () => {
  const before = promiseOf([criterion('AC-1'), criterion('AC-2')]);
  const ran = { results: [{ name: 'command_npm test', status: 'PASS', detail: '' }] };
  const closed = (parts: PromiseParts) =>
    promiseOf([criterion('AC-1'), criterion('AC-2')], { status: 'verified', verification: parts });
  it.each<[string, CompletionPromise, string | undefined]>([
    ['nothing', before, undefined],
    ['words alone', promiseOf([metCriterion('AC-1'), criterion('AC-2')]), undefined],
    [
      'a proof',
      promiseOf([metCriterion('AC-1', { proof: selfChosen({ ...ran, source: 'checks' }) })]),
      'Proved: npm test.',
    ],
    [
      'a proof with all that there is to say of it',
      promiseOf([
        metCriterion('AC-1', {
          proof: {
            ...NARROW,
            ...ran,
            tests_run: 14,
            tests: { skipped: 1, deleted: 2, focused: 1 },
          },
        }),
      ]),
      'Proved: npm test (14 tests, 1 newly skipped, 2 deleted, 1 focused, so that others do not run, self-chosen, only README.md).',
    ],
    [
      'one command for two criteria',
      promiseOf([
        metCriterion('AC-1', { proof: selfChosen(ran) }),
        metCriterion('AC-2', { proof: selfChosen(ran) }),
      ]),
      'Proved: npm test (self-chosen).',
    ],
    [
      'a run that failed since',
      promiseOf([metCriterion('AC-1', STATES['self-chosen, failed since'])]),
      undefined,
    ],
    ['a close', closed({ gates: { validation: 'passed' } }), 'Verified: Sum.'],
    [
      'a close by less',
      closed({
        gates: { validation: 'partial', judge: 'unavailable' },
        self_validated: ['AC-2'],
        tests: { skipped: 3 },
      }),
      'Verified: Sum (PARTIAL, unjudged, 3 newly skipped). Answered by the session itself: AC-2.',
    ],
    [
      'a close with skipped gates',
      closed({ gates: { validation: 'skipped', judge: 'skipped' } }),
      'Verified: Sum. Skipped: Gate 2 of Sum, Gate 3 of Sum.',
    ],
    [
      'what others let stand',
      promiseOf([criterion('AC-1')], {
        accepted: [{ digest: 'abc', by: 'session', at: 't', reason: 'r' }],
      }),
      'Accepted weakened tests: abc by a session.',
    ],
    [
      'what a person lifted',
      promiseOf([criterion('AC-1', { waived: { by: 'person', at: 't', reason: 'too dear' } })]),
      'Waived by a person: AC-1 (too dear).',
    ],
  ])('tells of %s', (_what, after, line) => {
    expect(receiptLine(receiptsOf({ id: 'p', before, after }).map(receiptOf))).toBe(line);
  });

  it('tells nothing of what was so before', () => {
    const after = promiseOf([metCriterion('AC-1', { proof: selfChosen(ran) })]);
    expect(receiptsOf({ id: 'p', before: after, after })).toEqual([]);
  });
});
