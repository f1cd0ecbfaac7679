import type { AssertionGuard, TestCase } from '../test-file.ts';
import { type Claim, claim, claimsOf } from './claims.ts';
import {
  type Collection,
  callsIn,
  emptyCollection,
  joined,
  restrict,
  restricted,
  textWithout,
} from './collection.ts';
import { callOf, type Expression, expressionIn, indexOfSymbol, textOf } from './expressions.ts';
import { claimsOfAssertion, claimsOfMatcher, claimsOfSo } from './go-assertions.ts';
import { bindNames, goDialect, headerOf } from './go-claims.ts';
import { claimsOfClause, clausesOf } from './go-clauses.ts';
import { doublesOf } from './go-doubles.ts';
import { type GoFunction, lastBraceOf, statementsOf } from './go-syntax.ts';
import { countedRows, rowsOf, tableOf } from './go-tables.ts';
import { isWaiting, waitsIn } from './go-waits.ts';
import { Scope } from './scope.ts';
import { insideOf, partsOf, type Range, type Source, writtenText } from './source.ts';

/** Where a statement stands. */
export interface Place {
  readonly scope: Scope;
  readonly guard: AssertionGuard | undefined;
  /** Whether it is below a condition. */
  readonly isConditional: boolean;
  /** Whether it is in a loop: its subtests are cases. */
  readonly isRepeated: boolean;
  /** The names of the tests around it, the innermost last. */
  readonly names: readonly string[];
  readonly into: Collection;
  /** What the test does last, as canonical text: what panics where it is said that something does. */
  readonly last: string;
  /** Whether the test waits for what it starts beside itself. */
  readonly isWaiting: boolean;
  readonly depth: number;
}

/** What is known of a whole file while its bodies are read. */
export interface GoFile {
  readonly source: Source;
  readonly functions: ReadonlyMap<string, GoFunction>;
  /** Names by which assertion libraries are called: `assert`, `require`, and what `assert.New(t)` gave. */
  readonly asserters: ReadonlySet<string>;
  /** Composite literals by the name of their variable; those of the package first. */
  readonly tables: Map<string, Expression>;
  readonly mutable: ReadonlySet<string>;
  readonly stops: { readonly line: number; readonly text: string }[];
}

/** Deeper blocks are not written by people. */
const MOST_DEPTH = 60;
/** More are not counted again and again. */
const MOST_CASES = 5_000;
const FAILURES = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const SKIPS = /^(?:Skip|Skipf|SkipNow)$/;
const TESTER = /^(?:t|tb|f|b|c|tt|T|s\.T\(\)|suite\.T\(\)|GinkgoT\(\))$|\.T\(\)$/;
const CUSTOM = /^(?:assert|require|check|expect|verify|ensure|must)[A-Z]/i;
const MATCHING = /^(?:To|NotTo|ToNot|Should|ShouldNot)$/;
/** What is called by the language, a test framework or for its own sake, and says nothing of the subject. */
const NO_SUBJECT = new Set([
  'func', 'if', 'for', 'switch', 'return', 'range', 'len', 'make', 'append', 'new', 'panic', 'string', 'int', 'cap', 'copy', 'delete',
  'recover', 'byte', 'int64', 'int32', 'float64', 'error', 'map', 'chan', 'close', 'print', 'println', 'Expect', 'Eventually', 'Consistently',
  'So', 'Describe', 'Context', 'It', 'By', 'Skip', 'Fail', 'Entry',
]); // biome-ignore format: a table

/** Whether the name of a call is one of the language, of a framework or of an assertion library. */
export function isNoSubject(file: GoFile): (callee: string, name: string) => boolean {
  return (callee, name) => {
    const first = callee.split('.')[0] ?? '';
    if (callee === name)
      return NO_SUBJECT.has(name) || (CUSTOM.test(name) && !file.functions.has(name));
    return (
      file.asserters.has(first) ||
      /^(?:reflect\.DeepEqual|cmp\.\w+|errors\.(?:Is|As|New)|fmt\.\w+|testing\.\w+|strings\.Contains|math\.Abs)$/.test(
        callee,
      ) ||
      (/^(?:t|b|f|tb)$/.test(first) && callee.split('.').length === 2) ||
      MATCHING.test(name)
    );
  };
}

/** Reads the statements of a block. */
export function readBlock(file: GoFile, range: Range, place: Place): void {
  if (place.depth > MOST_DEPTH) return;
  let guard = place.guard;
  for (const statement of statementsOf(file.source, range)) {
    guard = joined(
      guard,
      readStatement(file, statement, { ...place, guard, depth: place.depth + 1 }),
    );
  }
}

