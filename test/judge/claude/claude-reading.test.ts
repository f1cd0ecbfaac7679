import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '../../../src/domain/judging/model.ts';
import { readClaudeOutput } from '../../../src/judge/claude/claude-reading.ts';

const text = (words: unknown) => ({ type: 'text', text: words });
const read = (value: unknown, exitCode: number | null = 0, complaint = '') =>
  readClaudeOutput({
    exitCode,
    complaint,
    stdout: typeof value === 'string' ? value : JSON.stringify(value),
  });
const failing = (parts: object) => ({ type: 'result', is_error: true, ...parts });

it.each<[what: string, value: unknown, answer: string]>([
  ['structured output', { type: 'result', structured_output: { a: 1 } }, '{"a":1}'],
  ['structured output before words', { structured_output: { a: 1 }, result: 'b' }, '{"a":1}'],
  ['words', { type: 'result', result: 'a' }, 'a'],
  ['words, where the structured output is none', { structured_output: null, result: 'a' }, 'a'],
  ['an object for words', { type: 'result', result: { a: 1 } }, '{"a":1}'],
  ['blocks', { type: 'result', content: [text('a'), text('b')] }, 'ab'],
  ['blocks of other kinds', { content: [null, { type: 'tool_use' }, text('a')] }, 'a'],
  ['a message', { type: 'assistant', message: { content: [text('a')] } }, 'a'],
  ['the bare review', { a: 1 }, '{"a":1}'],
  [
    'the result of a list, not what follows',
    [{ type: 'result', result: 'a' }, { result: 'b' }],
    'a',
  ],
  ['the last of a list without a result', [7, { result: 'a' }, { result: 'b' }, 'c'], 'b'],
  ['white space around it', ' \n{"result": "a"}\r\n ', 'a'],
  ['a reason to stop that is none of the bad ones', { stop_reason: 'tool_use', result: 'a' }, 'a'],
])('%s is an answer', (_what, value, answer) => {
  expect(read(value)).toMatchObject({ text: answer });
});

it.each<[what: string, value: unknown, cause: string]>([
  ['nothing', '', 'program-failed'],
  ['blanks', ' \n', 'program-failed'],
  ['words', 'PASS', 'program-failed'],
  ['a number', '7', 'program-failed'],
  ['a text', '"{\\"result\\": \\"a\\"}"', 'program-failed'],
  ['null', 'null', 'program-failed'],
  ['an empty list', [], 'program-failed'],
  ['a list of no objects', [1, 'a', null, [{ result: 'a' }]], 'program-failed'],
  ['words before it', 'hello {"result": "a"}', 'program-failed'],
  ['words after it', '{"result": "a"} bye', 'program-failed'],
  ['a mark of byte order before it', '\ufeff{"result": "a"}', 'program-failed'],
  ['a NUL after it', '{"result": "a"}\0', 'program-failed'],
  ['two values', '{"result": "a"}\n{"result": "b"}', 'program-failed'],
  ['half a value', '{"result": "a"', 'program-failed'],
  ['a result with nothing in it', { type: 'result' }, 'unreadable'],
  ['blank words', { result: ' \n' }, 'unreadable'],
  ['words that are a number', { type: 'result', result: 7 }, 'unreadable'],
  ['structured output that is a list', { type: 'result', structured_output: [{}] }, 'unreadable'],
  ['blocks without text', { content: [{ type: 'thinking', thinking: 'PASS' }] }, 'unreadable'],
  ['a message of no blocks', { type: 'assistant', message: { content: 'PASS' } }, 'unreadable'],
  ['a refusal', { stop_reason: 'refusal', structured_output: {} }, 'refused'],
  ['a cut', { stop_reason: 'max_tokens', structured_output: {} }, 'cut-off'],
  ['a full window', { stop_reason: 'model_context_window_exceeded', result: 'a' }, 'cut-off'],
  ['an error by its mark', { is_error: true, structured_output: {} }, 'program-failed'],
  ['an error by its subtype', { subtype: 'error_x', result: 'a' }, 'program-failed'],
  ['no turns left', failing({ subtype: 'error_max_turns' }), 'unreadable'],
  ['no shape', failing({ subtype: 'error_max_structured_output_retries' }), 'unreadable'],
  ['nobody logged in', failing({ result: 'Not logged in · Please run /login' }), 'not-logged-in'],
  ['a wrong key', failing({ result: 'Invalid API key' }), 'not-logged-in'],
  ['a used-up subscription', failing({ result: 'Claude usage limit reached' }), 'rate-limited'],
  ['status 401', failing({ api_error_status: 401 }), 'key-refused'],
  ['status 402', failing({ api_error_status: 402 }), 'key-refused'],
  ['status 403', failing({ api_error_status: 403 }), 'key-refused'],
  ['status 404', failing({ api_error_status: 404 }), 'model-not-found'],
  ['status 408', failing({ api_error_status: 408 }), 'timed-out'],
  ['status 413', failing({ api_error_status: 413 }), 'too-large'],
  ['status 429', failing({ api_error_status: 429 }), 'rate-limited'],
  ['status 500', failing({ api_error_status: 500 }), 'server-error'],
  ['status 529', failing({ api_error_status: 529 }), 'overloaded'],
  ['a status before words', failing({ api_error_status: 529, result: '/login' }), 'overloaded'],
  ['a status that is none', failing({ api_error_status: '401' }), 'program-failed'],
])('%s is no answer: %s', (_what, value, cause) => {
  expect(read(value)).toMatchObject({ unjudged: { cause } });
  expect(read(value)).not.toHaveProperty('text');
});

