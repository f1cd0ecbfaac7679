import { describe, expect, it } from 'vitest';
import { heldFor, reasonAgain, reasonOf } from '../../src/stop-gate/reason.ts';
import { blockBy, CAUSES } from '../rig/values/gate-values.ts';

describe.each(CAUSES)('what the model is told by %s', (cause) => {
  const block = blockBy(cause);

  it('is the whole of it first, and one line after that, with the next step', () => {
    expect(reasonOf(block).split('\n').length).toBeGreaterThan(1);
    const again = reasonAgain(block);
    expect(again).not.toContain('\n');
    expect(again).toMatch(/^Still blocked: \S.*(?: Next: \S|: cs doctor$)/);
    expect(again.length).toBeLessThan(reasonOf(block).length + 'Still blocked: '.length);
  });

  it('says in one line what it holds the session for, without its opening', () => {
    expect(heldFor(block)).not.toMatch(/^$|\n|may not end|Next:/);
  });
});

it('the folder that a line is about is no reason, and a long one is cut', () => {
  const lines = ['IN /work/b:', `Blocked: ${'x'.repeat(999)}\nNext: cs doctor`];
  expect(heldFor({ lines })).toMatch(/^x+$/);
  expect(reasonAgain({ lines })).toMatch(/^Still blocked: x{299}… Next: cs doctor$/);
});

it.each<[string, readonly string[], string]>([
  [
    'a line that announces others',
    ['Blocked: this is open:', '  AC-1', '  AC-2'],
    'this is open: AC-1',
  ],
  ['one that announces nothing', ['Blocked: this is open:'], 'this is open:'],
  ['the next step, which is none', ['Blocked: this is open:', 'Next: cs meet'], 'this is open:'],
  ['a review that says no reason', ['This session should continue:', '', 'Next: go on'], ''],
  [
    'no second line where the first announces none',
    ['Blocked: this is open.', 'AC-1'],
    'this is open.',
  ],
  ['the first line that says something', ['', 'Blocked: this is open.'], 'this is open.'],
  [
    'a line that only looks like the name of a folder',
    ['IN a hurry: it is red'],
    'IN a hurry: it is red',
  ],
  ['a line with the name of a folder at its end', ['It is red IN a:', 'b'], 'It is red IN a: b'],
  ['words of others, as they are', ['Blocked: he said "Blocked: no"'], 'he said "Blocked: no"'],
  ['nothing where nothing is said', [], ''],
])('what holds a session is said by %s', (_what, lines, held) => {
  expect(heldFor({ lines })).toBe(held);
});

it.each<[string, readonly string[], string]>([
  ['the next step', ['Blocked: a.', 'Next: b'], 'Still blocked: a. Next: b'],
  [
    'the last line where none is named',
    ['Blocked: a.', 'Repair it.'],
    'Still blocked: a. Repair it.',
  ],
  ['nothing where nothing is said', [], 'Still blocked: '],
])('what is said again ends with %s', (_what, lines, again) => {
  expect(reasonAgain({ lines }).trimEnd()).toBe(again.trimEnd());
});
