/** The body of a Java or Kotlin function: what it asserts, and what keeps its assertions from counting. */

import type { Assertion, AssertionGuard, Double, TestMode } from '../test-file.ts';
import { assertionOf, assertKeywordClaims } from './jvm-assertions.ts';
import type { Claim, ClaimContext } from './jvm-claims.ts';
import { claimsOfCondition, className, errorText } from './jvm-claims.ts';
import { callsIn, doublesOf } from './jvm-doubles.ts';
import type { Local } from './jvm-locals.ts';
import { localsIn, withLocals } from './jvm-locals.ts';
import type { JvmCode } from './jvm-source.ts';
import {
  chainOf,
  isSymbol,
  isWord,
  jvmText,
  lambdasIn,
  placeOf,
  statementsOf,
} from './jvm-source.ts';
import type { Range } from './source.ts';
import { canonicalText, insideOf, partsOf, writtenText } from './source.ts';

export interface Body {
  readonly assertions: readonly Assertion[];
  readonly doubles: readonly Double[];
  readonly calls: readonly string[];
  readonly cases: readonly string[];
  readonly hasOtherCases: boolean;
  readonly waits: number;
  readonly text: string;
  /** What its last statement does. */
  readonly lastAction: string;
  /** How the body itself keeps the test from running. */
  readonly stop?: { readonly mode: TestMode; readonly text: string } | undefined;
}

/** Reads a body. Never throws. */
export function readBody(code: JvmCode, range: Range, imports: (name: string) => boolean): Body {
  return new BodyReader(code, range, imports).read();
}

const ENVIRONMENT =
  /System\.(?:getenv|getProperty)|\bos\.name\b|\bCI\b|\bOS\.|SystemUtils|\bis(?:Windows|Mac|Linux|Ci|CI)\b|Boolean\.getBoolean/;
const ASSUMPTIONS = /^(?:assume(?:True|False|That|NotNull|NoException|ThatCode)?|abort)$/;
const ASYNCHRONOUS =
  /^(?:runAsync|supplyAsync|submit|thenAccept|thenApply|whenComplete|execute|Thread|start)$/;
const WAITS = /^(?:get|join|await|getNow|invokeAll)$/;
const CATCHES_ASSERTIONS = /\b(?:Throwable|Error|AssertionError|AssertionFailedError)\b/;
const DEEPEST = 60;

class BodyReader {
  private readonly assertions: Assertion[] = [];
  private readonly doubles: Double[] = [];
  private readonly cases: string[] = [];
  private hasOtherCases = false;
  private stop: Body['stop'];
  private depth = 0;
  private readonly thrown = new Map<string, number>();
  private readonly locals: ReadonlyMap<string, Local>;
  private readonly context: ClaimContext;
  private readonly code: JvmCode;
  private readonly range: Range;

  constructor(code: JvmCode, range: Range, imports: (name: string) => boolean) {
    this.code = code;
    this.range = range;
    this.locals = localsIn(code, range);
    const say = (part: Range) => withLocals(jvmText(code.source, part), this.locals);
    this.context = { code, say, imports };
  }

  read(): Body {
    const { code, range } = this;
    this.walk(range, undefined);
    this.mergeMessages();
    this.readRuleOfThrown();
    const last = statementsOf(code, range).at(-1);
    const words = code.source.tokens.slice(range.from, range.to);
    return {
      assertions: this.assertions,
      doubles: this.doubles,
      calls: callsIn(code, range),
      cases: this.cases,
      hasOtherCases: this.hasOtherCases,
      waits: words.filter(
        ({ kind, text }) =>
          kind === 'word' && /^(?:await\w*|join|untilAsserted|advanceUntilIdle)$/.test(text),
      ).length,
      text: jvmText(code.source, range),
      lastAction: last === undefined ? '' : this.context.say(last),
      stop: this.stop,
    };
  }

  /** Gives what stands for all that follows: whether it is left, or may be. */
  private walk(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    this.depth += 1;
    let current = guard;
    let leaves: AssertionGuard | undefined;
    if (this.depth < DEEPEST) {
      for (const statement of statementsOf(this.code, range)) {
        const after = this.walkStatement(statement, current);
        current ??= after;
        if (leaves !== 'unreachable') leaves = after ?? leaves;
      }
    }
    this.depth -= 1;
    return leaves;
  }

