/** The cases of JUnit's and TestNG's parametrised tests. */

import type { Annotation, Declaration } from './jvm-declarations.ts';
import type { JvmCode } from './jvm-source.ts';
import { isSymbol, jvmText, placeOf } from './jvm-source.ts';
import type { Range } from './source.ts';
import { canonicalText, insideOf, partsOf } from './source.ts';

export interface Cases {
  readonly values: readonly string[];
  readonly hasOthers: boolean;
}

const NONE: Cases = { values: [], hasOthers: false };
const OTHERS: Cases = { values: [], hasOthers: true };

/** The cases that the annotations of a test give it; `functions` are those of its file. */
export function casesOf(
  code: JvmCode,
  test: Declaration,
  functions: readonly Declaration[],
): Cases {
  const all = test.annotations.map((annotation) =>
    casesOfAnnotation(code, annotation, test, functions),
  );
  return {
    values: all.flatMap(({ values }) => values),
    hasOthers: all.some(({ hasOthers }) => hasOthers),
  };
}

function casesOfAnnotation(
  code: JvmCode,
  annotation: Annotation,
  test: Declaration,
  functions: readonly Declaration[],
): Cases {
  switch (annotation.name) {
    case 'ValueSource':
    case 'TestCases':
      return listed(code, annotation.arguments);
    case 'CsvSource':
      return separated(code, annotation.arguments);
    case 'EnumSource':
      return enumerated(code, annotation.arguments);
    case 'NullSource':
      return { values: ['null'], hasOthers: false };
    case 'EmptySource':
      return { values: ['""'], hasOthers: false };
    case 'NullAndEmptySource':
      return { values: ['null', '""'], hasOthers: false };
    case 'CsvFileSource':
    case 'ArgumentsSource':
    case 'FieldSource':
      return OTHERS;
    case 'MethodSource':
    case 'Parameters':
      return provided(code, annotation.arguments, test, functions);
    case 'Test': {
      const provider = argumentNamed(code, annotation, 'dataProvider');
      return provider === undefined ? NONE : provided(code, [provider], test, functions);
    }
    default:
      return NONE;
  }
}

/** The value of a named argument of an annotation. */
export function argumentNamed(
  code: JvmCode,
  annotation: Annotation,
  name: string,
): Range | undefined {
  const { tokens } = code.source;
  const found = annotation.arguments.find(
    ({ from }) => tokens[from]?.text === name && isSymbol(tokens[from + 1], '='),
  );
  return found === undefined ? undefined : { ...found, from: found.from + 2 };
}

function namedValue(
  { source }: JvmCode,
  range: Range,
): { readonly name: string; readonly value: Range } {
  const isNamed = isSymbol(source.tokens[range.from + 1], '=');
  const name = isNamed ? (source.tokens[range.from]?.text ?? '') : 'value';
  return { name, value: isNamed ? { ...range, from: range.from + 2 } : range };
}

const OPTIONS =
  /^(?:delimiter|delimiterString|nullValues|emptyValue|quoteCharacter|useHeadersInDisplayName|ignoreLeadingAndTrailingWhitespace|maxCharsPerColumn|mode)$/;

function listed(code: JvmCode, given: readonly Range[]): Cases {
  const all = given.map((range) => {
    const { name, value } = namedValue(code, range);
    return OPTIONS.test(name) ? [] : elements(code, value);
  });
  return { values: all.flat(), hasOthers: false };
}

/** The rows of a table, each as the literals that its values are in a program: `box,1` is `"box",1`. */
function separated(code: JvmCode, given: readonly Range[]): Cases {
  const named = given.map((range) => namedValue(code, range));
  const delimiter = named.find(({ name }) => /^delimiter(?:String)?$/.test(name))?.value;
  const separator = delimiter === undefined ? ',' : code.source.tokens[delimiter.from]?.value;
  const values = named.flatMap(({ name, value }) =>
    OPTIONS.test(name)
      ? []
      : elements(code, value, true).map((row) => literalsOf(row, separator ?? ',')),
  );
  return { values, hasOthers: false };
}

