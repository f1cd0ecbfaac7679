/** What the body of a Python test asserts, what keeps it from that, and over which cases it loops. */

import { canonicalText, partsOf, type Range, writtenText } from '../source.ts';
import type { Assertion, AssertionGuard, TestMode } from '../test-file.ts';
import { claimsOfCall, isAssertingName } from './python-assertions.ts';
import { literalCases } from './python-cases.ts';
import { claimsOf } from './python-claims.ts';
import type { Claim } from './python-equality.ts';
import { FAIL, isAsserting, isFailing, isStrict, RAISES, SKIP, WIDE } from './python-failures.ts';
import {
  type Argument,
  assignmentIn,
  blockText,
  type Call,
  callIn,
  lastName,
  nameOf,
  placeOf,
  type Statement,
  simpleName,
  unwrapped,
} from './python-syntax.ts';
import { expectedText, truthOf, type Values } from './python-values.ts';

export interface Body {
  readonly assertions: readonly Assertion[];
  /** What keeps the test from running, in its own words. */
  readonly skips: readonly { readonly mode: TestMode; readonly text: string }[];
  readonly cases: readonly string[];
  readonly hasOtherCases: boolean;
}

interface BodySetting {
  readonly values: Values;
  /** The names of the file's functions that must be awaited. */
  readonly asyncNames: ReadonlySet<string>;
  /** The names of all of the file's functions: what these assert is read where they stand. */
  readonly ownNames: ReadonlySet<string>;
  /** Where the names of functions stand. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
  readonly isAsync: boolean;
  /** What holds for all of its assertions. */
  readonly guard: AssertionGuard | undefined;
}

/** Whether the statements behind one are reached: never, or not always. */
type End = 'always' | 'maybe' | undefined;
type Guard = AssertionGuard | undefined;

const ENVIRONMENT =
  /os\.environ|getenv|sys\.platform|platform\.|sys\.version|sys\.maxsize|os\.name|\bCI\b|getoption|\b(FLAG|DEBUG|SLOW|OFFLINE)\b/;
/** Reads the body of a test or of a helper. */
export function readBody(setting: BodySetting, statements: readonly Statement[]): Body {
  const reader = new BodyReader(setting, statements);
  reader.walk(statements, setting.guard);
  return reader;
}

class BodyReader implements Body {
  readonly assertions: Assertion[] = [];
  readonly skips: { readonly mode: TestMode; readonly text: string }[] = [];
  readonly cases: string[] = [];
  hasOtherCases = false;

  private readonly setting: BodySetting;
  private readonly top: readonly Statement[];
  private lastText: { readonly statement: Statement; readonly text: string } | undefined;

  constructor(setting: BodySetting, top: readonly Statement[]) {
    this.setting = setting;
    this.top = top;
  }

  walk(statements: readonly Statement[], guard: Guard): End {
    let own = guard;
    let result: End;
    for (let at = 0; at < statements.length; at += 1) {
      const chain = chainAt(statements, at);
      const end = this.readChain(chain, own);
      if (end === 'always') {
        own = 'unreachable';
        result = 'always';
      } else if (end === 'maybe') {
        own ??= 'conditional';
        result ??= 'maybe';
      }
      at += chain.length - 1;
    }
    return result;
  }

  private readChain(chain: readonly Statement[], guard: Guard): End {
    const [first] = chain;
    if (first === undefined) return undefined;
    switch (first.keyword) {
      case 'if':
        return this.readIf(chain, guard);
      case 'try':
        return this.readTry(chain, guard);
      case 'for':
      case 'while':
        return this.readLoop(chain, guard);
      case 'with':
        return this.readWith(first, guard);
      case 'match':
        return this.readMatch(first, guard);
      case 'def':
        return this.readInner(first, guard);
      case 'class':
        return undefined;
      default:
        return this.readSimple(first, guard);
    }
  }

  private readSimple(statement: Statement, guard: Guard): End {
    const { source } = this.setting.values;
    const { head, keyword } = statement;
    if (keyword === 'assert') return this.readAssert(statement, guard);
    const isWord = keyword !== '' && keyword !== 'await';
    const range = isWord ? { from: head.from + 1, to: head.to } : head;
    const call = callIn(source, assignmentIn(source, statement)?.value ?? range);
    const name = call?.name ?? canonicalText(source, range);
    // What stands behind a skip is told by the test's mode.
    if (keyword !== 'return' && this.readSkip(statement, name, guard)) return undefined;
    if (keyword === 'raise' || keyword === 'continue') return 'always';
    if (FAIL.test(name) && call !== undefined) return 'always';
    if (call !== undefined) this.readCall(statement, call, range, guard);
    else if (/(^|\.)assert_(not_|any_|has_)?(called|awaited)\w*$/.test(name)) {
      this.add(
        statement,
        { subject: name.replace(/\.[^.]*$/, ''), form: 'vacuous', negated: false },
        guard,
      );
    }
    return keyword === 'return' || isExit(name) ? 'always' : undefined;
  }

