import fc from 'fast-check';
import { expect, it } from 'vitest';
import { governingAnswer, withGoverningFile } from '../../../src/domain/standing/answers.ts';
import { readAnswers } from '../../../src/domain/validation/answer-reading.ts';
import { verdictOf } from '../../../src/domain/validation/validation.ts';
import { fileContent, jsonText } from '../../rig/values/arbitraries.ts';
import { runs } from '../../rig/values/runs.ts';

const given = fc.array(
  fc.record({
    by: fc.constantFrom('ada', 'bob', 'cs prove', 'anonymous'),
    verdict: fc.constantFrom('PASS', 'FAIL', 'PARTIAL', 'BLOCKED', 'fail', 'MAYBE'),
  }),
  { minLength: 1, maxLength: 8 },
);
const responsesOf = (answers: readonly { by: string; verdict: string }[]) =>
  answers.map(({ by, verdict }) => ({ verdict, _metadata: { stored_by: by } }));

it("a FAIL is lifted by an answer of the same validator, and by nobody else's", () => {
  fc.assert(
    fc.property(given, (answers) => {
      const last = new Map(answers.map(({ by, verdict }) => [by, verdict.toUpperCase()]));
      const isFailed = [...last.values()].includes('FAIL');
      const governing = governingAnswer(responsesOf(answers));
      expect(verdictOf(governing ?? {}) === 'FAIL').toBe(isFailed);
    }),
    runs(1000),
  );
});

it('an answer of one validator never lifts what another said', () => {
  fc.assert(
    fc.property(given, given, (before, after) => {
      fc.pre(verdictOf(governingAnswer(responsesOf(before)) ?? {}) === 'FAIL');
      const failing = new Set(
        before
          .filter(({ by }, index) => before.findLastIndex((one) => one.by === by) === index)
          .filter(({ verdict }) => verdict.toUpperCase() === 'FAIL')
          .map(({ by }) => by),
      );
      const others = after.filter(({ by }) => !failing.has(by));
      const governing = governingAnswer(responsesOf([...before, ...others]));
      expect(verdictOf(governing ?? {})).toBe('FAIL');
    }),
    runs(1000),
  );
});

it('whatever another program files, a FAIL that was kept stands', () => {
  fc.assert(
    fc.property(given, jsonText, (answers, text) => {
      const kept = responsesOf(answers);
      fc.pre(verdictOf(governingAnswer(kept) ?? {}) === 'FAIL');
      const reading = readAnswers(`{"verdict": "PASS", "x": ${text}}`);
      fc.pre(reading.ok);
      const governing = governingAnswer(withGoverningFile(kept, reading.answers[0]));
      expect(verdictOf(governing ?? {})).toBe('FAIL');
    }),
    runs(300),
  );
});

it('any bytes as the file of kept answers are read or named as broken', () => {
  fc.assert(
    fc.property(fileContent, (bytes) => {
      const reading = readAnswers(new TextDecoder().decode(bytes));
      expect(reading.ok || /line \d+ is not an answer/.test(reading.reason)).toBe(true);
    }),
    runs(500),
  );
});

it('a line that is torn anywhere loses itself and no other', () => {
  const line = JSON.stringify({ verdict: 'FAIL', reasoning: 'a } b { "c', n: { m: 1 } });
  fc.assert(
    fc.property(fc.nat({ max: line.length - 1 }), fc.boolean(), (length, isLast) => {
      const torn = line.slice(0, length);
      const lines = isLast ? [line, torn] : [torn, line];
      const reading = readAnswers(lines.join('\n'));
      expect(reading).toMatchObject({ ok: true, answers: [{ verdict: 'FAIL' }] });
    }),
  );
});
