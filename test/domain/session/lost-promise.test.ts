import { expect, it } from 'vitest';
import { lossOf, type PromiseWhereabouts } from '../../../src/domain/session/lost-promise.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';

const found = (
  place: 'active' | 'history',
  status: string,
  owner: string | null = 'somebody-else',
): PromiseWhereabouts => ({ place, promise: promiseValue(owner, { status }) });

it.each<[string, PromiseWhereabouts, string | undefined]>([
  ['its file is gone', { place: 'nowhere' }, 'vanished'],
  [
    'its file cannot be read, which is told elsewhere',
    { place: 'broken', among: 'active' },
    undefined,
  ],
  ['it was verified', found('history', 'verified'), undefined],
  ['it was verified and is not filed yet', found('active', 'verified'), undefined],
  ['it was cancelled', found('history', 'cancelled'), 'cancelled'],
  ['it was cancelled and is not filed yet', found('active', 'cancelled'), 'cancelled'],
  ['it was filed by hand while it was open', found('history', 'in_progress'), 'vanished'],
  ['nobody owns it', found('active', 'in_progress', null), 'released'],
  ['nobody owns it, in the word of some scripts', found('active', 'pending', ''), 'released'],
  ['another one owns it', found('active', 'in_progress'), 'taken-over'],
  ['another one owns it, in a status that nobody knows', found('active', 'paused'), 'taken-over'],
])('a promise that was open: %s', (_what, whereabouts, how) => {
  expect(lossOf('promise-1', whereabouts)).toEqual(
    how === undefined ? undefined : { id: 'promise-1', noticed: 'since-last-stop', how },
  );
});
