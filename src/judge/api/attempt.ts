import type { UnjudgedCause } from '../../domain/judging/unjudged.ts';
import { CALLED_OFF } from '../../ports.ts';
import type { Sent } from './sent.ts';

/** What an attempt that failed means, and whether another makes sense. */

type Refused = Extract<Sent, { readonly sent: 'status' }>;

/** Words by which an endpoint says that it does not know structured outputs. */
const ABOUT_FORMAT = /output_config|output_format|json_schema|structured output|response format/i;
const ABOUT_LOOKUP = /\b(?:ENOTFOUND|EAI_AGAIN)\b/;
const ABOUT_REPLY_LIMIT = /max_tokens/i;
const ABOUT_LENGTH =
  /too long|too large|too many tokens|maximum.*(?:token|context)|context (?:window|length)|exceed.*(?:token|context)/i;

/** Whether the endpoint took offence at the reply's schema, so that it can be asked without one. */
export function refusesSchema({ detail, status }: Refused): boolean {
  return (status === 400 || status === 422) && ABOUT_FORMAT.test(detail);
}

export function causeOfStatus({
  detail,
  status,
}: Pick<Refused, 'detail' | 'status'>): UnjudgedCause {
  if (status === 401 || status === 402 || status === 403) return 'key-refused';
  if (status === 404) return 'model-not-found';
  if (status === 408) return 'timed-out';
  if (status === 400 && ABOUT_REPLY_LIMIT.test(detail)) return 'reply-limit';
  if (status === 413 || (status === 400 && ABOUT_LENGTH.test(detail))) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server-error' : 'request-refused';
}

/** Why a question was aborted: its vote could change nothing any more, or the user interrupted. */
export function causeOfAbort({ reason }: AbortSignal): UnjudgedCause {
  return reason === CALLED_OFF ? 'cancelled' : 'interrupted';
}

/** Whether another attempt may fare better; the API's own word counts most. */
export function canRetry(sent: Sent): boolean {
  // A request that was on its way may be charged for: another could be charged for as well. A name
  // that cannot be looked up took the resolver's own tries already, which nothing can cut short.
  if (sent.sent === 'no-connection') return !sent.wasSent && !ABOUT_LOOKUP.test(sent.detail);
  if (sent.sent !== 'status') return false;
  const word = sent.header('x-should-retry');
  if (word === 'true' || word === 'false') return word === 'true';
  return [408, 409, 429].includes(sent.status) || sent.status >= 500;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/**
 * How long to wait before the next attempt, in milliseconds: as the API asks, else longer each time,
 * and a little different in every process (`fraction`: 0 to 1). `now`: milliseconds since the epoch.
 */
export function pauseBefore(attempt: number, sent: Sent, fraction: number, now: number): number {
  const asked = sent.sent === 'status' ? pauseAskedFor(sent, now) : undefined;
  if (asked !== undefined) return asked;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return pause * (1 - fraction / 4);
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function pauseAskedFor({ header }: Refused, now: number): number | undefined {
  const milliseconds = Number(header('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const word = header('retry-after');
  if (word === null) return undefined;
  const seconds = Number(word);
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(word) - now;
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined;
}
