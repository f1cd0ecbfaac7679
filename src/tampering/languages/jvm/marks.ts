import { type Cases, casesIn, joinedCases, NO_CASES, UNKNOWN_CASES } from '../../reading/cases.ts';
import { type Mode, RUNS } from '../../reading/modes.ts';
import type { Reading } from '../../reading/scope.ts';
import { canonicalText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { jvmCases } from './body.ts';
import {
  type Annotation,
  className,
  type Declaration,
  isLambda,
  type JvmDialect,
} from './dialect.ts';

/** What annotations say of a test of the JVM: whether it runs, which error it expects, over which cases it goes. */

const SKIPPED = /^(?:Disabled|Ignore|Ignored|DisabledInNativeImage|Suppress)$/;
const CONDITIONAL =
  /^(?:(?:Enabled|Disabled)(?:On|If|For|Until|In|Unless)\w*|IgnoreIf|Requires|RequiresDevice|SdkSuppress|IfProfileValue|FlakyTest|ConditionalIgnore)$/;
const TO_FAIL = /^(?:ExpectedToFail|PendingFeature|PendingFeatureIf|NotYetImplemented)$/;

interface Place {
  readonly dialect: JvmDialect;
  /** The functions beside a test, one of which may give its rows. */
  readonly functions: readonly Declaration[];
  readonly scope: Reading['scope'];
}

/** What one annotation makes of a test. */
export function modeOf(dialect: JvmDialect, { args, name, text }: Annotation): Mode {
  // With arguments it is Kotlin's own, and silences warnings.
  const isSkipped = SKIPPED.test(name) && !(name === 'Suppress' && args.length > 0);
  if (isSkipped) return { mode: 'skipped', text };
  if (TO_FAIL.test(name)) return { mode: 'expected-to-fail', text };
  if (CONDITIONAL.test(name)) {
    const given = args.map(({ value }) => canonicalText(dialect.writing, value)).join(',');
    const isOff = /^(?:Disabled|IgnoreIf)/.test(name);
    const isNever = (isOff ? /(?:^|\{)"?(?:#\{)?true/ : /(?:^|\{)"?(?:#\{)?false/).test(given);
    return { mode: isNever ? 'skipped' : 'conditional', text };
  }
  const enabled = name === 'Test' ? argumentNamed(args, 'enabled') : undefined;
  return enabled?.text === 'false' ? { mode: 'skipped', text } : RUNS;
}

/** The class of the error that `@Test(expected = X.class)` expects. */
export function expectedError(dialect: JvmDialect, { args, name }: Annotation): string | undefined {
  if (name !== 'Test') return undefined;
  const value = argumentNamed(args, 'expected') ?? argumentNamed(args, 'expectedExceptions');
  if (value === undefined) return undefined;
  const text = canonicalText(dialect.writing, value);
  return className(text.replace(/^[{[]|[}\]]$/g, ''));
}

function argumentNamed(args: Annotation['args'], wanted: string): SyntaxNode | undefined {
  return args.find(({ name }) => name === wanted)?.value;
}

/** The cases that the annotations of a test give it. */
export function annotatedCases(test: Declaration, place: Place): Cases {
  return joinedCases(test.annotations.map((one) => casesOf(one, test, place)));
}

function casesOf({ args, name }: Annotation, test: Declaration, place: Place): Cases {
  const { dialect } = place;
  const values = args.filter((one) => !OPTIONS.test(one.name ?? '')).map(({ value }) => value);
  const known = (cases: readonly string[]): Cases => ({ cases, hasOthers: false });
  switch (name) {
    case 'ValueSource':
    case 'TestCases':
      return known(
        values.flatMap((one) =>
          elementsOf(dialect, one).map((part) => canonicalText(dialect.writing, part)),
        ),
      );
    case 'CsvSource':
      return known(rowsOfTable(dialect, args, values));
    case 'EnumSource':
      return enumerated(dialect, args);
    case 'NullSource':
      return known(['null']);
    case 'EmptySource':
      return known(['""']);
    case 'NullAndEmptySource':
      return known(['null', '""']);
    case 'CsvFileSource':
    case 'ArgumentsSource':
    case 'FieldSource':
      return UNKNOWN_CASES;
    case 'MethodSource':
    case 'Parameters':
      return providedBy(
        args.flatMap(({ value }) => elementsOf(dialect, value)),
        test,
        place,
      );
    case 'Test': {
      const provider = argumentNamed(args, 'dataProvider');
      return provider === undefined ? NO_CASES : providedBy([provider], test, place);
    }
    default:
      return NO_CASES;
  }
}

/** The rows of a table that is a text, or one text for each. */
function rowsOfTable(
  dialect: JvmDialect,
  args: Annotation['args'],
  values: readonly SyntaxNode[],
): readonly string[] {
  const given = argumentNamed(args, 'delimiter') ?? argumentNamed(args, 'delimiterString');
  const separator = given === undefined ? ',' : given.text.replace(/^["']|["']$/g, '');
  const texts = values.flatMap((one) => elementsOf(dialect, one));
  return texts.flatMap((one) => rowsOfText(dialect, one)).map((row) => literalsOf(row, separator));
}

const OPTIONS =
  /^(?:delimiter|delimiterString|nullValues|emptyValue|quoteCharacter|useHeadersInDisplayName|ignoreLeadingAndTrailingWhitespace|maxCharsPerColumn|mode)$/;

function elementsOf(dialect: JvmDialect, node: SyntaxNode): readonly SyntaxNode[] {
  return dialect.elements(node) ?? [node];
}

/** The rows of a text block stand on lines of their own. */
function rowsOfText(dialect: JvmDialect, node: SyntaxNode): readonly string[] {
  const text = dialect.stringIn(node);
  if (text === undefined) return [canonicalText(dialect.writing, node)];
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

function enumerated(dialect: JvmDialect, args: Annotation['args']): Cases {
  const names = argumentNamed(args, 'names');
  const mode = argumentNamed(args, 'mode')?.text ?? 'INCLUDE';
  if (names === undefined || !mode.endsWith('INCLUDE')) return UNKNOWN_CASES;
  const cases = elementsOf(dialect, names).map((one) => dialect.stringIn(one) ?? one.text);
  return { cases, hasOthers: false };
}

function providedBy(names: readonly SyntaxNode[], test: Declaration, place: Place): Cases {
  const { dialect, functions } = place;
  const given = names.flatMap((one) => dialect.stringIn(one) ?? []);
  const wanted = given.length === 0 ? [test.name] : given;
  const provider = functions.find(
    (one) =>
      one !== test &&
      (wanted.includes(one.name) ||
        one.annotations.some(
          ({ args, name }) =>
            name === 'DataProvider' &&
            args.some(({ value }) => wanted.includes(dialect.stringIn(value) ?? '')),
        )),
  );
  return provider === undefined ? UNKNOWN_CASES : rowsOf(provider, place);
}

/** The rows that a function gives: of what it returns, or of the first list in it that is written out. */
export function rowsOf({ body = [] }: Declaration, { dialect, scope }: Place): Cases {
  const reading = { dialect, scope };
  const own = jvmCases(dialect);
  const list = body
    .flatMap((one) => [...one.within(isLambda)])
    .find(
      (node) =>
        dialect.elements(node) !== undefined &&
        !/^Arguments\./.test(dialect.call(node)?.path ?? ''),
    );
  return list === undefined ? UNKNOWN_CASES : casesIn(reading, own, list);
}