  private readAssert(statement: Statement, guard: Guard): End {
    const { values } = this.setting;
    const { head } = statement;
    const comma = placeOf(values.source, head, ',');
    const condition = { from: head.from + 1, to: comma ?? head.to };
    if (condition.from >= condition.to) return undefined;
    if (truthOf(values, condition) === false) return 'always';
    const call = callIn(values.source, condition);
    const isPending =
      call !== undefined &&
      this.setting.asyncNames.has(lastName(call.name)) &&
      values.source.tokens[condition.from]?.text !== 'await';
    for (const claim of claimsOf(values, condition)) {
      this.add(statement, isPending ? { ...claim, form: 'vacuous' } : claim, guard);
    }
    return undefined;
  }

  private readSkip(statement: Statement, name: string, guard: Guard): boolean {
    if (guard === 'unreachable') return false;
    const text = writtenText(this.setting.values.source, statement.head);
    if (SKIP.test(name)) {
      this.skips.push({ mode: guard === undefined ? 'skipped' : 'conditional', text });
      return true;
    }
    if (name === 'pytest.xfail' || name === 'xfail') {
      this.skips.push({ mode: guard === undefined ? 'expected-to-fail' : 'conditional', text });
      return true;
    }
    if (lastName(name) === 'importorskip') this.skips.push({ mode: 'conditional', text });
    return false;
  }

  private readCall(statement: Statement, call: Call, range: Range, guard: Guard): void {
    const { asyncNames, isAsync, values } = this.setting;
    const name = lastName(call.name);
    if (RAISES.test(name)) {
      const claim = this.raisesCall(call);
      if (claim !== undefined) this.add(statement, claim, guard);
      return;
    }
    const isValue =
      statement.keyword === '' && assignmentIn(values.source, statement) !== undefined;
    const claims = isValue ? undefined : claimsOfCall(values, call);
    const isAwaited = values.source.tokens
      .slice(range.from, call.callee.from + 1)
      .some(({ text }) => text === 'await');
    const mustWait = asyncNames.has(name) || (isAsync && /^(not_)?to_/.test(name));
    const own =
      mustWait && !isAwaited && statement.keyword !== 'return' ? (guard ?? 'not-awaited') : guard;
    if (own !== 'not-awaited' && this.setting.ownNames.has(name)) return;
    for (const claim of claims ?? []) this.add(statement, claim, own);
  }

  /** `pytest.raises(ValueError, add, 1)` */
  private raisesCall({ args, name }: Call): Claim | undefined {
    const { source } = this.setting.values;
    const isRegex = /regex/i.test(name);
    const [, called, ...others] = isRegex ? args.filter((_, index) => index !== 1) : args;
    if (called === undefined || called.name === 'match') return undefined;
    const lambda =
      source.tokens[called.value.from]?.text === 'lambda'
        ? placeOf(source, called.value, ':')
        : undefined;
    const given = others.map(
      (arg) => `${arg.name === undefined ? '' : `${arg.name}=`}${canonicalText(source, arg.value)}`,
    );
    const subject =
      lambda === undefined
        ? `${canonicalText(source, called.value)}(${given.join(',')})`
        : canonicalText(source, { from: lambda + 1, to: called.value.to });
    return { subject, form: 'throws', negated: false, expected: this.errorText(args, isRegex) };
  }

  private errorText(args: readonly Argument[], isRegex: boolean): string | undefined {
    const { values } = this.setting;
    const [error, second] = args;
    if (error === undefined || error.name === 'match') return undefined;
    const match =
      args.find(({ name }) => name === 'match' || name === 'expected_regex') ??
      (isRegex ? second : undefined);
    const texts = [
      canonicalText(values.source, error.value),
      match === undefined ? '' : expectedText(values, match.value),
    ];
    return texts.filter((text) => text !== '').join(' ');
  }

