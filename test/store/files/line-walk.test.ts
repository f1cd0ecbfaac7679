import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/ports.ts';
import { createLineWalk, walkFromEnd } from '../../../src/store/files/line-walk.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

const FILE = '/lines';
const MEGABYTE = 1024 * 1024;

function filesWith(text: string) {
  const files = createMemoryFiles();
  files.writeNew(FILE, text);
  return files;
}

describe('a file that is read forwards gives each of its lines once', () => {
  it.each<[string, string, readonly string[]]>([
    ['where it has none', '', []],
    ['where an empty one is the first', '\nb\n', ['', 'b']],
    ['where empty ones follow each other', 'a\n\n\nb\n', ['a', '', '', 'b']],
    ['where one is longer than a piece', `${'x'.repeat(2.5 * MEGABYTE)}\nb\n`, ['x…', 'b']],
    ['where a piece ends behind a line', `${'x'.repeat(MEGABYTE - 1)}\nb\nc\n`, ['x…', 'b', 'c']],
    ['where one ends before its line end', `${'x'.repeat(MEGABYTE)}\nb\nc\n`, ['x…', 'b', 'c']],
    ['where one ends in a character', `${'x'.repeat(MEGABYTE - 1)}ä\nö\n`, ['x…ä', 'ö']],
  ])('%s', (_what, text, lines) => {
    const walk = createLineWalk(filesWith(text), FILE);
    const read = [...walk.lines()].map(({ bytes }) => bytes.toString('utf8'));
    expect(read.map((line) => line.replace(/x+/, 'x…'))).toEqual(lines);
    expect([walk.fault(), walk.rest(), walk.size()]).toEqual([
      undefined,
      undefined,
      Buffer.byteLength(text),
    ]);
  });
});

describe('a file that is read from its end gives each of its lines whole, once', () => {
  const TEXT = 'first\n\na line that is longer than a piece\nä\n{"a":"ö"}\nlast';

  it.each([1, 2, 3, 5, 8, 13, 21, 34, 100])('by pieces of %i bytes at first', (first) => {
    const read: (readonly string[])[] = [];
    const isFirst: boolean[] = [];
    const outcome = walkFromEnd(filesWith(TEXT), FILE, { first }, (lines, isBeginning) => {
      read.unshift(lines.filter((line) => line !== ''));
      isFirst.push(isBeginning);
      return false;
    });
    expect(outcome).toEqual({ isWhole: true });
    expect(read.flat()).toEqual(TEXT.split('\n').filter((line) => line !== ''));
    expect(isFirst.indexOf(true)).toBe(isFirst.length - 1);
  });
});

const EIGHT = 8 * MEGABYTE;

describe('a line that is too long, read forwards,', () => {
  /** The lengths of the lines that are given, and why no more are. */
  function lengthsOf(text: string, passedOver?: number) {
    const walk = createLineWalk(filesWith(text), FILE, passedOver);
    const lines = [...walk.lines()].map(({ bytes, isTooLong }) => (isTooLong ? '-' : bytes.length));
    const rest = walk.rest();
    return { lines, fault: walk.fault(), rest: rest && { ...rest, bytes: rest.bytes.length } };
  }

  const TOO_LONG = 'one of its lines exceeds 8 MB';
  it.each<[string, string, number | undefined, readonly unknown[], string | undefined]>([
    ['is one of more than 8 MB', `a\n${'x'.repeat(9.5 * MEGABYTE)}\nb\n`, undefined, [1], TOO_LONG],
    [
      'is none of 8 MB',
      `a\n${'x'.repeat(EIGHT - 1)}\nb\n`,
      undefined,
      [1, EIGHT - 1, 1],
      undefined,
    ],
    [
      'is one whose end is in sight',
      `a\n${'x'.repeat(8.5 * MEGABYTE)}\nb\n`,
      undefined,
      [1],
      TOO_LONG,
    ],
    ['is one without an end in sight', 'x'.repeat(EIGHT + 1), undefined, [], TOO_LONG],
    ['is none that may still end', 'x'.repeat(EIGHT), undefined, [], undefined],
    ['is passed over', `a\n${'x'.repeat(10)}\nb\n`, 10, [1, '-', 1], undefined],
    ['and none as long as may be is given', `a\n${'x'.repeat(9)}\nb\n`, 10, [1, 9, 1], undefined],
    ['is passed over by pieces', `a\n${'x'.repeat(3 * MEGABYTE)}\nb\n`, 10, [1, '-', 1], undefined],
  ])('%s', (_what, text, passedOver, lines, fault) => {
    expect(lengthsOf(text, passedOver)).toMatchObject({ lines, fault });
  });

  it.each<[string, number, unknown]>([
    ['of what may be', 2, { start: 2, end: 4, bytes: 2, isEnded: false, isTooLong: false }],
    ['of more', 3, { start: 2, end: 5, bytes: 0, isEnded: false, isTooLong: true }],
  ])('is known without its end: one %s', (_what, length, rest) => {
    expect(lengthsOf(`a\n${'x'.repeat(length)}`, 2).rest).toEqual(rest);
  });
});

