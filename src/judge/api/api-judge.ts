import type { UnjudgedCause } from '../../domain/judging/unjudged.ts';
import type { Chance, Clock, Judge, JudgeLimits, JudgeReply } from '../../ports.ts';
import { answerOf, unanswered } from '../reply.ts';
import { addressOf } from './address.ts';
import { canRetry, causeOfAbort, causeOfStatus, pauseBefore, refusesSchema } from './attempt.ts';
import { readMessage } from './message-reading.ts';
import type { MessageBody, MessagesClient, Sent } from './sent.ts';

/** Time beyond the deadline after which the SDK would end an attempt by itself, in milliseconds. */
const SDK_GRACE_MS = 60_000;

/** Attempts after the first, as the SDK's own default. */
const MOST_RETRIES = 2;

interface ApiJudgeParts {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Loads the client, which is slow, when a question is asked; nothing where there is no key. */
  readonly loadClient: () => Promise<MessagesClient | undefined>;
  /** What to do where there is no key. */
  readonly advice: string;
}

/** A judge behind the Messages API: one question, one deadline over all attempts. */
export function createApiJudge(parts: ApiJudgeParts): Judge {
  return {
    async ask(request, limits) {
      const client = await parts.loadClient();
      if (client === undefined) return unanswered('no-key', parts.advice);
      const left = limits.deadline - parts.clock.elapsed();
      const cutOff = new AbortController();
      const abort = (): void => cutOff.abort();
      const timer = setTimeout(abort, Math.max(1, left));
      limits.signal.addEventListener('abort', abort, { once: true });
      if (limits.signal.aborted) abort();
      try {
        const { signal } = cutOff;
        const sent = await sendPatiently(parts, client, request, { ...limits, signal });
        return replyTo(sent, addressOf(client.endpoint), limits.signal);
      } finally {
        clearTimeout(timer);
        limits.signal.removeEventListener('abort', abort);
      }
    },
  };
}

/** Sends until something comes of it, attempts run out, or the next would begin too late. */
async function sendPatiently(
  { chance, clock }: ApiJudgeParts,
  client: MessagesClient,
  body: MessageBody,
  { deadline, signal }: JudgeLimits,
): Promise<Sent> {
  let asked = body;
  for (let attempt = 1; ; attempt += 1) {
    const left = deadline - clock.elapsed();
    if (signal.aborted || left <= 0) return { sent: 'aborted', wasSent: false };
    // The signal is what ends an attempt: it tells a deadline from a connection that gave out.
    const sent = await client.send(asked, signal, Math.ceil(left) + SDK_GRACE_MS);
    if (sent.sent === 'status' && asked.schema !== undefined && refusesSchema(sent)) {
      asked = { ...asked, schema: undefined };
      attempt -= 1;
      continue;
    }
    if (attempt > MOST_RETRIES || !canRetry(sent)) return sent;
    const pause = pauseBefore(attempt, sent, chance.fraction(), clock.now());
    // Waiting for longer than there is time for would only put off the same answer.
    if (pause >= deadline - clock.elapsed()) return sent;
    await clock.sleep(pause, signal);
  }
}

function replyTo(sent: Sent, endpoint: string, wish: AbortSignal): JudgeReply {
  const requestId = sent.sent === 'status' ? sent.requestId : null;
  const without = (cause: UnjudgedCause, detail: string): JudgeReply =>
    unanswered(cause, detail, { isUsageKnown: isUsageKnown(sent), requestId, endpoint });
  switch (sent.sent) {
    case 'message': {
      const { usage, ...said } = readMessage(sent.message);
      const { requestId } = sent;
      return { ...answerOf(said), usage, isUsageKnown: true, requestId, endpoint };
    }
    case 'status':
      return without(causeOfStatus(sent), sent.detail);
    case 'no-connection':
      return without('unreachable', sent.detail);
    case 'no-message':
      return without('no-message', sent.detail);
    case 'not-sent':
      return { ...without('not-sent', sent.detail), endpoint: null };
    case 'aborted':
      return wish.aborted
        ? without(causeOfAbort(wish), '')
        : without('timed-out', 'the deadline has passed');
  }
}

/** An error that the API reports costs nothing; a request that nothing came back of may. */
function isUsageKnown(sent: Sent): boolean {
  if (sent.sent === 'no-connection' || sent.sent === 'aborted') return !sent.wasSent;
  return sent.sent !== 'no-message';
}
