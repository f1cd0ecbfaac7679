import { isObject } from '../../domain/base/document.ts';
import { NO_TOKENS, type TokenUsage } from '../../domain/judging/model.ts';
import type { Unjudged } from '../../domain/judging/unjudged.ts';

/** What a message of the API says. It comes from outside: nothing in it is taken on trust. */
type MessageReading = { readonly usage: TokenUsage } & (
  | { readonly text: string }
  | { readonly unjudged: Unjudged }
);

/** Reads a reply of the Messages API: text, or a refusal, a cut-off reply, or something else. */
export function readMessage(message: unknown): MessageReading {
  if (!isObject(message) || !Array.isArray(message['content'])) {
    const unjudged = { cause: 'no-message', detail: '', text: rawText(message) } as const;
    return { usage: NO_TOKENS, unjudged };
  }
  const usage = readUsage(message['usage']);
  const text = textBlocksIn(message['content']);
  switch (message['stop_reason']) {
    case 'refusal':
      return { usage, unjudged: { cause: 'refused', detail: 'stop_reason refusal', text } };
    case 'max_tokens':
    case 'model_context_window_exceeded': {
      const detail = `stop_reason ${message['stop_reason']}`;
      return { usage, unjudged: { cause: 'cut-off', detail, text } };
    }
    default:
      return text.trim() === ''
        ? { usage, unjudged: { cause: 'unreadable', detail: 'it contains no text', text } }
        : { usage, text };
  }
}

/** The text blocks of a reply; a thinking block may come first and is not the answer. */
export function textBlocksIn(content: readonly unknown[]): string {
  return content
    .map((block) => (isObject(block) && block['type'] === 'text' ? block['text'] : ''))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** What a call used, as the API says it; what is not said was not used. */
export function readUsage(usage: unknown): TokenUsage {
  if (!isObject(usage)) return NO_TOKENS;
  const created = usage['cache_creation'];
  return {
    input_tokens: tokens(usage['input_tokens']),
    output_tokens: tokens(usage['output_tokens']),
    cache_read_input_tokens: tokens(usage['cache_read_input_tokens']),
    cache_creation_input_tokens: tokens(usage['cache_creation_input_tokens']),
    cache_creation_1h_input_tokens: isObject(created)
      ? tokens(created['ephemeral_1h_input_tokens'])
      : 0,
  };
}

function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

function rawText(message: unknown): string {
  return typeof message === 'string' ? message : (JSON.stringify(message) ?? '');
}
