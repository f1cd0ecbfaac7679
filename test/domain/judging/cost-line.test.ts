import { describe, expect, it } from 'vitest';
import { type CostLine, readCostLine } from '../../../src/domain/judging/cost-line.ts';

const LINE: CostLine = {
  timestamp: '2026-02-17T10:30:00Z',
  promise_id: 'promise-00000001',
  input_tokens: 1250,
  output_tokens: 380,
  model: 'claude-sonnet-5-5',
  latency_ms: 2345,
  verdict: 'PASS',
  kind: 'promise-review',
  status: 'success',
  cost_usd: 0.0063,
  cache_read_input_tokens: 10,
  cache_creation_input_tokens: 20,
  request_id: 'req_1',
  session_id: 'session-a',
  session_model: null,
  vote: null,
};

it('a line is read as it was written', () => {
  expect(readCostLine(JSON.stringify(LINE))).toEqual(LINE);
});

it('a line of the older shape is filled in, its cost computed', () => {
  const { input_tokens, latency_ms, model, output_tokens, promise_id, timestamp, verdict } = LINE;
  const old = { timestamp, promise_id, input_tokens, output_tokens, model, latency_ms, verdict };
  expect(readCostLine(JSON.stringify(old))).toEqual({
    ...old,
    kind: 'promise-review',
    status: 'unknown',
    cost_usd: (1250 * 2 + 380 * 10) / 1_000_000,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    request_id: null,
    session_id: null,
    session_model: null,
    vote: null,
  });
});

describe('the findings of a line', () => {
  const readFindings = (findings: unknown) =>
    readCostLine(JSON.stringify({ ...LINE, findings }))?.findings;
  const COUNTS = { critical: 1, major: 0, minor: 2, info: 3 };

  it('are read as they were written', () => {
    expect(readFindings(COUNTS)).toEqual(COUNTS);
    expect(readFindings({ ...COUNTS, later: 4 })).toEqual(COUNTS);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 3],
    ['a list', [1, 2, 3, 4]],
    ['a severity that is missing', { critical: 1, major: 0, minor: 2 }],
    ['a text', { ...COUNTS, info: '3' }],
    ['less than none', { ...COUNTS, critical: -1 }],
    ['a half', { ...COUNTS, critical: 0.5 }],
    ['more than there can be', { ...COUNTS, critical: 1e300 }],
  ])('are none where they are %s', (_what, findings) => {
    expect(readFindings(findings)).toBeUndefined();
  });
});

describe('what is no line', () => {
  it.each([
    '',
    ' ',
    JSON.stringify(LINE).slice(0, 80),
    'null',
    '[]',
    '7',
    '"x"',
    '{}',
    '{"timestamp": 1700000000}',
    '{"timestamp": "yesterday"}',
    '{"timestamp": ""}',
  ])('%j', (text) => {
    expect(readCostLine(text)).toBeUndefined();
  });
});

it.each<[string, unknown, Partial<CostLine>]>([
  ['input_tokens', -5, { input_tokens: 0 }],
  ['input_tokens', '12', { input_tokens: 0 }],
  ['output_tokens', null, { output_tokens: 0 }],
  ['model', '', { model: 'unknown' }],
  ['promise_id', 7, { promise_id: 'unknown' }],
  ['cost_usd', -1, { cost_usd: expect.any(Number) }],
  ['vote', 'one', { vote: null }],
  ['vote', 2, { vote: 2 }],
])('%s: %j is taken for what it can mean', (key, value, parts) => {
  expect(readCostLine(JSON.stringify({ ...LINE, [key]: value }))).toMatchObject(parts);
});

it('of an unknown model the cost is unknown', () => {
  const line = { ...LINE, model: 'other', cost_usd: null };
  expect(readCostLine(JSON.stringify(line))?.cost_usd).toBeNull();
});
