import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { findingsOf, type Suspected } from '../../../src/domain/promise/tampering.ts';

const SUSPECTED: Suspected = {
  kind: 'test-skipped',
  path: 'sum.test.js',
  line: 3,
  about: 'sum adds',
  detail: 'it does not run any more',
  before: "it('adds')",
  after: "it.skip('adds')",
};

const digestOf = (parts: Partial<Suspected>): string =>
  findingsOf([{ ...SUSPECTED, ...parts }], sha256)[0]?.digest ?? '';

describe('findings', () => {
  it('are named by what they are about', () => {
    const text = '["test-skipped","sum.test.js","sum adds","it(\'adds\')","it.skip(\'adds\')"]';
    const { about: _, ...said } = SUSPECTED;
    expect(findingsOf([SUSPECTED], sha256)).toEqual([
      { ...said, digest: sha256(text).slice(0, 16) },
    ]);
  });

  it.each<[what: string, parts: Partial<Suspected>]>([
    ['its kind', { kind: 'test-focused' }],
    ['its path', { path: 'other.test.js' }],
    ['what it is about', { about: 'sum subtracts' }],
    ['what stood there', { before: 'test()' }],
    ['what stands there', { after: '' }],
  ])('%s is part of its name', (_what, parts) => {
    expect(digestOf(parts)).toMatch(/^[0-9a-f]{16}$/);
    expect(digestOf(parts)).not.toBe(digestOf({}));
  });

  it.each<[what: string, parts: Partial<Suspected>]>([
    ['its line', { line: 7 }],
    ['the words in which it is told', { detail: 'it is skipped' }],
  ])('%s is not', (_what, parts) => {
    expect(digestOf(parts)).toBe(digestOf({}));
  });

  it('stand in the order of paths, lines and kinds, each once', () => {
    const all = [
      { ...SUSPECTED, path: 'b.js', line: 1 },
      { ...SUSPECTED, line: 10 },
      { ...SUSPECTED, kind: 'test-focused', line: 9 },
      { ...SUSPECTED, line: 9 },
      { ...SUSPECTED, path: 'B.js', line: 5 },
    ];
    const found = findingsOf(all, sha256).map(({ kind, line, path }) => [path, line, kind]);
    expect(found).toEqual([
      ['B.js', 5, 'test-skipped'],
      ['b.js', 1, 'test-skipped'],
      ['sum.test.js', 9, 'test-focused'],
      ['sum.test.js', 9, 'test-skipped'],
    ]);
  });
});
