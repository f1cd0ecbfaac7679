import { describe, expect, it } from 'vitest';
import { laidOut, unbroken } from '../../src/report/layout.ts';

const BOLD = '\u001b[1m';
const PLAIN = '\u001b[22m';

describe('a text on a terminal', () => {
  it.each([
    ['what fits stays', 'a bb ccc', 8, 'a bb ccc'],
    ['lines are broken between words', 'a bb ccc.', 5, 'a bb\nccc.'],
    ['a longer word stands alone', 'a a-very-long-word b', 5, 'a\n  a-very-long-word\n  b'],
    ['an empty line stays', 'a\n\nb', 5, 'a\n\nb'],
    ['the next line stands in as the first', '    one two.', 8, '    one\n    two.'],
    ['behind a mark', '[OK] AC-1: one two three', 24, '[OK] AC-1: one two three'],
    ['below the words behind marks', '[OK] one two three', 14, '[OK] one two\n     three'],
    ['below the words behind a label', 'Gate:    one two three', 24, 'Gate:    one two three'],
    ['below the words behind a short label', 'Gate: one two', 16, 'Gate: one two'],
    ['an entry goes on below its meaning', '  -a  one two three', 16, '  -a  one two\n      three'],
    ['a long entry has its meaning below', '  --long-one  what', 16, '  --long-one\n      what'],
    ['wide characters count twice', '日本 日本', 8, '日本\n  日本'],
    ['those on top of others count not', 'e\u0301e\u0301 e\u0301', 4, 'e\u0301e\u0301 e\u0301'],
    ['a style takes no room', `${BOLD}a${PLAIN} bb`, 4, `${BOLD}a${PLAIN} bb`],
    ['a command has a line of its own', 'Next: cs prove one', 14, 'Next:\n  cs prove one'],
    ['styled labels as well', `${BOLD}Next:${PLAIN} cs a b`, 10, `${BOLD}Next:${PLAIN}\n  cs a b`],
    [
      'a longer one can be copied',
      'Next: cs prove one two',
      14,
      'Next:\n  cs prove \\\n    one two',
    ],
    ['and keeps what is quoted', 'cs do "a b c" x', 12, 'cs do \\\n  "a b c" \\\n  x'],
    ['a sentence is no command', 'Say: cs one, two.', 13, 'Say: cs one,\n     two.'],
    ['what is kept together', unbroken('a b c'), 2, 'a b c'],
  ])('%s', (_name, text, width, shown) => {
    expect(laidOut(text, width)).toBe(shown);
  });

  it('elsewhere is as it was written', () => {
    expect(laidOut(`Next: ${unbroken('cs prove')} one two`, undefined)).toBe(
      'Next: cs prove one two',
    );
  });
});
