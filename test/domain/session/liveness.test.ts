import { describe, expect, it } from 'vitest';
import { MOST_UNCLOSED, NO_BLOCKS } from '../../../src/domain/session/bound.ts';
import {
  type Counted,
  type Counters,
  hostLimitOf,
  keepOrLetGo,
  type LivenessOutcome,
  letGo,
  MOST_BUSY_BLOCKS,
  MOST_IDLE_BLOCKS,
  MOST_RESTS,
  NO_COUNTERS,
  type Sighting,
  USUAL_HOST_LIMIT,
} from '../../../src/domain/session/liveness.ts';
import { SIGHTING } from '../../rig/values/sightings.ts';

const QUIET: Sighting = { ...SIGHTING, position: null, work: 'work', tree: 'tree' };

const NOTHING: Counted = { counters: NO_COUNTERS, bound: NO_BLOCKS };

/** What a step does to the last look: every combination of what can happen between two stops. */
const MOVES = ['', 'work', 'todos', 'tree', 'no-tree', 'again', 'turn', 'task', 'prompt'] as const;

const at = (minute: number) => ({ day: minute * 60_000, machine: minute * 60_000 });

/** Applies moves one after the other, each to a look of its own. */
function lookAfter(before: Sighting, move: (typeof MOVES)[number], step: number): Sighting {
  // A minute each, so that what is asked here is not the bound on blocks in ten minutes.
  const moved = {
    ...before,
    ...{ position: `p${step}`, payload: `${step}`, now: at(step), running: 0, isContinued: true },
  };
  switch (move) {
    case '':
      return moved;
    case 'again':
      return { ...before, now: at(step) };
    case 'work':
    case 'todos':
    case 'tree':
      return { ...moved, [move]: `${move} ${step}` };
    case 'no-tree':
      return { ...moved, tree: null };
    case 'turn':
      return { ...moved, isContinued: false };
    case 'task':
      return { ...moved, running: 1 };
    case 'prompt':
      return { ...moved, prompts: before.prompts + 1 };
  }
}

/** Answers a row of stops that all are to be blocked. */
function answersTo(
  stops: readonly (typeof MOVES)[number][],
  first: Partial<Sighting> = {},
): readonly LivenessOutcome[] {
  let counted = NOTHING;
  let seen: Sighting = { ...QUIET, ...first };
  return stops.map((move, step) => {
    seen = lookAfter(seen, move, step);
    const outcome = keepOrLetGo(counted, seen);
    counted = outcome;
    return outcome;
  });
}

const words = (answers: readonly LivenessOutcome[]): readonly string[] =>
  answers.map((outcome) => (outcome.outcome === 'cap' ? `cap ${outcome.why}` : outcome.outcome));

const times = <Item>(count: number, item: Item): readonly Item[] => Array(count).fill(item);

it.each<[string | undefined, number]>([
  [undefined, USUAL_HOST_LIMIT],
  ['', USUAL_HOST_LIMIT],
  ['many', USUAL_HOST_LIMIT],
  ['-1', USUAL_HOST_LIMIT],
  ['3x', USUAL_HOST_LIMIT],
  ['x3', USUAL_HOST_LIMIT],
  ['1234567890', USUAL_HOST_LIMIT],
  ['undefined', USUAL_HOST_LIMIT],
  ['123456789', 123_456_789],
  ['3', 3],
  ['0', Number.POSITIVE_INFINITY],
  ['000', Number.POSITIVE_INFINITY],
])('the limit of the host, by what its variable says: %j', (told, limit) => {
  expect(hostLimitOf(told)).toBe(limit);
});

