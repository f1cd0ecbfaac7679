import { expect, it } from 'vitest';
import type { ContinuationVerdict } from '../../../src/domain/judging/continuation.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { reviewNotes, reviewText } from '../../../src/reviews/asking/report.ts';
import type { ReviewOutcome } from '../../../src/reviews/asking/session-review.ts';
import {
  type ContinuationMaterial,
  continuationReview,
} from '../../../src/reviews/continuation/review.ts';
import { finishedReview } from '../../rig/values/review-values.ts';
import { GO_ON, said, turnValue } from '../../rig/values/transcripts.ts';

type Parts = Partial<ReviewOutcome<ContinuationMaterial, ContinuationVerdict>>;

const TURNS = Array.from({ length: 5 }, () => turnValue('Do it', said('Done.')));
const finished = (parts: Parts = {}) =>
  finishedReview({ verdict: GO_ON, material: { turns: TURNS }, ...parts });
const textOf = (parts: Parts) => reviewText(continuationReview, finished(parts), plainStyle);
const notesOf = (parts: Parts) => reviewNotes(continuationReview, finished(parts));

it('a review for people', () => {
  const verdict = { ...GO_ON, suggestion: 'First\nforged: line\u001b[2J' };
  expect(textOf({ verdict })).toBe(
    [
      'Continuation review: SHOULD CONTINUE',
      `Reason: ${GO_ON.reason}`,
      'Suggestion: First',
      '            forged: line\\x1b[2J',
      'Turns shown: 5',
      'Model: claude-sonnet-5-5',
      'Backend: api, paid by the key in ANTHROPIC_API_KEY',
      'Tokens: 100 in / 20 out',
      'Cost: $0.002000',
      'Latency: 900ms',
    ].join('\n'),
  );
});

it.each<[string, Parts, string, string]>([
  ['may end', { verdict: { ...GO_ON, should_continue: false } }, ': CAN END\n', 'Model: '],
  ['was not judged', { status: 'api_error' }, ': CAN END (not judged)\n', 'Model: '],
  ['was not asked about', { status: 'not-asked' }, ': CAN END (not judged)\n', 'No call was made.'],
  [
    'was judged by a model without prices',
    { costUsd: null },
    ': SHOULD CONTINUE\n',
    'Cost: unknown',
  ],
])('a session that %s', (_what, parts, heading, line) => {
  const text = textOf(parts);
  expect(text).toContain(heading);
  expect(text).toContain(line);
});

it('the lines for stderr', () => {
  const redacted = [{ kind: 'AWS key', count: 2 }];
  expect(notesOf({ error: 'no\nanswer', endpoint: 'http://x', redacted })).toEqual([
    'WARNING: the continuation review did not judge the session: no answer',
    'Note: the judge was called at http://x.',
    expect.stringMatching(/^Note: secrets were redacted before sending: .*AWS key/),
  ]);
  expect(notesOf({})).toEqual([]);
  expect(notesOf({ endpoint: 'https://api.anthropic.com' })).toEqual([]);
});
