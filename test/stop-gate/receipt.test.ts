import { describe, expect, it } from 'vitest';
import { isBlank, memoryIn, withMemory } from '../../src/domain/session/gate-memory.ts';
import { type Receipt, receiptsIn, withReceipts } from '../../src/domain/session/receipt.ts';
import { withReceiptsTold } from '../../src/stop-gate/decision.ts';

const receipt = (name: string): Receipt => ({ name, what: 'proved', text: name });

describe('what a session has still to tell its user', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ['something new', [], [], ['a'], ['a']],
    ['something that waits already', ['a'], [], ['a', 'b'], ['a', 'b']],
    ['something that was told', [], ['a'], ['a', 'b'], ['b']],
    ['nothing', ['a'], ['b'], [], ['a']],
  ])('%s', (_what, waiting, told, more, then) => {
    const before = withReceipts({ other: 1 }, [], waiting.map(receipt));
    const after = withReceipts(before, told, more.map(receipt));
    expect(receiptsIn(after).map(({ name }) => name)).toEqual(then);
    expect(after['other']).toBe(1);
  });

  it('of very much the latest', () => {
    const many = Array.from({ length: 80 }, (_, index) => receipt(`${index}`));
    expect(receiptsIn(withReceipts({}, [], many)).map(({ name }) => name)).toEqual(
      many.slice(30).map(({ name }) => name),
    );
  });

  it.each([[null], ['x'], [[{ name: 1 }, { name: 'a', what: 'eaten', text: 'b' }, 7]]])(
    '%j in its file is nothing',
    (receipts) => expect(receiptsIn({ receipts })).toEqual([]),
  );

  it('keeps a stop from being blank until it is told, and is told once', () => {
    const state = withReceipts({}, [], [receipt('a')]);
    const memory = memoryIn(state);
    expect(isBlank(memory)).toBe(false);
    const decision = withReceiptsTold({ outcome: { outcome: 'allow' }, memory });
    expect(decision.receipts).toEqual([receipt('a')]);
    expect(decision.memory.receipts).toEqual([]);
    const then = withMemory(state, decision.memory);
    expect(receiptsIn(then)).toEqual([]);
    expect(withReceipts(then, decision.memory.told, [receipt('a')])).toBe(then);
  });
});