describe('what is counted at a stop', () => {
  const before: Counters = {
    ...NO_COUNTERS,
    ...{ idle: 1, busy: 2, hosted: 3, all: 4, rests: 1, repeats: 5 },
    ...{ last: 'block', position: 'p0', work: 'work', todos: '', tree: 'tree' },
  };
  const seen: Sighting = { ...QUIET, position: 'p1', worked: false };
  const now = { ...before, position: 'p1', repeats: 0 };
  const capped: Counters = { ...before, last: 'cap', why: 'nothing-changed', prompts: 2 };
  const kept = { ...seen, prompts: 2 };
  const after = (counters: Counters, sighting: Sighting) => {
    const { bound: _, ...outcome } = keepOrLetGo({ counters, bound: NO_BLOCKS }, sighting);
    return outcome;
  };
  const block = (parts: object) => ({
    outcome: 'block',
    counters: { ...now, idle: 2, busy: 3, hosted: 4, all: 5, last: 'block', ...parts },
  });
  const cap = (parts: object, told: object = {}) => ({
    outcome: 'cap',
    why: 'nothing-changed',
    isTold: false,
    ...told,
    counters: { ...now, hosted: 0, all: 0, last: 'cap', why: 'nothing-changed', ...parts },
  });

  it.each<[string, Counters, Partial<Sighting>, object]>([
    ['nothing changed', before, {}, block({})],
    ['work got on', before, { work: 'w2' }, block({ idle: 1, busy: 1, rests: 0, work: 'w2' })],
    ['todos got on', before, { todos: 't2' }, block({ idle: 1, busy: 1, rests: 0, todos: 't2' })],
    ['a tool was used', before, { worked: true }, block({ hosted: 1 })],
    ['tools are not known', before, { worked: undefined }, block({})],
    [
      'tools are not known, and work got on',
      before,
      { worked: undefined, work: 'w2' },
      block({ idle: 1, busy: 1, hosted: 1, rests: 0, work: 'w2' }),
    ],
    [
      'tools are not known, and the tree changed',
      before,
      { worked: undefined, tree: 'tree 2' },
      block({ idle: 1, hosted: 1, tree: 'tree 2' }),
    ],
    ['the tree was changed by others', before, { tree: 'tree 2' }, block({ tree: 'tree 2' })],
    ['the tree cannot be seen', before, { worked: undefined, tree: null }, block({})],
    [
      'the tree is seen for the first time',
      { ...before, tree: null },
      { worked: undefined, tree: 'tree 2' },
      block({ tree: 'tree 2' }),
    ],
    ['a new turn began', before, { isContinued: false }, block({ hosted: 1 })],
    ['the host does not tell of turns', before, { isContinued: undefined }, block({})],
    [
      'a task runs',
      before,
      { running: 1 },
      { outcome: 'rest', counters: { ...now, hosted: 0, all: 0, rests: 2, last: 'rest' } },
    ],
    [
      'the same rest is asked about again',
      { ...before, last: 'rest' },
      { position: 'p0', running: 1 },
      { outcome: 'rest', counters: { ...before, last: 'rest' } },
    ],
    [
      'the task of a rest ended',
      { ...before, last: 'rest' },
      { position: 'p0' },
      block({ position: 'p0' }),
    ],
    [
      'the same block is asked about again',
      before,
      { position: 'p0' },
      { outcome: 'block', counters: { ...before, repeats: 6 } },
    ],
    [
      'there was no block at that place',
      { ...before, last: null },
      { position: 'p0' },
      block({ position: 'p0' }),
    ],
    ['too much was asked for nothing', { ...before, idle: 5 }, {}, cap({ idle: 5 })],
    [
      'it was let go before, and that was told',
      capped,
      { ...kept },
      cap({ ...capped, hosted: 3, all: 4 }, { isTold: true }),
    ],
    [
      'it was let go at this place, and that was told',
      capped,
      { ...kept, position: 'p0' },
      cap({ ...capped, hosted: 3, all: 4 }, { isTold: true }),
    ],
    [
      'it was let go at this place for no reason that is kept',
      { ...capped, why: null },
      { ...kept, position: 'p0' },
      cap({ ...capped, why: null, hosted: 3, all: 4 }, { isTold: true }),
    ],
    [
      'it was let go before, and the user spoke',
      capped,
      { ...kept, prompts: 3 },
      block({ prompts: 2, why: 'nothing-changed' }),
    ],
    [
      'it was let go at this place, and the transcript shows that the user spoke',
      capped,
      { ...kept, position: 'p0', isPrompted: true },
      block({ prompts: 2, why: 'nothing-changed', position: 'p0' }),
    ],
    [
      'it was let go before, and the tree changed',
      capped,
      { ...kept, worked: true, tree: 'tree 2' },
      block({ idle: 1, hosted: 1, tree: 'tree 2', prompts: 2 }),
    ],
    [
      'it was let go for want of progress, and the tree changed',
      { ...capped, why: 'no-progress' },
      { ...kept, worked: true, tree: 'tree 2' },
      cap(
        { ...capped, why: 'no-progress', hosted: 3, all: 4 },
        { isTold: true, why: 'no-progress' },
      ),
    ],
    [
      'it was let go for want of progress, and work got on',
      { ...capped, why: 'no-progress' },
      { ...kept, work: 'w2' },
      block({ idle: 1, busy: 1, rests: 0, work: 'w2', prompts: 2 }),
    ],
    [
      'it was let go before, asked once more, and a task runs',
      capped,
      { ...kept, prompts: 3, running: 1 },
      {
        outcome: 'rest',
        counters: {
          ...now,
          ...{ hosted: 0, all: 0, rests: 2, last: 'rest', why: 'nothing-changed', prompts: 2 },
        },
      },
    ],
    [
      'it was let go before, asked once more, and let go again',
      { ...capped, last: 'block' },
      { ...kept, prompts: 3 },
      cap({ prompts: 3 }),
    ],
  ])('where %s', (_what, counters, parts, expected) => {
    expect(after(counters, { ...seen, ...parts })).toEqual(expected);
  });

  it('is kept of a stop that no checker blocks: what was seen, and the rests', () => {
    expect(letGo(capped)).toEqual({
      ...NO_COUNTERS,
      ...{ position: 'p0', prompts: 2, rests: 1, todos: '', tree: 'tree', work: 'work' },
    });
  });
});

