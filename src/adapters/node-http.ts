import { errorCode } from '../domain/base/system-error.ts';
import type { Http, HttpReply, HttpRequest } from '../ports.ts';
import { fetchWhole } from './node-fetch.ts';

/** Node's own HTTP client as the port: whole answers, each within its time. */
export function createNodeHttp(): Http {
  return { send };
}

async function send({ body, headers, method, timeoutMs, url }: HttpRequest): Promise<HttpReply> {
  try {
    const response = await fetchWhole(url, {
      method,
      headers: { ...headers },
      signal: AbortSignal.timeout(Math.max(1, timeoutMs)),
      ...(body === undefined ? {} : { body }),
    });
    return {
      answered: true,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  } catch (error) {
    return { answered: false, reason: reasonOf(error) };
  }
}

/** In words that never hold the request: its headers are secret. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return code === 'ABORT_ERR' || code === 'TimeoutError' || code === 'AbortError'
    ? 'it did not answer in time'
    : `it could not be reached (${code})`;
}