/** Reads one statement, and gives what it does to those behind it. */
function readStatement(file: GoFile, range: Range, place: Place): AssertionGuard | undefined {
  const word = file.source.tokens[range.from]?.text;
  switch (word) {
    case 'return':
      readFunctions(file, range, place);
      return 'unreachable';
    case 'continue':
    case 'break':
      return 'unreachable';
    case 'if':
      return readBranch(file, range, { ...place, scope: new Scope(place.scope) });
    case 'go': {
      const guard = place.isWaiting ? undefined : 'not-awaited';
      readPlain(file, range, { ...place, guard: joined(place.guard, guard) });
      return undefined;
    }
    case 'for':
      readLoop(file, range, place);
      return undefined;
    case 'switch':
    case 'select':
      readChoice(file, range, { ...place, scope: new Scope(place.scope) });
      return undefined;
    case 'defer':
      return readDeferred(file, range, place);
    case '{':
      readBlock(file, insideOf(file.source, range.from), {
        ...place,
        scope: new Scope(place.scope),
      });
      return undefined;
    default:
      readPlain(file, range, place);
      return undefined;
  }
}

/** Keeps what is claimed at a place. */
function keep(file: GoFile, claims: readonly Claim[], range: Range, place: Place): void {
  const line = file.source.tokens[range.from]?.line ?? 1;
  const text = writtenText(file.source, range);
  for (const { isConditional, ...one } of claims) {
    const said = one.subject.startsWith('recover()') ? claimOfPanic(one, place.last) : one;
    const guard = place.guard ?? (isConditional ? 'conditional' : undefined);
    place.into.assertions.push({ ...said, line, text, guard });
  }
}

/** What is said of what `recover()` gave: that something panics, or does not. */
function claimOfPanic({ expected, form, negated }: Claim, subject: string): Claim {
  if (form === 'equal' && expected === 'nil' && !negated) return claim('runs', subject);
  return claim('throws', subject, { expected: form === 'defined' ? undefined : expected });
}

function readPlain(file: GoFile, range: Range, place: Place): void {
  const { source } = file;
  const { into, scope } = place;
  const expression = expressionIn(source, range);
  const call = callOf(expression);
  const receiver = call === undefined ? '' : textOf(call.receiver);
  if (call !== undefined && isSkip(call.name, receiver)) {
    restrict(into, place.isConditional ? 'conditional' : 'skipped', writtenText(source, range));
    return;
  }
  if (/^os\.Exit\(0\)$/.test(textOf(expression))) {
    file.stops.push({ line: source.tokens[range.from]?.line ?? 1, text: 'os.Exit(0)' });
  }
  if (
    call?.name === 'Run' &&
    (TESTER.test(receiver) || call.args.length === 2) &&
    readSubtest(file, range, place)
  ) {
    return;
  }
  if (call?.callee === 'suite.Run') {
    keep(
      file,
      [claim('custom', textOf(scope.inlined(call.args[1] ?? [])), { expected: 'suite.Run' })],
      range,
      place,
    );
  }
  if (call?.name === 'Add' && receiver === 'f') {
    into.cases.push(call.args.map(textOf).join(','));
    return;
  }
  keep(file, claimsOfStatement(file, expression, scope), range, place);
  rememberTables(file, expression);
  into.doubles.push(...doublesOf(source, range, scope));
  const isMutable = (name: string) => file.mutable.has(name);
  bindNames(expression, scope, isMutable);
  readFunctions(file, range, place);
}

function isSkip(name: string, receiver: string): boolean {
  return SKIPS.test(name) && (receiver === '' ? name === 'Skip' : TESTER.test(receiver));
}