describe('two hooks that ask about one stop', () => {
  it('get one outcome and count once, though the first outcome made the transcript grow', () => {
    let counted = NOTHING;
    const answers: LivenessOutcome[] = [];
    for (let stop = 0; stop < 7; stop += 1) {
      for (const elapsed of [100, 200]) {
        const moment = stop * 1000 + elapsed;
        const now = { day: moment, machine: moment };
        const outcome = keepOrLetGo(counted, { ...QUIET, position: `${moment}`, now, elapsed });
        answers.push(outcome);
        counted = outcome;
      }
    }
    expect(words(answers)).toEqual([
      ...times(2 * MOST_IDLE_BLOCKS, 'block'),
      ...times(4, 'cap nothing-changed'),
    ]);
  });
});

describe('a session that is to be blocked', () => {
  it('is let go after five blocks with nothing changed', () => {
    expect(words(answersTo(times(7, '')))).toEqual([
      ...times(MOST_IDLE_BLOCKS, 'block'),
      ...times(2, 'cap nothing-changed'),
    ]);
  });

  it('is let go after twenty blocks with only the tree changed', () => {
    const answers = words(answersTo(times(MOST_BUSY_BLOCKS + 1, 'tree')));
    expect(answers).toEqual([...times(MOST_BUSY_BLOCKS, 'block'), 'cap no-progress']);
  });

  it('is let go before the host overrides, which counts on while no tool is used', () => {
    const first = { hostLimit: 8, worked: false };
    expect(words(answersTo(times(9, 'work'), first))).toEqual([
      ...times(8, 'block'),
      'cap host-limit',
    ]);
  });

  it.each<[string, readonly (typeof MOVES)[number][], Partial<Sighting>, readonly string[]]>([
    ['a tool is used each time', times(4, 'work'), { worked: true }, times(4, 'block')],
    ['something changes, and tools are not known', times(4, 'work'), {}, times(4, 'block')],
    [
      'the user speaks',
      ['work', 'work', 'turn', 'work', 'work'],
      { worked: false },
      [...times(4, 'block'), 'cap host-limit'],
    ],
  ])('is counted anew for the host where %s', (_why, stops, first, expected) => {
    expect(words(answersTo(stops, { hostLimit: 2, ...first }))).toEqual(expected);
  });

  it('is let go after five blocks where only others change the tree', () => {
    const answers = words(answersTo(times(6, 'tree'), { worked: false }));
    expect(answers).toEqual([...times(MOST_IDLE_BLOCKS, 'block'), 'cap nothing-changed']);
  });

  it('is blocked anew once there is progress', () => {
    const answers = words(answersTo([...times(6, '' as const), 'work', '']));
    expect(answers.slice(5)).toEqual(['cap nothing-changed', 'block', 'block']);
  });

  it('stays let go while nothing changes, whoever asks for how many turns, and that is told once', () => {
    const answers = answersTo([...times(6, '' as const), ...times(20, 'turn' as const)]).slice(5);
    expect(new Set(words(answers))).toEqual(new Set(['cap nothing-changed']));
    expect(answers.filter((outcome) => outcome.outcome === 'cap' && !outcome.isTold)).toHaveLength(
      1,
    );
  });

  it.each<[string, (typeof MOVES)[number], Partial<Sighting>]>([
    ['nothing-changed', '', {}],
    ['no-progress', 'tree', {}],
    ['host-limit', '', { hostLimit: 2 }],
  ])(
    'that was capped (%s) is blocked once more after each prompt of its user',
    (why, move, first) => {
      const before = answersTo(times(30, move), first).findIndex(
        ({ outcome }) => outcome === 'cap',
      );
      const row = [...times(before + 2, move), 'prompt', move, move, 'prompt', move] as const;
      const answers = answersTo(row, first).slice(before);
      expect(words(answers)).toEqual([
        ...times(2, `cap ${why}`),
        'block',
        ...times(2, `cap ${why}`),
        'block',
        `cap ${why}`,
      ]);
      const told = answers.map((outcome) => outcome.outcome === 'cap' && !outcome.isTold);
      expect(told).toEqual([true, false, false, true, false, false, true]);
    },
  );

  it('rests three times in a row while tasks run, and is blocked then', () => {
    expect(words(answersTo(times(5, 'task')))).toEqual([
      ...times(MOST_RESTS, 'rest'),
      'block',
      'block',
    ]);
  });

  it('may rest again once there is progress', () => {
    const answers = words(answersTo([...times(4, 'task' as const), 'work', 'task']));
    expect(answers.slice(3)).toEqual(['block', 'block', 'rest']);
  });

  it('gets the same outcome to the same stop, and it counts once', () => {
    const again = answersTo(['', ...times(20, 'again' as const), '']);
    expect(new Set(words(again))).toEqual(new Set(['block']));
    expect(again.at(-1)?.counters.idle).toBe(2);
  });

  it('is let go where the host sends one stop for ever', () => {
    const answers = words(answersTo(['', ...times(MOST_UNCLOSED + 1, 'again' as const)]));
    expect(answers.slice(MOST_UNCLOSED - 1)).toEqual(['block', ...times(2, 'cap none-closed')]);
  });

  it('is counted at every stop where no position is known', () => {
    let counted = NOTHING;
    const answers = times(6, QUIET).map((seen, step) => {
      const outcome = keepOrLetGo(counted, { ...seen, now: at(step) });
      counted = outcome;
      return outcome.outcome;
    });
    expect(answers).toEqual([...times(5, 'block'), 'cap']);
  });

  it('does not take a checkout that cannot be looked at for a changed one', () => {
    const flicker = times(4, ['no-tree', ''] as const).flat();
    expect(words(answersTo(flicker)).slice(5)).toEqual(times(3, 'cap nothing-changed'));
  });
});

