import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/domain/base/failure.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import type { CostLine } from '../../src/domain/judging/cost-line.ts';
import {
  createMeteredJudge,
  type MeteredJudgeParts,
  mostExpensive,
} from '../../src/judge/metered-judge.ts';
import type { JudgeReply, JudgeRequest } from '../../src/ports.ts';
import { failureOf, NOW, successOf } from '../rig/values/domain-values.ts';
import {
  answered,
  costLine,
  fakeClock,
  LIMITS,
  MODEL,
  requestValue,
  scriptedJudge,
  unanswered,
} from '../rig/values/judge-values.ts';

const UNWRITTEN: Failure = { kind: 'file-system', action: 'a', path: '/log', code: 'ENOSPC' };
const UNSETTLED: Failure = { kind: 'file-system', action: 'b', path: '/day', code: 'EROFS' };
const CAP: Failure = {
  kind: 'spending-cap',
  cap: 'day',
  limitUsd: 1,
  spentUsd: 1,
  neededUsd: 1,
};
/** What the request of these tests may cost at the most: two bytes, the schema, 1000 tokens. */
const NEEDED = mostExpensive(requestValue());
/** What it is likely to cost where no call was before it: half of the bytes. */
const LIKELY = 0.010004;

interface Course {
  readonly replies?: readonly JudgeReply[];
  readonly parts?: Partial<Pick<MeteredJudgeParts, 'maxUsd' | 'maxUsdPerDay' | 'sessionId'>>;
  readonly model?: string;
  readonly request?: JudgeRequest;
  readonly refusal?: Failure;
  /** How often it refuses, if not always. */
  readonly refusals?: number;
  /** The calls before. */
  readonly earlier?: readonly CostLine[];
  readonly unwritten?: Failure;
  readonly unsettled?: Failure;
  /** Milliseconds that each call takes. */
  readonly takes?: number;
}

/** A metered judge that is asked once for every reply, and the order in which all happened. */
async function meter(course: Course = {}) {
  const order: string[] = [];
  const lines: CostLine[] = [];
  const reserved: (readonly number[])[] = [];
  const clock = fakeClock();
  const replies = course.replies ?? [answered('yes', { input_tokens: 100, output_tokens: 10 })];
  const judge = scriptedJudge(replies, () => {
    order.push('ask');
    clock.pass(course.takes ?? 0);
  });
  const metered = createMeteredJudge({
    judge,
    clock,
    costLog: {
      append: async (line) => {
        order.push('log');
        lines.push(line);
        return course.unwritten;
      },
      since: async () => success(course.earlier ?? []),
    },
    spending: {
      reserve: async (amounts, ...given) => {
        order.push('reserve');
        reserved.push([...amounts, ...given]);
        const settle = async () => {
          order.push('settle');
          return course.unsettled;
        };
        const isOver = reserved.length > (course.refusals ?? Number.POSITIVE_INFINITY);
        return course.refusal === undefined || isOver
          ? success(amounts.map(() => ({ settle })))
          : failed(course.refusal);
      },
    },
    sessionId: 'session-a',
    sessionModel: null,
    maxUsd: null,
    maxUsdPerDay: 5,
    ...course.parts,
  });
  const request =
    course.request ?? requestValue(course.model === undefined ? {} : { model: course.model });
  const ask = async () => {
    const reserved = await metered.reserve([request], 'promise-review', LIMITS);
    if (!reserved.ok) return reserved;
    const [call] = reserved.value;
    if (call === undefined) throw new Error('nothing was reserved');
    const asked = await call.ask(LIMITS, {
      kind: 'promise-review',
      promiseId: 'promise-1',
      vote: null,
      read: ({ answered: isAnswered }) =>
        isAnswered
          ? { status: 'success', verdict: 'PASS' }
          : { status: 'api_error', verdict: 'WARN' },
    });
    return success(asked);
  };
  const results = [];
  for (const _ of replies) results.push(await ask());
  const [result = await ask()] = results;
  return { order, lines, reserved, results, result, asked: judge.asked.length, clock };
}

