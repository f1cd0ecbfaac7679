/** Text that would do something to a terminal, a log or a reader if it were printed as it stands. */
export const HOSTILE = 'a\u001b[31mred\u001b]0;title\u0007\rover\b\u009b2J\u202eback\u2066\u2028b';

/** The characters of a text that a terminal would obey: controls, and overrides of direction. */
export function controlsIn(text: string): readonly string[] {
  return [...text]
    .filter((character) => character !== '\n' && isControl(character.codePointAt(0) ?? 0))
    .map((character) => `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}

function isControl(code: number): boolean {
  return RANGES.some(([first, last]) => code >= first && code <= last);
}

const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
];
