import { describe, expect, it } from 'vitest';
import type { HookPayload } from '../../src/domain/host/hook-payload.ts';
import { CODEX_TRANSCRIPT } from '../../src/domain/session/transcripts/codex.ts';
import { EXAMINATIONS } from '../../src/stop-gate/checkers.ts';
import { gateWorld, reviewVerdict } from '../rig/values/gate-values.ts';
import { agentLine, text, tool, userLine } from '../rig/values/transcripts.ts';

describe('a review is over in time for the gate to answer', () => {
  const deadlineOf = async (left: number, timeoutMs: number) => {
    const asked: number[] = [];
    const { clock, configuration } = gateWorld();
    const world = gateWorld({
      clock: { ...clock, elapsed: () => 500 },
      configuration: {
        ...configuration,
        realityCheck: { ...configuration.realityCheck, timeoutMs },
      },
      timeLeft: () => left,
      loadReviews: async () => ({
        reviewContinuation: () => Promise.reject(new Error('it was not asked for')),
        checkReality: async ({ deadline }) => {
          asked.push(deadline);
          return { verdict: reviewVerdict({ pass: true }), notes: [] };
        },
      }),
    });
    const { notes } = await EXAMINATIONS['reality check'](world);
    return { asked, notes };
  };

  it.each<[string, number, number, readonly number[]]>([
    ['by its own setting', 10_000, 2000, [2500]],
    ['by the time of the gate', 10_000, 20_000, [9500]],
    ['at the last moment', 1001, 20_000, [501]],
  ])('%s', async (_by, left, timeoutMs, deadlines) => {
    expect(await deadlineOf(left, timeoutMs)).toEqual({ asked: deadlines, notes: [] });
  });

  it('or is not asked for, and the user is told', async () => {
    expect(await deadlineOf(1000, 20_000)).toEqual({
      asked: [],
      notes: ['There was no time left for the reality review.'],
    });
  });
});

/** What a review is asked about as said last, with these lines in the transcript; undefined: there is none. */
async function lastMessageOf(
  lines: readonly string[] | undefined,
  lastMessage: HookPayload['lastMessage'],
  format: typeof CODEX_TRANSCRIPT | undefined,
): Promise<string | undefined> {
  const asked: (string | undefined)[] = [];
  const { payload } = gateWorld();
  const end = lines && Buffer.from(lines.join('\n'));
  const world = gateWorld({
    payload: { ...payload, lastMessage },
    tail: end && { path: 'transcript', size: end.length, end, format },
    loadReviews: async () => ({
      reviewContinuation: () => Promise.reject(new Error('it was not asked for')),
      checkReality: async (stop) => {
        asked.push(stop.lastMessage);
        return { verdict: reviewVerdict({ pass: true }), notes: [] };
      },
    }),
  });
  await EXAMINATIONS['reality check'](world);
  expect(asked).toHaveLength(1);
  return asked[0];
}

describe('a review is asked about what the agent said last', () => {
  const LINES = [
    agentLine([text('First.')]),
    agentLine([text('One.'), tool('t1', 'Bash', {}), text('Two.')], 'msg_2'),
    userLine('Go on, "assistant"'),
    agentLine([tool('t2', 'Bash', {})], 'msg_3'),
    '{"type":"assistant", cut off',
  ];

  it.each<[string, readonly string[] | undefined, string | undefined, boolean, string | undefined]>(
    [
      ['as its host says', LINES, 'Done.', true, 'Done.'],
      ['by its transcript, where the host does not say', LINES, undefined, true, 'One.\nTwo.'],
      ['or about nothing, where it said nothing', LINES.slice(2), undefined, true, undefined],
      ['or about nothing, where its host always says it', LINES, undefined, false, undefined],
      ['or about nothing, where there is no transcript', undefined, undefined, true, undefined],
    ],
  )('%s', async (_how, lines, lastMessage, hasForm, expected) => {
    const format = hasForm ? CODEX_TRANSCRIPT : undefined;
    expect(await lastMessageOf(lines, lastMessage, format)).toBe(expected);
  });
});
