import { describe, expect, it } from 'vitest';
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
