import type { AssertionGuard } from '../test-file.ts';
import { type Claim, claim, claimsOf } from './claims.ts';
import { type Collection, joined } from './collection.ts';
import { callOf, type Expression, expressionIn, indexOfSymbol, textOf } from './expressions.ts';
import {
  bindLet,
  claimsOfMacro,
  claimsOfPattern,
  rightSideOf,
  rowsOf,
  rustDialect,
} from './rust-claims.ts';
import { rustStatementsOf } from './rust-syntax.ts';
import { Scope } from './scope.ts';
import { insideOf, partsOf, type Range, type Source, writtenText } from './source.ts';

/** Where a statement of Rust stands. */
interface RustPlace {
  readonly scope: Scope;
  readonly guard: AssertionGuard | undefined;
  readonly into: Collection;
  readonly depth: number;
}

/** What is known of a whole file while its bodies are read. */
export interface RustFile {
  readonly source: Source;
  readonly functions: ReadonlySet<string>;
  /** Where each word stands, in order. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** Deeper blocks are not written by people. */
const MOST_DEPTH = 60;
const FAILING = /^(?:panic|unreachable|todo|unimplemented|bail|fail)$/;
const CUSTOM = /^(?:assert|check|expect|verify|ensure)_\w+$/;

/** Reads the statements of a block. */
export function readRustBlock(file: RustFile, range: Range, place: RustPlace): void {
  if (place.depth > MOST_DEPTH) return;
  let guard = place.guard;
  const statements = rustStatementsOf(file.source, range);
  for (const [index, statement] of statements.entries()) {
    const here = { ...place, guard, depth: place.depth + 1 };
    const isLast = index === statements.length - 1;
    guard = joined(guard, readStatement(file, statement, here, isLast ? undefined : range));
  }
}

function readStatement(
  file: RustFile,
  range: Range,
  place: RustPlace,
  block: Range | undefined,
): AssertionGuard | undefined {
  const { tokens } = file.source;
  const word = tokens[range.from]?.text;
  switch (word) {
    case 'return':
    case 'break':
    case 'continue':
      readRest(file, range, place);
      return 'unreachable';
    case 'if':
      return readBranch(file, range, place);
    case 'for':
      readLoop(file, range, place);
      return undefined;
    case 'while':
      readConditionally(file, range, place);
      return undefined;
    case 'match':
      readMatch(file, range, place);
      return undefined;
    case 'fn':
      return undefined;
    default:
      readPlain(file, range, place, block);
      return undefined;
  }
}

function keep(file: RustFile, claims: readonly Claim[], range: Range, place: RustPlace): void {
  const line = file.source.tokens[range.from]?.line ?? 1;
  const text = writtenText(file.source, range);
  for (const { isConditional, ...one } of claims) {
    const guard = place.guard ?? (isConditional ? 'conditional' : undefined);
    place.into.assertions.push({ ...one, line, text, guard });
  }
}

function readPlain(file: RustFile, range: Range, place: RustPlace, block: Range | undefined): void {
  const expression = expressionIn(file.source, range);
  const caught =
    swallowedBy(file, range, expression, block) ?? leftAlone(file, range, expression, block);
  readRest(file, range, { ...place, guard: joined(place.guard, caught) });
  readDoubles(file, range, expression, place);
  bindLet(expression, place.scope);
}

function isNamedIn({ places }: RustFile, name: string, from: number, to: number): boolean {
  return (places.get(name) ?? []).some((at) => at >= from && at < to);
}

/** Whether a panic inside of a statement is caught and dropped: the result of `catch_unwind` is not looked at. */
function swallowedBy(
  file: RustFile,
  range: Range,
  expression: Expression,
  block: Range | undefined,
): AssertionGuard | undefined {
  const at = expression.findIndex(
    ({ text }, index) => text === 'catch_unwind' && /^[(]$/.test(expression[index + 1]?.text ?? ''),
  );
  if (at < 0) return undefined;
  const name = expression[0]?.text === 'let' ? expression[1]?.text : undefined;
  const tail = textOf(expression).slice(-12);
  if (name === undefined)
    return /(?:unwrap|expect)\([^)]*\)$|\?$/.test(tail) ? undefined : 'swallowed';
  if (name === '_') return 'swallowed';
  return isNamedIn(file, name, range.to, block?.to ?? range.to) ? undefined : 'swallowed';
}

const STARTS =
  /^(?:(?:std::)?thread::|(?:tokio::|async_std::|smol::)?(?:task::)?)spawn(?:_blocking|_local)?$/;

/** Whether a statement starts a thread or a task that nobody joins or awaits: what fails there fails no test. */
function leftAlone(
  file: RustFile,
  range: Range,
  expression: Expression,
  block: Range | undefined,
): AssertionGuard | undefined {
  const call = callOf(rightSideOf(expression));
  if (call === undefined || !STARTS.test(call.callee)) return undefined;
  const isValue = file.source.tokens[range.to]?.text !== ';';
  const name = expression[0]?.text === 'let' ? expression[1]?.text : undefined;
  if (name === undefined) return isValue ? undefined : 'not-awaited';
  return isNamedIn(file, name, range.to, block?.to ?? range.to) ? undefined : 'not-awaited';
}

/** Reads what a statement holds: macros that assert, calls that say so, closures and blocks. */
function readRest(file: RustFile, range: Range, place: RustPlace): void {
  const { closing, tokens } = file.source;
  if (place.depth > MOST_DEPTH) return;
  for (let at = range.from; at < range.to; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'symbol', text: '' };
    const open = tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
    const isCalled = kind === 'word' && /^[([{]$/.test(tokens[open]?.text ?? '');
    const end = Math.min(closing.get(open) ?? range.to, range.to);
    if (isCalled && open === at + 2) {
      if (readMacro(file, { from: at, to: Math.min(end + 1, range.to) }, open, place)) at = end;
    } else if (isCalled && tokens[open]?.text === '(') {
      readCall(file, { from: at, to: Math.min(end + 1, range.to) }, range, place);
    } else if (text === '{' || (text === 'match' && at > range.from)) {
      at = readInner(file, at, range, place);
    }
  }
}

/** A block, or a `match` as a value. Gives where it ends. */
function readInner(file: RustFile, at: number, range: Range, place: RustPlace): number {
  const { closing, tokens } = file.source;
  const scope = new Scope(place.scope);
  const inner = { ...place, scope, depth: place.depth + 1 };
  if (tokens[at]?.text === '{') {
    readRustBlock(file, insideOf(file.source, at), inner);
    return Math.min(closing.get(at) ?? range.to, range.to);
  }
  let open = at + 1;
  while (open < range.to && tokens[open]?.text !== '{') open = (closing.get(open) ?? open) + 1;
  const end = Math.min(closing.get(open) ?? range.to, range.to);
  readMatch(file, { from: at, to: Math.min(end + 1, range.to) }, inner);
  return end;
}

/** Gives whether a macro is an assertion. */
function readMacro(file: RustFile, range: Range, open: number, place: RustPlace): boolean {
  const { source } = file;
  const name = source.tokens[range.from]?.text ?? '';
  const args = partsOf(source, insideOf(source, open)).map((part) => expressionIn(source, part));
  const claims = claimsOfMacro(name, args, rustDialect(place.scope));
  if (claims === undefined) return false;
  // A build for release leaves it out.
  const guard = name.startsWith('debug_') ? joined(place.guard, 'conditional') : place.guard;
  keep(file, claims, range, { ...place, guard });
  return true;
}

/** Calls that assert by their name, expected values of `expect-test`, and results of commands. */
function readCall(file: RustFile, range: Range, statement: Range, place: RustPlace): void {
  const { source } = file;
  const { tokens } = source;
  const name = tokens[range.from]?.text ?? '';
  const dialect = rustDialect(place.scope);
  const open = range.from + 1;
  const before = tokens[range.from - 1]?.text;
  const isKnown = /^(?:assert_eq|success|failure|stdout|stderr|code)$/.test(name);
  if (before === '.' ? !isKnown : !CUSTOM.test(name) || file.functions.has(name)) return;
  const args = partsOf(source, insideOf(source, open)).map((part) => expressionIn(source, part));
  if (before === '.') {
    const receiver = expressionIn(source, { from: statement.from, to: range.from - 1 });
    if (name === 'assert_eq' && /^expect/.test(receiver[0]?.text ?? '')) {
      const subject = textOf(dialect.plain(args[0] ?? []));
      keep(file, [claim('equal', subject, { expected: textOf(receiver) })], range, place);
    } else if (
      /^(?:success|failure|stdout|stderr|code)$/.test(name) &&
      /\.assert\(\)/.test(textOf(receiver))
    ) {
      const subject = textOf(rightSideOf(receiver)).replace(/\.assert\(\).*$/s, '');
      const expected = [name, ...args.map((one) => textOf(dialect.plain(one)))].join(' ');
      keep(file, [claim('equal', `${subject}.${name}`, { expected })], range, place);
    }
    return;
  }
  if (!CUSTOM.test(name) || file.functions.has(name) || before === 'fn') return;
  const subject = args.map((one) => textOf(dialect.plain(one))).join(',');
  keep(file, [claim('custom', subject, { expected: name })], range, place);
}

/** `mock.expect_get().returning(…)`. */
function readDoubles(
  { source }: RustFile,
  range: Range,
  expression: Expression,
  { into }: RustPlace,
): void {
  const at = expression.findIndex(({ text }) => /^expect_\w+$/.test(text));
  const answers = expression.some(({ text }) =>
    /^(?:returning|return_\w+|returning_st|withf?)$/.test(text),
  );
  if (at < 2 || !answers || expression[at - 1]?.text !== '.') return;
  const target = `${textOf(expression.slice(0, at - 1))}.${expression[at]?.text.replace('expect_', '') ?? ''}`;
  const line = source.tokens[range.from]?.line ?? 1;
  into.doubles.push({ line, text: writtenText(source, range), target });
}

/** Whether a block fails by a statement of its own. */
function fails({ source }: RustFile, block: Range): boolean {
  return rustStatementsOf(source, block).some(({ from }) => {
    const [first, second, third] = source.tokens.slice(from, from + 3);
    const isReturned = first?.text === 'return' && second?.text === 'Err';
    return (
      isReturned ||
      (FAILING.test(first?.text ?? '') && second?.text === '!' && third?.kind === 'symbol') ||
      (first?.text === 'assert' && source.tokens[from + 3]?.text === 'false')
    );
  });
}

function leaves({ source }: RustFile, block: Range): boolean {
  const last = rustStatementsOf(source, block).at(-1);
  return /^(?:return|continue|break)$/.test(source.tokens[last?.from ?? -1]?.text ?? '');
}

/** The brace of a body behind a header. */
function bodyOf({ closing, tokens }: Source, { from, to }: Range): number {
  for (let at = from; at < to; at += 1) {
    if (tokens[at]?.text === '{') return at;
    at = Math.min(closing.get(at) ?? at, to);
  }
  return -1;
}

function readBranch(file: RustFile, range: Range, place: RustPlace): AssertionGuard | undefined {
  const { source } = file;
  const open = bodyOf(source, range);
  if (open < 0 || place.depth > MOST_DEPTH) return undefined;
  const condition = expressionIn(source, { from: range.from + 1, to: open });
  const body = insideOf(source, open);
  const hasElse = source.tokens[body.to + 1]?.text === 'else' && body.to + 1 < range.to;
  const otherwise = { from: body.to + 2, to: range.to };
  const elseBody =
    hasElse && source.tokens[otherwise.from]?.text === '{'
      ? insideOf(source, otherwise.from)
      : undefined;
  const written = { from: range.from, to: Math.min(body.to + 1, range.to) };
  const isPattern = condition[0]?.text === 'let';
  const isCheck = fails(file, body);
  const elseFails = elseBody !== undefined && fails(file, elseBody);
  if (isCheck || elseFails)
    keep(file, claimsOfCondition(condition, elseFails, place), written, place);
  const isOfRow = place.scope.isAboutRow(condition);
  const truth = /^(?:true|false)$/.exec(textOf(condition))?.[0];
  const own =
    truth === 'true' || isCheck || isOfRow || hasElse
      ? undefined
      : truth === 'false'
        ? 'unreachable'
        : 'conditional';
  const scope = new Scope(place.scope);
  const equals = isPattern ? indexOfSymbol(condition, ['=']) : -1;
  if (equals > 0) bindPattern(condition.slice(1, equals), condition.slice(equals + 1), scope);
  readRustBlock(file, body, {
    ...place,
    scope,
    guard: joined(place.guard, own),
    depth: place.depth + 1,
  });
  if (hasElse) readElse(file, otherwise, place);
  if (isCheck || isOfRow || !leaves(file, body)) return undefined;
  return truth === 'true' ? 'unreachable' : 'conditional';
}

function readElse(file: RustFile, range: Range, place: RustPlace): void {
  const inner = { ...place, scope: new Scope(place.scope), depth: place.depth + 1 };
  if (file.source.tokens[range.from]?.text === 'if') readBranch(file, range, inner);
  else readRustBlock(file, insideOf(file.source, range.from), inner);
}

function claimsOfCondition(
  condition: Expression,
  holds: boolean,
  { scope }: RustPlace,
): readonly Claim[] {
  const dialect = rustDialect(scope);
  if (condition[0]?.text !== 'let') return claimsOf(condition, holds, dialect);
  const at = indexOfSymbol(condition, ['=']);
  return at < 0
    ? []
    : claimsOfPattern(condition.slice(at + 1), [condition.slice(1, at)], holds, dialect);
}

/** `Ok(name)` and `Some(name)` give the name what is inside; other patterns bind names of which nothing is known. */
function bindPattern(pattern: Expression, value: Expression, scope: Scope): void {
  addNames(pattern, scope);
  const [wrapper, open, name, close] = pattern;
  const isWhole = pattern.length === 4 && open?.text === '(' && close?.text === ')';
  if (!isWhole || name?.kind !== 'word' || !/^(?:Ok|Some)$/.test(wrapper?.text ?? '')) return;
  scope.bind(name.text, { value: rustDialect(scope).plain(value), role: 'value' });
}

/** Names that a pattern binds: they stand for nothing that is known, and belong to the rows of a loop. */
function addNames(pattern: Expression, scope: Scope, isRow = false): void {
  for (const { kind, text } of pattern) {
    if (kind !== 'word' || !/^[a-z_]/.test(text) || text === 'mut' || text === 'ref') continue;
    if (isRow) scope.addRow(text);
    scope.bind(text, undefined);
  }
}

/** `while` and its like: what is inside may never run. */
function readConditionally(file: RustFile, range: Range, place: RustPlace): void {
  const open = bodyOf(file.source, range);
  if (open < 0) return;
  const condition = textOf(expressionIn(file.source, { from: range.from + 1, to: open }));
  const guard = joined(place.guard, condition === 'false' ? 'unreachable' : undefined);
  const scope = new Scope(place.scope);
  readRustBlock(file, insideOf(file.source, open), {
    ...place,
    scope,
    guard,
    depth: place.depth + 1,
  });
}

function readLoop(file: RustFile, range: Range, place: RustPlace): void {
  const { source } = file;
  const open = bodyOf(source, range);
  if (open < 0) return;
  const header = expressionIn(source, { from: range.from + 1, to: open });
  const at = header.findIndex(({ text }) => text === 'in');
  const scope = new Scope(place.scope);
  addNames(header.slice(0, Math.max(0, at)), scope, true);
  const over = place.scope.inlined(withoutIteration(header.slice(at + 1)));
  const rows = rowsOf(over);
  if (rows !== undefined) place.into.cases.push(...rows);
  else if (/(?:case|test|table|input|fixture)/i.test(textOf(over))) place.into.hasOtherCases = true;
  readRustBlock(file, insideOf(source, open), { ...place, scope, depth: place.depth + 1 });
}

function withoutIteration(expression: Expression): Expression {
  let bare = expression[0]?.text === '&' ? expression.slice(1) : expression;
  for (let depth = 0; depth < 6; depth += 1) {
    const call = callOf(bare);
    if (call === undefined || !/^(?:iter|into_iter|enumerate|copied|cloned)$/.test(call.name))
      break;
    bare = call.receiver;
  }
  return bare;
}

interface Arm {
  readonly pattern: Expression;
  readonly body: Range;
  readonly fails: boolean;
}

function readMatch(file: RustFile, range: Range, place: RustPlace): void {
  const { source } = file;
  const open = bodyOf(source, range);
  if (open < 0) return;
  const tag = expressionIn(source, { from: range.from + 1, to: open });
  const arms = armsOf(file, insideOf(source, open));
  const passing = arms.filter((arm) => !arm.fails);
  if (passing.length < arms.length && passing.length > 0) {
    const pattern = passing.length === 1 ? (passing[0]?.pattern ?? []) : undefined;
    const texts = passing.map((arm) => textOf(arm.pattern)).join('|');
    const dialect = rustDialect(place.scope);
    const claims =
      pattern === undefined
        ? [claim('matches', textOf(dialect.plain(tag)), { expected: texts })]
        : claimsOfPattern(tag, [pattern], true, dialect);
    keep(file, claims, { from: range.from, to: open }, place);
  }
  const asserting = passing.map((arm) => ({ arm, into: readArm(file, arm, tag, place) }));
  const silent = asserting.filter(({ into }) => into.length === 0);
  const isOfRow = place.scope.isAboutRow(tag);
  for (const { into } of asserting) {
    for (const one of into) {
      const own = silent.length > 0 && !isOfRow ? 'conditional' : undefined;
      place.into.assertions.push({ ...one, guard: one.guard ?? own });
    }
  }
}

function readArm(
  file: RustFile,
  { body, pattern }: Arm,
  tag: Expression,
  place: RustPlace,
): Collection['assertions'] {
  const scope = new Scope(place.scope);
  bindPattern(pattern, tag, scope);
  const into: Collection = { ...place.into, assertions: [] };
  readRustBlock(file, body, { ...place, scope, into, depth: place.depth + 1 });
  return into.assertions;
}

/** Where the value of an arm ends: at the first comma. */
function endOfValue({ closing, tokens }: Source, { from, to }: Range): number {
  for (let at = from; at < to; at += 1) {
    if (tokens[at]?.text === ',') return at;
    at = Math.min(closing.get(at) ?? at, to);
  }
  return to;
}

function armsOf(file: RustFile, inside: Range): readonly Arm[] {
  const { closing, tokens } = file.source;
  const arms: Arm[] = [];
  let start = inside.from;
  for (let at = inside.from; at < inside.to; at += 1) {
    if (tokens[at]?.text !== '=>') {
      at = Math.min(closing.get(at) ?? at, inside.to);
      continue;
    }
    const isBlock = tokens[at + 1]?.text === '{';
    const end = isBlock
      ? Math.min(closing.get(at + 1) ?? inside.to, inside.to)
      : endOfValue(file.source, { from: at + 1, to: inside.to });
    const body = isBlock ? { from: at + 2, to: end } : { from: at + 1, to: end };
    arms.push({
      pattern: expressionIn(file.source, { from: start, to: at }),
      body,
      fails: fails(file, body),
    });
    start = tokens[end + (isBlock ? 1 : 0)]?.text === ',' ? end + (isBlock ? 2 : 1) : end + 1;
    at = start - 1;
  }
  return arms;
}
