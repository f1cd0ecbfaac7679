import { describe, expect, it } from 'vitest';
import {
  continuationDryRunText,
  continuationNotes,
  continuationText,
  type ShownContinuation,
} from '../../src/report/continuation-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { GO_ON } from '../rig/transcripts.ts';

const REVIEW: ShownContinuation = {
  verdict: GO_ON,
  status: 'success',
  model: 'claude-haiku-5-5',
  backend: 'api',
  paidBy: 'the key in ANTHROPIC_API_KEY',
  turns: 5,
  inputTokens: 100,
  outputTokens: 20,
  costUsd: 0.002,
  latencyMs: 900,
  requestId: null,
  endpoint: null,
  redacted: [],
  error: undefined,
  warnings: [],
};

it('a review for people', () => {
  const verdict = { ...GO_ON, suggestion: 'First\nforged: line\u001b[2J' };
  expect(continuationText({ ...REVIEW, verdict }, plainStyle)).toBe(
    [
      'Continuation review: SHOULD CONTINUE',
      `Reason: ${GO_ON.reason}`,
      'Suggestion: First',
      '            forged: line\\x1b[2J',
      'Turns shown: 5',
      'Model: claude-haiku-5-5',
      'Backend: api, paid by the key in ANTHROPIC_API_KEY',
      'Tokens: 100 in / 20 out',
      'Cost: $0.002000',
      'Latency: 900ms',
    ].join('\n'),
  );
});

it.each<[string, Partial<ShownContinuation>, string, string]>([
  ['may end', { verdict: { ...GO_ON, should_continue: false } }, ': MAY END\n', 'Model: '],
  ['was not judged', { status: 'api_error' }, ': MAY END (not judged)\n', 'Model: '],
  ['was not asked about', { status: 'not-asked' }, ': MAY END (not judged)\n', 'Nobody was asked.'],
  [
    'was judged by a model without prices',
    { costUsd: null },
    ': SHOULD CONTINUE\n',
    'Cost: unknown',
  ],
])('a session that %s', (_what, parts, heading, line) => {
  const text = continuationText({ ...REVIEW, ...parts }, plainStyle);
  expect(text).toContain(heading);
  expect(text).toContain(line);
});

it('the lines for stderr', () => {
  const redacted = [{ kind: 'AWS key', count: 2 }];
  const review = { ...REVIEW, error: 'no\nanswer', endpoint: 'http://x', redacted };
  expect(continuationNotes(review, 'http://y')).toEqual([
    'WARNING: the continuation review did not judge the session: no answer',
    'Note: the judge was asked at http://x.',
    expect.stringMatching(/^Note: secrets were taken out before anything was sent: .*AWS key/),
  ]);
  expect(continuationNotes(REVIEW, 'http://y')).toEqual([]);
  expect(continuationNotes({ ...REVIEW, endpoint: 'http://y' }, 'http://y')).toEqual([]);
});

describe('a dry run', () => {
  const RUN = {
    request: { model: 'm-1', system: 'S', user: 'U', schema: {}, maxTokens: 10 },
    backend: 'api',
    paidBy: 'nobody',
    command: null,
    turns: 2,
    wouldAsk: true,
    promptTokens: 7,
    redacted: [{ kind: 'AWS key', count: 1 }],
    estimatedUsd: undefined,
    highestUsd: 1,
    mayThink: true,
  };

  it('shows the request', () => {
    const text = continuationDryRunText(RUN);
    for (const part of ['Turns: 2', '7 in, at most 10 out', 'unknown', 'AWS key', '--- user ---']) {
      expect(text).toContain(part);
    }
    expect(continuationDryRunText({ ...RUN, estimatedUsd: 0.5 })).toContain(
      'what the model thinks',
    );
  });

  it.each([
    [0, 'No transcript of this session is found: no call would be made.'],
    [2, 'judge.backend is the rubric, which asks no model: no call would be made.'],
  ])('says why nobody would be asked (%d turns)', (turns, why) => {
    const text = continuationDryRunText({ ...RUN, turns, wouldAsk: false });
    expect(text).toContain(why);
    expect(text).not.toContain('--- user ---');
  });
});
