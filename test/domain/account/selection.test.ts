import { describe, expect, it } from 'vitest';
import { isOwn, type Selecting, settledSelection } from '../../../src/domain/account/selection.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';

const NOW = Date.parse('2026-02-17T10:00:00Z');
const of = (id: string, status: string, owner: string | null, made: string): CompletionPromise => ({
  id,
  status,
  ownership: { owned_by: owner, created_by: owner, created_at: made },
});
const PROMISES = [
  of('mine', 'in_progress', 'me', '2026-02-01T10:00:00Z'),
  of('mine-closed', 'verified', 'me', '2026-01-01T10:00:00Z'),
  of('open-elsewhere', 'in_progress', 'you', '2026-01-01T10:00:00Z'),
  of('closed-lately', 'verified', 'you', '2026-02-15T10:00:00Z'),
  of('closed-long-ago', 'cancelled', 'you', '2026-01-01T10:00:00Z'),
];
const me = { id: 'me', ids: ['me', 'host-id'] };

describe('which promises a report is about', () => {
  it.each<[string, Selecting, readonly string[]]>([
    ['those that are named', { by: 'ids', ids: ['mine'] }, ['mine']],
    ['those of a session', { by: 'session', session: me }, ['mine', 'mine-closed']],
    ['all', { by: 'all' }, PROMISES.map(({ id }) => id)],
    [
      'those with a change since',
      { by: 'since', moment: Date.parse('2026-02-10T00:00:00Z') },
      ['closed-lately', 'closed-long-ago'],
    ],
    ['those of the own session', { by: 'default', session: me, now: NOW }, ['mine', 'mine-closed']],
    [
      'without one, what is open or was closed lately',
      { by: 'default', session: undefined, now: NOW },
      ['mine', 'open-elsewhere', 'closed-lately', 'closed-long-ago'],
    ],
    [
      'the same where the own session has none',
      { by: 'default', session: { id: 'new', ids: ['new'] }, now: NOW },
      ['mine', 'open-elsewhere', 'closed-lately', 'closed-long-ago'],
    ],
  ])('%s', (_what, selecting, ids) => {
    // The ledger tells of a cancellation that the file says nothing of.
    const events = new Map([['closed-long-ago', Date.parse('2026-02-16T10:00:00Z')]]);
    const { takes } = settledSelection(
      selecting,
      PROMISES.some((one) => isOwn(selecting, one)),
      events,
    );
    expect(PROMISES.filter((one) => takes(one.id, one)).map(({ id }) => id)).toEqual(ids);
  });
});
