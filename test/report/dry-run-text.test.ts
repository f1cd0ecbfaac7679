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
  work: [],
  ahead: [],
  asks: 2,
};
const show = (parts: Partial<DryRun> = {}) => dryRunText({ ...RUN, ...parts });

it('a dry run is the whole request, and what it would cost', () => {
  expect(show()).toBe(`DRY RUN: nothing is sent or written.
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
      'about $0.0200 plus reasoning tokens; reserved',
    ],
    [
      'that a price is not known',
      { estimatedUsd: undefined },
      'unknown (no prices for this model); reserved',
    ],
    ['what is taken out', { redacted: [{ kind: 'AWS key', count: 1 }] }, 'Redacted: 1 x AWS key'],
    [
      'that evidence is cut',
      { isCut: true },
      'Evidence is shortened because there are many criteria.',
    ],
    [
      'who speaks to the judge',
      { suspicious: [{ ac_id: 'AC-1', signs: ['a', 'b'] }] },
      'Addresses the judge: AC-1 (a, b)',
    ],
    [
      'that the promise does',
      { suspicious: [{ ac_id: undefined, signs: ['a'] }] },
      'Addresses the judge: the promise itself (a)',
    ],
    [
      'what fails without asking',
      { settled: [{ ac_id: 'AC-2', reasoning: 'No evidence.' }] },
      'Failed without a call: AC-2 (No evidence.)',
    ],
    [
      'that no call would be made',
      { asks: 0 },
      'No criteria left to judge: no call would be made.',
    ],
    ['what a terminal would obey in other signs', { user: 'a\u001b[2J' }, 'a\\x1b[2J'],
  ])('%s', (_name, parts, words) => {
    expect(show(parts)).toContain(words);
  });

  it('no request where nothing is asked', () => {
    expect(show({ asks: 0 })).not.toContain('--- system ---');
  });
});
