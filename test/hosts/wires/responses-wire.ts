import * as z from 'zod/mini';
import { type ModelTurn, seenOf, type WireFormat } from './wire.ts';

/** The Responses API, as Codex uses it: always as a stream. */
export const responsesWire: WireFormat = {
  read(path, text) {
    if (!path.endsWith('/responses')) return undefined;
    const { input, instructions = '', tools = [] } = bodySchema.parse(JSON.parse(text));
    return {
      request: {
        text,
        system: instructions,
        tools: tools.flatMap(({ name }) => name ?? []),
        ...seenOf(input, isOfModel, wordsOf),
      },
      reply: (turn, number) => ({ events: eventsOf(turn, number) }),
    };
  },
  fault: (message) => ({ error: { type: 'invalid_request_error', message } }),
};

const partsSchema = z.array(z.looseObject({ text: z.optional(z.string()) }));
const itemSchema = z.looseObject({
  type: z.optional(z.string()),
  role: z.optional(z.string()),
  content: z.optional(z.union([z.string(), partsSchema])),
  output: z.optional(z.union([z.string(), partsSchema])),
});
type Item = z.infer<typeof itemSchema>;

const bodySchema = z.looseObject({
  input: z.array(itemSchema),
  instructions: z.optional(z.string()),
  tools: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
});

/** What the model itself gave: words, or the use of a tool. */
function isOfModel({ role, type = 'message' }: Item): boolean {
  return role === 'assistant' || type.endsWith('_call') || type === 'reasoning';
}

function wordsOf({ content, output }: Item): string {
  const words = content ?? output ?? '';
  if (typeof words === 'string') return words;
  return words.flatMap(({ text }) => text ?? []).join('\n');
}

const USAGE = {
  input_tokens: 100,
  input_tokens_details: null,
  output_tokens: 20,
  output_tokens_details: null,
  total_tokens: 120,
};

function eventsOf(turn: ModelTurn, number: number): readonly string[] {
  const id = `resp_${number}`;
  const events = [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item: itemOf(turn, number) },
    { type: 'response.completed', response: { id, usage: USAGE } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function itemOf(turn: ModelTurn, number: number): object {
  if ('says' in turn) {
    const content = [{ type: 'output_text', text: turn.says }];
    return { type: 'message', id: `msg_${number}`, role: 'assistant', content };
  }
  // A tool that stands in a group of tools has the group's name before its own.
  const [name, namespace] = turn.uses.split('/').reverse();
  return {
    type: 'function_call',
    id: `fc_${number}`,
    call_id: `call_${number}`,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    arguments: JSON.stringify(turn.input),
  };
}