describe('what happens, in its order', () => {
  it.each<[string, Course, readonly string[]]>([
    ['a call is reserved for, made, logged and settled', {}, ['reserve', 'ask', 'log', 'settle']],
    [
      'without a limit of the day nothing is reserved',
      { parts: { maxUsdPerDay: null } },
      ['ask', 'log'],
    ],
    ['what is refused is not asked', { refusal: CAP }, ['reserve']],
    ['what is above the limit of the run is not reserved for', { parts: { maxUsd: 0 } }, []],
    ['what is not logged is not settled', { unwritten: UNWRITTEN }, ['reserve', 'ask', 'log']],
    [
      'a time-out is not settled',
      { replies: [unanswered('timed-out')] },
      ['reserve', 'ask', 'log'],
    ],
    [
      'an interruption is not settled',
      { replies: [unanswered('interrupted')] },
      ['reserve', 'ask', 'log'],
    ],
    [
      'an overload is settled',
      { replies: [unanswered('overloaded')] },
      ['reserve', 'ask', 'log', 'settle'],
    ],
    [
      'a missing key is settled',
      { replies: [unanswered('no-key')] },
      ['reserve', 'ask', 'log', 'settle'],
    ],
    [
      'a refusal of the model is settled',
      { replies: [unanswered('refused')] },
      ['reserve', 'ask', 'log', 'settle'],
    ],
    [
      'a reply that was cut off is settled',
      { replies: [unanswered('cut-off')] },
      ['reserve', 'ask', 'log', 'settle'],
    ],
  ])('%s', async (_name, course, order) => {
    expect((await meter(course)).order).toEqual(order);
  });

  it('the most that the call can cost is reserved, for when it begins', async () => {
    const { reserved } = await meter({ takes: 1000 });
    expect(reserved).toEqual([[LIKELY, 5, Date.parse(NOW), Date.parse(NOW) + LIMITS.deadline]]);
  });

  it('and less where the calls before it took less', async () => {
    const earlier = [costLine({ kind: 'promise-review', model: MODEL, output_tokens: 1024 })];
    const long = requestValue({ maxTokens: 16_384 });
    const { reserved } = await meter({ earlier, request: long });
    // $10 for a million tokens; the request has four bytes, two a token, at $2.
    expect(reserved[0]?.[0]).toBeCloseTo(0.010244, 9);
    expect(mostExpensive(long)).toBeGreaterThan(0.16);
  });
});

describe('the most that a call can cost', () => {
  it.each<[string, Parameters<typeof requestValue>[0], number]>([
    // $2 and $10 for a million tokens: system, user and `{}` are 4 bytes.
    ['every byte is a token, and the reply as long as can be', {}, 0.010008],
    ['bytes count, and not characters', { user: '語' }, 0.010012],
    ['the schema counts', { schema: { a: 1 } }, 0.010018],
    [
      'an unknown model is as dear as the dearest',
      { model: 'no-such-model-1' },
      mostExpensive(requestValue({ model: 'no-such-model-2' })),
    ],
  ])('%s', (_name, parts, usd) => {
    expect(mostExpensive(requestValue(parts))).toBeCloseTo(usd, 12);
  });

  it('of an unknown model is more than of a known one', () => {
    expect(mostExpensive(requestValue({ model: 'no-such-model-1' }))).toBeGreaterThan(NEEDED);
  });
});

describe('the limit of the run', () => {
  const usage = { input_tokens: 1_000_000 }; // $2
  it.each<[string, number, readonly JudgeReply[], number]>([
    ['exactly enough is enough', NEEDED, [answered('a')], 1],
    ['too little asks nothing', NEEDED - 1e-9, [answered('a')], 0],
    ['what was spent counts', 2, [answered('a', usage), answered('b')], 1],
    ['what is left can be spent', 2 + NEEDED, [answered('a', usage), answered('b')], 2],
    ['a call that may have cost counts whole', NEEDED, [unanswered('timed-out'), answered('b')], 1],
    ['calls without cost leave it whole', NEEDED, [unanswered('overloaded'), answered('b')], 2],
  ])('%s', async (_name, maxUsd, replies, asked) => {
    expect((await meter({ replies, parts: { maxUsd } })).asked).toBe(asked);
  });

  it('says what was spent and what is needed', async () => {
    const replies = [answered('a', usage), answered('b')];
    const { results } = await meter({ replies, parts: { maxUsd: 2 } });
    const [, second] = results;
    expect(second).toEqual({
      ok: false,
      failure: { kind: 'spending-cap', cap: 'run', limitUsd: 2, spentUsd: 2, neededUsd: NEEDED },
    });
  });

  it('counts an unknown model at the dearest prices', async () => {
    const replies = [answered('a', usage), answered('b')];
    const model = 'no-such-model-1';
    expect((await meter({ replies, model, parts: { maxUsd: 2.1 } })).asked).toBe(1);
  });
});

