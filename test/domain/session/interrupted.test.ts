import { describe, expect, it } from 'vitest';
import {
  afterStop,
  type Interrupted,
  interruptAtPrompt,
  interruptedIn,
  obeyedAt,
  type SeenInterrupt,
  withInterrupted,
} from '../../../src/domain/session/interrupted.ts';

const AT = '2026-11-26T10:00:00.000Z';
const FRESH: Interrupted = { at: AT, used: false, stop: null, isPrompted: true };
const USED: Interrupted = { at: AT, used: true, stop: 'here', isPrompted: true };
/** Seen at the stop of the turn itself. */
const ABORTED: Interrupted = {
  at: '2026-11-26T11:00:00.000Z',
  used: true,
  stop: 'there',
  isPrompted: false,
};
const NOW = '2026-11-26T11:00:00.000Z';
const SEEN: SeenInterrupt = { aborted: 'no', isAttended: true, position: 'there', at: NOW };

describe('a stop passes because of an interrupt', () => {
  it.each<[string, Interrupted | null, Partial<SeenInterrupt>, Interrupted | undefined]>([
    ['where there was none', null, {}, undefined],
    ['that no stop has used', FRESH, {}, { ...USED, stop: 'there' }],
    [
      'that no stop has used, of no known place',
      FRESH,
      { position: null },
      { ...USED, stop: null },
    ],
    ['that another stop has used', USED, {}, undefined],
    ['that the same stop has used', USED, { position: 'here' }, USED],
    [
      'that a stop of no known place has used',
      { ...USED, stop: null },
      { position: null },
      undefined,
    ],
    [
      'of a turn that ended, before its user spoke',
      { ...FRESH, isPrompted: false },
      {},
      { ...USED, stop: 'there', isPrompted: false },
    ],
    ['where nobody is there', FRESH, { isAttended: false }, undefined],
    ['that ends this very turn, by its host', null, { aborted: 'by-host' }, ABORTED],
    ['the same once more', USED, { aborted: 'by-host' }, { ...ABORTED, at: AT }],
    ['the same where nobody is there', null, { aborted: 'by-host', isAttended: false }, ABORTED],
    ['that ends this very turn, by a mark', null, { aborted: 'by-mark' }, ABORTED],
    ['by a mark before any stop', FRESH, { aborted: 'by-mark' }, { ...ABORTED, at: AT }],
    ['by a mark once more', USED, { aborted: 'by-mark' }, undefined],
    ['by a mark where nobody is there', null, { aborted: 'by-mark', isAttended: false }, undefined],
  ])('%s', (_what, kept, parts, expected) => {
    expect(obeyedAt(kept, { ...SEEN, ...parts })).toEqual(expected);
  });
});

describe('at a prompt is kept', () => {
  const fresh = { ...FRESH, at: NOW };
  it.each<
    [string, Interrupted | null, { isAfter: boolean; isByUser: boolean }, Interrupted | null]
  >([
    ['nothing', null, { isAfter: false, isByUser: true }, null],
    ['the interrupt before it', null, { isAfter: true, isByUser: true }, fresh],
    ['one in the place of another', USED, { isAfter: true, isByUser: true }, fresh],
    ['none that a prompt followed', USED, { isAfter: false, isByUser: true }, null],
    ['one of a turn that ended', ABORTED, { isAfter: false, isByUser: true }, fresh],
    [
      'one by which the host goes on',
      null,
      { isAfter: true, isByUser: false },
      { ...fresh, isPrompted: false },
    ],
    ['what was, where the host goes on', ABORTED, { isAfter: false, isByUser: false }, ABORTED],
  ])('%s', (_what, kept, seen, expected) => {
    expect(interruptAtPrompt(kept, { at: NOW, ...seen })).toEqual(expected);
  });
});

it.each<[Interrupted | null, Interrupted | null]>([
  [null, null],
  [FRESH, { ...USED, stop: 'there' }],
  [USED, USED],
])('a stop that went by uses up %j', (kept, expected) => {
  expect(afterStop(kept, 'there')).toEqual(expected);
});

describe('what a file says', () => {
  it.each<[unknown, Interrupted | null]>([
    [undefined, null],
    ['yes', null],
    [{ at: 'once' }, null],
    [{ at: AT, used: false, stop: 3 }, FRESH],
    [[FRESH], null],
    [{ ...FRESH, at: 7 }, null],
    [{ ...USED, isPrompted: 'no' }, USED],
    [
      { at: AT, used: 'no' },
      { ...USED, stop: null },
    ],
    [
      { ...ABORTED, stop: null },
      { ...ABORTED, stop: null },
    ],
  ])('%j', (interrupted, expected) => {
    expect(interruptedIn({ interrupted })).toEqual(expected);
  });

  it('is replaced and taken out beside other keys', () => {
    const kept = withInterrupted({ other: 1 }, FRESH);
    expect(kept).toEqual({ other: 1, interrupted: FRESH });
    expect(withInterrupted(kept, null)).toEqual({ other: 1 });
  });
});
