/** What the names of a Python test stand for, and which side of a comparison is the one that is tested. */
import { canonicalText, type Range, type Source } from '../source.ts';
import {
  assignmentIn,
  callsIn,
  lastName,
  placeOf,
  type Statement,
  simpleName,
  statementsIn,
  unwrapped,
} from './python-syntax.ts';

/** The names that were given one value each. */
export interface Values {
  readonly source: Source;
  /** Of a function. */
  readonly locals: ReadonlyMap<string, Range>;
  /** Of the file. */
  readonly constants: ReadonlyMap<string, Range>;
  /** Of the classes of the file, with the name of the class: `TestCart.ROWS`. */
  readonly attributes?: ReadonlyMap<string, Range>;
  /** The rows of tables that have been read, by where they begin: many tests may take the same. */
  readonly tables?: Map<number, readonly string[]>;
  /** The name of the class around. */
  readonly owner?: string | undefined;
  /** Whether its names hold as they are: in the decorators of its methods. */
  readonly isInClass?: boolean;
}

const LONGEST_SUBJECT = 120;
const LONGEST_EXPECTED = 2000;
/** The rest of a longer value is like its beginning. */
const MOST_RANKED = 1000;
const MOST_STEPS = 5;
/** Calls that make a value of what stands between their brackets, besides all that begin with a capital letter. */
const VALUE_CALLS = new Set(
  `date datetime time timedelta set frozenset dict list tuple bytes bytearray str int float complex range array
   asarray zeros ones full approx dedent timezone namedtuple encode strip join format call`.split(
    /\s+/,
  ),
);
const DOUBLE_CALL =
  /^(MagicMock|Mock|AsyncMock|NonCallableMock|NonCallableMagicMock|PropertyMock|create_autospec|sentinel|stub)$/;

/** Whether a name makes a double: `Mock`, `mock.MagicMock`, `create_autospec`. */
export function isDoubleCall(name: string): boolean {
  return DOUBLE_CALL.test(lastName(name));
}

/** The names that are assigned exactly once in some statements, with what they are given. */
export function valuesAssigned(
  source: Source,
  statements: readonly Statement[],
  isIntoDefinitions = true,
): ReadonlyMap<string, Range> {
  const values = new Map<string, Range>();
  const isSpoiled = new Set<string>();
  for (const statement of statementsIn(statements, isIntoDefinitions)) {
    const assigned = assignmentIn(source, statement);
    const name = assigned && simpleName(source, assigned.target);
    if (assigned !== undefined && name !== undefined && !values.has(name)) {
      values.set(name, assigned.value);
    } else {
      for (const word of boundWords(source, statement, assigned?.target)) isSpoiled.add(word);
    }
  }
  return new Map([...values].filter(([name]) => !isSpoiled.has(name)));
}

/** Names that a statement binds in another way than by the first `name = value`. */
function boundWords(
  source: Source,
  { head, keyword }: Statement,
  target: Range | undefined,
): readonly string[] {
  const { tokens } = source;
  const words = (range: Range): readonly string[] =>
    tokens
      .slice(range.from, range.to)
      .filter(({ kind }, index) => kind === 'word' && tokens[range.from + index - 1]?.text !== '.')
      .map(({ text }) => text);
  if (target !== undefined) {
    // What is stored in a place of a thing leaves the name alone.
    return (placeOf(source, target, '.') ?? placeOf(source, target, '[')) ? [] : words(target);
  }
  if (keyword === 'for')
    return words({ from: head.from, to: placeOf(source, head, 'in') ?? head.from });
  if (keyword === 'with')
    return words({ from: placeOf(source, head, 'as') ?? head.to, to: head.to });
  if (keyword === 'global' || keyword === 'nonlocal' || keyword === 'del') return words(head);
  const isAugmented =
    keyword === '' && /^[-+*/%&|^]=$|^(\*\*|<<|>>|\/\/)=$/.test(tokens[head.from + 1]?.text ?? '');
  return isAugmented ? words({ from: head.from, to: head.from + 1 }) : [];
}

/** What a name stands for, followed through other names; the range itself where it is no such name. */
export function standsFor({ constants, locals, source }: Values, range: Range): Range {
  let value = unwrapped(source, range);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const name = simpleName(source, value);
    const next = name === undefined ? undefined : (locals.get(name) ?? constants.get(name));
    if (next === undefined) break;
    value = unwrapped(source, next);
  }
  return value;
}

/** What a name of a class stands for, `self.ROWS` or `TestCart.ROWS`; undefined where that is not known. */
export function attributeOf(values: Values, range: Range): Range | undefined {
  const { attributes, isInClass = false, owner, source } = values;
  const { from, to } = unwrapped(source, range);
  const [first, last] = [source.tokens[from]?.text ?? '', source.tokens[to - 1]?.text ?? ''];
  const text = canonicalText(source, { from, to: Math.min(to, from + 3) });
  const isPlain =
    (to - from === 1 && isInClass) || (to - from === 3 && text === `${first}.${last}`);
  if (!isPlain || attributes === undefined) return undefined;
  const isOwn = /^(self|cls)$/.test(first) || to - from === 1;
  return attributes.get(isOwn ? `${owner}.${last}` : text);
}

