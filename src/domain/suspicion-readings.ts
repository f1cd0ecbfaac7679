import { asItReads } from './hidden-characters.ts';

/** The ways in which a text reads to a model that are not the way in which it is spelled. */

/** Letters of other scripts that look like Latin ones, by which words hide from a search. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    ԁ: 'd',
    һ: 'h',
    к: 'k',
    м: 'm',
    н: 'h',
    т: 't',
    в: 'b',
    α: 'a',
    ο: 'o',
    ρ: 'p',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    τ: 't',
    υ: 'u',
    ɡ: 'g',
    ı: 'i',
    ℓ: 'l',
    ʏ: 'y',
  }),
);

/** Longest text in another coding that is looked into, in characters. */
const LONGEST_CODED = 4000;

/** The text in small letters, as it reads to the eye, with look-alikes resolved, and decoded. */
export function readingsOf(text: string): readonly string[] {
  const plain = asItReads(text).normalize('NFKC').toLowerCase();
  const latin = hasMixedWord(plain) ? plain.replace(/[^ -~\n]/g, latinFor) : plain;
  // Letters set apart from each other still read as words.
  const joined = latin.replace(/\b(?:[a-z][ ._*-]){3,}[a-z]\b/g, (word) =>
    word.replace(/[^a-z]/g, ''),
  );
  return [...new Set([plain, latin, joined, unescaped(latin)]), ...decodedParts(text)];
}

function latinFor(letter: string): string {
  return LOOKALIKES.get(letter) ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Whether a word mixes Latin letters with those of another script, which no language does. */
function hasMixedWord(text: string): boolean {
  return /[a-z][\p{sc=Cyrillic}\p{sc=Greek}ɡıℓʏ]|[\p{sc=Cyrillic}\p{sc=Greek}ɡıℓʏ][a-z]/u.test(
    text,
  );
}

/** The text with the escapes of JSON, HTML and URLs resolved, and markup between letters gone. */
function unescaped(text: string): string {
  return text
    .replace(
      /\\u\{?([0-9a-f]{2,6})\}?|&#x([0-9a-f]{2,6});|%([0-7][0-9a-f])/g,
      (whole, ...codes) => {
        const code = Number.parseInt(codes.find((part) => typeof part === 'string') ?? '', 16);
        return code > 0 && code < 0x110000 ? String.fromCodePoint(code).toLowerCase() : whole;
      },
    )
    .replace(/\\n/g, '\n')
    .replace(/\\(["'/\\])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/<!--|-->|[*_`~]{1,3}/g, '');
}

/** What stands in base64 in a text, where it decodes to words. */
function decodedParts(text: string): readonly string[] {
  const coded = text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? [];
  return coded.slice(0, 50).flatMap((part) => {
    const decoded = decodeBase64(part.slice(0, LONGEST_CODED));
    return /^[\s -~]{12,}$/.test(decoded) ? [decoded.toLowerCase()] : [];
  });
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBase64(coded: string): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const character of coded.replace(/=+$/, '')) {
    bits = ((bits << 6) | BASE64.indexOf(character)) & 0xfffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      text += String.fromCharCode((bits >> held) & 0xff);
    }
  }
  return text;
}
