import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A Messages API on loopback: a real HTTP server that answers as it is told, and keeps what it was
 * asked. It takes both kinds of key header, as the real one does.
 */
export interface MessagesApi {
  readonly url: string;
  /** The environment that sends a command here, with a key. */
  readonly env: Readonly<Record<string, string>>;
  /** What arrived, in the order of arrival. */
  readonly requests: readonly ApiRequest[];
  /** Comes true with the requests whose connection was closed unanswered, once there are so many. */
  cancelled(count: number): Promise<readonly ApiRequest[]>;
  /** What the next requests get, one each; the last is repeated. */
  answer(...behaviours: readonly Behaviour[]): void;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: RequestBody;
  /** When it had arrived, on a clock that never jumps, in milliseconds. */
  readonly at: number;
}

/** A request's body, as far as tests look at it. */
export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly output_config?: { readonly format: { readonly type: string; readonly schema: object } };
  readonly [key: string]: unknown;
}

/** What becomes of one request. */
export type Behaviour = (request: ApiRequest, response: ServerResponse) => void;

export const KEY = 'sk-ant-test-0123456789abcdefghij';

/** Starts a server that passes every criterion until it is told otherwise; it stops with the test. */
export async function startMessagesApi(): Promise<MessagesApi> {
  const requests: ApiRequest[] = [];
  let behaviours: readonly Behaviour[] = [reply(passEverything)];
  let served = 0;
  const cancelled: ApiRequest[] = [];
  const watchers: (() => void)[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const at = performance.now();
      const text = Buffer.concat(chunks).toString('utf8');
      const { headers, method = '', url = '' } = incoming;
      const request = { method, path: url, headers, text, body: JSON.parse(text), at };
      requests.push(request);
      response.on('close', () => {
        if (response.writableFinished) return;
        cancelled.push(request);
        for (const look of watchers) look();
      });
      const behaviour = behaviours[Math.min(served, behaviours.length - 1)];
      served += 1;
      behaviour?.(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY },
    requests,
    cancelled: (count) =>
      new Promise((resolve) => {
        const look = () => (cancelled.length < count ? undefined : resolve([...cancelled]));
        watchers.push(look);
        look();
      }),
    answer(...next) {
      behaviours = next;
      served = 0;
    },
  };
}

/** An address on loopback where nobody listens. */
export async function nobodyListens(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return `http://127.0.0.1:${port}`;
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** One judgment of a reply, as the request's schema asks for it. */
export interface RepliedJudgment {
  readonly ac_id: string;
  readonly judgment: string;
  readonly confidence: number;
  readonly reasoning: string;
  readonly would_satisfy: string;
}

export function judgment(ac_id: string, word: string, reasoning = 'As reported.'): RepliedJudgment {
  const would_satisfy = word === 'FAIL' ? `the output that shows ${ac_id}` : '';
  return { ac_id, judgment: word, confidence: 0.9, reasoning, would_satisfy };
}

/** Data in its fence, whose marks hold the request's nonce. */
const FENCED = /<data-(\w+) name="[^"]*">\n[\s\S]*?\n<\/data-\1>/g;

