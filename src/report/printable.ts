/**
 * Text from the state files on its way to a terminal. Its author must not be able to move the
 * cursor, change colours, reverse the direction of writing or end a line.
 */

// C0 and C1 controls, DEL, marks and overrides of writing direction, line and paragraph separators,
// and halves of surrogate pairs.
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with every character that a terminal obeys written out (`\x1b`). Keeps line breaks. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').replace(UNPRINTABLE, writeOut);
}

/** The text on one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ').trim();
}

/** The text with every line but the first indented, so that none can pass for the suite's own. */
export function indented(text: string, spaces: number): string {
  return printable(text)
    .trim()
    .replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** One line, cut to a length with an ellipsis. */
export function brief(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  // A cut between the two units of one character would leave half of it.
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A word of a command line that can be pasted into a POSIX shell as it stands. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text)) return text;
  return `'${printable(text).replaceAll('\n', ' ').replaceAll("'", `'\\''`)}'`;
}

/** JSON for people and programs. Characters that a terminal obeys are escaped, which parses the same. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNPRINTABLE, escapeInJson);
}

/** The same on one line, for hosts that read one. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escapeInJson);
}

function writeOut(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

// JSON.stringify escapes all controls but DEL and C1, and these only occur inside strings.
function escapeInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A text that GitHub's log takes for words alone. It obeys a line that begins with two colons, however far it is
 * indented, and two signs and a bracket anywhere.
 */
export function unobeyed(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #');
}
