import { expect, it } from 'vitest';
import type { RealityVerdict } from '../../../src/domain/judging/reality-check.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { reviewNotes, reviewText } from '../../../src/reviews/asking/report.ts';
import type { ReviewOutcome } from '../../../src/reviews/asking/session-review.ts';
import { materialOf } from '../../../src/reviews/reality/facts.ts';
import type { RealityMaterial } from '../../../src/reviews/reality/prompt.ts';
import { realityCheck } from '../../../src/reviews/reality/review.ts';
import { realityFacts, realityReply } from '../../rig/values/reality-values.ts';
import { finishedReview } from '../../rig/values/review-values.ts';

type Parts = Partial<ReviewOutcome<RealityMaterial, RealityVerdict>>;

const { convergenceEstimate: _none, ...VERDICT } = realityReply();
const { material } = materialOf(realityFacts(), []);
const finished = (parts: Parts) => finishedReview({ verdict: VERDICT, material, ...parts });
const textOf = (parts: Parts) => reviewText(realityCheck, finished(parts), plainStyle);

it('a check for people', () => {
  const verdict = {
    ...VERDICT,
    pass: false,
    missingItems: ['D-1: no tests\nforged line', 'D-2\u001b[2J'],
    questionsForUser: ['Which port?'],
    convergenceEstimate: 0.456,
  };
  const leftOut = Array.from({ length: 22 }, (_, number) => ({
    path: `${number}.png`,
    why: 'binary' as const,
  }));
  expect(
    textOf({
      verdict,
      material: { ...material, changes: { shown: { summary: '', patch: '', leftOut } } },
    }),
  ).toBe(
    [
      'Reality check: NOT DONE',
      'Reason: As far as it goes.',
      'Missing:',
      '  - D-1: no tests',
      '    forged line',
      '  - D-2\\x1b[2J',
      'For the user to decide:',
      '  - Which port?',
      'Next steps:',
      '  - Go on.',
      'Forward progress: yes',
      'Completion estimated by the model: 46%',
      'Not shown to the judge:',
      ...leftOut.slice(0, 20).map(({ path }) => `  ${path} (binary)`),
      '  and 2 more',
      'Model: claude-sonnet-5-5',
      'Backend: api, paid by the key in ANTHROPIC_API_KEY',
      'Tokens: 100 in / 20 out',
      'Cost: $0.002000',
      'Latency: 900ms',
    ].join('\n'),
  );
});

it.each<[string, Parts, string]>([
  ['done', {}, 'Reality check: PASS\n'],
  ['not judged', { status: 'api_error', error: 'x' }, 'Reality check: PASS (not judged)\n'],
  ['not asked', { status: 'not-asked' }, 'No call was made.'],
  ['of unknown cost', { costUsd: null }, 'Cost: unknown'],
])('a check that is %s', (_what, parts, says) => {
  expect(textOf(parts)).toContain(says);
});

it.each<[string, Parts, readonly string[]]>([
  ['nothing', { endpoint: 'https://api.anthropic.com' }, []],
  [
    'why it could not be judged',
    { error: 'a\nb' },
    ['WARNING: the reality check could not judge the work: a b'],
  ],
  [
    'another address',
    { endpoint: 'https://other' },
    ['Note: the judge was called at https://other.'],
  ],
  [
    'what was taken out',
    { redacted: [{ kind: 'AWS key', count: 2 }] },
    ['Note: secrets were redacted before sending: 2 x AWS key.'],
  ],
])('on stderr: %s', (_what, parts, notes) => {
  expect(reviewNotes(realityCheck, finished(parts))).toEqual(notes);
});
