import * as z from 'zod/mini';
import { type ModelTurn, type Reply, seenOf, type WireFormat } from './wire.ts';

/** The API of chat completions, which many clients take for any model. */
export const chatWire: WireFormat = {
  read(path, text) {
    if (!path.endsWith('/chat/completions')) return undefined;
    const body = bodySchema.parse(JSON.parse(text));
    const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';
    return {
      request: {
        text,
        system: body.messages.filter(isSystem).map(wordsOf).join('\n'),
        tools: (body.tools ?? []).flatMap((tool) => tool.function?.name ?? []),
        ...seenOf(
          body.messages.filter((message) => !isSystem(message)),
          ({ role }) => role === 'assistant',
          wordsOf,
        ),
      },
      reply: (turn, number) => replyOf(body, turn, number),
    };
  },
  other: (path) =>
    path.endsWith('/models')
      ? { object: 'list', data: [{ id: 'a-model', object: 'model' }] }
      : undefined,
  fault: (message) => ({ error: { type: 'invalid_request_error', message } }),
};

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.nullish(
    z.union([z.string(), z.array(z.looseObject({ text: z.optional(z.string()) }))]),
  ),
});
type Message = z.infer<typeof messageSchema>;

const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.optional(z.boolean()),
  messages: z.array(messageSchema),
  tools: z.optional(
    z.array(z.looseObject({ function: z.optional(z.looseObject({ name: z.string() })) })),
  ),
});
type Body = z.infer<typeof bodySchema>;

function wordsOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n');
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function replyOf({ model, stream }: Body, turn: ModelTurn, number: number): Reply {
  const calls = 'uses' in turn ? [callOf(turn, number)] : undefined;
  const finish_reason = calls === undefined ? 'stop' : 'tool_calls';
  const words = 'says' in turn ? turn.says : null;
  const base = { id: `chatcmpl-${number}`, created: 1, model };
  if (stream !== true) {
    const message = { role: 'assistant', content: words, ...(calls && { tool_calls: calls }) };
    const choices = [{ index: 0, message, finish_reason }];
    return { body: { ...base, object: 'chat.completion', choices, usage: USAGE } };
  }
  const delta = {
    role: 'assistant',
    ...(calls === undefined
      ? { content: words }
      : { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
  };
  const chunks = [
    { choices: [{ index: 0, delta, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    { choices: [], usage: USAGE },
  ].map((parts) => JSON.stringify({ ...base, object: 'chat.completion.chunk', ...parts }));
  return { events: [...chunks, '[DONE]'].map((chunk) => `data: ${chunk}\n\n`) };
}

function callOf(turn: Extract<ModelTurn, { uses: string }>, number: number): object {
  const call = { name: turn.uses, arguments: JSON.stringify(turn.input) };
  return { id: `call_${number}`, type: 'function', function: call };
}