  private readIf(chain: readonly Statement[], guard: Guard): End {
    const { values } = this.setting;
    const [first] = chain;
    if (first === undefined) return undefined;
    const condition = { from: first.head.from + 1, to: first.head.to };
    const truth = truthOf(values, condition);
    if (chain.length === 1 && truth === undefined && isFailing(this.setting.values, first.block)) {
      for (const claim of claimsOf(values, condition, true)) this.add(first, claim, guard);
      return undefined;
    }
    const text = canonicalText(values.source, condition);
    const isTyping = /(^|\.)TYPE_CHECKING$/.test(text);
    if (truth !== undefined || isTyping) {
      const holds = truth === true;
      const end = this.walk(first.block, holds ? guard : 'unreachable');
      const others = this.walk(
        chain.slice(1).flatMap(({ block }) => block),
        holds ? 'unreachable' : guard,
      );
      return holds ? end : others;
    }
    const isWhole = chain.at(-1)?.keyword === 'else';
    const isEven =
      isWhole &&
      !ENVIRONMENT.test(text) &&
      chain.every(({ block }) => isAsserting(this.setting.values, block));
    const skips = this.skips.length;
    const ends = chain.map(({ block }) =>
      this.walk(block, guard ?? (isEven ? undefined : 'conditional')),
    );
    if (isWhole && ends.every((end) => end === 'always')) return 'always';
    const isOnlySkipped =
      this.skips.length > skips || chain.every(({ block }) => block.at(-1)?.keyword === 'raise');
    return ends.some((end) => end !== undefined) && !isOnlySkipped ? 'maybe' : undefined;
  }

  private readTry(chain: readonly Statement[], guard: Guard): End {
    const { source } = this.setting.values;
    const [body] = chain;
    const handlers = chain.filter(({ keyword }) => keyword === 'except');
    const block = body?.block ?? [];
    const otherwise = chain.find(({ keyword }) => keyword === 'else')?.block ?? [];
    const last = chain.find(({ keyword }) => keyword === 'finally')?.block ?? [];
    if (body !== undefined && this.readExpectedError(body, handlers, otherwise, guard)) {
      this.walk(last, guard);
      return undefined;
    }
    const isDropped =
      handlers.some((handler) => !isStrict(this.setting.values, handler.block)) ||
      last.some(({ keyword }) => keyword === 'return');
    const inner = guard ?? (isDropped ? 'swallowed' : undefined);
    const end = this.walk(block, inner);
    const ends = handlers.map((handler) => this.walk(handler.block, guard ?? 'conditional'));
    this.walk(otherwise, inner);
    this.walk(last, guard);
    const isLeft = handlers.some((handler, index) => {
      const final = handler.block.at(-1);
      return (
        ends[index] === 'always' &&
        final?.keyword === 'return' &&
        canonicalText(source, final.head) === 'return'
      );
    });
    return end === 'always' ? 'always' : isLeft ? 'maybe' : undefined;
  }

  /** `try: add(None); self.fail() except TypeError: pass`: another way to say that something is thrown. */
  private readExpectedError(
    body: Statement,
    handlers: readonly Statement[],
    otherwise: readonly Statement[],
    guard: Guard,
  ): boolean {
    const { source } = this.setting.values;
    const [handler] = handlers;
    const isInside = isFailing(this.setting.values, body.block);
    if (
      handler === undefined ||
      handlers.length > 1 ||
      !(isInside || isFailing(this.setting.values, otherwise))
    )
      return false;
    const error = {
      from: handler.head.from + 1,
      to: placeOf(source, handler.head, 'as') ?? handler.head.to,
    };
    const text = canonicalText(source, error);
    const isOwnCaught = isInside && (text === '' || WIDE.test(text));
    if (isOwnCaught) return false;
    const tried = isInside ? body.block.slice(0, -1) : body.block;
    this.add(
      body,
      { subject: this.triedText(tried), form: 'throws', negated: false, expected: text },
      guard,
    );
    this.walk(handler.block, guard);
    return true;
  }

  private triedText(statements: readonly Statement[]): string {
    const { source } = this.setting.values;
    const [only] = statements;
    if (statements.length !== 1 || only === undefined) return blockText(source, statements);
    if (only.keyword === 'with' || only.keyword === 'for') return blockText(source, statements);
    const value = assignmentIn(source, only)?.value ?? only.head;
    return canonicalText(source, unwrapped(source, value));
  }

  private readLoop(chain: readonly Statement[], guard: Guard): End {
    const { values } = this.setting;
    const [loop, otherwise] = chain;
    if (loop === undefined) return undefined;
    const isWhile = loop.keyword === 'while';
    const start = isWhile ? loop.head.from : placeOf(values.source, loop.head, 'in');
    const iterated = { from: (start ?? loop.head.to - 1) + 1, to: loop.head.to };
    const isNever = truthOf(values, iterated) === false;
    const count = this.assertions.length;
    this.walk(loop.block, isNever ? 'unreachable' : guard);
    if (!isWhile && !isNever && this.assertions.length > count) this.addCases(iterated);
    this.walk(otherwise?.block ?? [], guard);
    return undefined;
  }

  private addCases(iterated: Range): void {
    const found = literalCases(this.setting.values, iterated);
    // One by one: there may be more of them than a call takes arguments.
    for (const one of found.cases) this.cases.push(one);
    this.hasOtherCases ||= found.hasOthers;
  }

