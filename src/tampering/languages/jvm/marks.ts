import type { Dialect } from '../../reading/dialect.ts';
import { type Mode, RUNS } from '../../reading/modes.ts';
import type { Unit } from '../../reading/table.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { type Annotation, className, type Declaration, isLambda, stringIn } from './dialect.ts';

/** What annotations say of a test of the JVM: whether it runs, which error it expects, over which cases it goes. */

const SKIPPED = /^(?:Disabled|Ignore|Ignored|DisabledInNativeImage|Suppress)$/;
const CONDITIONAL =
  /^(?:(?:Enabled|Disabled)(?:On|If|For|Until|In|Unless)\w*|IgnoreIf|Requires|RequiresDevice|SdkSuppress|IfProfileValue|FlakyTest|ConditionalIgnore)$/;
const TO_FAIL = /^(?:ExpectedToFail|PendingFeature|PendingFeatureIf|NotYetImplemented)$/;

/** What one annotation makes of a test. */
export function modeOf({ args, name, text }: Annotation): Mode {
  // With arguments it is Kotlin's own, and silences warnings.
  const isSkipped = SKIPPED.test(name) && !(name === 'Suppress' && args.length > 0);
  if (isSkipped) return { mode: 'skipped', text };
  if (TO_FAIL.test(name)) return { mode: 'expected-to-fail', text };
  if (CONDITIONAL.test(name)) {
    const never = /^(?:Disabled|IgnoreIf)/.test(name) ? 'true' : 'false';
    const isNever = new RegExp(`^[{[]?"?(?:#\\{)?${never}`).test(args[0]?.value.text ?? '');
    return { mode: isNever ? 'skipped' : 'conditional', text };
  }
  const enabled = name === 'Test' ? argumentNamed(args, /^enabled$/) : undefined;
  return enabled?.text === 'false' ? { mode: 'skipped', text } : RUNS;
}

/** The class of the error that `@Test(expected = X.class)` expects. */
export function expectedError({ annotations }: Declaration): string | undefined {
  const test = annotations.find(({ name }) => name === 'Test');
  const value = test && argumentNamed(test.args, /^expected(?:Exceptions)?$/);
  return value && className(value.text.replace(/^[{[]\s*|\s*[}\]]$/g, ''));
}

function argumentNamed(args: Annotation['args'], wanted: RegExp): SyntaxNode | undefined {
  return args.find(({ name }) => wanted.test(name ?? ''))?.value;
}

type Cases = Required<Pick<Unit, 'cases' | 'lists' | 'hasOtherCases'>>;

const NONE: Cases = { cases: [], lists: [], hasOtherCases: false };
const OTHERS: Cases = { ...NONE, hasOtherCases: true };

/** The cases that the annotations of a test give it; one of the functions beside it may give its rows. */
export function annotatedCases(
  dialect: Dialect,
  test: Declaration,
  functions: () => readonly Declaration[],
): Cases {
  const all = test.annotations.map((one) => casesOf(dialect, one, test, functions));
  return {
    cases: all.flatMap(({ cases }) => cases),
    lists: all.flatMap(({ lists }) => lists),
    hasOtherCases: all.some(({ hasOtherCases }) => hasOtherCases),
  };
}

const OPTIONS =
  /^(?:delimiter|delimiterString|nullValues|emptyValue|quoteCharacter|useHeadersInDisplayName|ignoreLeadingAndTrailingWhitespace|maxCharsPerColumn|mode)$/;

function casesOf(
  dialect: Dialect,
  { args, name }: Annotation,
  test: Declaration,
  functions: () => readonly Declaration[],
): Cases {
  const given = args.filter((one) => !OPTIONS.test(one.name ?? ''));
  const values = given.flatMap(({ value }) => dialect.elements(value) ?? [value]);
  const known = (cases: readonly string[]): Cases => ({ ...NONE, cases });
  switch (name) {
    case 'ValueSource':
    case 'TestCases':
      return known(values.map((one) => canonicalText(dialect.writing, one)));
    case 'CsvSource': {
      const separator = argumentNamed(args, /^delimiter/)?.text.replace(/^["']|["']$/g, '') ?? ',';
      return known(values.flatMap(rowsOfText).map((row) => literalsOf(row, separator)));
    }
    case 'EnumSource': {
      const names = argumentNamed(args, /^names$/);
      const mode = argumentNamed(args, /^mode$/)?.text ?? 'INCLUDE';
      if (names === undefined || !mode.endsWith('INCLUDE')) return OTHERS;
      return known((dialect.elements(names) ?? [names]).map((one) => stringIn(one) ?? one.text));
    }
    case 'NullSource':
      return known(['null']);
    case 'EmptySource':
      return known(['""']);
    case 'NullAndEmptySource':
      return known(['null', '""']);
    case 'CsvFileSource':
    case 'ArgumentsSource':
    case 'FieldSource':
      return OTHERS;
    case 'MethodSource':
    case 'Parameters':
      return providedBy(dialect, values, test, functions);
    case 'Test': {
      const provider = argumentNamed(args, /^dataProvider$/);
      return provider === undefined ? NONE : providedBy(dialect, [provider], test, functions);
    }
    default:
      return NONE;
  }
}

/** The rows of a text block stand on lines of their own. */
function rowsOfText(node: SyntaxNode): readonly string[] {
  const text = stringIn(node) ?? node.text;
  if (!node.text.startsWith('"""')) return [text.trim()];
  const rows = text.split('\n').map((row) => row.trim());
  return rows.filter((row) => row !== '' && !row.startsWith('#'));
}

/** A row as the literals that its values are in a program: `box,1` is `"box",1`. */
function literalsOf(row: string, separator: string): string {
  const values: string[] = [];
  let rest = row;
  while (rest !== '') {
    const quoted = /^\s*'((?:[^']|'')*)'\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const plain = (end < 0 ? rest : rest.slice(0, end)).trim();
    if (quoted !== null) values.push(`"${(quoted[1] ?? '').replaceAll("''", "'")}"`);
    else if (plain === '') values.push('null');
    else values.push(/^(?:-?\d[\w.]*|true|false|null)$/.test(plain) ? plain : `"${plain}"`);
    rest = end < 0 ? '' : rest.slice(end).replace(separator, '');
  }
  return values.join(',');
}

function providedBy(
  dialect: Dialect,
  names: readonly SyntaxNode[],
  test: Declaration,
  functions: () => readonly Declaration[],
): Cases {
  const given = names.flatMap((one) => stringIn(one) ?? []);
  const wanted = given.length === 0 ? [test.name] : given;
  const isProvider = ({ args, name }: Annotation): boolean =>
    name === 'DataProvider' && args.some(({ value }) => wanted.includes(stringIn(value) ?? ''));
  const provider = functions().find(
    (one) =>
      one.node !== test.node && (wanted.includes(one.name) || one.annotations.some(isProvider)),
  );
  return provider === undefined ? OTHERS : rowsOf(dialect, provider);
}

/** The rows that a function gives: the first list in it that is written out. */
export function rowsOf(dialect: Dialect, { body = [] }: Declaration): Cases {
  const list = body
    .flatMap((one) => [...one.within(isLambda)])
    .find(
      (node) =>
        dialect.elements(node) !== undefined &&
        !/^Arguments\./.test(dialect.call(node)?.path ?? ''),
    );
  return list === undefined ? OTHERS : { ...NONE, lists: [list] };
}
