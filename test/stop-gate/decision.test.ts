import { describe, expect, it } from 'vitest';
import { type GateMemory, reasonDigest } from '../../src/domain/session/gate-memory.ts';
import { MOST_IDLE_BLOCKS, NO_COUNTERS, type Sighting } from '../../src/domain/session/liveness.ts';
import type { LossByRegister } from '../../src/domain/session/lost-promise.ts';
import type { Waiting } from '../../src/domain/session/waiting.ts';
import type { Block } from '../../src/stop-gate/checker.ts';
import { decideDone, decideHeld, decideUnasked } from '../../src/stop-gate/decision.ts';
import type { Questions } from '../../src/stop-gate/questions.ts';
import { reasonAgain, reasonOf } from '../../src/stop-gate/reason.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { NO_MEMORY } from '../rig/values/domain-values.ts';
import { blockBy, blockedBy, type Cause } from '../rig/values/gate-values.ts';
import { SIGHTING } from '../rig/values/sightings.ts';

const SEEN = SIGHTING;

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
    const { outcome, memory } = decideHeld(BEFORE, SEEN, TODOS, still('promise-1'));
    expect(outcome).toEqual(blockedBy(TODOS));
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
      const { outcome } = decideHeld(before, seen, TODOS, still());
      return outcome.outcome === 'block' && outcome.isFirst;
    };
    expect(isFirst(BEFORE)).toBe(true);
    expect(isFirst(first.memory)).toBe(false);
    expect(isFirst(first.memory, { ...SEEN, position: 'p2', payload: 'later' })).toBe(false);
    expect(isFirst(decideDone(first.memory, still()).memory)).toBe(true);
  });

  describe('and the model was told why', () => {
    const first = decideHeld(BEFORE, SEEN, TODOS, still()).memory;
    const LATER = { ...SEEN, position: 'p2', payload: 'later' };
    const OTHER = blockBy('todos', 'another word');
    const RESTED = { ...first.counters, last: 'rest' } as const;

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
      ['before it rested, it is told all', { ...first, counters: RESTED }, {}, TODOS, false],
    ])('%s', (_what, before, parts, block, isShort) => {
      const { outcome } = decideHeld(before, { ...LATER, ...parts }, block, still());
      expect(outcome).toMatchObject({ reason: isShort ? reasonAgain(block) : reasonOf(block) });
    });

    it('a stop that is asked about again gets the same outcome, the whole or the line', () => {
      const again = decideHeld(first, SEEN, TODOS, still());
      expect(again.outcome).toMatchObject({ reason: reasonOf(TODOS) });
      const second = decideHeld(first, LATER, TODOS, still());
      const secondAgain = decideHeld(second.memory, LATER, TODOS, still());
      expect(secondAgain.outcome).toEqual(second.outcome);
    });
  });

  it('it rests while tasks run', () => {
    const { outcome, memory } = decideHeld(BEFORE, { ...SEEN, running: 2 }, TODOS, still());
    expect(outcome).toEqual({ outcome: 'rest', block: TODOS, running: 2 });
    expect(memory.counters).toMatchObject({ rests: 1, idle: 0 });
  });

  it('it is let go once it was blocked often enough, with what holds it', () => {
    const { outcome, memory } = decideHeld(WORN_OUT, SEEN, TODOS, still());
    expect(outcome).toEqual({
      outcome: 'cap',
      why: 'nothing-changed',
      isTold: false,
      block: TODOS,
    });
    expect(memory.counters.last).toBe('cap');
  });

  it('an act of a person that does not count is told once, and another one again', () => {
    const actBlock = (name: string) => ({
      ...TODOS,
      unconfirmed: [{ name, line: `${name} is none` }],
    });
    const first = decideHeld(BEFORE, SEEN, actBlock('act:1'), still());
    expect(first.outcome).toMatchObject({ newActs: ['act:1 is none'] });
    expect(first.memory.told).toEqual(['bd-0', 'act:1']);
    const again = (name: string) => decideHeld(first.memory, SEEN, actBlock(name), still()).outcome;
    expect(again('act:1')).toMatchObject({ newActs: [] });
    expect(again('act:2')).toMatchObject({ newActs: ['act:2 is none'] });
  });

  it.each<[string, GateMemory, Partial<Sighting>, readonly string[]]>([
    ['held', BEFORE, {}, ['bd-0', '/work/a#y#gone']],
    ['let go, of which its user hears', WORN_OUT, {}, ['bd-0', '/work/a#y#gone']],
    ['resting, of which nobody hears', BEFORE, { running: 1 }, ['bd-0']],
  ])('a lost promise is remembered as told where it is %s', (_how, before, parts, told) => {
    const lost: LossByRegister = {
      id: 'y',
      how: 'vanished',
      noticed: 'by-register',
      session: 'session-a',
      project: '/work/a',
      now: undefined,
      lessenings: [],
    };
    const { memory } = decideHeld(
      before,
      { ...SEEN, ...parts },
      { ...TODOS, lost: [lost] },
      still(),
    );
    expect(memory.told).toEqual(told);
  });

  it('blocked work is remembered as told, and nothing else is', () => {
    const told = (cause: Cause) =>
      decideHeld(BEFORE, SEEN, blockBy(cause, 'bd-1'), still()).memory.told;
    expect(told('blocked-work')).toEqual(['bd-0', 'bd-1']);
    expect(told('todos')).toEqual(['bd-0']);
  });
});

