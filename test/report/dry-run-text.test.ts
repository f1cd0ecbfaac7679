import { describe, expect, it } from 'vitest';
import { type DryRun, dryRunText } from '../../src/report/dry-run-text.ts';

const RUN: DryRun = {
  models: ['claude-sonnet-5-5'],
  backend: 'api',
  paidBy: 'the key in ANTHROPIC_API_KEY',
  command: null,
  system: 'Judge.',
  user: 'What was done.',
  schema: { type: 'object' },
  maxTokens: 2048,
  promptTokens: 700,
  estimatedUsd: 0.02,
  highestUsd: 0.2,
  mayThink: false,
  redacted: [],
  settled: [],
  suspicious: [],
  isCut: false,
  asks: 2,
};
const show = (parts: Partial<DryRun> = {}) => dryRunText({ ...RUN, ...parts });

it('a dry run is the whole request, and what it would cost', () => {
  expect(show()).toBe(`DRY RUN: nothing is sent, nothing is written.
Model: claude-sonnet-5-5
Backend: api, paid by the key in ANTHROPIC_API_KEY
Criteria asked about: 2
Estimated tokens: 700 in, at most 2048 out
Estimated cost: about $0.0200; reserved for the call: $0.2000

--- system ---
Judge.

--- user ---
What was done.

--- reply schema ---
{
  "type": "object"
}`);
});

describe('it says', () => {
  it.each<[string, Partial<DryRun>, string]>([
    [
      'that thinking comes on top',
      { mayThink: true },
      'about $0.0200 and what the model thinks; reserved',
    ],
    [
      'that a price is not known',
      { estimatedUsd: undefined },
      'unknown (the prices of this model are not known); reserved',
    ],
    ['what is taken out', { redacted: [{ kind: 'AWS key', count: 1 }] }, 'Redacted: 1 x AWS key'],
    [
      'that evidence is cut',
      { isCut: true },
      'Evidence is cut short, since there are many criteria.',
    ],
    [
      'who speaks to the judge',
      { suspicious: [{ ac_id: 'AC-1', signs: ['a', 'b'] }] },
      'Speaks to the judge: AC-1 (a, b)',
    ],
    [
      'that the promise does',
      { suspicious: [{ ac_id: undefined, signs: ['a'] }] },
      'Speaks to the judge: the promise itself (a)',
    ],
    [
      'what fails without asking',
      { settled: [{ ac_id: 'AC-2', reasoning: 'It has no evidence.' }] },
      'Failed without asking: AC-2 (It has no evidence.)',
    ],
    [
      'that no call would be made',
      { asks: 0 },
      'No criterion is left to ask about: no call would be made.',
    ],
    ['what a terminal would obey in other signs', { user: 'a\u001b[2J' }, 'a\\x1b[2J'],
  ])('%s', (_name, parts, words) => {
    expect(show(parts)).toContain(words);
  });

  it('no request where nothing is asked', () => {
    expect(show({ asks: 0 })).not.toContain('--- system ---');
  });
});