describe('a walk forwards', () => {
  it('tells of each line where it stands, and that it ended', () => {
    const [first, second] = createLineWalk(filesWith('ä\nbc\n'), FILE).lines();
    expect(first).toMatchObject({ start: 0, end: 3, isEnded: true, isTooLong: false });
    expect(second).toMatchObject({ start: 3, end: 6, isEnded: true, isTooLong: false });
  });

  it('goes up to the end that the file had when it began, and on from there', () => {
    const files = filesWith('a\n');
    const walk = createLineWalk(
      {
        ...files,
        readSlice(path, slice) {
          const reading = files.readSlice(path, slice);
          files.appendLine(path, 'b');
          return reading;
        },
      },
      FILE,
    );
    const texts = () => [...walk.lines()].map(({ bytes }) => bytes.toString());
    expect([texts(), texts()]).toEqual([['a'], ['b']]);
  });

  it.each<[string, Partial<Files>, string | undefined]>([
    ['of no file has no fault', { readSlice: () => ({ found: 'nothing' }) }, undefined],
    ['of a folder has one', { readSlice: () => ({ found: 'folder' }) }, 'it is a folder'],
  ])('%s, and goes on once it is another', (_what, replaced, fault) => {
    const files = filesWith('a\n');
    let isReplaced = true;
    const readSlice: Files['readSlice'] = (path, slice) =>
      (isReplaced ? (replaced.readSlice ?? files.readSlice) : files.readSlice)(path, slice);
    const walk = createLineWalk({ ...files, readSlice }, FILE);
    expect([[...walk.lines()], walk.fault(), walk.rest(), walk.size()]).toEqual([
      [],
      fault,
      undefined,
      0,
    ]);
    isReplaced = false;
    expect([[...walk.lines()].length, walk.fault()]).toEqual([1, undefined]);
  });
});

describe('a walk from the end', () => {
  /** Reads a text from its end, and gives the slices that it took. */
  function walked(
    text: string | undefined,
    limits: Parameters<typeof walkFromEnd>[2],
    isEnough: (lines: readonly string[]) => boolean = () => false,
    replaced: (files: Files) => Partial<Files> = () => ({}),
  ) {
    const memory = text === undefined ? createMemoryFiles() : filesWith(text);
    const slices: unknown[] = [];
    const lines: (readonly string[])[] = [];
    const files: Files = {
      ...memory,
      readSlice(path, slice) {
        slices.push('last' in slice ? slice.last : [slice.from, slice.most]);
        return memory.readSlice(path, slice);
      },
      ...replaced(memory),
    };
    const outcome = walkFromEnd(files, FILE, limits, (some) => {
      lines.unshift(some.map((line) => line.slice(0, 3)));
      return isEnough(some);
    });
    return { outcome, slices, lines };
  }

  it('takes pieces that grow twofold, up to a megabyte', () => {
    const text = `${'x'.repeat(99)}\n`.repeat(30_000);
    const { slices } = walked(text, { first: 600_000 });
    const size = text.length;
    expect(slices).toEqual([
      600_000,
      [size - 600_000 - MEGABYTE, MEGABYTE],
      [size - 600_000 - 2 * MEGABYTE, MEGABYTE],
      [0, size - 600_000 - 2 * MEGABYTE],
    ]);
  });

  it.each<[string, number, boolean, readonly unknown[]]>([
    ['as much as there is', 8, true, [4, [0, 4]]],
    ['more than there is', 9, true, [4, [0, 4]]],
    ['less than there is', 7, false, [4, [1, 3]]],
    ['nothing', 0, false, []],
  ])('of at most %s', (_what, most, isWhole, slices) => {
    const walk = walked('a\nbb\ncc\n'.slice(0, 8), { first: 4, most });
    expect([walk.outcome, walk.slices]).toEqual([{ isWhole }, slices]);
  });

  it('ends where it has enough', () => {
    const { lines, outcome, slices } = walked('a\nb\nc\n', { first: 3 }, () => true);
    expect([outcome, slices, lines]).toEqual([{ isWhole: true }, [3], [['c', '']]]);
  });

  it.each<[string, string | undefined, unknown]>([
    ['nothing', undefined, { isWhole: true }],
    ['an empty file', '', { isWhole: true }],
  ])('of %s ends', (_what, text, outcome) => {
    expect(walked(text, {})).toMatchObject({ outcome, lines: [] });
  });

  it('of a folder says so', () => {
    const readSlice = () => ({ found: 'folder' as const });
    const { outcome } = walked('a', {}, undefined, () => ({ readSlice }));
    expect(outcome).toEqual({ reason: 'it is a folder', isWhole: false });
  });

  it('ends where the file became shorter meanwhile', () => {
    let reads = 0;
    const { outcome, slices } = walked('a\nb\nc\n', { first: 3 }, undefined, (files) => ({
      readSlice(path, slice) {
        reads += 1;
        if (reads > 50) throw new Error('it is read without end');
        return reads === 1
          ? files.readSlice(path, slice)
          : { found: 'bytes', bytes: Buffer.alloc(0), size: 0 };
      },
    }));
    expect([outcome, reads, slices]).toEqual([{ isWhole: true }, 2, []]);
  });

  const long = (length: number) => `a\n${'x'.repeat(length)}\nb\n`;
  it.each<[string, string, true | undefined, unknown, readonly string[]]>([
    [
      'of more than 8 MB ends it',
      long(9 * MEGABYTE),
      undefined,
      { reason: 'one of its lines exceeds 8 MB', isWhole: false },
      ['b'],
    ],
    ['of 7 MB does not', long(7 * MEGABYTE), undefined, { isWhole: true }, ['a', 'xxx', 'b']],
    [
      'of 9 MB does not where it is to be passed over, but for its beginning',
      long(9 * MEGABYTE),
      true,
      { isWhole: true },
      ['a', 'xxx', 'b'],
    ],
  ])('a line %s', (_what, text, passesOverLong, outcome, expected) => {
    const limits = passesOverLong === undefined ? {} : { passesOverLong };
    const walk = walked(text, { first: 64 * 1024, ...limits });
    expect(walk.outcome).toEqual(outcome);
    expect(walk.lines.flat().filter((line) => line !== '')).toEqual(expected);
  });
});