describe('where the session may ask its user', () => {
  const QUESTIONS: Questions = {
    isAnswered: () => false,
    plan: undefined,
    bar: undefined,
    at: '2026-03-01T12:00:00.000Z',
    commands: LINES_HERE,
    forUser: [],
  };
  const ASKED: Waiting = {
    question: 'Which?',
    needs: 'decision',
    at: '2026-03-01T11:00:00.000Z',
    kind: 'asked',
    used: false,
  };
  const waits = { ...BEFORE, reason: 'r', waiting: ASKED };
  const reasonOfBlock = (before: GateMemory, questions?: Questions) => {
    const { outcome } = decideHeld(before, SEEN, TODOS, still(), questions);
    return outcome.outcome === 'block' ? outcome.reason.split('\n') : [];
  };
  const ASK_LINE = 'If only the user can answer, run: cs session ask "[question]", then stop.';

  it.each<[string, GateMemory]>([
    ['it asked', waits],
    ['the gate has given up before', { ...waits, counters: WORN_OUT.counters }],
    ['a stop of this prompt was let through', { ...waits, waiting: { ...ASKED, used: true } }],
  ])('it stops where %s: nothing is counted, nothing forgotten', (_when, before) => {
    const seen = { ...SEEN, running: 2 };
    const { outcome, memory } = decideHeld(before, seen, TODOS, still('promise-1'), QUESTIONS);
    const used = { ...ASKED, used: true };
    expect(outcome).toEqual({ outcome: 'wait', block: TODOS, waiting: used });
    expect(memory).toEqual({ ...before, open: ['promise-1', 'promise-0'], waiting: used });
  });

  it('a plan that it shows is a wait of its own', () => {
    const { outcome } = decideHeld(BEFORE, SEEN, TODOS, still(), { ...QUESTIONS, plan: '# Plan' });
    expect(outcome).toMatchObject({
      outcome: 'wait',
      waiting: { kind: 'plan', question: '# Plan' },
    });
  });

  it('no model is asked about a session that waits', () => {
    const decided = decideUnasked(waits, SEEN, still(), QUESTIONS);
    expect(decided?.outcome).toMatchObject({ outcome: 'wait', block: undefined });
    expect(decideUnasked(BEFORE, SEEN, still(), QUESTIONS)).toBeUndefined();
  });

  it('what bars its question is said in the block, which counts as ever', () => {
    const barred = { ...QUESTIONS, bar: 'rejected' } as const;
    const { memory } = decideHeld(waits, SEEN, TODOS, still(), barred);
    expect(reasonOfBlock(waits, barred).at(-1)).toMatch(/^Your question does not .*judge's FAIL/);
    expect(memory).toMatchObject({ counters: { idle: 1 }, waiting: ASKED });
  });

  it('the block names the command, unless a question would not help or the session cannot ask', () => {
    expect(reasonOfBlock(BEFORE, QUESTIONS).at(-1)).toBe(ASK_LINE);
    expect(reasonOfBlock(BEFORE, { ...QUESTIONS, bar: 'unattended' })).not.toContain(ASK_LINE);
    expect(reasonOfBlock(BEFORE)).not.toContain(ASK_LINE);
    const over = { ...waits, waiting: { ...ASKED, used: true, over: true } as const };
    expect(reasonOfBlock(over, QUESTIONS)).not.toContain(ASK_LINE);
  });

  it('the agent is told for its user how a session ends, where the host shows that one nothing', () => {
    const forUser = ['For the user: To end this session anyway, …'];
    const given = reasonOfBlock(BEFORE, { ...QUESTIONS, forUser });
    expect(given.slice(-2)).toEqual([ASK_LINE, ...forUser]);
    expect(reasonOfBlock(BEFORE).join()).not.toContain('For the user');
  });

  it('the user of a session that was let go is told what it asked in vain', () => {
    const before = { ...WORN_OUT, waiting: ASKED };
    const barred = { ...QUESTIONS, bar: 'unattended' } as const;
    const { outcome, memory } = decideHeld(before, SEEN, TODOS, still(), barred);
    expect(outcome).toMatchObject({ outcome: 'cap', asked: ASKED });
    expect(memory.waiting).toEqual(ASKED);
  });

  it('but not the plan that it showed, which was no question', () => {
    const plan = { ...QUESTIONS, bar: 'unattended', plan: '# Plan' } as const;
    const { outcome } = decideHeld(WORN_OUT, SEEN, TODOS, still(), plan);
    expect(outcome).toEqual(expect.objectContaining({ outcome: 'cap', asked: undefined }));
  });

  it('an answer ends the wait, and so does a stop that nothing holds', () => {
    const answered = { ...QUESTIONS, isAnswered: () => true };
    expect(decideHeld(waits, SEEN, TODOS, still(), answered).memory.waiting).toBeNull();
    expect(decideDone(waits, still()).memory.waiting).toBeNull();
    const used = { ...ASKED, used: true };
    expect(decideDone({ ...waits, waiting: used }, still()).memory.waiting).toEqual({
      ...used,
      over: true,
    });
  });
});

describe('where a review would have to be paid for', () => {
  it('it is worth asking where its answer could hold the session', () => {
    expect(decideUnasked(BEFORE, SEEN, still())).toBeUndefined();
  });

  it.each<[string, GateMemory, Partial<Sighting>, object]>([
    [
      'the gate has given up',
      WORN_OUT,
      {},
      { outcome: 'cap', why: 'nothing-changed', isTold: false },
    ],
    ['tasks run', BEFORE, { running: 1 }, { outcome: 'rest', running: 1 }],
  ])('it is not where %s, which is answered', (_what, before, parts, outcome) => {
    const decided = decideUnasked(before, { ...SEEN, ...parts }, still('promise-1'));
    expect(decided?.outcome).toEqual({ ...outcome, block: undefined });
    expect(decided?.memory).toMatchObject({
      open: ['promise-1'],
      folders: [],
      told: ['bd-0'],
      reason: null,
    });
  });
});

it('where nothing holds the session its counts begin anew, and what it has open is kept', () => {
  const { outcome, memory } = decideDone(WORN_OUT, still('promise-1'));
  expect(outcome).toEqual({ outcome: 'allow' });
  expect(memory).toEqual({
    ...NO_MEMORY,
    counters: { ...NO_COUNTERS, work: 'w', position: 'p0' },
    open: ['promise-1'],
    told: ['bd-0'],
  });
});
