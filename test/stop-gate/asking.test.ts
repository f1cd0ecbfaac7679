import { describe, expect, it } from 'vitest';
import { failed, success } from '../../src/domain/base/result.ts';
import type { HookPayload } from '../../src/domain/host/hook-payload.ts';
import { type GateMemory, reasonDigest, withCap } from '../../src/domain/session/gate-memory.ts';
import { type AskedChecker, askCheckers } from '../../src/stop-gate/asking.ts';
import type { GateDecision } from '../../src/stop-gate/decision.ts';
import type { ExaminedStop } from '../../src/stop-gate/examined-stop.ts';
import { NO_MEMORY } from '../rig/values/domain-values.ts';
import { blockBy, gateWorld } from '../rig/values/gate-values.ts';
import { userLine } from '../rig/values/transcripts.ts';

const BLOCKS: AskedChecker = {
  name: 'that blocks',
  priority: 0,
  concerns: () => true,
  examine: () => ({ block: blockBy('todos') }),
};

/** What comes of a stop that is blocked, on what is remembered of the session by then. */
async function held(memory: GateMemory, parts: Partial<ExaminedStop> = {}): Promise<GateDecision> {
  return (await askCheckers([BLOCKS], gateWorld({ memory, ...parts }))).decide(memory);
}

describe('two calls of the gate, the second of which began before the first was answered, count', () => {
  const clock = { ...gateWorld().clock, now: () => 50, machine: () => 50, elapsed: () => 50 };
  const call = (parts: Partial<HookPayload>): Partial<ExaminedStop> => ({
    clock,
    payload: { ...gateWorld().payload, ...parts },
  });

  it.each<[string, Partial<HookPayload>, Partial<HookPayload>, 'once' | 'twice']>([
    ['once where both say the same', { lastMessage: 'Done.' }, { lastMessage: 'Done.' }, 'once'],
    ['twice where the agent said else', { lastMessage: 'Done.' }, { lastMessage: 'Ok.' }, 'twice'],
    [
      'twice where one follows a block',
      { lastMessage: 'Done.', isContinued: false },
      { lastMessage: 'Done.', isContinued: true },
      'twice',
    ],
    [
      'once where they are of one turn, whatever else they say',
      { turn: 'a', lastMessage: 'Done.', isContinued: false },
      { turn: 'a', transcriptPath: 't', isContinued: undefined },
      'once',
    ],
    [
      'twice where they are of two turns that end in the same words',
      { turn: 'a', lastMessage: 'Done.' },
      { turn: 'b', lastMessage: 'Done.' },
      'twice',
    ],
  ])('%s', async (_what, one, other, times) => {
    const first = await held(NO_MEMORY, call(one));
    const second = await held(first.memory, call(other));
    expect(second.memory.bound).toMatchObject(
      times === 'once' ? { all: 1, shared: 1 } : { all: 2, shared: 0 },
    );
  });
});

describe('a session that the gate gave up on', () => {
  const at = '2026-03-01T12:00:00Z';
  const [before, after] = ['2026-03-01T11:59:59Z', '2026-03-01T12:00:01Z'];
  const recorded = success(withCap({}, { at, why: 'nothing-changed', checker: 'todos' }));
  const unread = failed({ kind: 'broken-file', file: { path: 'a.json', reason: 'it is empty' } });

  const tailWith = (prompt: string, timestamp: string) => {
    const end = Buffer.from(`${userLine(prompt, { timestamp })}\n`);
    return { path: 'transcript', size: end.length, end };
  };

  it.each<[string, 'block' | 'cap', Partial<ExaminedStop>]>([
    ['is held again once its user prompts', 'block', { tail: tailWith('Go on', after) }],
    ['is not without a transcript', 'cap', { tail: undefined }],
    ['is not for an earlier prompt', 'cap', { tail: tailWith('Go on', before) }],
    ["is not for the gate's own words", 'cap', { tail: tailWith('Blocked: todos', after) }],
    [
      'is not where no file says since when',
      'cap',
      { tail: tailWith('Go on', after), kept: success({}) },
    ],
    [
      'is not where that file cannot be read',
      'cap',
      { tail: tailWith('Go on', after), kept: unread },
    ],
  ])('%s', async (_what, outcome, parts) => {
    const { memory } = await held(NO_MEMORY, { tail: undefined });
    const capped: GateMemory = {
      ...memory,
      reason: reasonDigest('Blocked: todos'),
      counters: { ...memory.counters, idle: 5, last: 'cap', why: 'nothing-changed' },
    };
    const decision = await held(capped, { kept: recorded, ...parts });
    expect(decision.outcome.outcome).toBe(outcome);
  });
});

describe('what the checkers found', () => {
  const passing = (parts: Awaited<ReturnType<AskedChecker['examine']>>): AskedChecker => ({
    ...BLOCKS,
    name: 'that passes',
    examine: () => parts,
  });
  const RECEIPT = { name: 'a', what: 'proved', text: 'npm test' } as const;

  it.each<[string, readonly AskedChecker[], object]>([
    ['is nothing where none was asked', [], { notes: [], advice: [], told: [], receipts: [] }],
    [
      'is nothing where they found nothing',
      [passing({}), BLOCKS],
      { notes: [], advice: [], told: [], receipts: [] },
    ],
    [
      'is all that any of them said, in turn',
      [
        passing({ notes: ['One.'], told: ['a'], receipts: [RECEIPT], advice: 'First.' }),
        passing({ notes: ['Two.'], told: ['b'], advice: 'Second.' }),
      ],
      {
        notes: ['One.', 'Two.'],
        advice: ['First.', 'Second.'],
        told: ['a', 'b'],
        receipts: [RECEIPT],
      },
    ],
  ])('%s', async (_what, checkers, expected) => {
    const { decide: _, ...found } = await askCheckers(checkers, gateWorld());
    expect(found).toEqual(expected);
  });
});

describe('a checker that asks a model', () => {
  const REVIEW: AskedChecker = {
    ...BLOCKS,
    asksModel: true,
    examine: () => Promise.reject(new Error('the model was asked')),
  };
  const { payload, stopper } = gateWorld();
  const running = { payload: { ...payload, running: 1 } };

  it('is not asked where a stop is to pass, as one that its user interrupted', async () => {
    const world = gateWorld({ payload: { ...payload, isAborted: true } });
    const { decide } = await askCheckers([REVIEW], world);
    expect(decide(world.memory).outcome).toEqual({ outcome: 'allow' });
  });

  it('is asked at the stop of a subagent, among whose tasks its host counts it', async () => {
    const world = gateWorld({ ...running, stopper: { ...stopper, isSubagent: true } });
    await expect(askCheckers([REVIEW], world)).rejects.toThrow('the model was asked');
  });

  it('is asked where its answer could hold the session', async () => {
    await expect(askCheckers([REVIEW], gateWorld())).rejects.toThrow('the model was asked');
  });

  it('and one that asks none is asked whatever becomes of the stop', async () => {
    const { outcome } = await held(NO_MEMORY, running);
    expect(outcome).toMatchObject({ outcome: 'rest', block: { checker: 'todos' } });
  });

  it('was not asked: what is remembered by then changes nothing of it, where it would be held', async () => {
    const { decide } = await askCheckers([REVIEW], gateWorld(running));
    const once = decide(NO_MEMORY).memory;
    const rested = { ...once, counters: { ...once.counters, rests: 3, position: 'p0' } };
    const { memory, outcome } = decide(rested);
    expect(outcome).toMatchObject({ outcome: 'rest' });
    expect(memory).toBe(rested);
    expect(decide(NO_MEMORY).memory.counters.rests).toBe(1);
  });
});
