import { describe, expect, it } from 'vitest';
import {
  decideUnreached,
  lastKnownText,
  readLastKnown,
  type UncheckedStop,
  uncheckedLine,
  uncheckedStops,
} from '../../../src/domain/session/last-known.ts';

const HELD: UncheckedStop = { at: '2026-02-17T10:30:00Z', answer: 'held' };
const LET_GO: UncheckedStop = { at: '2026-02-17T10:31:00Z', answer: 'let-go' };

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
    ['a promise that is none', '{"at":"2026","promises":[{"id":"promise-1","promise":{}}]}'],
  ])('says nothing where it is %s', (_what, text) => {
    expect(readLastKnown(text)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const known = { at: '2026-02-17T10:30:00Z', promises: [] };
    expect(readLastKnown(lastKnownText(place, known))).toEqual(known);
  });

  it('has the stops in their order, without a line that was cut off', () => {
    const text = `${uncheckedLine(HELD)}\n${uncheckedLine(LET_GO)}\n{"at":"2026`;
    expect(uncheckedStops(text)).toEqual([HELD, LET_GO]);
  });
});
