import { describe, expect, it } from 'vitest';
import {
  isAddedElsewhere,
  isCarriedOut,
  type KeptHead,
  nextHead,
  readKeptHead,
} from '../../../src/domain/session/kept-head.ts';

const DIGEST = 'a'.repeat(64);

/** What a writer added from a byte on, so that the ledger has so many bytes. */
const added = (from: number, bytes: number, isCarriedOut = true) => ({
  project: '/project',
  at: '2026-02-17T10:30:00Z',
  from,
  head: { bytes, digest: DIGEST },
  isCarriedOut,
});

const keptAt = (bytes: number, open: KeptHead['open'] = []): KeptHead => ({
  project: '/project',
  bytes,
  digest: 'b'.repeat(64),
  at: '2026-02-17T10:00:00Z',
  open,
  foreign: [],
  missed: null,
});

describe('what was added elsewhere', () => {
  const before = nextHead(keptAt(300), true, added(300, 400, false));
  it.each<[string, KeptHead | undefined, number, boolean]>([
    ['a line at the head', keptAt(300), 300, false],
    ['a line behind it', keptAt(300), 301, true],
    ['any, where no head is kept', undefined, 301, false],
    ['any, where the head was lost', { ...keptAt(300), missed: { ...keptAt(1) } }, 301, false],
    [
      'what stood there before there was a head',
      nextHead(undefined, true, added(50, 90)),
      50,
      false,
    ],
    [
      'a line between the head and the next change',
      nextHead(keptAt(300), true, added(350, 400)),
      350,
      true,
    ],
    ['that change itself', nextHead(keptAt(300), true, added(350, 400)), 400, false],
    ['a change that is not carried out yet', before, 400, false],
  ])('%s', (_what, kept, end, isElsewhere) => {
    expect(isAddedElsewhere(kept, end)).toBe(isElsewhere);
  });

  it('is noted once, and a change that is carried out is not open any more', () => {
    const first = nextHead(keptAt(300, [{ from: 10, to: 20 }]), true, added(350, 400, false));
    const both = nextHead(first, true, added(350, 400));
    expect(both).toMatchObject({
      open: [
        { from: 10, to: 20 },
        { from: 300, to: 350 },
      ],
      foreign: [{ from: 300, to: 350 }],
    });
    expect(isCarriedOut(both, 400)).toBe(true);
    expect(readKeptHead(both)).toEqual(both);
  });
});

describe('the head after lines were added', () => {
  it.each<[string, KeptHead | undefined, ReturnType<typeof added>, KeptHead['open']]>([
    ['the first of a ledger', undefined, added(0, 100), []],
    ['the first that is kept', undefined, added(300, 400), [{ from: 0, to: 300 }]],
    ['one behind the other', keptAt(300), added(300, 400), []],
    [
      'a change that did not come true',
      keptAt(300),
      added(300, 400, false),
      [{ from: 300, to: 400 }],
    ],
    ['a writer before that was killed', keptAt(300), added(350, 400), [{ from: 300, to: 350 }]],
    ['both', keptAt(300), added(350, 400, false), [{ from: 300, to: 400 }]],
    [
      'one more',
      keptAt(300, [{ from: 10, to: 20 }]),
      added(350, 400),
      [
        { from: 10, to: 20 },
        { from: 300, to: 350 },
      ],
    ],
    [
      'one that touches another',
      keptAt(300, [{ from: 10, to: 300 }]),
      added(350, 400),
      [{ from: 10, to: 350 }],
    ],
  ])('has open what is not known to have come true: %s', (_what, kept, change, open) => {
    const head = nextHead(kept, true, change);
    expect(head).toMatchObject({ bytes: change.head.bytes, digest: DIGEST, open, missed: null });
  });

  it.each([true, false])('of no head before is open as far as is not known: %s', (isFound) => {
    expect(nextHead(undefined, isFound, added(0, 100, false)).open).toEqual([{ from: 0, to: 100 }]);
    expect(nextHead(undefined, isFound, added(0, 100)).open).toEqual([]);
  });

  it('keeps the first head that the ledger lost', () => {
    const lost = nextHead(keptAt(300), false, added(100, 200));
    expect(lost.missed).toEqual({ bytes: 300, digest: 'b'.repeat(64), at: '2026-02-17T10:30:00Z' });
    expect(nextHead(lost, false, added(50, 60)).missed).toEqual(lost.missed);
    expect(nextHead(lost, true, added(200, 260)).missed).toEqual(lost.missed);
  });

  it('makes one of the oldest spans where there are too many', () => {
    const open = Array.from({ length: 100 }, (_, index) => ({
      from: 10 * index + 5,
      to: 10 * index + 6,
    }));
    const head = nextHead(keptAt(2000, open), true, added(2100, 2200));
    expect(head.open).toHaveLength(100);
    expect(head.open[0]).toEqual({ from: 5, to: 16 });
    expect(head.open.at(-1)).toEqual({ from: 2000, to: 2100 });
  });
});

describe('whether the change of a line came true', () => {
  const kept = keptAt(400, [{ from: 100, to: 200 }]);
  it.each<[string, KeptHead | undefined, number, boolean]>([
    ['nothing is kept', undefined, 50, false],
    ['before what is open', kept, 100, true],
    ['in what is open', kept, 150, false],
    ['at its end', kept, 200, false],
    ['behind it', kept, 201, true],
    ['the last line', kept, 400, true],
    ['behind the head', kept, 401, false],
    [
      'a ledger that was replaced',
      { ...kept, missed: { bytes: 1, digest: DIGEST, at: '' } },
      50,
      false,
    ],
  ])('%s', (_what, head, end, expected) => {
    expect(isCarriedOut(head, end)).toBe(expected);
  });
});

describe('reading a head', () => {
  it('gives what was kept', () => {
    const head = nextHead(
      nextHead(keptAt(300), false, added(100, 200)),
      true,
      added(210, 300, false),
    );
    expect(readKeptHead(JSON.parse(JSON.stringify(head)))).toEqual(head);
  });

  it.each([
    [null],
    [7],
    [{}],
    [{ bytes: '1', digest: DIGEST, at: '', project: '' }],
    [{ bytes: 1, digest: DIGEST, at: 7, project: '' }],
  ])('%j is none', (value) => {
    expect(readKeptHead(value)).toBeUndefined();
  });

  it('leaves out what cannot be read in it', () => {
    const { at, bytes, digest, project } = keptAt(300);
    const read = readKeptHead({
      project,
      bytes,
      digest,
      at,
      open: [7, null, { from: 1 }, { to: 2 }, { from: 1, to: 2 }],
      missed: 'x',
    });
    expect(read).toEqual(keptAt(300, [{ from: 1, to: 2 }]));
  });
});
