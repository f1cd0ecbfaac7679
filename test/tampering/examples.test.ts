import { describe, expect, it } from 'vitest';
import { OWN_EXAMPLES, SECOND_EXAMPLES, TABLE_EXAMPLES, UNSEEN_EXAMPLES } from './examples.ts';

describe.each([
  ...Object.entries(OWN_EXAMPLES).map(
    ([language, rows]) => [`own, ${language}`, rows, 12] as const,
  ),
  ...Object.entries(UNSEEN_EXAMPLES).map(
    ([language, rows]) => [`unseen, ${language}`, rows, 40] as const,
  ),
  ...Object.entries(TABLE_EXAMPLES).map(
    ([language, rows]) => [`before the rules, ${language}`, rows, 40] as const,
  ),
  ...Object.entries(SECOND_EXAMPLES).map(
    ([language, rows]) =>
      [`second, ${language}`, rows, language === 'configuration' ? 20 : 36] as const,
  ),
])('the examples: %s', (_which, examples, least) => {
  it('are many, with about as many honest as not', () => {
    const honest = examples.filter(({ expected }) => expected.length === 0).length;
    expect(examples.length).toBeGreaterThanOrEqual(least);
    expect(honest).toBeGreaterThanOrEqual(Math.floor(least * 0.45));
    expect(examples.length - honest).toBeGreaterThanOrEqual(Math.floor(least * 0.45));
  });

  it('have names of their own', () => {
    const names = examples.map(({ name }) => name);
    expect(names.filter((name, index) => name === '' || names.indexOf(name) !== index)).toEqual([]);
  });

  it('change every file that they name', () => {
    const idle = examples.filter(({ files, moves = {} }) => {
      const entries = Object.entries(files);
      return (
        entries.length === 0 ||
        entries.some(([path, [before, after]]) => before === after && !(path in moves))
      );
    });
    expect(idle.map(({ name }) => name)).toEqual([]);
  });
});