function literalsOf(row: string, separator: string): string {
  const values: string[] = [];
  let rest = row;
  while (rest !== '') {
    const quoted = /^\s*'((?:[^']|'')*)'\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const value = end < 0 ? rest : rest.slice(0, end);
    const plain = value.trim();
    if (quoted !== null) values.push(`"${(quoted[1] ?? '').replaceAll("''", "'")}"`);
    else if (plain === '') values.push('null');
    else values.push(/^(?:-?\d[\w.]*|true|false|null)$/.test(plain) ? plain : `"${plain}"`);
    rest = end < 0 ? '' : rest.slice(end).replace(separator, '');
  }
  return values.join(',');
}

function elements(code: JvmCode, value: Range, isTable = false): readonly string[] {
  const { source } = code;
  const first = source.tokens[value.from];
  if (first?.kind === 'string' && value.to - value.from === 1) {
    // The rows of a text block stand on lines of their own.
    if (!first.text.startsWith('"""')) return [caseText(code, value, isTable)];
    const rows = first.value.split('\n');
    const kept = rows.map((row) => row.trim()).filter((row) => row !== '' && !row.startsWith('#'));
    return isTable ? kept : kept.map((row) => `"${row}"`);
  }
  const open = placeOf(
    source,
    value,
    (token) => /^[{[(]$/.test(token.text) && token.kind === 'symbol',
  );
  if (open === undefined) return [canonicalText(source, value)];
  return partsOf(source, insideOf(source, open)).map((part) => caseText(code, part, isTable));
}

function caseText({ source }: JvmCode, part: Range, isTable: boolean): string {
  const token = source.tokens[part.from];
  const isRow = token?.kind === 'string' && part.to - part.from === 1;
  return isRow && isTable ? token.value.trim() : jvmText(source, part);
}

function enumerated(code: JvmCode, given: readonly Range[]): Cases {
  const named = given.map((range) => namedValue(code, range));
  const isLeftOut = named.some(
    ({ name, value }) => name === 'mode' && !/INCLUDE$/.test(canonicalText(code.source, value)),
  );
  const names = named.find(({ name }) => name === 'names');
  if (names === undefined || isLeftOut) return OTHERS;
  return {
    values: elements(code, names.value).map((one) => one.replace(/^"|"$/g, '')),
    hasOthers: false,
  };
}

function provided(
  code: JvmCode,
  given: readonly Range[],
  test: Declaration,
  functions: readonly Declaration[],
): Cases {
  const { source } = code;
  const names = given.map(
    (range) => source.tokens[namedValue(code, range).value.from]?.value ?? '',
  );
  const wanted = names.length === 0 ? [test.name] : names;
  const isProvider = ({ annotations, name }: Declaration): boolean =>
    wanted.includes(name) ||
    annotations.some(
      (one) =>
        one.name === 'DataProvider' &&
        one.arguments.some((range) => wanted.includes(source.tokens[range.to - 1]?.value ?? '')),
    );
  const provider = functions.find((one) => one !== test && isProvider(one));
  return provider?.body === undefined ? OTHERS : rowsOf(code, provider.body);
}

/** The rows that a method gives: of the first list, stream or array in it. */
export function rowsOf(code: JvmCode, body: Range): Cases {
  const { source } = code;
  for (let at = body.from; at < body.to; at += 1) {
    const before = source.tokens[at - 1]?.text ?? '';
    const isList =
      isSymbol(source.tokens[at], '(') &&
      /^(?:of|asList|listOf|arrayOf|setOf|sequenceOf)$/.test(before);
    const isArray = isSymbol(source.tokens[at], '{') && before === ']';
    if (!isList && !isArray) continue;
    const parts = partsOf(source, insideOf(source, at));
    // `Arrays.asList(new Object[][] {…})`
    const [only] = parts;
    const isArrayInside = parts.length === 1 && isSymbol(source.tokens[(only?.to ?? 0) - 1], '}');
    if (isList && isArrayInside) continue;
    const rows = parts.map((part) => jvmText(source, part));
    if (rows.length > 0 && before === 'of' && source.tokens[at - 3]?.text === 'Arguments')
      return OTHERS;
    return { values: rows, hasOthers: false };
  }
  return OTHERS;
}
