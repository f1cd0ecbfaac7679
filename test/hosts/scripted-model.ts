import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { KEY, portOf, send } from '../rig/worlds/messages-api.ts';

/**
 * A Messages API on loopback behind which a scripted model sits, for a real agent to talk to: it sees
 * what the agent sends, and answers with words or with the use of a tool, as events where the agent asks
 * for a stream.
 */
export interface ScriptedModel {
  /** The environment that sends an agent here, with a key. */
  readonly env: Readonly<Record<string, string>>;
  /** What the agent asked, in the order of arrival. */
  readonly seen: readonly SeenRequest[];
}

/** A request of an agent, as far as a script looks at it. */
export interface SeenRequest {
  /** All that was sent, as text. */
  readonly text: string;
  readonly system: string;
  /** The names of the tools that may be used. */
  readonly tools: readonly string[];
  /** All that the model was told so far, but for the system text and its own words. */
  readonly told: string;
  /** What came since the model spoke last: the user's words, what hooks said, what tools gave. */
  readonly latest: string;
  /** How often the model spoke before. */
  readonly turn: number;
}

/** What the model does next. */
export type ModelTurn =
  | { readonly says: string }
  | { readonly uses: string; readonly input: Readonly<Record<string, unknown>> };

/** A script decides by what it sees; it may take its time. */
export type Script = (request: SeenRequest) => ModelTurn | Promise<ModelTurn>;

export function says(words: string): ModelTurn {
  return { says: words };
}

export function runs(command: string, parts: object = {}): ModelTurn {
  return { uses: 'Bash', input: { command, description: 'A step', ...parts } };
}

/** Starts one; it stops with the test. */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const path = (incoming.url ?? '').split('?')[0];
      if (incoming.method !== 'POST' || path !== '/v1/messages') return send(response, 404, {});
      const text = Buffer.concat(chunks).toString('utf8');
      const body = bodySchema.parse(JSON.parse(text));
      const request = seenRequest(text, body);
      seen.push(request);
      const number = seen.length;
      Promise.resolve(script(request)).then(
        (turn) => answer(response, body, turn, number),
        (error) =>
          send(response, 400, { type: 'error', error: { type: 'script', message: `${error}` } }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${portOf(server)}`;
  return { env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY }, seen };
}

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

function seenRequest(text: string, { messages, system = '', tools = [] }: Body): SeenRequest {
  const isModel = ({ role }: { readonly role: string }): boolean => role === 'assistant';
  const toldIn = (some: Body['messages']): string =>
    some
      .filter((one) => !isModel(one))
      .map(({ content }) => wordsOf(content))
      .join('\n');
  return {
    text,
    system: wordsOf(system),
    tools: tools.flatMap(({ name }) => name ?? []),
    told: toldIn(messages),
    latest: toldIn(messages.slice(messages.findLastIndex(isModel) + 1)),
    turn: messages.filter(isModel).length,
  };
}

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

function answer(response: ServerResponse, body: Body, turn: ModelTurn, number: number): void {
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
  if (body.stream === true) sendEvents(response, message, turn, content, stop_reason);
  else send(response, 200, { ...message, content: [content], stop_reason });
}

function contentOf(turn: ModelTurn, number: number) {
  return 'uses' in turn
    ? { type: 'tool_use', id: `toolu_${number}`, name: turn.uses, input: turn.input }
    : { type: 'text', text: turn.says };
}

/** A message as the events of a stream, its content in one piece. */
function sendEvents(
  response: ServerResponse,
  message: object,
  turn: ModelTurn,
  content: object,
  stop_reason: string,
): void {
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
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [type, parts] of Object.entries(events)) {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...parts })}\n\n`);
  }
  response.end();
}