/** What a statement or a condition claims through an assertion library. */
function claimsOfStatement(file: GoFile, expression: Expression, scope: Scope): readonly Claim[] {
  const at = indexOfSymbol(expression, [':=', '=']);
  const value = expression.slice(at + 1);
  const bare = value[0]?.text === '!' ? value.slice(1) : value;
  const call = callOf(bare);
  if (call === undefined) return [];
  const dialect = goDialect(scope);
  if (MATCHING.test(call.name)) {
    const asked = callOf(call.receiver);
    const holds = call.name === 'To' || call.name === 'Should';
    if (
      asked !== undefined &&
      /^(?:Expect|Eventually|Consistently|Ω|ExpectWithOffset)$/.test(asked.name)
    ) {
      return claimsOfMatcher(asked.args[0] ?? [], call.args[0] ?? [], holds, dialect);
    }
  }
  if (call.callee === 'So' || call.callee === 'convey.So') return claimsOfSo(call.args, dialect);
  const args = TESTER.test(textOf(call.args[0] ?? [])) ? call.args.slice(1) : call.args;
  const receiver = textOf(call.receiver);
  const isLibrary =
    file.asserters.has(receiver) ||
    /\.(?:Require|Assert)\(\)$/.test(receiver) ||
    /^Assert/.test(call.name);
  if (isLibrary && receiver !== '') {
    const claims = claimsOfAssertion(call.name, args, dialect);
    if (claims !== undefined) return claims;
    if (/^(?:Fail|New$)/.test(call.name)) return [];
    return [
      claim('custom', args.map((one) => textOf(dialect.plain(one))).join(','), {
        expected: call.name,
      }),
    ];
  }
  if (!CUSTOM.test(call.name) || file.functions.has(call.name) || args.length === call.args.length)
    return [];
  return [
    claim('custom', args.map((one) => textOf(dialect.plain(one))).join(','), {
      expected: call.callee,
    }),
  ];
}

function rememberTables({ tables }: GoFile, expression: Expression): void {
  const words = expression[0]?.text === 'var' ? expression.slice(1) : expression;
  const at = indexOfSymbol(words, [':=', '=']);
  const name = words[0];
  const value = words.slice(at + 1);
  if (at < 1 || name?.kind !== 'word') return;
  if (words.at(-1)?.text === '}') tables.set(name.text, value);
  else if (words.at(-1)?.text === ']') tables.set(name.text, tableOf(tables, value));
}

/** Reads `t.Run(name, func…)`. Gives whether it is a test of its own, or a function that is read here. */
function readSubtest(file: GoFile, range: Range, place: Place): boolean {
  const { source } = file;
  const call = callOf(expressionIn(source, range));
  const [title = [], run = []] = call?.args ?? [];
  const body = functionBodyIn(source, range) ?? file.functions.get(textOf(run))?.body;
  if (body === undefined) return false;
  const name = title.length === 1 && title[0]?.kind === 'string' ? title[0].value : undefined;
  const scope = new Scope(place.scope);
  if (name === undefined || place.isRepeated) {
    if (name === undefined && !place.isRepeated) place.into.hasOtherCases = true;
    readBlock(file, body, { ...place, scope });
    return true;
  }
  const line = source.tokens[range.from]?.line ?? 1;
  const mode = place.isConditional ? 'conditional' : 'runs';
  const test = { name, suites: place.names, line, body };
  place.into.subtests.push(
    ...readTest(file, test, { ...place, scope, into: emptyCollection(mode, '') }),
  );
  place.into.apart.push(range);
  return true;
}

/** A test and its subtests. One that only holds subtests is none. */
export function readTest(
  file: GoFile,
  {
    body,
    line,
    name,
    suites,
  }: Pick<TestCase, 'name' | 'suites' | 'line'> & { readonly body: Range },
  place: Omit<Place, 'names' | 'last' | 'isWaiting'> & { readonly isWaiting?: boolean },
): readonly TestCase[] {
  const { source } = file;
  const { into } = place;
  readBlock(file, body, {
    ...place,
    names: [...suites, name],
    last: lastTextOf(source, body),
    isWaiting: place.isWaiting === true || isWaiting(source, body),
  });
  const { apart, assertions, cases, doubles, hasOtherCases, mode, modeText, subtests } = into;
  const test: TestCase = {
    name, suites, line, mode, modeText, assertions, cases, hasOtherCases, doubles,
    calls: callsIn(source, body, isNoSubject(file)),
    body: textWithout(source, body, apart),
    waits: waitsIn(source, body),
  }; // biome-ignore format: a list of names
  const inner = subtests.map((one) => restricted(one, mode, modeText));
  return inner.length > 0 && assertions.length === 0 ? inner : [test, ...inner];
}

function lastTextOf(source: Source, body: Range): string {
  const last = statementsOf(source, body).at(-1);
  const text = last === undefined ? '' : textOf(expressionIn(source, last));
  return text.length > 120 ? '' : text.replace(/^_=/, '');
}

/** The body of the last function literal of a statement. */
function functionBodyIn(source: Source, { from, to }: Range): Range | undefined {
  for (let at = to - 1; at >= from; at -= 1) {
    if (source.tokens[at]?.text === '(' && (source.closing.get(at) ?? to) >= to - 1) {
      const part = partsOf(source, { from: at + 1, to: to - 1 }).find(
        (one) => source.tokens[one.from]?.text === 'func',
      );
      if (part !== undefined) {
        const open = lastBraceOf(source, part);
        return open < 0 ? undefined : insideOf(source, open);
      }
    }
  }
  return undefined;
}

