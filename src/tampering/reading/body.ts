import { canonicalText, statementsText, writtenText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import type { Assertion } from '../test-file.ts';
import { type Cases, casesIn, type OwnCases } from './cases.ts';
import { type Claim, type Claiming, claim, claimsOf } from './claims.ts';
import type {
  Attempt,
  Call,
  Choice,
  Dialect,
  Handler,
  Leave,
  Loop,
  Valued,
  With,
} from './dialect.ts';
import type { Guard, Mode } from './modes.ts';

/** What the body of a test asserts, what keeps it from that, and over which cases it loops, in any language. */

/** What a body says. */
export interface Body {
  inputText(statements: readonly SyntaxNode[]): string;
  readonly assertions: readonly Assertion[];
  /** What keeps the test from running, in its own words. */
  readonly skips: readonly Mode[];
  readonly cases: readonly string[];
  readonly hasOtherCases: boolean;
}

/** The words of a language for what bodies do. The patterns are held against a callee with its dots. */
export interface BodyWords {
  /** Ends a test as skipped. */
  readonly skip: RegExp;
  /** Ends a test, whose failure counts as a pass. */
  readonly expectedToFail?: RegExp;
  /** Skips a test where something is missing. */
  readonly skipWithout?: RegExp;
  /** Makes a test fail. */
  readonly fail: RegExp;
  /** Ends the process. */
  readonly exit: RegExp;
  /** Says that an error is thrown. */
  readonly throws: RegExp;
  /** Errors that take the failure of an assertion with them. */
  readonly wideErrors: RegExp;
  /** Conditions of the environment. */
  readonly environment: RegExp;
  /** Whether a name says that its function asserts. */
  isAsserting(name: string): boolean;
  /** The claims of a call that stands alone; undefined where it asserts nothing. */
  claimsOfCall(reading: Claiming, call: Call): readonly Claim[] | undefined;
}

/** What holds for one body. */
export interface BodySetting {
  readonly reading: Claiming;
  readonly words: BodyWords;
  readonly ownCases: OwnCases;
  /** The names of the file's functions: what these assert is read where they stand. */
  readonly ownNames?: ReadonlySet<string>;
  /** The names of the file's functions that must be awaited. */
  readonly asyncNames?: ReadonlySet<string>;
  readonly isAsync?: boolean;
}

/** Whether the statements behind one are reached: never, or not always. */
export type End = 'always' | 'maybe' | undefined;

/** Reads bodies as all languages have them. A language adds what only it has in a class of its own. */
export class BodyReader<Setting extends BodySetting = BodySetting> implements Body {
  readonly assertions: Assertion[] = [];
  readonly skips: Mode[] = [];
  readonly cases: string[] = [];
  hasOtherCases = false;
  private readonly asserting = new Set<SyntaxNode>();

  protected readonly setting: Setting;
  protected readonly reading: Setting['reading'];
  protected readonly dialect: Setting['reading']['dialect'];
  protected readonly words: BodyWords;

  constructor(setting: Setting) {
    this.setting = setting;
    this.reading = setting.reading;
    this.dialect = setting.reading.dialect;
    this.words = setting.words;
  }

  /** Reads a whole body. */
  readAll(statements: readonly SyntaxNode[], guard?: Guard): void {
    this.walk(statements, guard);
  }

  /** Reads statements that follow each other. */
  walk(statements: readonly SyntaxNode[], guard: Guard): End {
    let own = guard;
    let result: End;
    for (const statement of statements) {
      const end = this.read(statement, own);
      if (end === 'always') {
        own = 'unreachable';
        result = 'always';
      } else if (end === 'swallowed') {
        own ??= 'swallowed';
      } else if (end === 'maybe') {
        own ??= 'conditional';
        result ??= 'maybe';
      }
    }
    return result;
  }

  protected read(node: SyntaxNode, guard: Guard): End | 'swallowed' {
    const statement = this.dialect.statement(node);
    switch (statement.kind) {
      case 'expression':
      case 'binding':
        return this.readExpression(node, statement, guard);
      case 'leave':
        return this.readLeave(node, statement, guard);
      case 'assert':
        return this.readAssert(node, statement.condition, guard);
      case 'choice':
        return this.readChoice(node, statement, guard);
      case 'loop':
        return this.readLoop(statement, guard);
      case 'attempt':
        return this.readAttempt(node, statement, guard);
      case 'with':
        return this.readWith(node, statement, guard);
      case 'function':
        return this.readFunction(statement.node, guard);
      case 'block':
        return this.walk(statement.body, guard);
      default:
        return undefined;
    }
  }

  /** A value that is called, kept or given up. */
  protected readExpression(node: SyntaxNode, { kind, value }: Valued, guard: Guard): End {
    const call = this.dialect.call(this.dialect.unwrapped(value));
    const path = call?.path ?? this.textOf(value);
    // What stands behind a skip is told by the test's mode.
    if (this.readSkip(node, path, guard)) return undefined;
    if (call !== undefined && this.words.fail.test(path)) return 'always';
    if (call !== undefined) this.readCall(node, call, value, guard, kind === 'binding');
    return this.words.exit.test(path) ? 'always' : undefined;
  }

  protected readLeave(node: SyntaxNode, { how, value }: Leave, guard: Guard): End {
    const call = value === undefined ? undefined : this.dialect.call(this.dialect.unwrapped(value));
    if (how === 'throw' && value !== undefined) {
      if (this.readSkip(node, call?.path ?? this.textOf(value), guard)) return undefined;
    }
    if (how === 'return' && call !== undefined && value !== undefined)
      this.readCall(node, call, value, guard, false);
    return how === 'break' ? undefined : 'always';
  }

  protected readSkip(node: SyntaxNode, path: string, guard: Guard): boolean {
    if (guard === 'unreachable') return false;
    const { expectedToFail, skip, skipWithout } = this.words;
    const text = writtenText(node);
    if (skip.test(path)) {
      this.skips.push({ mode: guard === undefined ? 'skipped' : 'conditional', text });
      return true;
    }
    if (expectedToFail?.test(path) === true) {
      this.skips.push({ mode: guard === undefined ? 'expected-to-fail' : 'conditional', text });
      return true;
    }
    if (skipWithout?.test(path) === true) this.skips.push({ mode: 'conditional', text });
    return false;
  }

  /** A call that may assert. */
  protected readCall(
    node: SyntaxNode,
    call: Call,
    value: SyntaxNode,
    guard: Guard,
    isKept: boolean,
  ): void {
    const claims = isKept ? undefined : this.words.claimsOfCall(this.reading, call);
    const own = this.isPending(node, call, value) ? (guard ?? 'not-awaited') : guard;
    if (own !== 'not-awaited' && this.isOwn(node, call)) return;
    for (const one of claims ?? []) this.add(node, one, own);
  }

  /** Whether a function of the file is called: what it asserts is read where it stands, and what it is given is no input then. */
  protected isOwn(node: SyntaxNode, call: Call | undefined): boolean {
    if (call === undefined || this.setting.ownNames?.has(call.name) !== true) return false;
    if (this.words.isAsserting(call.name)) this.asserting.add(node);
    return true;
  }

  /** Whether nothing waits for a call that gives a promise. */
  protected isPending(_node: SyntaxNode, _call: Call, _value: SyntaxNode): boolean {
    return false;
  }

  protected readAssert(node: SyntaxNode, condition: SyntaxNode, guard: Guard): End {
    if (this.dialect.truth(condition) === false) return 'always';
    for (const one of claimsOf(this.reading, condition)) this.add(node, one, guard);
    return undefined;
  }

  protected readChoice(node: SyntaxNode, statement: Choice, guard: Guard): End {
    const { branches, isMatch = false } = statement;
    const [first, ...others] = branches;
    if (first === undefined) return undefined;
    const { condition } = first;
    const isWhole = branches.at(-1)?.condition === undefined;
    if (isMatch || condition === undefined) {
      for (const { body } of branches)
        this.walk(body, guard ?? (isWhole ? undefined : 'conditional'));
      return undefined;
    }
    const truth = this.dialect.truth(condition);
    if (branches.length === 1 && truth === undefined && this.isFailing(first.body)) {
      for (const one of claimsOf(this.reading, condition, true)) this.add(node, one, guard);
      return undefined;
    }
    if (truth !== undefined) {
      const end = this.walk(first.body, truth ? guard : 'unreachable');
      const otherwise = this.walk(
        others.flatMap(({ body }) => body),
        truth ? 'unreachable' : guard,
      );
      return truth ? end : otherwise;
    }
    return this.readBranches(statement, this.textOf(condition), guard);
  }

  private readBranches({ branches }: Choice, condition: string, guard: Guard): End {
    const isWhole = branches.at(-1)?.condition === undefined;
    const isEven =
      isWhole &&
      !this.words.environment.test(condition) &&
      branches.every(({ body }) => this.isAsserting(body));
    const skips = this.skips.length;
    const inner = guard ?? (isEven ? undefined : 'conditional');
    const ends = branches.map(({ body }) => this.walk(body, inner));
    if (isWhole && ends.every((end) => end === 'always')) return 'always';
    const isOnlySkipped =
      this.skips.length > skips || branches.every(({ body }) => this.endsWithThrow(body));
    return ends.some((end) => end !== undefined) && !isOnlySkipped ? 'maybe' : undefined;
  }

  private endsWithThrow(body: readonly SyntaxNode[]): boolean {
    const last = body.at(-1);
    const statement = last === undefined ? undefined : this.dialect.statement(last);
    return statement?.kind === 'leave' && statement.how === 'throw';
  }

  protected readLoop({ body, condition, otherwise = [], over }: Loop, guard: Guard): End {
    const tried = over ?? condition;
    const isNever = tried !== undefined && this.dialect.truth(tried) === false;
    const count = this.assertions.length;
    this.walk(body, isNever ? 'unreachable' : guard);
    if (over !== undefined && !isNever && this.assertions.length > count) this.addCases(over);
    this.walk(otherwise, guard);
    return undefined;
  }

  protected addCases(over: SyntaxNode): void {
    this.takeCases(casesIn(this.reading, this.setting.ownCases, over));
  }

  /** The same of a loop that asserts nothing by itself: what cannot be counted is a table where its name says so. */
  protected addRows(over: SyntaxNode, isTable = false): void {
    const { hasOtherCases } = this;
    const count = this.cases.length;
    this.addCases(over);
    const isNamed = /(?:case|test|table|input|fixture)/i.test(this.textOf(over));
    if (this.cases.length === count) this.hasOtherCases = hasOtherCases || isTable || isNamed;
  }

  protected takeCases({ cases, hasOthers }: Cases): void {
    // One by one: there may be more of them than a call takes arguments.
    for (const one of cases) this.cases.push(one);
    this.hasOtherCases ||= hasOthers;
  }

  protected readAttempt(node: SyntaxNode, statement: Attempt, guard: Guard): End {
    const { body, handlers, last, otherwise } = statement;
    if (this.readExpectedError(node, statement, guard)) {
      this.walk(last, guard);
      return undefined;
    }
    const isDropped =
      handlers.some((handler) => !this.isStrict(handler.body)) ||
      last.some((one) => {
        const said = this.dialect.statement(one);
        return said.kind === 'leave' && said.how === 'return';
      });
    const inner = guard ?? (isDropped ? 'swallowed' : undefined);
    const end = this.walk(body, inner);
    // The failure at the end is caught as well: what stands behind is reached.
    const isCaught = this.isFailing(body) && handlers.some((handler) => this.isWide(handler));
    const ends = handlers.map((handler) => this.walk(handler.body, guard ?? 'conditional'));
    this.walk(otherwise, inner);
    this.walk(last, guard);
    const isLeft = handlers.some(({ body: block }, index) => {
      const final = block.at(-1);
      const said = final === undefined ? undefined : this.dialect.statement(final);
      const isBareReturn = said?.kind === 'leave' && said.how === 'return' && !said.value;
      return ends[index] === 'always' && isBareReturn;
    });
    return end === 'always' && !isCaught ? 'always' : isLeft ? 'maybe' : undefined;
  }

  /** `try { add(null); fail() } catch (TypeError) {}`: another way to say that something is thrown. */
  private readExpectedError(
    node: SyntaxNode,
    { body, handlers, otherwise }: Attempt,
    guard: Guard,
  ): boolean {
    const [handler] = handlers;
    const isInside = this.isFailing(body);
    if (handler === undefined || handlers.length > 1) return false;
    if (!isInside && !this.isFailing(otherwise)) return false;
    if (isInside && this.isWide(handler) && !this.isAsserting(handler.body)) return false;
    const tried = isInside ? body.slice(0, -1) : body;
    this.add(node, claim('throws', this.triedText(tried), { expected: handler.errors }), guard);
    this.walk(handler.body, guard);
    return true;
  }

  /** Whether a handler catches the failure of an assertion as well. */
  private isWide({ errors }: Handler): boolean {
    return errors === '' || this.words.wideErrors.test(errors);
  }

  /** What is tried, as a subject: the value of a single statement, or all of them. */
  protected triedText(statements: readonly SyntaxNode[]): string {
    const [only] = statements;
    if (statements.length === 1 && only !== undefined) {
      const said = this.dialect.statement(only);
      if (said.kind === 'expression' || said.kind === 'binding') return this.textOf(said.value);
    }
    return statementsText(this.dialect.writing, statements);
  }

  protected readWith(_node: SyntaxNode, { body }: With, guard: Guard): End {
    return this.walk(body, guard);
  }

  /** A function that is made inside of the body. */
  protected readFunction(node: SyntaxNode, guard: Guard): End {
    const routine = this.dialect.routine(node);
    if (routine === undefined) return undefined;
    const isUsed = routine.name === '' || this.isUsed(node, routine.name);
    const inner = this.inner(routine.isAsync);
    inner.walk(routine.body, isUsed ? guard : 'unreachable');
    for (const one of inner.assertions) this.assertions.push(one);
    return undefined;
  }

  /** A reader of a function inside of this one. */
  protected inner(isAsync: boolean): BodyReader<Setting> {
    const Own = this.constructor as new (setting: Setting) => BodyReader<Setting>;
    return new Own({ ...this.setting, isAsync });
  }

  /** Whether a name stands elsewhere in the same block as well. */
  protected isUsed(node: SyntaxNode, name: string): boolean {
    let around = node.parent;
    while (around?.parent !== undefined && !this.dialect.writing.blocks.has(around.type))
      around = around.parent;
    if (around === undefined) return false;
    for (const one of around.within()) {
      const isOther = one.children.length === 0 && one.text === name && !node.holds(one);
      if (isOther) return true;
    }
    return false;
  }

  /** Whether a block ends with a failure of the test. */
  isFailing(block: readonly SyntaxNode[]): boolean {
    const last = block.at(-1);
    const said = last === undefined ? undefined : this.dialect.statement(last);
    if (said?.kind === 'assert') return this.dialect.truth(said.condition) === false;
    const isThrow = said?.kind === 'leave' && said.how === 'throw';
    if (said?.kind !== 'expression' && !isThrow) return false;
    if (said.value === undefined) return false;
    const call = this.dialect.call(this.dialect.unwrapped(said.value));
    return this.words.fail.test(call?.path ?? (isThrow ? this.textOf(said.value) : ''));
  }

  /** Whether a handler keeps an error from being dropped. */
  protected isStrict(block: readonly SyntaxNode[]): boolean {
    return (
      this.isAsserting(block) ||
      block.some((statement) => {
        for (const node of statement.within((one) => this.isRoutine(one))) {
          const said = this.dialect.statement(node);
          if (said.kind === 'leave' && said.how === 'throw') return true;
          const path = this.dialect.call(node)?.path;
          if (path !== undefined && (this.words.fail.test(path) || this.words.skip.test(path)))
            return true;
        }
        return false;
      })
    );
  }

  private isRoutine(node: SyntaxNode): boolean {
    return this.dialect.statement(node).kind === 'function';
  }

  /** Whether anything in a block asserts. */
  protected isAsserting(block: readonly SyntaxNode[]): boolean {
    return block.some((statement) => {
      for (const node of statement.within()) {
        if (this.dialect.statement(node).kind === 'assert') return true;
        const call = this.dialect.call(node);
        if (call === undefined) continue;
        const { name, path } = call;
        if (this.words.isAsserting(name) || this.words.fail.test(path)) return true;
        if (this.words.throws.test(name)) return true;
      }
      return false;
    });
  }

  /** Whether a condition asks a row of a table or a parameter: it belongs to the cases. */
  protected asksRow(condition: SyntaxNode): boolean {
    return this.reading.own.asksRow?.(condition, this.reading) === true;
  }

  protected textOf(node: SyntaxNode): string {
    return canonicalText(this.dialect.writing, this.dialect.unwrapped(node));
  }

  /** The words by which an assertion is told from others and shown. */
  protected writtenAt(node: SyntaxNode): string {
    return headText(node, this.dialect);
  }

  /** Some statements without what asserts in them, in one way of writing. */
  inputText(statements: readonly SyntaxNode[]): string {
    const isAsserting = (node: SyntaxNode): string | undefined =>
      this.asserting.has(node) ? '' : undefined;
    return statementsText(this.dialect.writing, statements, isAsserting);
  }

  protected add(node: SyntaxNode, one: Claim, guard: Guard): void {
    this.asserting.add(node);
    const { isConditional, isPromise: _, ...rest } = one;
    const own = guard ?? (isConditional ? 'conditional' : undefined);
    this.assertions.push({
      line: node.line,
      text: this.writtenAt(node),
      ...rest,
      ...(own === undefined ? {} : { guard: own }),
    });
  }
}

/** A statement as it is written, without its blocks. */
export function headText(node: SyntaxNode, { writing }: Dialect): string {
  const body = node.children.find(({ type }) => writing.blocks.has(type));
  if (body === undefined) return writtenText(node);
  const text = node.source.text.slice(node.from, body.from);
  return text.replace(/\s+/g, ' ').trim().replace(/[:{]$/, '').trimEnd();
}
