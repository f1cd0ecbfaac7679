import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks, folded, list, table } from '../../../src/report/markdown/blocks.ts';
import { type FittedPart, fitted } from '../../../src/report/markdown/fitting.ts';

const note = (count: number): string => `(${count} shortened)`;

describe('blocks of Markdown', () => {
  it('a table has a row of rules, and no row that goes over its line', () => {
    expect(table(['A', { title: 'B', align: 'right' }], [['x', '1\n2']])).toBe(
      '| A | B |\n| --- | --: |\n| x | 1 2 |',
    );
  });

  it('a table without rows is nothing', () => {
    expect(table(['A'], [])).toBe('');
  });

  it('what is folded stands apart from its tags', () => {
    expect(folded('More', 'text')).toBe('<details><summary>More</summary>\n\ntext\n\n</details>');
    expect(folded('More', 'text', true)).toContain('<details open>');
  });

  it('an entry of a list keeps its lines', () => {
    expect(blocks(['', list(['a\nb', 'c']), undefined])).toBe('- a\n  b\n- c');
  });
});

describe('a document that is to fit', () => {
  const head: FittedPart = { text: 'head' };
  const long: FittedPart = {
    text: 'a'.repeat(100),
    shorter: [
      { text: 'a'.repeat(30), loses: 1 },
      { text: '', loses: 5 },
    ],
  };
  const other: FittedPart = { text: 'b'.repeat(100), shorter: [{ text: '', loses: 2 }] };

  it.each<[string, readonly FittedPart[], number, string]>([
    ['is whole where there is room', [head, other], 200, `head\n\n${'b'.repeat(100)}`],
    [
      'loses the least first',
      [head, long, other],
      170,
      `head\n\n${'a'.repeat(30)}\n\n${'b'.repeat(100)}\n\n(1 shortened)`,
    ],
    ['then more', [head, long, other], 100, `head\n\n${'a'.repeat(30)}\n\n(2 shortened)`],
    ['keeps what cannot be shorter', [head, long, other], 30, 'head\n\n(2 shortened)'],
    ['of equals, the last goes first', [other, other], 150, `${'b'.repeat(100)}\n\n(1 shortened)`],
  ])('%s', (_what, parts, limit, text) => {
    expect(fitted(parts, limit, note)).toMatchObject({ text, fits: true });
  });

  it('says where even its shortest form is too long', () => {
    expect(fitted([head], 3, note)).toEqual({ text: 'head', shortened: 0, fits: false });
  });

  it('fits whenever its shortest form does', () => {
    const part = fc.record({
      text: fc.string({ maxLength: 60 }),
      shorter: fc.array(fc.record({ text: fc.string({ maxLength: 20 }), loses: fc.nat(9) })),
    });
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 40, max: 400 }), (parts, limit) => {
        const droppable = parts.map(({ shorter, text }) => ({
          text,
          shorter: [...shorter, { text: '', loses: 10 }],
        }));
        const whole = fitted(droppable, limit, note);
        expect(whole.fits).toBe(true);
        expect(whole.text.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