it.each<[value: unknown, exitCode: number, complaint: string, cause: string, detail: string]>([
  ['', 1, '', 'program-failed', 'exit code 1'],
  ['', 1, 'boom', 'program-failed', 'exit code 1: boom'],
  ['', 0, '', 'program-failed', 'its output is not a single JSON value'],
  ['', 1, 'Please run /login', 'not-logged-in', 'exit code 1: Please run /login'],
  [{ subtype: 'success' }, 1, 'boom', 'program-failed', 'exit code 1: boom'],
  [failing({ result: 'a' }), 1, 'boom', 'program-failed', 'a'],
  [
    failing({ subtype: 'error_x', errors: ['a', 7, 'b'] }),
    1,
    'c',
    'program-failed',
    'error_x: a: b: c',
  ],
  [{ structured_output: { a: 1 } }, 2, '', 'program-failed', 'exit code 2'],
])('%j with exit code %i and "%s": %s, "%s"', (value, exitCode, complaint, cause, detail) => {
  expect(read(value, exitCode, complaint)).toMatchObject({ unjudged: { cause, detail } });
});

describe('what it used', () => {
  const usage = { input_tokens: 100, output_tokens: 20 };

  it.each<[value: object, costUsd: number | undefined, isKnown: boolean]>([
    [{ usage, total_cost_usd: 0.5 }, 0.5, true],
    [{ usage, total_cost_usd: 0 }, undefined, true],
    [{ usage }, undefined, true],
    [{ total_cost_usd: 0.5 }, 0.5, true],
    [{}, undefined, false],
    [{ usage: 'much' }, undefined, false],
    [{ usage: [] }, undefined, false],
    [{ usage, total_cost_usd: -1 }, undefined, true],
    [{ usage, total_cost_usd: '1' }, undefined, true],
  ])('%j: %s US$, known: %j', (parts, costUsd, isUsageKnown) => {
    expect(read({ result: 'a', ...parts })).toMatchObject({ costUsd, isUsageKnown });
    expect(read({ is_error: true, ...parts })).toMatchObject({ costUsd, isUsageKnown });
  });

  it('of each kind of token', () => {
    const cached = { cache_creation_input_tokens: 3, cache_read_input_tokens: 4 };
    const tokens = { ...NO_TOKENS, ...usage, ...cached };
    expect(read({ result: 'a', usage: { ...usage, ...cached } }).usage).toEqual(tokens);
  });

  it('is not known of what cannot be read', () => {
    expect(read('{')).toMatchObject({ usage: NO_TOKENS, isUsageKnown: false });
  });

  it('is no number without an end', () => {
    expect(read('{"result": "a", "total_cost_usd": 1e999}').costUsd).toBeUndefined();
  });

  it('is not known where it only gives a credit', () => {
    expect(read({ result: 'a', total_cost_usd: -1 })).toMatchObject({ isUsageKnown: false });
  });
});

it('two results in a list are no answer', () => {
  const results = ['a', 'b'].map((result) => ({ type: 'result', result }));
  expect(read(results)).toHaveProperty('unjudged');
});

it('a catalog in a complaint is about no login', () => {
  expect(read('', 1, 'see the catalog in /tmp')).toMatchObject({
    unjudged: { cause: 'program-failed' },
  });
});
