import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '../../../src/domain/judging/model.ts';
import { createApiJudge } from '../../../src/judge/api/api-judge.ts';
import type { MessageBody, MessagesClient, Sent } from '../../../src/judge/api/sent.ts';
import {
  ENDPOINT,
  type FakeClock,
  fakeClock,
  requestValue,
} from '../../rig/values/judge-values.ts';

const MESSAGE: Sent = {
  sent: 'message',
  message: { content: [{ type: 'text', text: 'yes' }], usage: { input_tokens: 3 } },
  requestId: 'req_1',
};
const status = (
  code: number,
  detail = '',
  headers: Readonly<Record<string, string>> = {},
): Sent => ({
  sent: 'status',
  status: code,
  detail,
  requestId: `req_${code}`,
  header: (name) => headers[name] ?? null,
});
const BUSY = status(529);
const LOST: Sent = { sent: 'no-connection', detail: 'ECONNREFUSED', wasSent: false };
const CUT: Sent = { ...LOST, detail: 'ECONNRESET', wasSent: true };
const ABORTED: Sent = { sent: 'aborted', wasSent: true };

interface Course {
  readonly endpoint?: string;
  readonly deadline?: number;
  /** What happens while an attempt is under way. */
  readonly meanwhile?: (clock: FakeClock, interrupt: () => void) => void;
}

/** Asks once of an API that gives one reply after the other. */
async function ask(replies: readonly Sent[], course: Course = {}) {
  const clock = fakeClock();
  const interruption = new AbortController();
  const bodies: MessageBody[] = [];
  const timeouts: number[] = [];
  const client: MessagesClient = {
    endpoint: course.endpoint ?? ENDPOINT,
    send: async (body, signal, timeoutMs) => {
      const reply = replies[bodies.length];
      bodies.push(body);
      timeouts.push(timeoutMs);
      course.meanwhile?.(clock, () => interruption.abort());
      if (signal.aborted) return ABORTED;
      if (reply === undefined) throw new Error('asked once too often');
      return reply;
    },
  };
  const chance = { hex: () => '', fraction: () => 0 };
  const judge = createApiJudge({
    clock,
    chance,
    advice: 'set ANTHROPIC_API_KEY',
    loadClient: async () => client,
  });
  const limits = { deadline: course.deadline ?? 60_000, signal: interruption.signal };
  const reply = await judge.ask(requestValue({ schema: { type: 'object' } }), limits);
  const became = reply.answered ? reply.text : reply.unjudged.cause;
  return { reply, became, bodies, timeouts, pauses: clock.pauses };
}

describe('attempts, and the pauses between them', () => {
  it.each<[string, readonly Sent[], string, readonly number[]]>([
    ['an answer is taken at once', [MESSAGE], 'yes', []],
    ['an overload is waited out', [BUSY, MESSAGE], 'yes', [500]],
    ['a lost connection is tried again', [LOST, MESSAGE], 'yes', [500]],
    ['two failures are waited out', [BUSY, status(500), MESSAGE], 'yes', [500, 1000]],
    ['three overloads are the end', [BUSY, BUSY, BUSY], 'overloaded', [500, 1000]],
    ['the last failure counts', [BUSY, LOST, status(500)], 'server-error', [500, 1000]],
    ['three lost connections are the end', [LOST, LOST, LOST], 'unreachable', [500, 1000]],
    ['a connection lost on the way back is final', [CUT], 'unreachable', []],
    ['a refused key is final', [status(401)], 'key-refused', []],
    ['an unknown model is final', [status(404)], 'model-not-found', []],
    ['a reply that is no message is final', [{ sent: 'no-message', detail: '' }], 'no-message', []],
    ['what cannot be sent is final', [{ sent: 'not-sent', detail: 'x' }], 'not-sent', []],
    [
      "the API's own pause counts",
      [status(429, '', { 'retry-after': '7' }), MESSAGE],
      'yes',
      [7000],
    ],
    [
      "the API's own no counts",
      [status(500, '', { 'x-should-retry': 'false' })],
      'server-error',
      [],
    ],
  ])('%s', async (_name, replies, became, pauses) => {
    const asked = await ask(replies);
    expect([asked.became, asked.pauses]).toEqual([became, pauses]);
    expect(asked.bodies).toHaveLength(replies.length);
  });
});

describe('the deadline', () => {
  it.each<[string, string, number]>([
    ['a pause beyond it is not begun', '61', 1],
    ['a pause up to it is not begun', '60', 1],
    ['a pause that ends before it is waited for', '59', 2],
  ])('%s', async (_name, seconds, calls) => {
    const limited = status(429, 'slow down', { 'retry-after': seconds });
    const asked = await ask([limited, MESSAGE]);
    expect(asked.bodies).toHaveLength(calls);
    expect(asked.pauses).toEqual(calls === 1 ? [] : [59_000]);
    expect(asked.became).toBe(calls === 1 ? 'rate-limited' : 'yes');
  });

  it('is over all attempts: each gets what is left, and a minute for the signal to end it', async () => {
    const { timeouts } = await ask([BUSY, BUSY, MESSAGE], {
      meanwhile: (clock) => clock.pass(100),
    });
    expect(timeouts).toEqual([120_000, 119_400, 118_300]);
  });

  it('has passed where an attempt took all the time', async () => {
    const asked = await ask([BUSY], { meanwhile: (clock) => clock.pass(59_900) });
    expect([asked.became, asked.bodies.length]).toEqual(['overloaded', 1]);
  });

  it('has passed before anything is sent', async () => {
    const { became, bodies } = await ask([], { deadline: 0 });
    expect([became, bodies]).toEqual(['timed-out', []]);
  });

  it('an attempt that it ends timed out, and was not interrupted', async () => {
    const { reply } = await ask([ABORTED]);
    expect(reply).toMatchObject({
      unjudged: { cause: 'timed-out', detail: 'the deadline has passed' },
      endpoint: ENDPOINT,
    });
  });
});