/** The ids of all criteria that a request asks about, a canary among them; none that data makes up. */
export function criteriaIn(request: ApiRequest): readonly string[] {
  const content = request.body.messages.map((message) => message.content).join('\n');
  return [...content.replace(FENCED, '').matchAll(/^# Criterion (\S+)$/gm)].map(
    ([, id = '']) => id,
  );
}

/** Whether a request asks for findings, which an endpoint without structured outputs reads in its words. */
export function isStructured({ body }: ApiRequest): boolean {
  return body.system.includes('reviewed_criteria');
}

export function review(judgments: readonly RepliedJudgment[], verdict?: string): object {
  const fails = judgments.some((one) => one.judgment === 'FAIL');
  return {
    criteria_judgments: judgments,
    reasoning: 'The evidence was weighed.',
    verdict: verdict ?? (fails ? 'FAIL' : 'PASS'),
    overall_confidence: 0.85,
  };
}

/** A judge that says yes to everything that it is asked, whatever it is. */
export function passEverything(request: ApiRequest): unknown {
  const ids = criteriaIn(request);
  return isStructured(request)
    ? {
        reviewed_criteria: ids.map((ac_id) => ({ ac_id, reasoning: 'Fine.', confidence: 0.9 })),
        findings: [],
        reasoning: 'All in order.',
      }
    : review(ids.map((id) => judgment(id, 'PASS')));
}

/** A judge that passes what the promise holds, and rejects what cannot be true. */
export function passOnly(...ids: readonly string[]): (request: ApiRequest) => unknown {
  return (request) =>
    review(criteriaIn(request).map((id) => judgment(id, ids.includes(id) ? 'PASS' : 'FAIL')));
}

/** A judge that rejects these and passes everything else. */
export function failOnly(...ids: readonly string[]): (request: ApiRequest) => unknown {
  return (request) =>
    review(criteriaIn(request).map((id) => judgment(id, ids.includes(id) ? 'FAIL' : 'PASS')));
}

const USAGE = {
  input_tokens: 1250,
  output_tokens: 380,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** A message of the API around the judge's words; `parts` replaces any of its keys. */
export function message(
  text: string,
  parts: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: 'msg_test',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [
      { type: 'thinking', thinking: 'Let me see.', signature: 'x' },
      { type: 'text', text },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: USAGE,
    ...parts,
  };
}

export function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_test',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Answers 200 with what a judge says: a value as JSON, a text as it stands. */
export function reply(
  says: (request: ApiRequest) => unknown,
  parts: Readonly<Record<string, unknown>> = {},
): Behaviour {
  return (request, response) => {
    const said = says(request);
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    send(response, 200, message(text, parts));
  };
}

/** Answers with an error of the API. */
export function failure(
  status: number,
  type: string,
  words = `the stand-in says ${type}`,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (_request, response) =>
    send(response, status, { type: 'error', error: { type, message: words } }, headers);
}

/** Drops the connection without a word. */
export const reset: Behaviour = (_request, response) => void response.socket?.destroy();

/** Takes the request and never says anything. */
export const silence: Behaviour = () => {};

/** Sends its headers and the beginning of a body, and never the rest. */
export const stuckBody: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_test' });
  response.write('{"id": "msg_test", "type": "message", ');
};

/** Sends a status line and never ends its headers. */
export const stuckHeaders: Behaviour = (_request, response) =>
  void response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n');

/** Sends a body that goes on and on, a little at a time. */
export const endlessBody: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_test' });
  response.write('{"id": "');
  const timer = setInterval(() => response.write('m'), 50);
  response.on('close', () => clearInterval(timer));
};

/** Answers with a page, as a proxy does that stands where the API should. */
export const webPage: Behaviour = (_request, response) =>
  send(response, 200, '<!doctype html><html><body>Sign in</body></html>', {
    'content-type': 'text/html',
  });

/** Answers with a body of one's own under a status. */
export function body(status: number, words: unknown): Behaviour {
  return (_request, response) => send(response, status, words);
}

/**
 * Answers none of so many requests before all of them have arrived; each then gets one of these, and
 * what arrives later the last.
 */
export function together(...behaviours: readonly Behaviour[]): Behaviour {
  const waiting: (() => void)[] = [];
  return (request, response) => {
    const behaviour = behaviours[waiting.length] ?? behaviours.at(-1);
    const go = () => behaviour?.(request, response);
    waiting.push(go);
    if (waiting.length === behaviours.length) for (const each of waiting) each();
    else if (waiting.length > behaviours.length) go();
  };
}

/** Answers by the model that is asked. */
export function byModel(behaviours: Readonly<Record<string, Behaviour>>): Behaviour {
  return (request, response) => {
    const behaviour = behaviours[request.body.model];
    if (behaviour === undefined) throw new Error(`nobody plays ${request.body.model}`);
    behaviour(request, response);
  };
}