/** Reads the function literals of a statement: what they are given runs. */
function readFunctions(file: GoFile, { from, to }: Range, place: Place): void {
  const { closing, tokens } = file.source;
  for (let at = from; at < to; at += 1) {
    if (tokens[at]?.text !== 'func') continue;
    const parameters = tokens[at + 1]?.text === '(' ? closing.get(at + 1) : undefined;
    if (parameters === undefined) continue;
    let open = parameters + 1;
    while (open < to && tokens[open]?.text !== '{') open = (closing.get(open) ?? open) + 1;
    // `interface{}` and `struct{}` as results.
    while (/^(?:interface|struct)$/.test(tokens[open - 1]?.text ?? ''))
      open = (closing.get(open) ?? open) + 1;
    if (open >= to || tokens[open]?.text !== '{') continue;
    const scope = new Scope(place.scope);
    addRows(file.source, { from: at + 2, to: parameters }, scope);
    readBlock(file, insideOf(file.source, open), { ...place, scope });
    at = Math.min(closing.get(open) ?? to, to);
  }
}

/** Parameters are given by cases and callers: conditions on them are not of the environment. */
export function addRows(source: Source, parameters: Range, scope: Scope): void {
  for (const { from } of partsOf(source, parameters)) {
    const name = source.tokens[from];
    if (name?.kind === 'word') scope.addRow(name.text);
  }
}

function readDeferred(file: GoFile, range: Range, place: Place): AssertionGuard | undefined {
  const recovers = file.source.tokens
    .slice(range.from, range.to)
    .some(({ text }, index, all) => text === 'recover' && all[index + 1]?.text === '(');
  const count = place.into.assertions.length;
  readFunctions(file, range, place);
  return recovers && place.into.assertions.length === count ? 'swallowed' : undefined;
}

/** Whether a block fails the test by a statement of its own. */
function fails({ source }: GoFile, block: Range): boolean {
  return statementsOf(source, block).some((range) => {
    const call = callOf(expressionIn(source, range));
    if (call === undefined) return false;
    const receiver = textOf(call.receiver);
    if (receiver === '') return call.name === 'panic' || call.name === 'Fail';
    if (receiver === 'log') return call.name.startsWith('Fatal');
    return (
      FAILURES.test(call.name) &&
      (TESTER.test(receiver) ||
        /^(?:assert|require|s|suite)$/.test(receiver) ||
        /^[a-z]$/.test(receiver))
    );
  });
}

/** Whether a block skips the test, or leaves the function, by a statement of its own. */
function leaves(
  { source }: GoFile,
  block: Range,
): { readonly skips: boolean; readonly returns: boolean } {
  const statements = statementsOf(source, block).map((range) => expressionIn(source, range));
  return {
    skips: statements.some((one) => {
      const call = callOf(one);
      return call !== undefined && isSkip(call.name, textOf(call.receiver));
    }),
    returns: /^(?:return|continue|break)$/.test(statements.at(-1)?.[0]?.text ?? ''),
  };
}

/** Reads an `if` with its `else`, and gives what it does to the statements behind it. */
function readBranch(file: GoFile, range: Range, place: Place): AssertionGuard | undefined {
  const { source } = file;
  const open = firstBraceOf(source, range);
  if (open < 0 || place.depth > MOST_DEPTH) return undefined;
  const header = expressionIn(source, { from: range.from + 1, to: open });
  const { condition, init } = headerOf(header);
  bindNames(init, place.scope, (name) => file.mutable.has(name));
  const body = insideOf(source, open);
  const rest = { from: body.to + 1, to: range.to };
  const hasElse = source.tokens[rest.from]?.text === 'else' && rest.from < range.to;
  const truth = /^(?:true|false)$/.exec(textOf(condition))?.[0];
  const inner = { ...place, depth: place.depth + 1 };
  const asserted = claimsOfStatement(file, condition, place.scope);
  const isCheck = fails(file, body) && truth === undefined;
  keep(file, asserted, range, place);
  if (isCheck && asserted.length === 0) {
    keep(
      file,
      claimsOf(condition, false, goDialect(place.scope)),
      { from: range.from, to: body.to + 1 },
      place,
    );
  }
  const isOfRow = place.scope.isAboutRow(condition);
  if (!isCheck) {
    const own =
      truth === 'true' || isOfRow || hasElse
        ? undefined
        : truth === 'false'
          ? 'unreachable'
          : 'conditional';
    readBlock(file, body, {
      ...inner,
      scope: new Scope(place.scope),
      guard: joined(place.guard, own),
      isConditional: place.isConditional || truth !== 'true',
    });
  }
  if (hasElse) readElse(file, { from: rest.from + 1, to: rest.to }, inner, isCheck);
  const { returns, skips } = leaves(file, body);
  if (!returns || skips || isCheck || asserted.length > 0 || isOfRow) return undefined;
  return truth === 'true' ? 'unreachable' : 'conditional';
}

