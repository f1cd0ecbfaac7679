import { describe, expect, it } from 'vitest';
import { CHECKERS, firstBlock, type GateFacts } from '../../src/stop-gate/checkers.ts';
import { EVERY_PRIORITY, HOLDING, NOTHING_HOLDS, SETTINGS } from '../rig/gate-values.ts';

/** Which priority each reason to block has (DESIGN §6); those of P1 exclude each other. */
const PRIORITIES = [
  ['promises', 1],
  ['promises-unread', 1],
  ['lost-promises', 1],
  ['beads-sync', 2],
  ['blocked-work', 2.5],
  ['todos', 3],
  ['continuation-review', 3.5],
  ['reality-check', 3.6],
] as const;

const facts = (...parts: readonly Partial<GateFacts>[]): GateFacts =>
  Object.assign({}, NOTHING_HOLDS, ...parts);

it('the order is that of the design: its priorities, each once', () => {
  expect(CHECKERS.map(({ name, priority }) => [priority, name])).toEqual([
    [1, 'completion promise'],
    [2, 'beads sync'],
    [2.5, 'orchestrator guidance'],
    [3, 'todo continuation'],
    [3.5, 'continuation review'],
    [3.6, 'reality check'],
  ]);
});

it('nothing blocks where nothing holds', () => {
  expect(firstBlock(NOTHING_HOLDS, SETTINGS, EVERY_PRIORITY)).toBeUndefined();
});

describe.each(PRIORITIES)('%s', (checker, priority) => {
  const held = facts(HOLDING[checker]('x'));

  it(`blocks at P${priority}, and no sooner`, () => {
    expect(firstBlock(held, SETTINGS, EVERY_PRIORITY)?.checker).toBe(checker);
    expect(firstBlock(held, SETTINGS, priority)?.checker).toBe(checker);
    expect(firstBlock(held, SETTINGS, priority - 0.1)).toBeUndefined();
  });

  const later = PRIORITIES.filter(([, other]) => other > priority);

  it.skipIf(later.length === 0)('comes before everything of a later priority', () => {
    const beads = {
      uncommitted: ['x'],
      blocked: [{ id: 'x', title: '', priority: 0, waitsFor: [] }],
    };
    const all = facts(...later.map(([other]) => HOLDING[other]('x')), HOLDING[checker]('x'));
    const both = checker === 'promises' ? facts(all, { beads }) : all;
    expect(firstBlock(both, SETTINGS, EVERY_PRIORITY)?.checker).toBe(checker);
  });
});

it('uncommitted issues come before blocked ones', () => {
  const blocked = [{ id: 'x', title: '', priority: 0, waitsFor: [] }];
  const both = facts({ beads: { uncommitted: ['x'], blocked } });
  expect(firstBlock(both, SETTINGS, EVERY_PRIORITY)?.checker).toBe('beads-sync');
});

it('promises that are lost are told with one that is open', () => {
  const both = facts(HOLDING.promises('x'), HOLDING['lost-promises']('y'));
  expect(firstBlock(both, SETTINGS, EVERY_PRIORITY)).toMatchObject({
    checker: 'promises',
    lost: [{ id: 'y' }],
  });
});

it('todos block nobody where they are switched off', () => {
  expect(
    firstBlock(facts(HOLDING.todos('x')), { ...SETTINGS, todos: false }, EVERY_PRIORITY),
  ).toBeUndefined();
});

it.each(['continuation', 'reality'] as const)('a %s review that lets go blocks nobody', (name) => {
  const review = { blocks: false, reason: 'x', next: ['x'], questions: ['x'] };
  expect(firstBlock(facts({ [name]: review }), SETTINGS, EVERY_PRIORITY)).toBeUndefined();
});
