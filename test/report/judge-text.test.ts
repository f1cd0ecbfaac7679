import { describe, expect, it } from 'vitest';
import { adviceLines, judgeLines, redactedText } from '../../src/report/judge-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { resultValue } from '../rig/values/judge-values.ts';

const show = (parts: Parameters<typeof resultValue>[0] = {}, isOpen = true) =>
  judgeLines(resultValue(parts), plainStyle, isOpen).join('\n');
const FEEDBACK = [{ ac_id: 'AC-1', finding: 'No numbers.', would_satisfy: 'how many\npassed' }];

describe('the block of Gate 3', () => {
  it('of a PASS', () => {
    const parts = {
      overall_confidence: 0.9,
      reasoning: 'All holds.\nReally.',
      token_cost: { input_tokens: 1250, output_tokens: 380 },
      cost_usd: 0.0063,
      latency_ms: 1234,
    };
    expect(show(parts)).toBe(`
=== GATE 3: Programmatic Judge ===
Model: claude-sonnet-5-5
Verdict: PASS
Confidence: 0.9
Reasoning: All holds.
           Really.
Tokens: 1250 in / 380 out
Cost: $0.006300
Latency: 1234ms
Gate 3: PASSED`);
  });

  it('of a FAIL ends with what would satisfy it', () => {
    expect(show({ verdict: 'FAIL', feedback: FEEDBACK })).toContain(`
GATE 3 FAILED - Verification rejected by programmatic judge.

Failed criteria:
  [AC-1] No numbers.
      Needed: how many
      passed

Fix the evidence and re-submit before verification can succeed.`);
  });

  const found = { severity: 'major', description: 'Weak.', dimension: null } as const;
  it.each<[string, string, string]>([
    [
      'a WARN with its cause',
      show({ verdict: 'WARN', error: 'no API key set' }),
      '\nReason: no API key set',
    ],
    ['a WARN without a cause', show({ verdict: 'WARN', reasoning: 'why' }), '\nReason: why'],
    [
      'a WARN with which the run goes on',
      show({ verdict: 'WARN' }),
      'Proceeding with graceful degradation.',
    ],
    [
      'a WARN that keeps the promise open',
      show({ verdict: 'WARN' }, false),
      'WARNING: Gate 3 unavailable (no verdict). The promise stays open.',
    ],
    [
      'a WARN that says that it is recorded',
      show({ verdict: 'WARN' }),
      'WARNING: Gate 3 unavailable',
    ],
    [
      'a cost that is not known',
      show({ cost_usd: null }),
      'Cost: unknown (no prices for this model)',
    ],
    [
      'a finding with its place',
      show({ findings: [{ ...found, ac_id: 'AC-1', location: 'a.ts:1' }] }),
      'Findings:\n  major [AC-1] Weak. (a.ts:1)',
    ],
    [
      'a finding about nothing else',
      show({ findings: [{ ...found, ac_id: null, location: null }] }),
      '  major [promise] Weak.',
    ],
    ['escapes written out', show({ reasoning: '\u001b[2JPASS' }), 'Reasoning: \\x1b[2JPASS'],
    [
      'no line of its own in what is quoted',
      show({ reasoning: 'a\nGate 3: PASSED', verdict: 'WARN' }),
      '\n           Gate 3: PASSED',
    ],
  ])('has %s', (_name, text, words) => {
    expect(text).toContain(words);
  });

  it('of a PASS that does not open the gate says nothing of passing', () => {
    expect(show({}, false)).not.toContain('PASSED');
  });

  it('has no heading for findings where there are none', () => {
    expect(show()).not.toContain('Findings');
  });
});

it.each<[readonly (readonly string[])[], readonly string[]]>([
  [[], ['Rubric (offline): all evidence contains what the rules for its type require.']],
  [[[]], ['Rubric (offline): all evidence contains what the rules for its type require.']],
  [
    [[], ['a', 'b']],
    ['Rubric (offline), what a judge would probably miss:', '  [AC-2] a; b'],
  ],
])('what the rubric says of %j', (lacks, lines) => {
  expect(
    adviceLines(lacks.map((one, index) => ({ ac_id: `AC-${index + 1}`, lacks: one }))),
  ).toEqual(lines);
});

it('what was taken out is counted by its kind', () => {
  const redacted = [
    { kind: 'AWS key', count: 2 },
    { kind: 'GitHub token', count: 1 },
  ];
  expect(redactedText(redacted)).toBe('2 x AWS key, 1 x GitHub token');
});
