import { describe, expect, it } from 'vitest';
import { isSafeId } from '../../../src/domain/base/identifier.ts';
import {
  capsIn,
  type GateMemory,
  isBlank,
  isOwnReason,
  memoryIdOf,
  memoryIn,
  reasonDigest,
  withCap,
  withMemory,
  withPrompted,
} from '../../../src/domain/session/gate-memory.ts';
import { NO_COUNTERS } from '../../../src/domain/session/liveness.ts';
import { NO_MEMORY, NOW } from '../../rig/values/domain-values.ts';

const SOME: GateMemory = {
  ...NO_MEMORY,
  counters: { ...NO_COUNTERS, idle: 3, all: 7, last: 'block', position: 'p', work: 'w', tree: 't' },
  open: ['promise-1'],
  told: ['bd-1'],
  reason: 'd1',
  cause: 'd2',
  waiting: { question: 'Which?', needs: 'decision', at: NOW, kind: 'asked', used: true },
};

describe('the name under which a session is remembered', () => {
  it('is its id, where a file can be named by it', () => {
    expect(memoryIdOf('system3-20260217T103000Z')).toBe('system3-20260217T103000Z');
  });

  it.each(['', '..', 'a/b', '.a', '-a', 'CON', 'x'.repeat(129), 'a\u0000', '\ud83d'])(
    'is a name for a file where that is not so, and another for each: %j',
    (id) => {
      expect(memoryIdOf(id)).toMatch(/^id-/);
      expect(isSafeId(memoryIdOf(id))).toBe(true);
      expect(memoryIdOf(id)).not.toBe(memoryIdOf(`${id}/`));
    },
  );
});

describe('what is remembered', () => {
  it('comes back as it was put in, and everything else stays', () => {
    const state = { directives: [{ id: 'D-1' }], ended: { by: 'person' }, unknown: 7 };
    expect(memoryIn(withMemory(state, SOME))).toEqual(SOME);
    expect(withMemory(state, SOME)).toMatchObject(state);
  });

  it.each<[string, object]>([
    ['nothing', {}],
    [
      'other shapes',
      { liveness: [], open_promises: {}, told: 'bd-1', last_reason: 7, last_cause: [] },
    ],
    ['lists of other things', { open_promises: [1, null, {}], told: [[]] }],
    [
      'counts that are none',
      { liveness: { idle: -1, busy: 1.5, hosted: '3', all: 2 ** 60, rests: null, repeats: true } },
    ],
    [
      'looks that are none',
      { liveness: { last: 'open', position: 7, work: null, todos: {}, tree: false } },
    ],
  ])('starts at nothing where the file holds %s', (_what, state) => {
    expect(memoryIn({ ...state })).toEqual(NO_MEMORY);
  });

  it.each<[string, object, object]>([
    ['nothing yet', { kept: 1 }, { kept: 1 }],
    ['no prompt yet', { kept: 1, liveness: {} }, { kept: 1, liveness: {}, prompts: 1 }],
    ['prompts', { liveness: {}, prompts: 2 }, { liveness: {}, prompts: 3 }],
    ['prompts that are none', { liveness: {}, prompts: 'x' }, { liveness: {}, prompts: 1 }],
  ])('is one prompt more where the gate counted %s', (_what, state, expected) => {
    expect(withPrompted({ ...state })).toEqual(expected);
  });

  it('has of its blocks what can be read', () => {
    const blocks = {
      all: 3,
      unclosed: -1,
      ages: [5, 'x', 0],
      at: { day: 1, machine: 2 },
      payload: 'p',
      shared: 1,
      closed: [['promise-1', 2], ['promise-2', 'x'], [7, 1], 'promise-3'],
    };
    const closed = [
      ['promise-1', 2],
      ['promise-2', 0],
    ];
    const bound = { ...blocks, unclosed: 0, ages: [5, 0, 0], closed };
    expect(memoryIn({ blocks }).bound).toEqual(bound);
    const none = { ages: 5, at: { day: 1, machine: '2' }, payload: 7, closed: {} };
    expect(memoryIn({ blocks: none }).bound).toEqual(NO_MEMORY.bound);
    expect(memoryIn({ blocks: { at: { day: '1', machine: 2 } } }).bound.at).toBeNull();
    expect(memoryIn({ blocks: [3] }).bound).toEqual(NO_MEMORY.bound);
  });

  it('is the last 500 blocked issues that the session was told of', () => {
    const told = Array.from({ length: 600 }, (_, index) => `bd-${index}`);
    expect(memoryIn(withMemory({}, { ...SOME, told })).told).toEqual(told.slice(100));
  });
});