  private readMatch(statement: Statement, guard: Guard): End {
    const { source } = this.setting.values;
    const isWhole = statement.block.some(({ head }) => canonicalText(source, head) === 'case _');
    for (const { block } of statement.block)
      this.walk(block, guard ?? (isWhole ? undefined : 'conditional'));
    return undefined;
  }

  private readInner(statement: Statement, guard: Guard): End {
    const { asyncNames, values } = this.setting;
    const name = nameOf(values.source, statement);
    const from = this.top[0]?.all.from ?? 0;
    const to = this.top.at(-1)?.all.to ?? 0;
    const uses = this.setting.uses.get(name)?.filter((at) => at >= from && at < to) ?? [];
    const isUsed = uses.length > 1 || statement.decorators.length > 0;
    const inner = new BodyReader(
      { ...this.setting, isAsync: statement.isAsync, asyncNames },
      this.top,
    );
    inner.walk(statement.block, isUsed ? guard : 'unreachable');
    for (const one of inner.assertions) this.assertions.push(one);
    return undefined;
  }

  private readWith(statement: Statement, guard: Guard): End {
    const { source } = this.setting.values;
    let own = guard;
    for (const item of withItems(source, statement)) {
      const call = callIn(source, item);
      const name = call === undefined ? (simpleName(source, item) ?? '') : lastName(call.name);
      if (name === 'suppress') own ??= 'swallowed';
      const isExpectation = call === undefined && /^(expect\w*|raises)$/.test(name);
      if (RAISES.test(name) || isExpectation) return this.readRaises(statement, name, call, own);
      if (name === 'does_not_raise') {
        this.add(
          statement,
          { subject: this.triedText(statement.block), form: 'runs', negated: false },
          own,
        );
      } else if (call !== undefined && isAssertingName(name)) {
        for (const claim of claimsOfCall(this.setting.values, call) ?? [])
          this.add(statement, claim, own);
      }
    }
    return this.walk(statement.block, own);
  }

  private readRaises(
    statement: Statement,
    name: string,
    call: Call | undefined,
    guard: Guard,
  ): End {
    const expected = call === undefined ? name : this.errorText(call.args, /regex/i.test(name));
    const isWarning = name === 'deprecated_call' ? 'DeprecationWarning' : undefined;
    const tried = statement.block.filter(
      ({ keyword }, index) => index === 0 || keyword !== 'assert',
    );
    const subject = this.triedText(tried);
    this.add(
      statement,
      { subject, form: 'throws', negated: false, expected: expected || isWarning },
      guard,
    );
    const [first] = statement.block;
    // What stands behind a call that throws does not run; a warning does not end the block.
    const isWarned = /warns|deprecated/i.test(name);
    const inner =
      statement.block.length === 1 && first?.keyword === 'with' ? first.block : statement.block;
    this.walk(isWarned ? inner : inner.slice(1), isWarned ? guard : (guard ?? 'unreachable'));
    return undefined;
  }

  /** Kept, since one statement may claim many things. */
  private textOf(statement: Statement): string {
    if (this.lastText?.statement !== statement) {
      const text = writtenText(this.setting.values.source, statement.head);
      this.lastText = { statement, text };
    }
    return this.lastText.text;
  }

  private add(statement: Statement, claim: Claim, guard: Guard): void {
    const { isConditional, ...rest } = claim;
    const own = guard ?? (isConditional ? 'conditional' : undefined);
    this.assertions.push({
      line: statement.line,
      text: this.textOf(statement),
      ...rest,
      ...(own === undefined ? {} : { guard: own }),
    });
  }
}

const FOLLOWERS: Readonly<Record<string, RegExp>> = {
  if: /^(elif|else)$/,
  for: /^else$/,
  while: /^else$/,
  try: /^(except|else|finally)$/,
};

/** A statement and those that continue it: `if`, `elif`, `else`. */
function chainAt(statements: readonly Statement[], from: number): readonly Statement[] {
  const follows = FOLLOWERS[statements[from]?.keyword ?? ''];
  let to = from + 1;
  while (follows?.test(statements[to]?.keyword ?? '')) to += 1;
  return statements.slice(from, to);
}

/** The context managers of a `with`, without the names that they give. */
function withItems(source: Values['source'], { head }: Statement): readonly Range[] {
  const all = { from: head.from + 1, to: head.to };
  const isBracketed =
    source.tokens[all.from]?.text === '(' && source.closing.get(all.from) === all.to - 1;
  const inside = isBracketed ? { from: all.from + 1, to: all.to - 1 } : all;
  return partsOf(source, inside).map((item) => ({
    from: item.from,
    to: placeOf(source, item, 'as') ?? item.to,
  }));
}

function isExit(name: string): boolean {
  return /^(sys\.exit|os\._exit|exit|quit|pytest\.exit)$/.test(name);
}
