import { describe, expect, it } from 'vitest';
import { brief, indented, jsonText, oneLine, printable } from '../../src/report/printable.ts';

const HIGH_HALF = '\ud83d';
const LOW_HALF = '\ude42';

describe('what a terminal would obey is written out', () => {
  it.each([
    ['a colour', '\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['clearing the screen', '\x1b[2J\x1b[H', '\\x1b[2J\\x1b[H'],
    ['a title of the window', '\x1b]0;owned\x07', '\\x1b]0;owned\\x07'],
    [
      'a link',
      '\x1b]8;;http://x\x1b\\a\x1b]8;;\x1b\\',
      '\\x1b]8;;http://x\\x1b\\a\\x1b]8;;\\x1b\\',
    ],
    ['the eight-bit form of an escape', '\x9b31m', '\\x9b31m'],
    ['the eight-bit next line', 'a\x85b', 'a\\x85b'],
    ['a NUL', 'a\0b', 'a\\x00b'],
    ['a bell', '\x07', '\\x07'],
    ['a backspace', 'ab\x08c', 'ab\\x08c'],
    ['a carriage return alone', 'safe\rEVIL', 'safe\\x0dEVIL'],
    ['a vertical tab and a form feed', '\x0b\x0c', '\\x0b\\x0c'],
    ['DEL', '\x7f', '\\x7f'],
    ['an override of the direction', 'a\u202eb', 'a\\u{202e}b'],
    ['an isolate of the direction', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
    ['marks of the direction', '\u200e\u200f\u061c', '\\u{200e}\\u{200f}\\u{61c}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a paragraph separator', 'a\u2029b', 'a\\u{2029}b'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['the first half of a pair', `a${HIGH_HALF}b`, 'a\\u{d83d}b'],
    ['the second half of a pair', `a${LOW_HALF}b`, 'a\\u{de42}b'],
    ['halves in the wrong order', `${LOW_HALF}${HIGH_HALF}`, '\\u{de42}\\u{d83d}'],
    ['a half before a pair', `${HIGH_HALF}🙂`, '\\u{d83d}🙂'],
  ])('%s', (_name, text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(printable(shown)).toBe(shown);
  });
});

describe('what people write stays', () => {
  it.each([
    ['plain text', 'Tests pass: 42/42 (100%)', 'Tests pass: 42/42 (100%)'],
    ['other scripts', 'Prüfung 检查 проверка שלום', 'Prüfung 检查 проверка שלום'],
    ['pairs and joined emoji', '🙂 👩‍💻', '🙂 👩‍💻'],
    ['accents that combine', 'e\u0301', 'e\u0301'],
    ['line breaks', 'a\n\nb\n', 'a\n\nb\n'],
    ['line breaks of Windows', 'a\r\nb\r\n', 'a\nb\n'],
    ['a tab becomes two blanks', 'a\tb', 'a  b'],
    ['backslashes', 'C:\\x1b', 'C:\\x1b'],
    ['nothing', '', ''],
  ])('%s', (_name, text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('on one line', () => {
  it.each([
    ['line breaks become blanks', 'a\nb\r\nc', 'a b c'],
    ['blanks around it go', '  a \n', 'a'],
    [
      'a break that is written otherwise is written out',
      'a\u2028b\x85c\rd',
      'a\\u{2028}b\\x85c\\x0dd',
    ],
    ['a line cannot be forged', 'ok\nVERIFIED: promise-1', 'ok VERIFIED: promise-1'],
  ])('%s', (_name, text, shown) => {
    expect(oneLine(text)).toBe(shown);
  });
});

describe('moved right, so that no line can pass for one of the suite', () => {
  it.each([
    ['one line', 'a', 4, 'a'],
    ['every line but the first', 'a\nb\nc', 2, 'a\n  b\n  c'],
    ['lines of Windows', 'a\r\nb', 2, 'a\n  b'],
    ['empty lines too', 'a\n\nb', 2, 'a\n  \n  b'],
    ['blanks around it go', '\n\na\nb\n', 1, 'a\n b'],
    ['escapes', '\x1b[1A\nVERIFIED', 2, '\\x1b[1A\n  VERIFIED'],
  ])('%s', (_name, text, spaces, shown) => {
    expect(indented(text, spaces)).toBe(shown);
  });
});

describe('brief', () => {
  it.each([
    ['what fits stays whole', 'abcde', 5, 'abcde'],
    ['what does not is cut, with an ellipsis', 'abcdef', 5, 'abcd…'],
    ['on one line', 'ab\ncd', 5, 'ab cd'],
    ['escapes count as they are shown', '\x1b[2J', 4, '\\x1…'],
    ['nothing', '', 5, ''],
  ])('%s', (_name, text, length, shown) => {
    expect(brief(text, length)).toBe(shown);
  });

  it('never cuts a character in half', () => {
    for (const length of [2, 3, 4, 5]) expect(brief('🙂🙂🙂🙂', length)).not.toMatch(/\p{Cs}/u);
  });
});

describe('JSON', () => {
  it.each<[string, unknown]>([
    ['escapes', { evidence: '\x1b[2J\x9b31m\x07' }],
    ['directions', ['\u202eabc', '\u2066', '\u200f']],
    ['separators of lines', '\u2028\u2029\x85'],
    ['DEL and the byte order mark', '\x7f\ufeff'],
    ['breaks and tabs', 'a\r\n\tb'],
    ['in keys as well', { '\x1b[31m': 1, '\u202e': 2 }],
    ['half a pair', [HIGH_HALF, LOW_HALF, '🙂']],
    ['quotes and backslashes', '"\\"\\u001b'],
    ['plain values', [null, true, 1.5, -0.1, 'é']],
    ['nothing inside', [{}, []]],
  ])('%s: shown safely, and read back the same', (_name, value) => {
    const text = jsonText(value);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('is laid out for people, two blanks a level', () => {
    expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});
