import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Largest reply that is taken, in bytes: far beyond any that a judge can give. */
const LARGEST_REPLY = 16 * 1024 * 1024;

/**
 * `fetch` over Node's own HTTP client, whole replies only. The built-in one compiles a WebAssembly
 * parser whose threads hold up the end of the process: four times the start of Node, for one request.
 * Redirects are not followed: only the address that was named gets the key.
 */
export async function fetchWhole(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const body = typeof init.body === 'string' ? init.body : '';
  const reply = await exchange(url, init, body);
  const { headers, statusCode = 0 } = reply.message;
  return new Response(reply.text === '' ? null : reply.text, {
    status: statusCode,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    ),
  });
}

interface Reply {
  readonly message: IncomingMessage;
  readonly text: string;
}

function exchange(
  url: URL,
  { headers, method, signal }: RequestInit,
  body: string,
): Promise<Reply> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'content-length': Buffer.byteLength(body),
      },
      ...(signal ? { signal } : {}),
    });
    request.on('error', reject);
    request.on('response', (message) => {
      wholeText(message).then((text) => resolve({ message, text }), reject);
    });
    request.end(body);
  });
}

async function wholeText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LARGEST_REPLY) throw new Error(`the answer is larger than ${LARGEST_REPLY} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
