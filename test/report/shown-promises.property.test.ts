import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredText } from '../../src/checks/kinds.ts';
import type { CompletionPromise } from '../../src/domain/promise/promise.ts';
import { readPromise } from '../../src/domain/promise/promise-reading.ts';
import { decideCheck } from '../../src/domain/standing/stop-check.ts';
import { readResponse, validationProblems } from '../../src/domain/validation/validation.ts';
import { checkText } from '../../src/report/check-text.ts';
import { listEntry, promiseText } from '../../src/report/promise-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { storedText } from '../../src/report/validation-text.ts';
import { jsonText, jsonValue, promiseDocument } from '../rig/values/arbitraries.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { checkFacts, NOW, PROMISE_ID, sessionValue } from '../rig/values/domain-values.ts';
import { validatorResponse } from '../rig/values/promises.ts';
import { runs } from '../rig/values/runs.ts';

const UNSAFE = /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u;

const hostileText = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });

/** Promises with hostile texts wherever a text is, and any record of how their gates were passed. */
const shownPromises: fc.Arbitrary<CompletionPromise> = fc
  .tuple(promiseDocument(['session-a', null]), hostileText, jsonValue)
  .map(([document, text, gates]) => {
    const criteria = [{ id: text, status: text, description: text, evidence: text, met_at: text }];
    const verification = { verified_at: text, verified_by: text, type: text, proof: text, gates };
    const parts = { title: text, summary: `${text}!`, acceptance_criteria: criteria, verification };
    const reading = readPromise({ ...document, ...parts });
    if (!reading.ok) throw new Error(reading.reason);
    return reading.promise;
  });

describe('whatever a promise file holds, it can be shown, and shows nothing that a terminal obeys', () => {
  it.each<[string, (promise: CompletionPromise) => string]>([
    ['whole', (promise) => promiseText({ id: PROMISE_ID, promise }, plainStyle, 3, declaredText)],
    ['in a list', (promise) => listEntry({ id: PROMISE_ID, promise }, plainStyle, 3).join('\n')],
    [
      'by the check',
      (promise) => {
        const promises = [{ id: PROMISE_ID, promise }];
        const session = sessionValue('session-a');
        const text = checkText(decideCheck(checkFacts(session, promises)), true, LINES_HERE);
        return text.stdout + text.stderr;
      },
    ],
  ])('%s', (_name, show) => {
    fc.assert(
      fc.property(shownPromises, (promise) => {
        expect(show(promise)).not.toMatch(UNSAFE);
      }),
      runs(300),
    );
  });
});

describe('whatever a validator answers', () => {
  const answers = fc.oneof(
    jsonText,
    fc
      .record(
        {
          task_id: jsonValue,
          verdict: jsonValue,
          criteria_results: jsonValue,
          timestamp: jsonValue,
        },
        { requiredKeys: [] },
      )
      .map((parts) => JSON.stringify(validatorResponse('PASS', parts))),
    fc.string({ unit: 'binary' }),
  );

  it('it is accepted or refused, never a crash, and can be shown', () => {
    fc.assert(
      fc.property(answers, (text) => {
        const reading = readResponse(text, NOW);
        if (!reading.ok) return;
        const { response, verdict } = reading;
        const shown = storedText(PROMISE_ID, 'AC-1', response, verdict, plainStyle);
        expect(shown).not.toMatch(UNSAFE);
      }),
      runs(1000),
    );
  });

  it('Gate 2 opens only for a verdict of PASS or PARTIAL', () => {
    fc.assert(
      fc.property(jsonValue, (verdict) => {
        const passes = typeof verdict === 'string' && /^(pass|partial)$/i.test(verdict);
        const problems = validationProblems([{ id: 'AC-1', status: 'met' }], () => ({
          found: 'answer',
          response: { verdict },
        }));
        expect(problems.length === 0).toBe(passes);
      }),
      runs(500),
    );
  });
});
