/** A file of configuration as a list of settings, whatever its syntax. */

export interface Setting {
  /** The keys from the outermost to its own; `#2` is the third place of a list. */
  readonly path: readonly string[];
  /** Without quotes; a list with commas between its items. */
  readonly value: string;
  /** The items of a list; empty where it is none. */
  readonly items: readonly string[];
  /** Counted from 1. */
  readonly line: number;
}

/** Reads a text. Never throws: what is malformed is left out. */
export type SettingsReader = (text: string) => readonly Setting[];

/** The keys of a setting without the places in lists. */
export function keyOf({ path }: Setting): string {
  return path.filter((one) => !one.startsWith('#')).join('.');
}

export function withoutQuotes(text: string): string {
  const trimmed = text.trim();
  const isQuoted =
    trimmed.length > 1 && /^["'`]/.test(trimmed) && trimmed.endsWith(trimmed.charAt(0));
  return isQuoted ? trimmed.slice(1, -1) : trimmed;
}

/** What stands between commas outside of quotes and brackets: `a, [b, c]` gives two. */
export function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('[{('.includes(char)) depth += 1;
    else if (']})'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((one) => one.trim()).filter((one) => one !== '');
}

/** A list in square brackets as its items; undefined where it is none. */
export function itemsOf(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith('[') && trimmed.endsWith(']')
    ? splitAtCommas(trimmed.slice(1, -1)).map(withoutQuotes)
    : undefined;
}

/** Brackets that are open at the end of a text, outside of quotes. */
export function openBrackets(text: string): number {
  let depth = 0;
  let quote = '';
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return depth;
}
