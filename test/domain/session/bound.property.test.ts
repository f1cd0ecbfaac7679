import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameStop,
  MOST_IN_ALL,
  MOST_SOON,
  MOST_UNCLOSED,
  NO_BLOCKS,
  SOON_MS,
  withClosed,
} from '../../../src/domain/session/bound.ts';
import { type GateMemory, memoryIn, withMemory } from '../../../src/domain/session/gate-memory.ts';
import type { Sighting } from '../../../src/domain/session/liveness.ts';
import { decideDone, decideHeld, decideUnasked } from '../../../src/stop-gate/decision.ts';
import { NO_MEMORY } from '../../rig/values/domain-values.ts';
import { blockBy } from '../../rig/values/gate-values.ts';
import { runs } from '../../rig/values/runs.ts';
import { SIGHTING } from '../../rig/values/sightings.ts';

/**
 * No session is held without end, whatever its host says or leaves out, whatever changes around it, and however the
 * clocks are set. The true time is known to the test alone.
 */

const word = fc.constantFrom('a', 'b', 'c');
const any = fc.constantFrom('x', 'y', 'z', '').chain((text) => fc.constantFrom(text, `${text}!`));

/** What a host, a transcript and the files say at a stop. */
const said = fc.record({
  payload: word,
  position: fc.option(any),
  work: any,
  todos: any,
  tree: fc.option(any),
  running: fc.constantFrom(0, 0, 0, 1),
  isContinued: fc.option(fc.boolean(), { nil: undefined }),
  worked: fc.option(fc.boolean(), { nil: undefined }),
  isPrompted: fc.boolean(),
  hostLimit: fc.constantFrom(8, Number.POSITIVE_INFINITY),
});

const pause = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 2000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 * SOON_MS }) },
);

/** What happens between two stops: time passes, clocks are set, the machine starts again, prompts come, work is done. */
const step = fc.record({
  said,
  pause,
  setDay: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -10 * SOON_MS, max: 10 * SOON_MS }) },
  ),
  boots: fc.constantFrom(...Array(9).fill(false), true),
  prompts: fc.constantFrom(0, 0, 0, 1, 3),
  closes: fc.constantFrom(...Array(19).fill(false), true),
  reopens: fc.constantFrom(0, 0, 0, 1, 2),
  holds: fc.constantFrom(...Array(9).fill(true), false),
  asksModel: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Given {
  readonly outcome: string;
  /** The true time, and how many criteria were closed at once by then, at most. */
  readonly at: number;
  readonly closed: number;
}

const BLOCK = blockBy('promises');
const STILL = { open: [], folders: [] };

/** What a session is answered, one stop after the other. */
function answersTo(steps: readonly Step[], isAlwaysHeld: boolean): readonly Given[] {
  let memory: GateMemory = NO_MEMORY;
  let [time, day, machine, boots, prompts, closed, most] = [0, 1e12, 1e6, 0, 0, 0, 0];
  return steps.map((one) => {
    time += one.pause;
    day += one.pause + one.setDay;
    machine = one.boots ? Math.min(one.pause, 1000) : machine + one.pause;
    if (one.boots) boots += 1;
    prompts += one.prompts;
    if (one.closes) closed += 1;
    const count = Math.max(0, closed - one.reopens);
    const holds = one.holds || isAlwaysHeld;
    // Where nothing holds a session, nothing is counted.
    if (holds) most = Math.max(most, count);
    const seen: Sighting = {
      ...SIGHTING,
      ...one.said,
      // A host that was started again tells of another turn.
      payload: `${boots} ${one.said.payload}`,
      now: { day, machine },
      // A gate that began after the outcome to the stop before.
      elapsed: one.pause - 1,
      prompts,
      closed: [['promise-1', count]],
    };
    const decided = decide(memory, seen, { ...one, holds });
    // What is remembered goes through the session's file.
    memory = memoryIn(withMemory({}, decided.memory));
    return { outcome: decided.outcome.outcome, at: time, closed: most };
  });
}

function decide(memory: GateMemory, seen: Sighting, { asksModel, holds }: Step) {
  if (!holds) return decideDone(memory, STILL);
  const unasked = asksModel ? decideUnasked(memory, seen, STILL) : undefined;
  return unasked ?? decideHeld(memory, seen, BLOCK, STILL);
}

const rows = fc.array(step, { minLength: 1, maxLength: 120, size: 'max' });

/** Most blocks of a row within so many milliseconds. */
function mostWithin(times: readonly number[], span: number): number {
  let [first, most] = [0, 0];
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= span) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

const isBlock = ({ outcome }: Given): boolean => outcome === 'block';

