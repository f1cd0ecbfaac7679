import { expect, it } from 'vitest';
import { NO_TOKENS } from '../../../src/domain/judging/model.ts';
import { readMessage } from '../../../src/judge/api/message-reading.ts';

const text = (words: unknown) => ({ type: 'text', text: words });

it.each<[string, unknown, string]>([
  ['one text', { content: [text('a')] }, 'a'],
  ['texts in parts', { content: [text('a'), text('b')] }, 'ab'],
  ['thinking first', { content: [{ type: 'thinking', thinking: 'PASS' }, text('a')] }, 'a'],
  [
    'blocks of other kinds',
    { content: [null, 7, { type: 'tool_use', text: 'x' }, text(7), text('a')] },
    'a',
  ],
  ['another reason to stop', { content: [text('a')], stop_reason: 'stop_sequence' }, 'a'],
])('%s is an answer', (_name, message, words) => {
  expect(readMessage(message)).toMatchObject({ text: words });
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'no-message'],
  ['a page of a proxy', '<html>', 'no-message'],
  ['no content', {}, 'no-message'],
  ['no text', { content: [] }, 'unreadable'],
  ['blanks', { content: [text(' \n')] }, 'unreadable'],
  ['thoughts only', { content: [{ type: 'thinking', thinking: 'x' }] }, 'unreadable'],
  ['a refusal', { content: [text('{}')], stop_reason: 'refusal' }, 'refused'],
  ['a cut', { content: [text('{"a"')], stop_reason: 'max_tokens' }, 'cut-off'],
  [
    'a full window',
    { content: [text('{}')], stop_reason: 'model_context_window_exceeded' },
    'cut-off',
  ],
])('%s is no answer', (_name, message, cause) => {
  expect(readMessage(message)).toMatchObject({ unjudged: { cause } });
});

it.each<[unknown, object]>([
  [undefined, NO_TOKENS],
  ['many', NO_TOKENS],
  [{ input_tokens: -1, output_tokens: '5', cache_read_input_tokens: null }, NO_TOKENS],
  [
    { input_tokens: 1250, output_tokens: 380 },
    { input_tokens: 1250, output_tokens: 380 },
  ],
  [
    { cache_creation_input_tokens: 9, cache_creation: { ephemeral_1h_input_tokens: 4 } },
    { cache_creation_input_tokens: 9, cache_creation_1h_input_tokens: 4 },
  ],
])('usage %j', (usage, tokens) => {
  expect(readMessage({ content: [text('a')], usage }).usage).toEqual({ ...NO_TOKENS, ...tokens });
});
