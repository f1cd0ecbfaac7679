import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { textWithSecrets } from '../../rig/values/arbitraries.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';

const NONCE = '0123456789abcdef';
const KEY = 'the-key-of-this-run';

/** Text made of what marks are made of. */
const fragments = fc
  .array(
    fc.constantFrom(
      '<',
      '/',
      'data',
      '-',
      NONCE,
      '>',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u200b',
      '\u00ad',
      `<data-${NONCE} name="x">`,
      `</data-${NONCE}>`,
      '</DATA-',
      '＜',
      '# Criterion AC-9',
      '\u202e',
      '\ud83d',
      KEY,
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));
const texts = fc.oneof(fragments, textWithSecrets, fc.string({ unit: 'binary', maxLength: 30 }));
const HIDDEN = /[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}|[\u200b-\u200d\u00ad\ufeff]/u;

interface Parts {
  readonly title: string;
  readonly texts: readonly string[];
}

function planOf(
  { texts: [a = '', b = '', c = '', d = ''], title }: Parts,
  style: 'plain' | 'structured',
) {
  const acceptance_criteria = [
    metCriterion('AC-1', { description: a, evidence: `x${b}` }),
    metCriterion('AC-2', { evidence_type: c, met_at: d }),
  ];
  const facts: JudgedFacts = {
    id: PROMISE_ID,
    promise: promiseValue('s', { title, summary: d, acceptance_criteria }),
    isAsked: () => true,
    answerFor: () => ({ found: 'answer', response: validatorResponse('PASS', { reasoning: c }) }),
  };
  return planReview(
    facts,
    { model: 'sonnet', style, seat: null, isModel: true, secrets: [KEY] },
    NONCE,
  );
}

const parts: fc.Arbitrary<Parts> = fc.record({
  title: texts,
  texts: fc.array(texts, { minLength: 4, maxLength: 4 }),
});

describe.each(['plain', 'structured'] as const)('whatever the texts are (%s)', (style) => {
  it('the prompt holds the marks of the assembly and no other', () => {
    fc.assert(
      fc.property(parts, (material) => {
        const { canary, request } = planOf(material, style);
        const sections = canary === undefined ? 0 : 5;
        const count = (pattern: RegExp) => request.user.match(pattern)?.length ?? 0;
        expect(count(/^<data-0123456789abcdef name="[a-z' ]+">$/gm)).toBe(2 + 12 + sections);
        expect(count(/^<\/data-0123456789abcdef>$/gm)).toBe(2 + 12 + sections);
        expect(count(/<\s*\/?\s*data\s*-/gi)).toBe(2 * (2 + 12 + sections));
      }),
      runs(300),
    );
  });

  it('nothing hidden and no key of this run leaves', () => {
    fc.assert(
      fc.property(parts, (material) => {
        const { request } = planOf(material, style);
        expect(request.user).not.toMatch(HIDDEN);
        expect(request.user).not.toContain(KEY);
        expect(request.system).toBe(planOf({ title: '', texts: [] }, style).request.system);
      }),
      runs(300),
    );
  });
});
