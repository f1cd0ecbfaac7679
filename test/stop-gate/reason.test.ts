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
])('what holds a session is said by %s', (_what, lines, held) => {
  expect(heldFor({ lines })).toBe(held);
});
