import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, indented, jsonText, oneLine, printable } from '../../src/report/printable.ts';
import { jsonValue } from '../rig/values/arbitraries.ts';
import { runs } from '../rig/values/runs.ts';

/** Controls but the line break, whatever turns the direction of writing, other line ends, half pairs. */
const UNSAFE = /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u;

/** Every code point, halves of pairs included, with those that terminals obey more often. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(
        '\x1b[2J',
        '\x9b',
        '\r',
        '\r\n',
        '\n',
        '\t',
        '\u202e',
        '\ud83d',
        '\ude42',
        '🙂',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('whatever the text is', () => {
  it.each<[string, (text: string) => string]>([
    ['printable', printable],
    ['oneLine', oneLine],
    ['indented', (text) => indented(text, 4)],
    ['brief', (text) => brief(text, 10)],
    ['jsonText', (text) => jsonText({ [text]: text })],
  ])('%s holds nothing that a terminal would obey', (_name, show) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(show(text)).not.toMatch(UNSAFE);
      }),
      runs(1000),
    );
  });

  it('what was made printable stays as it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });

  it('one line is one line, and brief is brief', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, length) => {
        expect(oneLine(text)).not.toContain('\n');
        expect(brief(text, length).length).toBeLessThanOrEqual(length);
      }),
    );
  });
});

it('any JSON value is read back from its safe text as it was', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(JSON.stringify(JSON.parse(jsonText(value)))).toBe(JSON.stringify(value));
    }),
    runs(500),
  );
});
