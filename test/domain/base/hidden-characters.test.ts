import { describe, expect, it } from 'vitest';
import { asItReads, hasHidden, withoutHidden } from '../../../src/domain/base/hidden-characters.ts';

describe('hidden characters are found, written out, and taken out', () => {
  it.each<[string, string, string, string]>([
    ['a space without width', 'a\u200bb', 'a\\u{200b}b', 'ab'],
    ['a joiner between letters', 'a\u200db', 'a\\u{200d}b', 'ab'],
    ['a word joiner', 'a\u2060b', 'a\\u{2060}b', 'ab'],
    ['an override of direction', 'a\u202eb', 'a\\u{202e}b', 'ab'],
    ['an isolate', 'a\u2066b', 'a\\u{2066}b', 'ab'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b', 'ab'],
    ['a soft hyphen', 'a\u00adb', 'a\\u{ad}b', 'ab'],
    ['a control', 'a\u0007b', 'a\\u{7}b', 'ab'],
    ['a lone carriage return', 'a\rb', 'a\\u{d}b', 'ab'],
    ['a tag', 'a\u{e0041}b', 'a\\u{e0041}b', 'ab'],
    ['a supplementary selector', 'a\u{e0100}b', 'a\\u{e0100}b', 'ab'],
    ['a selector behind a letter', 'a\ufe01b', 'a\\u{fe01}b', 'ab'],
    ['a filler', 'a\u3164b', 'a\\u{3164}b', 'ab'],
    ['a grapheme joiner', 'a\u034fb', 'a\\u{34f}b', 'ab'],
    ['the first half of a pair', 'a\ud83db', 'a\\u{d83d}b', 'ab'],
    ['the second half of a pair', 'a\ude00b', 'a\\u{de00}b', 'ab'],
  ])('%s', (_name, text, written, read) => {
    expect([hasHidden(text), withoutHidden(text), asItReads(text)]).toEqual([true, written, read]);
  });
});

describe('text that is as it should be is not suspected', () => {
  it.each<[string, string]>([
    ['letters', 'All 42 tests pass.'],
    ['lines and tabs', 'a\n\tb'],
    ['lines of Windows', 'a\r\nb\r\n'],
    ['accents', 'é e\u0301 ñ ü'],
    ['an emoji', '😀'],
    ['an emoji with a selector', '✔\ufe0f'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a tone of skin', '👍🏽'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a key', '1\ufe0f\u20e3'],
    ['Persian', 'می\u200cگوید'],
    ['Devanagari', 'क\u094dक \u0915\u200d\u0937'],
    ['a byte order mark', '\ufeffid,name'],
    ['colours', '\u001b[32mok\u001b[0m \u001b[1;31mno\u001b[39m'],
    ['a colour of the palette', '\u001b[38;5;8mgrey\u001b[0m'],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(hasHidden(text)).toBe(false);
  });
});

describe('what looks like ordinary marks and is none is suspected', () => {
  it.each<[string, string]>([
    ['a colour that hides', '\u001b[8msecret\u001b[0m'],
    ['a colour that hides among others', '\u001b[1;8;31msecret\u001b[0m'],
    ['an order to the cursor', '\u001b[2J'],
    ['a title of the window', '\u001b]0;title\u0007'],
    ['a row of selectors behind an emoji', '😀\ufe01\ufe02\ufe03'],
    ['a row of joiners', '😀\u200d\u200d\u200d😀'],
    ['tags without a flag', '\u{e0067}\u{e0062}\u{e007f}'],
    ['tags without end behind a flag', '🏴\u{e0067}\u{e0062}'],
    ['a joiner between Latin letters', 'pa\u200css'],
  ])('%s', (_name, text) => {
    expect(hasHidden(text)).toBe(true);
  });
});

it.each<[string, string, string]>([
  ['colours', '\u001b[32mok\u001b[0m', 'ok'],
  ['an order to the cursor', 'a\u001b[2Jb', 'ab'],
  ['a title of the window', 'a\u001b]0;title\u0007b', 'ab'],
  ['a link', '\u001b]8;;http://a\u001b\\b\u001b]8;;\u001b\\', 'b'],
  ['an escape in one character', 'a\u009b31mb', 'ab'],
  ['lines of Windows', 'a\r\nb', 'a\nb'],
])('%s leave no trace in what is read', (_name, text, read) => {
  expect(asItReads(text)).toBe(read);
});
