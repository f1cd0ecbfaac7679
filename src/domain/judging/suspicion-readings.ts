import { asItReads } from '../base/hidden-characters.ts';

/** The ways in which a text reads to a model that are not the way in which it is spelled. */

/** Letters of other scripts that look like Latin ones, by which words hide from a search. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...pairs('аеорсухіѕјԁһкмнтвԛԝ', 'aeopcyxisjdhkmhtbqw'),
  ...pairs('αορειɩκντυχω', 'aopeiikvtuxw'),
  ...pairs('ɡıℓʏɑօոսհ', 'gilyaonuh'),
]);

/** Letters of a whole alphabet drawn otherwise, which nothing but decoration uses. */
const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
);

/** Enclosed letters that normalization leaves alone, by the first of each alphabet. */
const ENCLOSED_A: readonly number[] = [0x1f150, 0x1f170, 0x1f1e6];

/** Digits and signs that stand for letters within words. */
const LEET: ReadonlyMap<string, string> = new Map(pairs('013457@$!', 'oieastasi'));

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  const targets = [...to];
  return [...from].map((letter, index) => [letter, targets[index] ?? ''] as const);
}

/** The text in small letters: as it reads to the eye, with disguises undone, and decoded. */
export function readingsOf(text: string): readonly string[] {
  const spelled = readingsAsSpelled(text);
  const coded = decodedParts(text).flatMap(readingsAsSpelled);
  return [...new Set([...spelled, ...coded].map(squeezed))];
}

/** Runs of blanks as one, and rules across a page cut: a pattern looks through both from every character. */
function squeezed(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?: ?\n){2,}/g, '\n\n')
    .replace(/([-=#*])\1{40,}/g, (rule) => rule.slice(0, 40));
}

function readingsAsSpelled(text: string): readonly string[] {
  const seen = squeezed(asItReads(text).normalize('NFKC'));
  const plain = seen.toLowerCase();
  const latin = inLatin(plain);
  const open = unescaped(unescaped(latin));
  // Lines are told apart by what they begin with, capitals included.
  const running = open === plain ? unwrapped(seen).toLowerCase() : unwrapped(open);
  const words = withBlanks(joined(running));
  return [plain, latin, open, joined(open), running, words, plainDigits(words), ...turned(latin)];
}

/** Look-alikes resolved where words mix scripts, which no language does; accents gone. */
function inLatin(text: string): string {
  const isMixed =
    /[a-z][\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}ɡıℓʏɑ]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}ɡıℓʏɑ][a-z]/u.test(
      text,
    );
  return text.replace(/[^ -~\n]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const first = ENCLOSED_A.find((a) => code >= a && code < a + 26);
    if (first !== undefined) return String.fromCodePoint(0x61 + code - first);
    const resolved = SMALL_CAPITALS.get(letter) ?? (isMixed ? LOOKALIKES.get(letter) : undefined);
    return resolved ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
  });
}

/** Letters set apart from each other, by the same mark throughout, still read as words. */
function joined(text: string): string {
  return text.replace(/\b[a-z]([ ._*|-])[a-z](?:\1[a-z])+\b/g, (word) =>
    word.replace(/[^a-z]/g, ''),
  );
}

/** Lines that only wrap a sentence as one: the next goes on in small letters, or they are very short. */
function unwrapped(text: string): string {
  return text
    .replace(/\n[ \t]*(?=[a-z])/g, ' ')
    .replace(/(?<=(?:^|\n)[^\n]{1,16})\n[ \t]*(?=[^\n]{1,16}(?:\n|$))/g, ' ');
}

/** Words that are held together, or kept apart, by marks instead of blanks. */
function withBlanks(text: string): string {
  return text
    .replace(/(?<=\w)(?:[_/\\|~+-]+|\.(?=\w)|(?:\.{2,}|…)\s*)(?=\w)/g, ' ')
    .replace(/_/g, ' ');
}

function plainDigits(text: string): string {
  return text.replace(/[a-z0-9@$!]+/g, (word) =>
    /[a-z]/.test(word)
      ? word.replace(/[013457@$]|!(?=\w)/g, (sign) => LEET.get(sign) ?? sign)
      : word,
  );
}

/** The text with its letters moved by thirteen, and from its end to its beginning. */
function turned(text: string): readonly string[] {
  const moved = text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
  );
  return [moved, [...text].reverse().join('')];
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
]);

/** The text with the escapes of JSON, HTML and URLs resolved, and markup between letters gone. */
function unescaped(text: string): string {
  return text
    .replace(
      /\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{2,6});|%([0-7][0-9a-f])/g,
      (whole, ...codes) => letterOf(codes, 16) ?? whole,
    )
    .replace(/&#(\d{2,7});/g, (whole, ...codes) => letterOf(codes, 10) ?? whole)
    .replace(/&[a-z]{2,4};/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\\n/g, '\n')
    .replace(/\\(["'/\\])/g, '$1')
    .replace(/<!--|-->|<\/?(?:b|i|u|em|strong|span|br|p|wbr)\b[^<>\n]{0,80}>|[*`~]{1,3}/g, '')
    .replace(/(?<=[a-z])_(?=[a-z]*(?:_|\b)[^a-z])|(?<![a-z])_(?=[a-z])/g, '');
}

/** The letter of the first code that is there, if it is one. */
function letterOf(codes: readonly unknown[], radix: number): string | undefined {
  const code = Number.parseInt(codes.find((part) => typeof part === 'string') ?? '', radix);
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code).toLowerCase() : undefined;
}

/** Fewest characters that can be words, and what of decoded bytes are words. */
const WORDS = /[\t\n\r -~]{12,}/g;

/** What stands in base64 or in hexadecimal digits in a text, where it decodes to words. */
function decodedParts(text: string): readonly string[] {
  const plain = asItReads(text);
  const base64 = plain.match(/[A-Za-z0-9+/_-]{20,}(?:\n[A-Za-z0-9+/_-]{4,})*/g) ?? [];
  const hex = plain.match(/(?:[0-9a-f]{2}[ :,]?){12,}/gi) ?? [];
  const decoded = [
    // It may be glued to other letters: each of the four ways to read it is tried.
    ...base64.flatMap((part) => [0, 1, 2, 3].map((skip) => decodeBase64(part, skip))),
    ...hex.map(decodeHex),
  ];
  return decoded.flatMap((bytes) => bytes.match(WORDS) ?? []);
}

const BASE64: ReadonlyMap<string, number> = new Map([
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map(
    (letter, index) => [letter, index] as const,
  ),
  ['-', 62],
  ['_', 63],
]);

function decodeBase64(coded: string, skip: number): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const character of coded.replaceAll('\n', '').slice(skip)) {
    bits = ((bits << 6) | (BASE64.get(character) ?? 0)) & 0xfffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      text += String.fromCharCode((bits >> held) & 0xff);
    }
  }
  return text;
}

function decodeHex(coded: string): string {
  const digits = coded.match(/[0-9a-f]{2}/gi) ?? [];
  return digits.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
