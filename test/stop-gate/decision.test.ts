import { describe, expect, it } from 'vitest';
import { type GateMemory, NO_MEMORY, reasonDigest } from '../../src/domain/session/gate-memory.ts';
import { MOST_IDLE_BLOCKS, NO_COUNTERS, type Sighting } from '../../src/domain/session/liveness.ts';
import type { Block } from '../../src/stop-gate/checker.ts';
import { decideDone, decideHeld, decideUnasked } from '../../src/stop-gate/decision.ts';
import { reasonAgain, reasonOf } from '../../src/stop-gate/reason.ts';
import { blockBy, blockedBy, type Cause } from '../rig/values/gate-values.ts';

const SEEN: Sighting = {
  position: 'p1',
  work: 'w',
  todos: '',
  tree: null,
  running: 0,
  isContinued: true,
  worked: undefined,
  hostLimit: Number.POSITIVE_INFINITY,
};

const BEFORE: GateMemory = {
  ...NO_MEMORY,
  open: ['promise-0'],
  told: ['bd-0'],
};

/** A session that was blocked as often as it is, with nothing changed since. */
const WORN_OUT: GateMemory = {
  ...BEFORE,
  counters: { ...NO_COUNTERS, work: 'w', idle: MOST_IDLE_BLOCKS, last: 'block', position: 'p0' },
};

const TODOS = blockBy('todos');

const still = (...open: readonly string[]) => ({ open, folders: [] });

describe('where something holds the session', () => {
  it('it is blocked, and that is counted', () => {
    const { answer, memory } = decideHeld(BEFORE, SEEN, TODOS, still('promise-1'));
    expect(answer).toEqual(blockedBy(TODOS));
    expect(memory).toMatchObject({ counters: { idle: 1, last: 'block' }, open: ['promise-1'] });
  });

  it('the reason that the model was given is remembered by its digest, until nothing holds the session', () => {
    const { memory } = decideHeld(BEFORE, SEEN, TODOS, still('promise-1'));
    expect(memory.reason).toBe(reasonDigest(reasonOf(TODOS)));
    expect(
      decideHeld(memory, { ...SEEN, running: 1, position: 'p2' }, TODOS, still()).memory.reason,
    ).toBe(memory.reason);
    expect(decideDone(memory, still()).memory.reason).toBeNull();
  });

  it('the first block of a row is known, and no later one', () => {
    const first = decideHeld(BEFORE, SEEN, TODOS, still());
    const isFirst = (before: GateMemory, seen = SEEN) => {
      const { answer } = decideHeld(before, seen, TODOS, still());
      return answer.answer === 'block' && answer.isFirst;
    };
    expect(isFirst(BEFORE)).toBe(true);
    expect(isFirst(first.memory)).toBe(false);
    expect(isFirst(first.memory, { ...SEEN, position: 'p2' })).toBe(false);
    expect(isFirst(decideDone(first.memory, still()).memory)).toBe(true);
  });

  describe('and the model was told why', () => {
    const first = decideHeld(BEFORE, SEEN, TODOS, still()).memory;
    const LATER = { ...SEEN, position: 'p2' };
    const OTHER = blockBy('todos', 'another word');

    it.each<[string, GateMemory, Partial<Sighting>, Block, boolean]>([
      ['of the same, one line is enough', first, {}, TODOS, true],
      ['of something else, it is told all', first, {}, OTHER, false],
      ['of another checker, it is told all', first, {}, blockBy('beads-sync'), false],
      ['in an earlier turn, it is told all', first, { isContinued: false }, TODOS, false],
      [
        'by a host that says nothing of turns, one line is enough',
        first,
        { isContinued: undefined },
        TODOS,
        true,
      ],
      ['before it was let go, it is told all', decideDone(first, still()).memory, {}, TODOS, false],
    ])('%s', (_what, before, parts, block, isShort) => {
      const { answer } = decideHeld(before, { ...LATER, ...parts }, block, still());
      expect(answer).toMatchObject({ reason: isShort ? reasonAgain(block) : reasonOf(block) });
    });

    it('a stop that is asked about again gets the same answer, the whole or the line', () => {
      const again = decideHeld(first, SEEN, TODOS, still());
      expect(again.answer).toMatchObject({ reason: reasonOf(TODOS) });
      const second = decideHeld(first, LATER, TODOS, still());
      const secondAgain = decideHeld(second.memory, LATER, TODOS, still());
      expect(secondAgain.answer).toEqual(second.answer);
    });
  });

  it('it rests while tasks run', () => {
    const { answer, memory } = decideHeld(BEFORE, { ...SEEN, running: 2 }, TODOS, still());
    expect(answer).toEqual({ answer: 'rest', block: TODOS, running: 2 });
    expect(memory.counters).toMatchObject({ rests: 1, idle: 0 });
  });

  it('it is let go once it was blocked often enough, with what holds it', () => {
    const { answer, memory } = decideHeld(WORN_OUT, SEEN, TODOS, still());
    expect(answer).toEqual({ answer: 'cap', why: 'nothing-changed', block: TODOS });
    expect(memory.counters.last).toBe('cap');
  });

  it('blocked work is remembered as told, and nothing else is', () => {
    const told = (cause: Cause) =>
      decideHeld(BEFORE, SEEN, blockBy(cause, 'bd-1'), still()).memory.told;
    expect(told('blocked-work')).toEqual(['bd-0', 'bd-1']);
    expect(told('todos')).toEqual(['bd-0']);
  });
});

describe('where a review would have to be paid for', () => {
  it('it is worth asking where its answer could hold the session', () => {
    expect(decideUnasked(BEFORE, SEEN, still())).toBeUndefined();
  });

  it.each<[string, GateMemory, Partial<Sighting>, object]>([
    ['the gate has given up', WORN_OUT, {}, { answer: 'cap', why: 'nothing-changed' }],
    ['tasks run', BEFORE, { running: 1 }, { answer: 'rest', running: 1 }],
  ])('it is not where %s, which is answered', (_what, before, parts, answer) => {
    const decided = decideUnasked(before, { ...SEEN, ...parts }, still('promise-1'));
    expect(decided?.answer).toEqual({ ...answer, block: undefined });
    expect(decided?.memory).toMatchObject({
      open: ['promise-1'],
      folders: [],
      told: ['bd-0'],
      reason: null,
    });
  });
});

it('where nothing holds the session its counts begin anew, and what it has open is kept', () => {
  const { answer, memory } = decideDone(WORN_OUT, still('promise-1'));
  expect(answer).toEqual({ answer: 'allow' });
  expect(memory).toEqual({
    ...NO_MEMORY,
    counters: { ...NO_COUNTERS, work: 'w', position: 'p0' },
    open: ['promise-1'],
    told: ['bd-0'],
  });
});