describe('where calls under way hold what is lacking of the day', () => {
  const refusal: Failure = { ...CAP, isHeld: true };

  it('it waits until they gave it back', async () => {
    const { clock, order } = await meter({ refusal, refusals: 4 });
    expect(order).toEqual([...Array(5).fill('reserve'), 'ask', 'log', 'settle']);
    expect(clock.pauses).toEqual([200, 400, 800, 1600]);
  });

  it('it keeps a quarter of its time for the call, and refuses then', async () => {
    const { clock, result } = await meter({ refusal });
    expect(failureOf(result)).toEqual(refusal);
    expect(clock.elapsed()).toBeLessThanOrEqual(45_000);
    expect(clock.elapsed()).toBeGreaterThan(42_000);
  });

  it('it waits for nothing where they hold too little', async () => {
    expect((await meter({ refusal: CAP })).clock.pauses).toEqual([]);
  });
});

it('the failure to reserve is that of the call', async () => {
  expect(failureOf((await meter({ refusal: CAP })).result)).toEqual(CAP);
});

describe('the cost line', () => {
  const usage = {
    input_tokens: 1000,
    output_tokens: 100,
    cache_read_input_tokens: 20,
    cache_creation_input_tokens: 30,
  };

  it('has every field, and the time at which the call began', async () => {
    const { lines } = await meter({ replies: [answered('a', usage)], takes: 1234.4 });
    expect(lines).toEqual([
      {
        timestamp: NOW,
        promise_id: 'promise-1',
        ...usage,
        model: MODEL,
        latency_ms: 1234,
        verdict: 'PASS',
        kind: 'promise-review',
        status: 'success',
        cost_usd: 0.003077,
        request_id: 'req_1',
        session_id: 'session-a',
        session_model: null,
        vote: null,
      },
    ]);
  });

  it.each<[string, Course, object]>([
    [
      'of an outage',
      { replies: [unanswered('overloaded')] },
      { verdict: 'WARN', status: 'api_error', cost_usd: 0, request_id: null },
    ],
    [
      'of a model whose prices are not known',
      { model: 'no-such-model-1' },
      { model: 'no-such-model-1', cost_usd: null },
    ],
    ['without a session', { parts: { sessionId: null } }, { session_id: null }],
  ])('%s', async (_name, course, parts) => {
    expect((await meter(course)).lines).toMatchObject([parts]);
  });
});

describe('what is handed back', () => {
  it('is the reply with its time and cost', async () => {
    const reply = answered('a', usage());
    const { result } = await meter({ replies: [reply], takes: 20.6 });
    expect(successOf(result)).toEqual({ reply, latencyMs: 21, costUsd: 0.002, warnings: [] });
  });

  it.each<[string, Course, readonly Failure[]]>([
    ['warns of a log that cannot be written', { unwritten: UNWRITTEN }, [UNWRITTEN]],
    ['warns of a reservation that cannot be given back', { unsettled: UNSETTLED }, [UNSETTLED]],
    ['has no cost where the prices are not known', { model: 'no-such-model-1' }, []],
  ])('%s', async (_name, course, warnings) => {
    const { warnings: given, costUsd } = successOf((await meter(course)).result);
    expect(given).toEqual(warnings);
    expect(costUsd === null).toBe(course.model !== undefined);
  });

  function usage() {
    return { input_tokens: 1000 };
  }
});
