import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginningOf, endingOf, withoutMiddle } from '../../../src/domain/base/cutting.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 400 });

it('a text keeps its beginning or its end, without half of a character', () => {
  fc.assert(
    fc.property(texts, fc.nat(300), (text, most) => {
      for (const cut of [beginningOf(text, most), endingOf(text, most)]) {
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(Buffer.from(cut).toString()).toBe(cut);
      }
      expect(text.startsWith(beginningOf(text, most))).toBe(true);
      expect(text.endsWith(endingOf(text, most))).toBe(true);
    }),
  );
});

it('a text is shortened to its beginning and its end, or stands as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 80, max: 300 }),
      (text, longest) => {
        const short = withoutMiddle(text, longest);
        expect(short.length).toBeLessThanOrEqual(longest);
        expect(Buffer.from(short).toString()).toBe(short);
        if (text.length <= longest) expect(short).toBe(text);
      },
    ),
  );
});