function readElse(file: GoFile, range: Range, place: Place, isBehindCheck: boolean): void {
  if (file.source.tokens[range.from]?.text === 'if') {
    readBranch(file, range, place);
    return;
  }
  const scope = new Scope(place.scope);
  const isConditional = place.isConditional || !isBehindCheck;
  readBlock(file, insideOf(file.source, range.from), { ...place, scope, isConditional });
}

/** The brace of the body of an `if`: the first that is no composite literal of its header. -1 where there is none. */
function firstBraceOf({ closing, tokens }: Source, { from, to }: Range): number {
  for (let at = from; at < to; at += 1) {
    const end = closing.get(at);
    if (end === undefined) continue;
    const behind = tokens[end + 1];
    const isBody = end + 1 >= to || behind?.text === 'else';
    if (tokens[at]?.text === '{' && isBody) return at;
    at = Math.min(end, to);
  }
  return -1;
}

function readLoop(file: GoFile, range: Range, place: Place): void {
  const { source } = file;
  const open = lastBraceOf(source, range);
  if (open < 0) return;
  const header = expressionIn(source, { from: range.from + 1, to: open });
  const scope = new Scope(place.scope);
  const at = header.findIndex(({ text }) => text === 'range');
  const init = at < 0 ? headerOf(header).init : header.slice(0, at);
  const assigned = indexOfSymbol(init, [':=', '=']);
  for (const name of init.slice(0, Math.max(0, assigned)))
    if (name.kind === 'word') scope.addRow(name.text);
  const body = insideOf(source, open);
  if (at >= 0) readRows(file, header.slice(at + 1), body, place.into);
  else if (place.into.cases.length < MOST_CASES)
    place.into.cases.push(...countedRows(file.tables, header, expressionIn(source, body)));
  const mayNeverRun = textOf(header) === 'false';
  readBlock(file, body, {
    ...place,
    scope,
    isRepeated: true,
    guard: joined(place.guard, mayNeverRun ? 'unreachable' : undefined),
  });
}

function readRows(file: GoFile, over: Expression, body: Range, into: Collection): void {
  if (into.cases.length >= MOST_CASES) {
    into.hasOtherCases = true;
    return;
  }
  const rows = rowsOf(tableOf(file.tables, over));
  if (rows !== undefined) {
    into.cases.push(...rows);
    return;
  }
  const hasSubtests = file.source.tokens
    .slice(body.from, body.to)
    .some(
      ({ text }, index, all) =>
        text === 'Run' && all[index - 1]?.text === '.' && all[index + 1]?.text === '(',
    );
  if (hasSubtests || /(?:case|test|table|input|fixture)/i.test(textOf(over)))
    into.hasOtherCases = true;
}

function readChoice(file: GoFile, range: Range, place: Place): void {
  const { source } = file;
  const open = lastBraceOf(source, range);
  if (open < 0) return;
  const { condition, init } = headerOf(expressionIn(source, { from: range.from + 1, to: open }));
  bindNames(init, place.scope, (name) => file.mutable.has(name));
  const clauses = clausesOf(source, insideOf(source, open));
  const isSelect = source.tokens[range.from]?.text === 'select';
  const failing = clauses.filter(({ body }) => fails(file, body));
  const passing = clauses.filter((clause) => !failing.includes(clause));
  for (const clause of failing) {
    keep(file, claimsOfClause(condition, clause, passing, isSelect, place.scope), range, place);
  }
  const isOpen =
    !isSelect &&
    !place.scope.isAboutRow(condition) &&
    !failing.some(({ values }) => values === undefined);
  for (const { body } of passing) {
    const guard = joined(place.guard, isOpen && condition.length > 0 ? 'conditional' : undefined);
    readBlock(file, body, {
      ...place,
      scope: new Scope(place.scope),
      guard,
      isConditional: place.isConditional || !isSelect,
    });
  }
}
