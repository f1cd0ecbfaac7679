import * as z from 'zod/mini';
import { type ModelTurn, type Reply, seenOf, type WireFormat } from './wire.ts';

/** The Messages API, as Claude Code uses it. */
export const messagesWire: WireFormat = {
  read(path, text) {
    if (path !== '/v1/messages') return undefined;
    const body = bodySchema.parse(JSON.parse(text));
    const { messages, system = '', tools = [] } = body;
    return {
      request: {
        text,
        system: wordsOf(system),
        tools: tools.flatMap(({ name }) => name ?? []),
        ...seenOf(
          messages,
          ({ role }) => role === 'assistant',
          ({ content }) => wordsOf(content),
        ),
      },
      reply: (turn, number) => replyOf(body, turn, number),
    };
  },
  fault: (message) => ({ type: 'error', error: { type: 'script', message } }),
};

const contentSchema = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);
type Content = z.infer<typeof contentSchema>;

const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.optional(z.boolean()),
  system: z.optional(contentSchema),
  tools: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
  messages: z.array(z.looseObject({ role: z.string(), content: contentSchema })),
});
type Body = z.infer<typeof bodySchema>;

/** The words of a message, those that tools gave among them. */
function wordsOf(content: Content): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      const inner = contentSchema.safeParse(block['text'] ?? block['content']);
      return inner.success ? wordsOf(inner.data) : '';
    })
    .join('\n');
}

const USAGE = { input_tokens: 100, output_tokens: 20 };

function replyOf(body: Body, turn: ModelTurn, number: number): Reply {
  const content = contentOf(turn, number);
  const stop_reason = content.type === 'tool_use' ? 'tool_use' : 'end_turn';
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage: USAGE,
  };
  if (body.stream !== true) return { body: { ...message, content: [content], stop_reason } };
  return { events: eventsOf(message, turn, content, stop_reason) };
}

function contentOf(turn: ModelTurn, number: number) {
  return 'uses' in turn
    ? { type: 'tool_use', id: `toolu_${number}`, name: turn.uses, input: turn.input }
    : { type: 'text', text: turn.says };
}

/** A message as the events of a stream, its content in one piece. */
function eventsOf(
  message: object,
  turn: ModelTurn,
  content: object,
  stop_reason: string,
): readonly string[] {
  const isTool = 'uses' in turn;
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) }
    : { type: 'text_delta', text: turn.says };
  const empty = { ...content, ...(isTool ? { input: {} } : { text: '' }) };
  const events = {
    message_start: { message: { ...message, content: [], stop_reason: null } },
    content_block_start: { index: 0, content_block: empty },
    content_block_delta: { index: 0, delta },
    content_block_stop: { index: 0 },
    message_delta: { delta: { stop_reason, stop_sequence: null }, usage: USAGE },
    message_stop: {},
  };
  return Object.entries(events).map(
    ([type, parts]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...parts })}\n\n`,
  );
}