  private walkStatement(
    whole: Range,
    guard: AssertionGuard | undefined,
  ): AssertionGuard | undefined {
    const range = this.withoutLabel(whole);
    const { tokens } = this.code.source;
    const first = tokens[range.from];
    if (first === undefined || range.to <= range.from) return undefined;
    const isBlockOf =
      isSymbol(tokens[range.from + 1], '(') || isSymbol(tokens[range.from + 1], '{');
    switch (first.kind === 'word' || first.text === '{' ? first.text : '') {
      case 'return':
      case 'return@test':
        this.walkExpression({ ...range, from: range.from + 1 }, guard);
        return 'unreachable';
      case 'throw':
        return this.walkThrow(range, guard);
      case 'if':
        return this.walkIf(range, guard);
      case 'try':
        return isBlockOf ? this.walkTry(range, guard) : undefined;
      case 'while':
      case 'for':
        return this.walkLoop(range, guard);
      case 'do':
      case 'synchronized':
      case '{':
        return this.walkBlocks(range, guard);
      case 'switch':
        return this.walkBranches(range, guard);
      case 'when':
        if (this.code.dialect === 'kotlin') return this.walkBranches(range, guard);
        return this.walkExpression(range, guard);
      default:
        return this.walkExpression(range, guard);
    }
  }

  private withoutLabel(range: Range): Range {
    const { source } = this.code;
    const first = source.tokens[range.from];
    if (!isWord(first, 'case') && !isWord(first, 'default')) return range;
    const end = placeOf(source, range, (token) => isSymbol(token, ':') || isSymbol(token, '->'));
    return end === undefined ? range : { ...range, from: end + 1 };
  }

  private walkThrow(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    const text = writtenText(this.code.source, range);
    if (
      /\b(?:SkipException|TestAbortedException|AssumptionViolatedException|TestSkippedException)\b/.test(
        text,
      )
    ) {
      this.halt(guard === undefined ? 'skipped' : 'conditional', text);
    }
    return undefined;
  }

  private halt(mode: TestMode, text: string): void {
    if (this.stop?.mode !== 'skipped') this.stop = { mode, text };
  }

  private walkIf(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    const { source } = this.code;
    const open = range.from + 1;
    if (!isSymbol(source.tokens[open], '(')) return undefined;
    const condition = insideOf(source, open);
    const start = Math.min(condition.to + 1, range.to);
    const middle = placeOf(source, { from: start, to: range.to }, (token) => isWord(token, 'else'));
    const yes = this.inner({ from: start, to: middle ?? range.to });
    const no = middle === undefined ? undefined : this.inner({ from: middle + 1, to: range.to });
    const text = this.context.say(condition);
    if (no === undefined && this.onlyFails(yes)) {
      this.add(range, claimsOfCondition(this.context, condition, true), guard);
      return undefined;
    }
    const isMaybe = no === undefined || ENVIRONMENT.test(text);
    const below =
      text === 'false' ? 'unreachable' : text !== 'true' && isMaybe ? 'conditional' : undefined;
    const before = this.assertions.length;
    const leaves = this.walk(yes, guard ?? below);
    const between = this.assertions.length;
    if (no !== undefined)
      this.walk(no, guard ?? (ENVIRONMENT.test(text) ? 'conditional' : undefined));
    const isOneSided = between > before && this.assertions.length === between && !this.fails(no);
    if (isOneSided && text !== 'true') this.guardFrom(before, below ?? 'conditional');
    if (leaves === undefined) return undefined;
    return text === 'true' ? 'unreachable' : text === 'false' ? undefined : 'conditional';
  }

  private guardFrom(first: number, guard: AssertionGuard): void {
    for (let at = first; at < this.assertions.length; at += 1) {
      const one = this.assertions[at];
      if (one !== undefined) this.assertions[at] = { ...one, guard: one.guard ?? guard };
    }
  }

  /** What stands in the braces of a branch, or the branch itself. */
  private inner({ from, to }: Range): Range {
    const { source } = this.code;
    const last = isSymbol(source.tokens[to - 1], ';') ? to - 1 : to;
    const isBlock =
      isSymbol(source.tokens[from], '{') && (source.closing.get(from) ?? -1) >= last - 1;
    return isBlock
      ? { from: from + 1, to: Math.min(source.closing.get(from) ?? last, last) }
      : { from, to: last };
  }

