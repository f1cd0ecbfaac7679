import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import { type MessagesAccess, type MessagesClient, messageParams, type Sent } from './sent.ts';

/**
 * The Messages API through its SDK. The only file that imports it: it has a bundle of its own, which is
 * loaded when a call is made and never before, and takes the client alone: its `messages` would warn of old models on
 * stderr, at every call and beside the suite's own warning. What the SDK throws leaves here as a value.
 */
export function createMessagesClient(access: MessagesAccess): MessagesClient {
  const { baseUrl, credential, fetch } = access;
  // Retries are the judge's, which knows the deadline. The SDK's log would go to stdout, and left to
  // itself the SDK would look for keys and addresses in profiles of its own.
  const client = new BaseAnthropic({
    apiKey: null,
    authToken: null,
    ...credential,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  });
  return {
    endpoint: client.baseURL,
    async send(body, signal, timeoutMs) {
      try {
        const { data, request_id } = await client
          .post('/v1/messages', { body: messageParams(body), signal, timeout: timeoutMs })
          .withResponse();
        return { sent: 'message', message: data, requestId: request_id ?? null };
      } catch (error) {
        return failureOf(error, signal);
      }
    },
  };
}

function failureOf(error: unknown, signal: AbortSignal): Sent {
  const detail = causeOf(error).slice(0, LONGEST_DETAIL);
  if (signal.aborted) return { sent: 'aborted', wasSent: true };
  if (error instanceof APIConnectionError) {
    const codes = codesOf(error);
    return codes.some((code) => code.startsWith('ERR_INVALID'))
      ? { sent: 'not-sent', detail }
      : { sent: 'no-connection', detail, wasSent: !codes.some(isBeforeSending) };
  }
  if (error instanceof APIError && typeof error.status === 'number') {
    return {
      sent: 'status',
      status: error.status,
      detail,
      requestId: error.requestID ?? null,
      header: (name) => error.headers?.get(name) ?? null,
    };
  }
  // An answer that is not JSON comes from something else; all other errors come before the sending.
  return { sent: error instanceof SyntaxError ? 'no-message' : 'not-sent', detail };
}

/** Longest cause that is told, in characters: some servers answer with whole pages. */
const LONGEST_DETAIL = 500;

/** What goes wrong before anything of a request has left: no address, no listener, no trust. */
function isBeforeSending(code: string): boolean {
  const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
  return codes.includes(code) || /^ERR_(?:TLS|SSL)|CERT|SELF_SIGNED/.test(code);
}

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

/** The message of an error and of what caused it, the innermost last. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause === undefined ? '' : causeOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code} ` : '';
  const own = `${code}${error.message}`.trim();
  return inner === '' || own.includes(inner) ? own : `${own} (${inner})`;
}