describe('a session that nothing holds any more', () => {
  it('starts again at nothing, and what was seen last is kept', () => {
    const [last] = answersTo(times(4, '')).slice(-1);
    const counters = letGo(last?.counters ?? NO_COUNTERS);
    expect(counters).toEqual({ ...NO_COUNTERS, position: 'p3', work: 'work', tree: 'tree' });
  });
});

describe('every row of five things that can happen', () => {
  const LENGTH = 5;
  const limits = { hostLimit: 3 };

  /** Follows every row of moves once, sharing their beginnings. */
  function explore(visit: (answers: readonly LivenessOutcome[], counted: Counted) => void): number {
    let rows = 0;
    const follow = (
      depth: number,
      counted: Counted,
      seen: Sighting,
      answers: readonly LivenessOutcome[],
    ): void => {
      if (depth === LENGTH) {
        rows += 1;
        visit(answers, counted);
        return;
      }
      for (const move of MOVES) {
        const next = lookAfter(seen, move, depth);
        const outcome = keepOrLetGo(counted, next);
        follow(depth + 1, outcome, next, [...answers, outcome]);
      }
    };
    follow(0, NOTHING, { ...QUIET, ...limits }, []);
    return rows;
  }

  it('never blocks more often in a row than the host lets stand', () => {
    let most = 0;
    const rows = explore((_answers, { counters }) => {
      most = Math.max(most, counters.hosted);
    });
    expect(rows).toBe(MOVES.length ** LENGTH);
    expect(most).toBe(3);
  });

  it('never forgets that a session was let go with something left to do', () => {
    let forgotten = 0;
    explore((answers) => {
      forgotten += answers.filter(
        ({ outcome, counters }) => outcome === 'cap' && counters.last !== 'cap',
      ).length;
    });
    expect(forgotten).toBe(0);
  });

  it('ends in a stop that is let go, if nothing but the transcript moves from there', () => {
    const ends = new Map<string, Counted>();
    explore((_answers, counted) => {
      const { all, busy, hosted, idle, last, rests } = counted.counters;
      ends.set(JSON.stringify([idle, busy, hosted, all, rests, last]), counted);
    });
    for (const end of ends.values()) {
      let counted = end;
      const { todos, tree, work } = end.counters;
      const answers = times(MOST_IDLE_BLOCKS + 1, QUIET).map((quiet, step) => {
        const seen = { ...quiet, ...limits, todos, tree, work, position: `later ${step}` };
        const outcome = keepOrLetGo(counted, { ...seen, now: at(LENGTH + step) });
        counted = outcome;
        return outcome.outcome;
      });
      expect(answers).toContain('cap');
    }
  });

  it('comes to the same, however often each stop is sent', () => {
    const withoutRepeats = MOVES.filter((move) => move !== 'again');
    const rows = withoutRepeats.flatMap((a) =>
      withoutRepeats.flatMap((b) => withoutRepeats.map((c) => [a, b, c, '', ''] as const)),
    );
    for (const row of rows) {
      const sent = row.flatMap((move) => [move, ...times(3, 'again' as const)]);
      const answers = words(answersTo(sent, limits)).filter((_answer, index) => index % 4 === 0);
      const once = words(answersTo(row, limits));
      expect(answers.map((outcome) => outcome.split(' ')[0])).toEqual(
        once.map((outcome) => outcome.split(' ')[0]),
      );
    }
  });
});
