/** A space at which no line is broken; it is printed as a usual one. */
const NO_BREAK = '\u00a0';

/** What styles a text on a terminal takes no room there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const STYLING = /\u001b\[[0-9;]*m/g;

/** Characters that take two columns, and those that take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/gu;
const NARROW = /\p{Mn}|\u200d/gu;

/** What stands before the words of a line: marks, an id, a label; or an entry of a list with a gap behind it. */
const LEAD = /^ *(?:\[[A-Z_ ]+\] +|[-!#*] +|AC-\d+: +)*(?:(?! )[A-Za-z][\w ]{0,12}: +(?=\S))?/;
const ENTRY = /^ *\S+(?: \S+)*? {2,}(?=\S)/;

/** A command to copy at the end of a line, alone or behind what it is for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the label may be styled
const COMMAND = /^(.*:(?:\u001b\[\d+m)* (?:\u001b\[\d+m)*|\s*)((?:cs|cs-[a-z-]+) (?:.*[^.,;:])?)$/;

/** A word with the spaces before it; for a shell, what stands in quotes is one, and an option with its value. */
const WORD = / *[^ ]+/g;
const SHELL_WORD = / *(?:--[\w-]+ (?!-))?(?:"[^"]*"|'[^']*'|[^ ])+/g;

/** The columns that a text takes on one line of a terminal. */
function columnsOf(text: string): number {
  const plain = text.replace(STYLING, '').replace(NARROW, '');
  return plain.replace(WIDE, '  ').length;
}

/** The text with its spaces kept together with the words around them, whatever the width. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK);
}

/**
 * A text for a terminal of so many columns: lines that are longer go on below, between words, and stand in where their
 * first words do. A command goes to a line of its own, and one that is longer is broken as a shell reads it. `undefined`:
 * no terminal.
 */
export function laidOut(text: string, width: number | undefined): string {
  if (width === undefined) return text.replaceAll(NO_BREAK, ' ');
  const lines = text.split('\n').flatMap((line) => folded(line, width));
  return lines.join('\n').replaceAll(NO_BREAK, ' ');
}

function folded(line: string, width: number): readonly string[] {
  if (columnsOf(line) <= width) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [, before = '', command] = COMMAND.exec(line) ?? [];
  const inner = ' '.repeat(indent.length + (before.trim() === '' ? 2 : 4));
  if (command !== undefined) {
    const label = before.trim() === '' ? [] : folded(before.trimEnd(), width);
    const own = label.length === 0 ? line : `${inner.slice(2)}${command}`;
    if (columnsOf(own) <= width) return [...label, own];
    const rows = filled(own, inner, width - 2, SHELL_WORD);
    return [...label, ...rows.map((row, at) => (at < rows.length - 1 ? `${row} \\` : row))];
  }
  const plain = line.replace(STYLING, '');
  const [entry] = ENTRY.exec(plain) ?? [];
  const lead = entry ?? LEAD.exec(plain)?.[0] ?? indent;
  if (lead !== indent && columnsOf(lead) <= width * 0.4)
    return filled(line, ' '.repeat(columnsOf(lead)), width);
  const below = ' '.repeat(indent.length + 4);
  const gap = entry === undefined ? undefined : /^(.*?\S) {2,}(\S.*)$/s.exec(line);
  if (gap === undefined || gap === null) {
    // A sentence reads on; anything else could be taken for the next of its kind.
    return filled(line, /[.?]$/.test(plain) ? indent : `${indent}  `, width);
  }
  const [, first = '', rest = ''] = gap;
  return [...filled(first, below, width), ...folded(below + rest, width)];
}

/** The words of a line on lines of so many columns, `hang` before each but the first. A longer word stands alone. */
function filled(line: string, hang: string, width: number, word = WORD): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const part of line.match(word) ?? []) {
    const isBroken = row.trim() !== '' && columnsOf(row) + columnsOf(part) > width;
    if (isBroken) rows.push(row);
    row = isBroken ? hang + part.trimStart() : row + part;
  }
  return [...rows, row];
}