describe('a prompt', () => {
  const reason = reasonDigest('Keep on.');
  it.each([
    ['the reason of the last block', ' Keep on.\n', true],
    ['another text', 'Keep on, please.', false],
    ['what a gate says that could not look', ' The stop gate crashed: x\nNext: y', true],
    ['what a gate says in other words', 'The stop gate is fine. Next: y', false],
    ['what a gate says, and nothing is next', 'The stop gate crashed: x', false],
    ['words about it', 'Why: The stop gate crashed: x\nNext: y', false],
  ])('is what a host hands back, or is not: %s', (_what, prompt, isOwn) => {
    expect(isOwnReason(prompt, { reason })).toBe(isOwn);
  });

  it('is of its user where the session was let go since', () => {
    expect(isOwnReason('Keep on.', { reason: null })).toBe(false);
  });
});

describe('a stop that nothing blocks', () => {
  const { waiting } = SOME;
  const interrupted = { at: NOW, used: false, stop: null, isPrompted: true };
  const counters = (parts: object): Partial<GateMemory> => ({
    counters: { ...NO_COUNTERS, ...parts },
  });
  it.each<[string, Partial<GateMemory>, boolean]>([
    ['nothing', {}, true],
    ['a promise that was open', { open: ['promise-1'] }, false],
    ['a question', { waiting }, false],
    ['an interrupt', { interrupted }, false],
    ['an interrupt that was used', { interrupted: { ...interrupted, used: true } }, true],
    ['a last outcome', counters({ last: 'rest' }), false],
    ['blocks', counters({ all: 1 }), false],
    ['blocks without progress', counters({ busy: 1 }), false],
    ['blocks that the host counts', counters({ hosted: 1 }), false],
    ['blocks with nothing changed', counters({ idle: 1 }), false],
    ['repeats', counters({ repeats: 1 }), false],
    ['rests', counters({ rests: 1 }), true],
    ['what was told', { told: ['bd-1'], reason: 'd1' }, true],
  ])('changes what is remembered, or does not: %s', (_what, parts, blank) => {
    expect(isBlank({ ...NO_MEMORY, ...parts })).toBe(blank);
  });

  it('leaves out of the file what is empty', () => {
    expect(JSON.parse(JSON.stringify(withMemory({}, NO_MEMORY)))).toEqual({
      liveness: NO_COUNTERS,
      open_promises: [],
    });
  });
});

describe('the times that the gate gave up', () => {
  const cap = (why: string) => ({ at: NOW, why, checker: 'promises' });

  it('are kept, the last twenty', () => {
    let state = {};
    for (let count = 0; count < 25; count += 1) state = withCap(state, cap(`${count}`));
    expect(capsIn(state).map(({ why }) => why)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index + 5}`),
    );
  });

  it('are those that can be read, with a checker or without', () => {
    const capped = [null, 7, {}, { at: NOW }, { at: NOW, why: 'stuck' }, cap('stuck')];
    expect(capsIn({ capped })).toEqual([{ at: NOW, why: 'stuck', checker: '' }, cap('stuck')]);
    expect(capsIn({ capped: 'never' })).toEqual([]);
    expect(capsIn(withCap({ capped: 'never' }, cap('stuck')))).toEqual([cap('stuck')]);
  });
});
