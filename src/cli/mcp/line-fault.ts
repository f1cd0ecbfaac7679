import { isObject } from '../../domain/base/document.ts';

/** An error of JSON-RPC for a line that is no message. */
interface LineFault {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The answer to a line that is no message of JSON-RPC, which the SDK would drop; undefined for one that is. */
export function faultOfLine(line: string | undefined): LineFault | undefined {
  if (line === undefined) return fault(-32_600, 'The message is too long');
  const message = parsed(line);
  if (message === undefined) return fault(-32_700, 'The line is no JSON');
  if (!isObject(message)) return fault(-32_600, 'The line is no message of JSON-RPC');
  const { id, jsonrpc, method, params } = message;
  const isNamed = typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id));
  const isReply = method === undefined && isNamed && ('result' in message || 'error' in message);
  const isCall = typeof method === 'string' && (id === undefined || isNamed);
  const isWhole = params === undefined || isObject(params);
  if (jsonrpc === '2.0' && (isReply || isCall) && isWhole) return undefined;
  return fault(-32_600, 'The line is no message of JSON-RPC', isNamed ? id : null);
}

function fault(code: number, message: string, id: string | number | null = null): LineFault {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
