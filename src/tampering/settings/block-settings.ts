import { type Setting, withoutQuotes } from './setting.ts';
import { canonicalText, PROGRAM, type Range, readSource, type Source } from './source.ts';

/** No script nests deeper; what does is no script. */
const MAXIMUM_DEPTH = 40;

/** The settings of a Gradle script in Groovy or Kotlin: `name = value`, `name(value)` and `name value`, with the blocks around them. */
export function blockSettings(text: string): readonly Setting[] {
  const source = readSource(text, PROGRAM);
  const settings: Setting[] = [];
  readBlock(source, { from: 0, to: source.tokens.length }, [], settings);
  return settings;
}

function readBlock(source: Source, range: Range, path: readonly string[], into: Setting[]): void {
  let start = range.from;
  for (let at = range.from; at <= range.to; at += 1) {
    const token = at < range.to ? source.tokens[at] : undefined;
    if (token?.text === '{') {
      const end = Math.min(source.closing.get(at) ?? range.to, range.to);
      const header = canonicalText(source, { from: start, to: at });
      if (path.length < MAXIMUM_DEPTH)
        readBlock(source, { from: at + 1, to: end }, [...path, header], into);
      const inside = canonicalText(source, { from: at + 1, to: Math.min(end, at + 40) });
      into.push({ path: [...path, header], value: `{${inside}}`, items: [], line: token.line });
      at = end;
      start = end + 1;
    } else if (token === undefined || token.isFirstOfLine || token.text === ';') {
      readStatement(source, { from: start, to: at }, path, into);
      start = token?.text === ';' ? at + 1 : at;
    } else if (token.text === '(' || token.text === '[') {
      at = bracketEnd(source, at, range.to);
    }
  }
}

/** Blocks in brackets are read as such: `doFirst({ … })`. */
function bracketEnd(source: Source, at: number, to: number): number {
  const end = Math.min(source.closing.get(at) ?? to, to);
  for (let inside = at; inside < end; inside += 1)
    if (source.tokens[inside]?.text === '{') return at;
  return end;
}

function readStatement(
  source: Source,
  range: Range,
  path: readonly string[],
  into: Setting[],
): void {
  const line = source.tokens[range.from]?.line;
  if (line === undefined || range.to <= range.from) return;
  const written = canonicalText(source, range);
  const found = /^([\w.]+?)(?:\.set\(|\s*=\s*|\(|\s+|(?="))(.*?)\)?$/s.exec(written);
  const strings = source.tokens.slice(range.from, range.to).filter(({ kind }) => kind === 'string');
  if (found === null) return;
  into.push({
    path: [...path, found[1] ?? ''],
    value: withoutQuotes(found[2] ?? ''),
    items: strings.map(({ value }) => value),
    line,
  });
}