/** The subject that a range names: a local that holds the result of a call is replaced by the call. */
export function subjectText(values: Values, range: Range): string {
  const { locals, source } = values;
  const own = unwrapped(source, range);
  const name = simpleName(source, own);
  if (name === undefined || !locals.has(name)) return canonicalText(source, own);
  const value = standsFor({ ...values, constants: new Map() }, own);
  if (value.to - value.from > LONGEST_SUBJECT) return canonicalText(source, own);
  const text = canonicalText(source, value);
  const hasDouble = [...callsIn(source, value)].some((call) => isDoubleCall(call.name));
  const isReplaced = !hasDouble && rankOf(values, value) >= 3 && text.length <= LONGEST_SUBJECT;
  return isReplaced ? text : canonicalText(source, own);
}

/** What is expected, names of literals replaced by these. `True` and `False` are written small, as in all languages. */
export function expectedText(values: Values, range: Range): string {
  const { source } = values;
  const value = standsFor(values, range);
  const text = value.to - value.from > LONGEST_EXPECTED ? undefined : canonicalText(source, value);
  const isReplaced =
    text !== undefined && text.length <= LONGEST_EXPECTED && rankOf(values, value) <= 1;
  const shown = isReplaced ? text : canonicalText(source, unwrapped(source, range));
  return shown === 'True' || shown === 'False' ? shown.toLowerCase() : shown;
}

/**
 * How likely a side is what is tested: 0 a literal, 1 a value made of literals, 2 a name that says it is expected,
 * 3 another name, 4 with a call.
 */
export function rankOf({ source }: Values, range: Range): 0 | 1 | 2 | 3 | 4 {
  const looked = { from: range.from, to: Math.min(range.to, range.from + MOST_RANKED) };
  const words = source.tokens.slice(looked.from, looked.to);
  const calls = [...callsIn(source, looked)];
  const names = words.filter(
    ({ kind, text }, index) =>
      kind === 'word' && !LITERAL_WORDS.has(text) && words[index + 1]?.text !== '=',
  );
  if (names.length === 0) return 0;
  const isOfValues = calls.length > 0 && calls.every(({ name }) => isValueCall(name));
  const inCalls = new Set(calls.flatMap(({ name }) => name.split('.')));
  if (isOfValues && names.every(({ text }) => inCalls.has(text) || isConstantName(text))) return 1;
  if (calls.length > 0 && !isOfValues) return 4;
  const last = names.at(-1)?.text ?? '';
  return isConstantName(last) || /expect|want|^desired$|^golden$/i.test(names[0]?.text ?? '')
    ? 2
    : 3;
}

const LITERAL_WORDS = new Set('True False None and or not in is if else for lambda'.split(' '));

function isValueCall(name: string): boolean {
  const last = lastName(name);
  return VALUE_CALLS.has(last) || /^[A-Z]/.test(last);
}

function isConstantName(name: string): boolean {
  return /^_?[A-Z][A-Z\d_]*$/.test(name);
}

/** Whether a range is one number, string, `True`, `False` or `None`. */
export function isScalar({ tokens }: Source, { from, to }: Range): boolean {
  const first = tokens[from];
  if (to - from === 2 && first?.text === '-') return tokens[from + 1]?.kind === 'number';
  return to - from === 1 && (first?.kind !== 'word' || /^(True|False|None)$/.test(first.text));
}

/** Whether a range is a constant that counts as true or as false; undefined for all that is no constant. */
export function truthOf(values: Values, range: Range): boolean | undefined {
  const { source } = values;
  const { from, to } = unwrapped(source, range);
  const first = source.tokens[from];
  if (first === undefined || to <= from) return undefined;
  if (first.text === 'not') {
    let at = from;
    while (at < to && source.tokens[at]?.text === 'not') at += 1;
    const truth = at < to ? truthOf(values, { from: at, to }) : undefined;
    return truth === undefined ? undefined : truth !== ((at - from) % 2 === 1);
  }
  if (to - from === 1) {
    if (first.text === 'True') return true;
    if (first.text === 'False' || first.text === 'None') return false;
    if (first.kind === 'number') return Number(first.text.replace(/_/g, '')) !== 0;
    return first.kind === 'string' ? first.value !== '' : undefined;
  }
  const isDisplay = /^[([{]$/.test(first.text) && source.closing.get(from) === to - 1;
  if (!isDisplay) return undefined;
  const inside = { from: from + 1, to: to - 1 };
  if (placeOf(source, inside, 'for') !== undefined) return first.text === '(' ? true : undefined;
  return inside.from < inside.to;
}
