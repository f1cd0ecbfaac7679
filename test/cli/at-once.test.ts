import { expect, it } from 'vitest';
import { atMost, oneAtATime, patiently } from '../../src/cli/commands/verify/at-once.ts';
import type { Failure } from '../../src/domain/base/failure.ts';
import { failed, success } from '../../src/domain/base/result.ts';

const CAP: Failure = {
  kind: 'spending-cap',
  cap: 'run',
  limitUsd: 1,
  spentUsd: 1,
  neededUsd: 1,
};

/** A promise that is kept from outside. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

it('gives what came of each item in the order of the items', async () => {
  const first = gate();
  const values = await atMost(2, [1, 2, 3], async (item) => {
    if (item === 1) await first.opened;
    if (item === 3) first.open();
    return item * 10;
  });
  expect(values).toEqual([10, 20, 30]);
});

it('one at a time, and one that fails keeps no other back', async () => {
  let running = 0;
  let most = 0;
  const run = oneAtATime(async (fails: boolean) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (fails) throw new Error('as told');
    return 'done';
  });
  const all = await Promise.allSettled([run(true), run(false), run(false)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

it('a call that a limit does not allow is tried again once another is over', async () => {
  const ask = patiently();
  const held = gate();
  let isFree = false;
  const long = ask(async () => {
    await held.opened;
    isFree = true;
    return success('long');
  });
  const waiting = [1, 2].map((name) =>
    ask(async () => (isFree ? success(`waited ${name}`) : failed(CAP))),
  );
  held.open();
  expect(await Promise.all([long, ...waiting])).toEqual(
    ['long', 'waited 1', 'waited 2'].map((value) => success(value)),
  );
});

it('it fails where nothing else is under way that could free anything', async () => {
  const ask = patiently();
  const all = await Promise.all([1, 2, 3].map(() => ask(async () => failed(CAP))));
  expect(all.every(({ ok }) => !ok)).toBe(true);
});

it('calls that all wait let others come to their turn', async () => {
  const ask = patiently();
  const turn = gate();
  const long = ask(async () => {
    await turn.opened;
    return failed(CAP);
  });
  const waiting = [1, 2].map(() => ask(async () => failed(CAP)));
  // Comes only where the two do not keep waking each other.
  setImmediate(() => turn.open());
  const all = await Promise.all([long, ...waiting]);
  expect(all.every(({ ok }) => !ok)).toBe(true);
});