  private onlyFails(range: Range): boolean {
    return statementsOf(this.code, range).length === 1 && this.fails(range);
  }

  private fails(range: Range | undefined): boolean {
    if (range === undefined) return false;
    return statementsOf(this.code, range).some((statement) => {
      const { tokens } = this.code.source;
      const text = writtenText(this.code.source, statement);
      if (isWord(tokens[statement.from], 'throw'))
        return !/SkipException|Aborted|Assumption/.test(text);
      return /^(?:(?:Assert|Assertions|org\.\S+)\.)?(?:fail|failBecauseExceptionWasNotThrown|error)\(/.test(
        text,
      );
    });
  }

  private walkTry(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    const { source } = this.code;
    let at = range.from + 1;
    if (isSymbol(source.tokens[at], '(')) {
      const resources = insideOf(source, at);
      this.walk(resources, guard);
      at = resources.to + 1;
    }
    const block = insideOf(source, at);
    const catches = this.catchesOf({ from: block.to + 1, to: range.to });
    const isExpected = this.fails(block) && catches.length > 0;
    const before = this.assertions.length;
    const leaves = this.walk(block, guard);
    const between = this.assertions.length;
    if (isExpected) this.addExpected(range, block, catches, guard);
    const middle = this.assertions.length;
    let drops = false;
    for (const { body, type } of catches) {
      const start = this.assertions.length;
      this.walk(body, guard ?? (isExpected ? undefined : 'conditional'));
      const isKept =
        this.assertions.length > start || this.fails(body) || /InterruptedException/.test(type);
      drops ||= !isKept && !(isExpected && !CATCHES_ASSERTIONS.test(type));
    }
    if (drops || this.finallyReturns(range)) {
      for (let place = before; place < (isExpected ? middle : between); place += 1) {
        const one = this.assertions[place];
        if (one !== undefined) this.assertions[place] = { ...one, guard: one.guard ?? 'swallowed' };
      }
    }
    return leaves;
  }

  private finallyReturns(range: Range): boolean {
    const { source } = this.code;
    const at = placeOf(source, range, (token) => isWord(token, 'finally'));
    if (at === undefined) return false;
    return statementsOf(this.code, insideOf(source, at + 1)).some(({ from }) =>
      isWord(source.tokens[from], 'return'),
    );
  }

  private catchesOf({ from, to }: Range): readonly { type: string; body: Range }[] {
    const { source } = this.code;
    const found: { type: string; body: Range }[] = [];
    for (let at = from; at < to; at += 1) {
      if (!isWord(source.tokens[at], 'catch') || !isSymbol(source.tokens[at + 1], '(')) continue;
      const head = insideOf(source, at + 1);
      const body = insideOf(source, head.to + 1);
      const words = source.tokens.slice(head.from, head.to).filter(({ kind }) => kind === 'word');
      const type = words
        .filter(({ text }) => /^[A-Z]/.test(text))
        .map(({ text }) => text)
        .join('|');
      found.push({ type, body: { from: body.from, to: Math.min(body.to, to) } });
      at = body.to;
    }
    return found;
  }

  /** `try { f(); fail(); } catch (X expected) {}` claims that `f()` throws. */
  private addExpected(
    range: Range,
    block: Range,
    catches: readonly { type: string }[],
    guard: AssertionGuard | undefined,
  ): void {
    const actions = statementsOf(this.code, block).filter((statement) => !this.fails(statement));
    const subject = actions.map((statement) => this.context.say(statement)).join(';');
    const expected = errorText(catches.map(({ type }) => type).join('|'));
    this.add(range, [{ subject, form: 'throws', negated: false, expected }], guard);
  }

  private walkLoop(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    const { source } = this.code;
    const open = range.from + 1;
    if (!isSymbol(source.tokens[open], '(')) return undefined;
    const head = insideOf(source, open);
    const body = this.inner({ from: Math.min(head.to + 1, range.to), to: range.to });
    const text = canonicalText(source, head);
    const isNever = isWord(source.tokens[range.from], 'while') && text === 'false';
    const before = this.assertions.length;
    this.walk(body, guard ?? (isNever ? 'unreachable' : undefined));
    const middle = placeOf(source, head, (token) => isSymbol(token, ':') || isWord(token, 'in'));
    if (
      this.assertions.length > before &&
      middle !== undefined &&
      isWord(source.tokens[range.from], 'for')
    ) {
      this.addCases({ from: middle + 1, to: head.to });
    }
    return undefined;
  }

  /** The elements of a literal collection, one case for each. */
  private addCases(range: Range): void {
    const values = elementsOf(this.code, range, this.locals);
    if (values === undefined) this.hasOtherCases = true;
    else this.cases.push(...values);
  }

  private walkBlocks(range: Range, guard: AssertionGuard | undefined): AssertionGuard | undefined {
    const { source } = this.code;
    const open = placeOf(source, range, (token) => isSymbol(token, '{'));
    return open === undefined ? undefined : this.walk(insideOf(source, open), guard);
  }

  private walkBranches(
    range: Range,
    guard: AssertionGuard | undefined,
  ): AssertionGuard | undefined {
    const { source } = this.code;
    const open = placeOf(source, range, (token) => isSymbol(token, '{'));
    if (open === undefined) return undefined;
    const text = canonicalText(source, { from: range.from, to: open });
    const below = guard ?? (ENVIRONMENT.test(text) ? 'conditional' : undefined);
    for (const statement of statementsOf(this.code, insideOf(source, open))) {
      const arrow = placeOf(source, statement, (token) => isSymbol(token, '->'));
      const branch =
        arrow === undefined ? statement : this.inner({ ...statement, from: arrow + 1 });
      this.walk(branch, below);
    }
    return undefined;
  }

  private walkExpression(
    range: Range,
    guard: AssertionGuard | undefined,
  ): AssertionGuard | undefined {
    const { dialect, source } = this.code;
    if (isWord(source.tokens[range.from], 'assert') && dialect !== 'kotlin') {
      this.add(range, assertKeywordClaims(this.context, { ...range, from: range.from + 1 }), guard);
      return undefined;
    }
    const equals = placeOf(source, range, (token) => isSymbol(token, '='));
    const value = equals === undefined ? range : { ...range, from: equals + 1 };
    if (this.readAssumption(value, guard)) return undefined;
    const found = assertionOf(this.context, value);
    if (found !== undefined) this.addFound(range, value, equals, found.claims, guard);
    this.doubles.push(...doublesOf(this.code, range));
    if (found === undefined || found.looksInside)
      this.walkLambdas(value, guard, equals !== undefined);
    const elvis = placeOf(
      source,
      range,
      (token, at) => isSymbol(token, '?:') && /^return/.test(source.tokens[at + 1]?.text ?? ''),
    );
    return elvis === undefined ? undefined : 'conditional';
  }

  private addFound(
    range: Range,
    value: Range,
    equals: number | undefined,
    claims: readonly Claim[],
    guard: AssertionGuard | undefined,
  ): void {
    const [first] = claims;
    if (equals !== undefined && first?.form === 'throws') {
      const name = this.code.source.tokens[equals - 1]?.text ?? '';
      this.thrown.set(name, this.assertions.length);
    }
    const text = this.context.say(value);
    const isIdle =
      text.startsWith('StepVerifier.') && !/\.verify\w*\(|\.expect\w*\(\)\.verify/.test(text);
    this.add(range, claims, guard ?? (isIdle && equals === undefined ? 'not-awaited' : undefined));
  }

  private readAssumption(range: Range, guard: AssertionGuard | undefined): boolean {
    const link = chainOf(this.code, range).find(({ isCall }) => isCall);
    if (link === undefined) return false;
    const text = writtenText(this.code.source, range);
    if (link.name === 'assumingThat') {
      this.walkLambdas(range, guard ?? 'conditional', true);
      return true;
    }
    if (!ASSUMPTIONS.test(link.name)) return false;
    const given = link.arguments.map((part) => this.context.say(part));
    const never = link.name === 'assumeFalse' ? 'true' : 'false';
    const always = never === 'true' ? 'false' : 'true';
    if (given.includes(always)) return true;
    const isNever = link.name === 'abort' || given.includes(never);
    this.halt(isNever && guard === undefined ? 'skipped' : 'conditional', text);
    return true;
  }

  private walkLambdas(range: Range, guard: AssertionGuard | undefined, isKept: boolean): void {
    const links = chainOf(this.code, range);
    const names = new Set(links.map(({ name }) => name));
    const isWaited = isKept || links.some(({ name }) => WAITS.test(name));
    const isCaught = names.has('runCatching') && !names.has('getOrThrow');
    for (const lambda of lambdasIn(this.code, range)) {
      const link = links.find(({ from, to }) => from <= lambda.from && lambda.to <= to);
      const name = link?.name ?? '';
      const isMaybe =
        /^ifPresent$/.test(name) || (link?.isSafe && /^(?:let|also|run|apply|forEach)$/.test(name));
      const isIdle = !isWaited && ASYNCHRONOUS.test(name) && !/^start$/.test(name);
      const own = isCaught
        ? 'swallowed'
        : isMaybe
          ? 'conditional'
          : isIdle
            ? 'not-awaited'
            : undefined;
      const before = this.assertions.length;
      this.walk(lambda, guard ?? own);
      if (this.assertions.length === before || link === undefined || name !== 'forEach') continue;
      const at = links.indexOf(link);
      if (at > 0) this.addCases({ from: range.from, to: link.from - 1 });
    }
  }

  private add(range: Range, claims: readonly Claim[], guard: AssertionGuard | undefined): void {
    const { source } = this.code;
    const line = source.tokens[range.from]?.line ?? 1;
    const text = writtenText(source, range).slice(0, 2_000);
    for (const claim of claims) {
      this.assertions.push({ line, text, ...claim, ...(guard === undefined ? {} : { guard }) });
    }
  }

  /** `assertEquals("bad", error.getMessage())` says more of what was thrown before. */
  private mergeMessages(): void {
    for (const [name, at] of this.thrown) {
      const thrown = this.assertions[at];
      const place = this.assertions.findIndex(
        ({ subject }) =>
          subject === `${name}.getMessage()` ||
          subject === `${name}.message` ||
          subject === `${name}.message!!`,
      );
      const told = this.assertions[place];
      if (thrown === undefined || told?.expected === undefined) continue;
      if (
        !/^(?:equal|contains|matches)$/.test(told.form) ||
        told.negated ||
        told.guard !== undefined
      )
        continue;
      const message = told.form === 'equal' ? told.expected : `~${told.expected}`;
      this.assertions[at] = { ...thrown, expected: errorText(thrown.expected ?? '', message) };
      this.assertions.splice(place, 1);
    }
  }

  /** JUnit 4's rule: `thrown.expect(X.class)` before the last statement. */
  private readRuleOfThrown(): void {
    const { code, context } = this;
    let type = '';
    let message = '';
    let at: Range | undefined;
    const statements = statementsOf(code, this.range);
    for (const statement of statements) {
      const [rule, link] = chainOf(code, statement);
      const [first] = link?.arguments ?? [];
      if (!/thrown|exception|rule/i.test(rule?.name ?? '') || first === undefined) continue;
      if (link?.name === 'expect') type = className(context.say(first));
      else if (link?.name === 'expectMessage') message = context.say(first);
      else continue;
      at ??= statement;
    }
    const last = statements.at(-1);
    if (at === undefined || last === undefined) return;
    for (let place = this.assertions.length - 1; place >= 0; place -= 1) {
      if (/\.expect(?:Message)?\(/.test(this.assertions[place]?.text ?? ''))
        this.assertions.splice(place, 1);
    }
    const subject = context.say(last);
    this.add(
      at,
      [{ subject, form: 'throws', negated: false, expected: errorText(type, message) }],
      undefined,
    );
  }
}

/** The elements of a collection that is written out, or held by a variable that is; undefined of another. */
export function elementsOf(
  code: JvmCode,
  range: Range,
  locals: ReadonlyMap<string, Local>,
): readonly string[] | undefined {
  const { source } = code;
  const local =
    range.to - range.from === 1 ? locals.get(source.tokens[range.from]?.text ?? '') : undefined;
  const { from, to } = local?.value ?? range;
  const open = placeOf(source, { from, to }, (token, at) => {
    if (token.kind !== 'symbol') return false;
    if (isSymbol(token, '{') || (isSymbol(token, '[') && at === from)) return true;
    return (
      token.text === '(' &&
      /^(?:of|asList|listOf|setOf|arrayOf|\w+ArrayOf|sequenceOf|mapOf)$/.test(
        source.tokens[at - 1]?.text ?? '',
      )
    );
  });
  if (open === undefined) return undefined;
  return partsOf(source, insideOf(source, open)).map((part) => jvmText(source, part));
}
