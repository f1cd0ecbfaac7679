import { isTestBy } from './rust-attributes.ts';
import { itemsOf, type RustItem } from './rust-syntax.ts';
import { insideOf, partsOf, type Range, type Source } from './source.ts';

/** A macro of a file that writes tests: `macro_rules! adds { ($name:ident, $a:expr) => { #[test] fn $name() { … } } }`. */
export interface TestMacro {
  /** The test that it writes. */
  readonly item: RustItem;
  /** Whether it writes one for each part of what it is given. */
  readonly isRepeated: boolean;
}

const MOST_DEPTH = 10;

/** The macros of a file that write tests whose names they are given. */
export function testMacrosOf(
  source: Source,
  items: readonly RustItem[],
  macros = new Map<string, TestMacro>(),
  depth = 0,
): ReadonlyMap<string, TestMacro> {
  if (depth > MOST_DEPTH) return macros;
  for (const { body, keyword, name } of items) {
    if (body === undefined) continue;
    if (keyword === 'mod') testMacrosOf(source, itemsOf(source, body), macros, depth + 1);
    const macro = keyword === 'macro_rules' ? macroIn(source, body) : undefined;
    if (macro !== undefined) macros.set(name, macro);
  }
  return macros;
}

function macroIn(source: Source, rules: Range): TestMacro | undefined {
  const { closing, tokens } = source;
  for (let at = rules.from; at < rules.to; at += 1) {
    if (tokens[at]?.text === '=>' && /^[{([]$/.test(tokens[at + 1]?.text ?? '')) {
      const inside = insideOf(source, at + 1);
      const isRepeated = tokens[inside.from]?.text === '$';
      const written = isRepeated ? insideOf(source, inside.from + 1) : inside;
      const item = itemsOf(source, written).find(
        ({ attributes, keyword, name }) =>
          keyword === 'fn' && name.startsWith('$') && isTestBy(source, attributes),
      );
      if (item !== undefined) return { item, isRepeated };
    }
    at = Math.min(closing.get(at) ?? at, rules.to);
  }
  return undefined;
}

/** The parts of what a macro that repeats is given, each with the name of its test in front. */
export function invocationsIn(source: Source, body: Range): readonly Range[] {
  const parts = partsOf(source, body);
  return (parts.length > 1 ? parts : partsOf(source, body, ';')).filter(
    ({ from, to }) => to > from,
  );
}
