import { describe, expect, it } from 'vitest';
import {
  decideUnreached,
  lastKnownText,
  readLastKnown,
  type UncheckedStop,
  uncheckedLine,
  uncheckedStops,
  withoutPromise,
  withPromise,
} from '../../../src/domain/session/last-known.ts';
import { namedPromise } from '../../rig/values/domain-values.ts';

const HELD: UncheckedStop = { at: '2026-02-17T10:30:00Z', answer: 'held' };
const LET_GO: UncheckedStop = { at: '2026-02-17T10:31:00Z', answer: 'let-go' };

const A = namedPromise('promise-a', 'session-a');
const B = namedPromise('promise-b', 'session-a');

describe('a stop while the store cannot be reached', () => {
  it.each<[string, boolean, boolean | undefined, readonly UncheckedStop[], 'held' | 'let-go']>([
    ['is held for what was open, at the first stop of a turn', true, false, [], 'held'],
    ['is held again in the next turn', true, false, [HELD, LET_GO], 'held'],
    ['is let go once the turn goes on because of a block', true, true, [HELD], 'let-go'],
    ['is let go where nothing was open', false, false, [], 'let-go'],
    ['is held where the host says nothing of turns', true, undefined, [], 'held'],
    ['is let go there after a block', true, undefined, [HELD], 'let-go'],
    ['is held there after it was let go', true, undefined, [HELD, LET_GO], 'held'],
  ])('%s', (_what, isHeld, isContinued, before, answer) => {
    expect(decideUnreached({ isHeld, isContinued, before })).toBe(answer);
  });
});

describe('what is kept', () => {
  const place = { session: 'session-a', store: 'postgresql://db/promises', project: 'shop' };

  it.each([
    ['no JSON', '{'],
    ['another document', '[]'],
    ['null', 'null'],
    ['at no time', '{"at":7,"promises":[]}'],
    ['without promises', '{"at":"2026","promises":{}}'],
    ['with a promise in a word', '{"at":"2026","promises":["promise-a"]}'],
    ['with a promise of no id', JSON.stringify({ at: '', promises: [{ ...A, id: 7 }] })],
    ['with one that can be read beside', JSON.stringify({ at: '', promises: [A, { id: 'x' }] })],
    ['a promise that is none', '{"at":"2026","promises":[{"id":"promise-1","promise":{}}]}'],
  ])('says nothing where it is %s', (_what, text) => {
    expect(readLastKnown(text)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const known = { at: '2026-02-17T10:30:00Z', promises: [A, B] };
    const text = lastKnownText(place, known);
    expect(readLastKnown(text)).toEqual(known);
    const { session: _, ...kept } = place;
    expect(text).toBe(`${JSON.stringify({ ...kept, ...known })}\n`);
  });

  it('is changed by one promise, which comes last', () => {
    const [both, other] = [{ at: 'then', promises: [A, B] }, namedPromise('promise-a', null)];
    expect(withPromise(undefined, 'now', A)).toEqual({ at: 'now', promises: [A] });
    expect(withPromise(both, 'now', other)).toEqual({ at: 'now', promises: [B, other] });
    expect(withoutPromise(both, 'now', A.id)).toEqual({ at: 'now', promises: [B] });
    expect(withoutPromise({ at: 'then', promises: [A] }, 'now', A.id)).toBeUndefined();
    expect(withoutPromise(undefined, 'now', A.id)).toBeUndefined();
  });

  it('has no stop that cannot be read', () => {
    const lines = ['[]', 'null', '{"answer":"held"}', '{"at":"x","answer":"blocked"}', '{"at":7}'];
    expect(uncheckedStops(lines.join('\n'))).toEqual([]);
  });

  it('has the stops in their order, without a line that was cut off', () => {
    const text = `${uncheckedLine(HELD)}\n${uncheckedLine(LET_GO)}\n{"at":"2026`;
    expect(uncheckedStops(text)).toEqual([HELD, LET_GO]);
  });
});