describe('an endpoint that does not know schemas', () => {
  const REFUSAL = status(400, 'output_config: Extra inputs are not permitted');

  it.each<[string, readonly Sent[], string]>([
    ['is asked without one at once', [REFUSAL, MESSAGE], 'yes'],
    ['is not asked a third time for it', [REFUSAL, REFUSAL], 'request-refused'],
    ['has all its attempts left', [REFUSAL, BUSY, BUSY, MESSAGE], 'yes'],
    ['is asked without one after an overload as well', [BUSY, REFUSAL, BUSY, MESSAGE], 'yes'],
  ])('%s', async (_name, replies, became) => {
    const asked = await ask(replies);
    expect([asked.became, asked.bodies.length]).toEqual([became, replies.length]);
    const refused = replies.indexOf(REFUSAL);
    const schemas = asked.bodies.map(({ schema }) => schema !== undefined);
    expect(schemas).toEqual(replies.map((_, index) => index <= refused));
  });
});

describe('an interruption', () => {
  it('during an attempt ends it', async () => {
    const { became, bodies } = await ask([MESSAGE], { meanwhile: (_, interrupt) => interrupt() });
    expect([became, bodies.length]).toEqual(['interrupted', 1]);
  });

  it('before anything is sent keeps it from being sent', async () => {
    const interruption = new AbortController();
    const sent: MessageBody[] = [];
    const send: MessagesClient['send'] = async (body) => {
      sent.push(body);
      return MESSAGE;
    };
    const judge = createApiJudge({
      clock: fakeClock(),
      chance: { hex: () => '', fraction: () => 0 },
      advice: 'set ANTHROPIC_API_KEY',
      loadClient: async () => {
        interruption.abort();
        return { endpoint: ENDPOINT, send };
      },
    });
    const limits = { deadline: 60_000, signal: interruption.signal };
    expect(await judge.ask(requestValue(), limits)).toMatchObject({
      unjudged: { cause: 'interrupted' },
    });
    expect(sent).toEqual([]);
  });

  it('during a pause ends the asking', async () => {
    const clock = fakeClock();
    const interruption = new AbortController();
    const client: MessagesClient = { endpoint: ENDPOINT, send: async () => BUSY };
    const sleep = async () => interruption.abort();
    const judge = createApiJudge({
      clock: { ...clock, sleep },
      chance: { hex: () => '', fraction: () => 0 },
      advice: 'set ANTHROPIC_API_KEY',
      loadClient: async () => client,
    });
    const limits = { deadline: 60_000, signal: interruption.signal };
    const reply = await judge.ask(requestValue(), limits);
    expect(reply).toMatchObject({ unjudged: { cause: 'interrupted' }, usage: NO_TOKENS });
  });
});

describe('the reply says', () => {
  it('without a key that nothing left the machine', async () => {
    const chance = { hex: () => '', fraction: () => 0 };
    const judge = createApiJudge({
      clock: fakeClock(),
      chance,
      advice: 'set ANTHROPIC_API_KEY',
      loadClient: async () => undefined,
    });
    const limits = { deadline: 60_000, signal: new AbortController().signal };
    expect(await judge.ask(requestValue(), limits)).toEqual({
      answered: false,
      unjudged: { cause: 'no-key', detail: 'set ANTHROPIC_API_KEY' },
      usage: NO_TOKENS,
      isUsageKnown: true,
      requestId: null,
      endpoint: null,
    });
  });

  it.each<[string, Sent, string | null, string | null]>([
    ['of an answer which request and where', MESSAGE, 'req_1', ENDPOINT],
    ['of a refusal which request and where', status(401), 'req_401', ENDPOINT],
    ['that nothing was sent', { sent: 'not-sent', detail: 'x' }, null, null],
  ])('%s', async (_name, sent, requestId, endpoint) => {
    const { reply } = await ask([sent]);
    expect(reply).toMatchObject({ requestId, endpoint });
  });

  it.each<[string, Sent, boolean]>([
    ['an answer says so', MESSAGE, true],
    ['a refusal costs nothing', status(401), true],
    ['what was not sent costs nothing', { sent: 'not-sent', detail: '' }, true],
    ['an end before it was sent costs nothing', { ...LOST, detail: 'x' }, true],
    ['an end on the way back may have cost', CUT, false],
    ['a time-out may have cost', ABORTED, false],
    ['what is no message may have cost', { sent: 'no-message', detail: '' }, false],
  ])('whether it is known what was used: %s', async (_name, sent, isUsageKnown) => {
    const { reply } = await ask([sent, sent, sent]);
    expect(reply.isUsageKnown).toBe(isUsageKnown);
  });

  it('what was used', async () => {
    const { reply } = await ask([MESSAGE]);
    expect(reply.usage).toEqual({ ...NO_TOKENS, input_tokens: 3 });
  });

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1?key=secret#x', 'https://api.example.com/v1'],
    ['https://ada:secret@api.example.com', 'https://api.example.com'],
    ['nowhere', 'unknown'],
  ])('of the address %j no more than %j', async (endpoint, shown) => {
    expect((await ask([MESSAGE], { endpoint })).reply.endpoint).toBe(shown);
  });
});
