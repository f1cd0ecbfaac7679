/** When a request to a service may be sent again. Times are milliseconds. */

/** Waits of requests that fail again and again, where the service names none. */
const WAITS_MS = [1000, 2000, 4000] as const;

/** What a service said of a request, as far as that decides. */
interface ServedStatus {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** How long to wait before the next try; undefined where another try would change nothing. `now`: since the epoch. */
export function waitBeforeRetry(
  { headers, status }: ServedStatus,
  attempt: number,
  now: number,
): number | undefined {
  const usual = WAITS_MS[attempt];
  if (usual === undefined || !isPassing(status, headers)) return undefined;
  const named = secondsIn(headers['retry-after']);
  if (named !== undefined) return named * 1000;
  const reset =
    headers['x-ratelimit-remaining'] === '0' ? secondsIn(headers['x-ratelimit-reset']) : undefined;
  return reset === undefined ? usual : Math.max(usual, reset * 1000 - now);
}

/** Whether a failure passes by itself: none to speak of, an overloaded service, or a limit on how often it is asked. */
function isPassing(status: number, headers: ServedStatus['headers']): boolean {
  if (status === 0 || status === 429 || status >= 500) return true;
  return status === 403 && isRateLimit(headers);
}

/** Whether a refusal is about how often was asked, and not about what. */
export function isRateLimit(headers: ServedStatus['headers']): boolean {
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
}

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