describe('whatever is said at its stops, and however the clocks are set, a session is blocked', () => {
  it('at most so often in ten minutes, until it closes a criterion, and in all', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (steps, isAlwaysHeld) => {
        const blocks = answersTo(steps, isAlwaysHeld).filter(isBlock);
        expect(blocks.length).toBeLessThanOrEqual(MOST_IN_ALL);
        for (const closed of new Set(blocks.map((block) => block.closed))) {
          const moments = blocks.filter((block) => block.closed === closed).map(({ at }) => at);
          expect(mostWithin(moments, SOON_MS)).toBeLessThanOrEqual(MOST_SOON);
          expect(moments.length).toBeLessThanOrEqual(MOST_UNCLOSED);
        }
      }),
      { ...runs(2_000, 2_000), endOnFailure: true },
    );
  });

  it('once for each of its own words, by hooks that ask at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20 }),
        fc.array(fc.nat(500), { maxLength: 19 }),
        (hooks, late) => {
          let memory = NO_MEMORY;
          const answers = Array.from({ length: hooks }, (_, hook) => {
            // Each began with the first one, which took some time to decide, and its outcome came later.
            const passed = late.slice(0, hook).reduce((sum, one) => sum + one, 0);
            const now = { day: passed, machine: passed };
            const seen = { ...SIGHTING, position: `${hook}`, now, elapsed: passed + 2 };
            const decided = decideHeld(memory, seen, BLOCK, STILL);
            memory = decided.memory;
            return decided.outcome.outcome;
          });
          expect(new Set(answers)).toEqual(new Set(['block']));
          expect(memory.bound.all).toBe(1);
          expect(memory.counters.idle).toBe(1);
        },
      ),
      runs(1000),
    );
  });
});

describe('the bound itself', () => {
  it('counts no more than five hundred promises, and those that it knows go on', () => {
    const known = Array.from({ length: 500 }, (_, index) => [`promise-${index}`, 1] as const);
    const full = withClosed({ ...NO_BLOCKS, unclosed: 3 }, known);
    expect(full).toEqual({ ...NO_BLOCKS, closed: known });
    const spent = { ...full, unclosed: 3, ages: [5] };
    expect(withClosed(spent, [['another', 7]])).toBe(spent);
    expect(withClosed(spent, [['promise-0', 1]])).toBe(spent);
    expect(withClosed(spent, [['promise-0', 2]])).toMatchObject({ unclosed: 0, ages: [] });
  });

  it('shares its answer with calls about the same stop that began before it, and with no others', () => {
    const bound = { ...NO_BLOCKS, at: { day: 100, machine: 100 }, payload: 'p' };
    const stop = { payload: 'p', now: { day: 110, machine: 110 }, elapsed: 11 };
    const rows: readonly [object, object, boolean][] = [
      [{}, {}, true],
      [{ at: null }, {}, false],
      [{}, { payload: 'q' }, false],
      [{ shared: 19 }, {}, true],
      [{ shared: 20 }, {}, false],
      [{}, { elapsed: 10 }, false],
      [{}, { now: { day: 111, machine: 110 } }, false],
      [{}, { now: { day: 110, machine: 111 } }, false],
      [{}, { now: { day: 99, machine: 110 } }, false],
      [{}, { now: { day: 110, machine: 99 } }, false],
      [{}, { now: { day: 100, machine: 100 }, elapsed: 1 }, true],
    ];
    expect(
      rows.map(([parts, other]) => isSameStop({ ...bound, ...parts }, { ...stop, ...other })),
    ).toEqual(rows.map(([, , isSame]) => isSame));
  });

  const minutes = (count: number) => ({ day: count * 60_000, machine: count * 60_000 });

  /** A session that gets on and is prompted at every stop, so that nothing but the bound lets it go. */
  function answersAt(moments: readonly number[], closes: (stop: number) => number) {
    let memory = NO_MEMORY;
    return moments.map((moment, stop) => {
      const seen: Sighting = {
        ...SIGHTING,
        payload: `${stop}`,
        position: `${stop}`,
        work: `${stop}`,
        prompts: stop,
        now: minutes(moment),
        closed: [['promise-1', closes(stop)]],
      };
      const decided = decideHeld(memory, seen, BLOCK, STILL);
      memory = decided.memory;
      const { outcome } = decided;
      return outcome.outcome === 'cap' ? outcome.why : outcome.outcome;
    });
  }

  const row = (length: number, apart: number) => Array.from({ length }, (_, stop) => stop * apart);
  const none = () => 0;

  it('is as high as it is said to be, for a session that gets on all the time', () => {
    const fast = answersAt(row(MOST_SOON + 1, 0.5), none);
    expect(fast).toEqual([...Array(MOST_SOON).fill('block'), 'too-fast']);
    const slow = answersAt(row(MOST_UNCLOSED + 1, 2), none);
    expect(slow).toEqual([...Array(MOST_UNCLOSED).fill('block'), 'none-closed']);
    const closing = answersAt(row(MOST_IN_ALL + 1, 0), (stop) => stop);
    expect(closing).toEqual([...Array(MOST_IN_ALL).fill('block'), 'too-often']);
  });

  it('lets the session be held again ten minutes later, and once it closed another criterion', () => {
    const later = answersAt([...row(MOST_SOON + 1, 0), 9.9, 10], none);
    expect(later.slice(MOST_SOON)).toEqual(['too-fast', 'too-fast', 'block']);
    const closed = answersAt(row(MOST_SOON + 2, 0), (stop) => (stop > MOST_SOON ? 1 : 0));
    expect(closed.slice(MOST_SOON)).toEqual(['too-fast', 'block']);
  });

  it('takes no criterion for another one that is opened and closed again', () => {
    // The first two stops close one each.
    const again = answersAt(row(MOST_SOON + 3, 0), (stop) => (stop % 2) + 1);
    expect(again).toEqual([...Array(MOST_SOON + 1).fill('block'), 'too-fast', 'too-fast']);
  });
});
