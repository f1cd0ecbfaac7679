/** Goes through a test file of JavaScript: its statements, and in them its tests and what they assert. */

import { casesOfList, isList, joined } from './javascript-cases.ts';
import { ChainReader } from './javascript-chains.ts';
import { comparison } from './javascript-claims.ts';
import { classBody } from './javascript-definitions.ts';
import type { Completion, Place } from './javascript-place.ts';
import { draftOf, guarded, innerPlace, lineOf } from './javascript-place.ts';
import type { Findings, Position, Reader, Statements } from './javascript-reading.ts';
import type { FunctionLiteral } from './javascript-syntax.ts';
import {
  braceBehind,
  chainAt,
  closingOf,
  functionAt,
  isChainStart,
  statementEnd,
  textAt,
} from './javascript-syntax.ts';
import { fixedCondition } from './javascript-test-calls.ts';
import { bare, declare, hideNames, written } from './javascript-values.ts';
import type { Range } from './source.ts';
import { insideOf, partsOf } from './source.ts';

/** Deeper nesting is written by no person: it is not gone into. */
const DEEPEST = 200;
const ENVIRONMENT =
  /process\.(?:env|platform|arch|version)|import\.meta\.env|\bos\.|Deno\.(?:env|build)|\b(?:isCI|CI|isWindows|isMac|isLinux|browserName|navigator|__DEV__)\b/;
/** What a handler does that lets a failure be seen. */
const FAILING =
  /^(?:throw|expect|assert|fail|reject|done|should|unreachable|cb|next|exit|exitCode|error|end)$/;

interface Step {
  readonly next: number;
  readonly completion: Completion;
}

const INSIDE: Position = { start: undefined, isReturned: true };

export class StatementReader implements Statements {
  readonly reader: Reader;
  readonly findings: Findings;
  private readonly chains: ChainReader;
  private depth = 0;

  constructor(reader: Reader, findings: Findings) {
    this.reader = reader;
    this.findings = findings;
    this.chains = new ChainReader(this);
  }

  /** Reads the statements of a block, and says whether what follows it is reached. */
  block({ from, to }: Range, place: Place): Completion {
    if (this.depth > DEEPEST) return 'goes-on';
    this.depth += 1;
    let completion: Completion = 'goes-on';
    let current = place;
    for (let at = from; at < to; ) {
      const step = this.statement(at, to, current);
      at = Math.max(step.next, at + 1);
      if (step.completion === 'goes-on') continue;
      const leaves = step.completion !== 'may-leave';
      current = guarded(current, leaves ? 'unreachable' : 'conditional');
      if (completion === 'goes-on' || completion === 'may-leave') completion = step.completion;
    }
    this.depth -= 1;
    return completion;
  }

  private statement(at: number, limit: number, place: Place): Step {
    if (this.depth > DEEPEST) return { next: this.endOf(at, limit), completion: 'goes-on' };
    this.depth += 1;
    const step = this.statementOfKind(at, limit, place);
    this.depth -= 1;
    return step;
  }

  private statementOfKind(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    switch (textAt(source, at)) {
      case ';':
      case 'export':
      case 'default':
      case 'declare':
      case 'else':
        return { next: at + 1, completion: 'goes-on' };
      case '{': {
        const to = closingOf(source, at, limit);
        return { next: to + 1, completion: this.block({ from: at + 1, to }, innerPlace(place)) };
      }
      case 'if':
        return this.condition(at, limit, place);
      case 'for':
      case 'while':
        return this.loop(at, limit, place);
      case 'try':
        return this.attempt(at, limit, place);
      case 'switch':
        return this.choice(at, limit, place);
      case 'class':
        return this.classAt(at, limit, place);
      case 'import':
      case 'interface':
      case 'type':
        return this.skipped(at, limit, place);
      default:
        return this.plainStatement(at, limit, place);
    }
  }

  private skipped(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const isCall = /^(?:\(|\.)$/.test(textAt(source, at + 1));
    if (isCall) return this.plainStatement(at, limit, place);
    return { next: this.endOf(at, limit), completion: 'goes-on' };
  }

  private plainStatement(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const text = textAt(source, at);
    const isFunction =
      text === 'function' || (text === 'async' && textAt(source, at + 1) === 'function');
    if (isFunction) return this.functionStatement(at, limit, place);
    const end = statementEnd(source, at, limit);
    const next = textAt(source, end) === ';' ? end + 1 : end;
    if (/^(?:break|continue)$/.test(text)) return { next, completion: 'leaves' };
    if (text === 'return' || text === 'throw') {
      const start = at + 1;
      this.expression({ from: start, to: end }, place, { start, isReturned: true });
      return { next, completion: text === 'return' ? 'leaves' : 'throws' };
    }
    if (/^(?:const|let|var)$/.test(text)) {
      this.declarations({ from: at + 1, to: end }, place, text === 'const');
    } else {
      this.expression({ from: at, to: end }, place, { start: at, isReturned: false });
    }
    return { next, completion: 'goes-on' };
  }

  /** Where a statement ends, its semicolon included. */
  private endOf(from: number, limit: number): number {
    const { source } = this.reader;
    for (let at = from; at < limit; ) {
      const text = textAt(source, at);
      if (/^(?:if|for|while)$/.test(text)) {
        const open = textAt(source, at + 1) === 'await' ? at + 2 : at + 1;
        at = Math.max(closingOf(source, open, limit), at) + 1;
        continue;
      }
      const end = text === '{' ? closingOf(source, at, limit) : statementEnd(source, at, limit);
      const isClosed = text === '{' || textAt(source, end) === ';';
      const next = Math.max(isClosed ? end + 1 : end, at + 1);
      // What follows an `else` belongs to the `if` that stands first here, or to the caller.
      const isOwn = textAt(source, next) === 'else' && textAt(source, from) === 'if';
      if (!isOwn) return Math.min(next, limit);
      at = next + 1;
    }
    return limit;
  }

  private condition(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const close = closingOf(source, at + 1, limit);
    const tested = { from: at + 2, to: close };
    const text = written(source, bare(source, tested));
    const then = close + 1;
    const end = this.endOf(then, limit);
    const hasElse = textAt(source, end) === 'else' && end < limit;
    this.expression(tested, place, INSIDE);
    if (!hasElse && this.failsUnless(tested, { from: then, to: end }, at, place)) {
      return { next: end, completion: 'goes-on' };
    }
    const fixed = fixedCondition(text);
    const isConditional = fixed === undefined && (!hasElse || ENVIRONMENT.test(text));
    const guard = fixed === false ? 'unreachable' : isConditional ? 'conditional' : undefined;
    const first = this.statement(then, limit, guarded(innerPlace(place), guard)).completion;
    if (!hasElse)
      return { next: end, completion: fixed === false ? 'goes-on' : left(first, fixed) };
    const otherGuard = fixed === true ? 'unreachable' : isConditional ? 'conditional' : undefined;
    const other = this.statement(end + 1, limit, guarded(innerPlace(place), otherGuard));
    return { next: other.next, completion: leftByBoth(first, other.completion) };
  }

  /** `if (sum !== 3) throw new Error()` claims that the sum is 3. */
  private failsUnless(tested: Range, body: Range, at: number, place: Place): boolean {
    const { source } = this.reader;
    const inner = textAt(source, body.from) === '{' ? body.from + 1 : body.from;
    const text = written(source, { from: inner, to: inner + 3 });
    if (!/^(?:throw new|(?:t|assert|expect)\.fail)/.test(text)) return false;
    const claims = comparison({ source, scope: place.scope }, tested, true);
    if (claims === undefined) return false;
    this.chains.keep(claims, { from: at, to: tested.to + 1 }, place, false);
    return true;
  }

  private loop(at: number, limit: number, place: Place): Step {
    const { lists, source } = this.reader;
    const open = textAt(source, at + 1) === 'await' ? at + 2 : at + 1;
    const close = closingOf(source, open, limit);
    const head = { from: open + 1, to: close };
    let inner = innerPlace(place);
    this.expression(head, inner, INSIDE);
    for (let index = head.from; index < head.to; index += 1) {
      if (source.closing.has(index)) index = closingOf(source, index, head.to);
      else if (textAt(source, index) === 'of') {
        hideNames(source, { from: head.from, to: index }, inner.scope);
        const list = { from: index + 1, to: head.to };
        if (isList(source, list, lists) || place.draft.kind === 'file')
          inner = this.withCases(list, inner);
        break;
      }
    }
    const isNever = fixedCondition(written(source, head)) === false;
    const body = this.statement(
      close + 1,
      limit,
      guarded(inner, isNever ? 'unreachable' : undefined),
    );
    return { next: body.next, completion: 'goes-on' };
  }

  /** A place below a loop over a list: its tests, or the test around it, have the list's values as cases. */
  withCases(list: Range, place: Place): Place {
    const { lists, source } = this.reader;
    const cases = casesOfList(source, list, lists);
    if (place.draft.kind === 'file') return { ...place, cases: joined(place.cases, cases) };
    place.draft.cases = joined(place.draft.cases, cases);
    return place;
  }

  private attempt(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    if (textAt(source, at + 1) !== '{') return { next: at + 1, completion: 'goes-on' };
    const to = closingOf(source, at + 1, limit);
    const tried = { from: at + 2, to };
    let next = Math.min(to + 1, limit);
    let handler: Range | undefined;
    if (textAt(source, next) === 'catch') {
      const brace =
        textAt(source, next + 1) === '(' ? closingOf(source, next + 1, limit) + 1 : next + 1;
      handler = { from: brace + 1, to: closingOf(source, brace, limit) };
      next = Math.min(handler.to + 1, limit);
    }
    const isSwallowed = handler !== undefined && !this.letsFail(handler);
    const completion = this.block(
      tried,
      guarded(innerPlace(place), isSwallowed ? 'swallowed' : undefined),
    );
    if (handler !== undefined) {
      const isReached =
        this.letsFail(tried, /^(?:throw|fail|unreachable)$/) || this.isPlanned(place);
      this.block(handler, guarded(innerPlace(place), isReached ? undefined : 'conditional'));
    }
    if (textAt(source, next) === 'finally') {
      const close = closingOf(source, next + 1, limit);
      this.block({ from: next + 2, to: close }, innerPlace(place));
      next = Math.min(close + 1, limit);
    }
    return {
      next,
      completion: completion === 'leaves' && handler === undefined ? 'leaves' : 'goes-on',
    };
  }

  /** Whether a range has something in it that makes a test fail. */
  letsFail({ from, to }: Range, failing = FAILING): boolean {
    const { source } = this.reader;
    for (let at = from; at < to; at += 1) {
      const text = textAt(source, at);
      if (failing.test(text) && !/^(?:console|logger|log)$/.test(textAt(source, at - 2)))
        return true;
      const isOwned = textAt(source, at + 1) === '.' && /^(?:t|assert)$/.test(text);
      if (isOwned && failing === FAILING) return true;
    }
    return false;
  }

  private isPlanned({ draft }: Place): boolean {
    return draft.assertions.some(({ expected }) =>
      /^(?:assertions|hasAssertions|plan)\(/.test(expected ?? ''),
    );
  }

  private choice(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const close = closingOf(source, at + 1, limit);
    const text = written(source, { from: at + 2, to: close });
    const brace = close + 1;
    if (textAt(source, brace) !== '{') return { next: close + 1, completion: 'goes-on' };
    const end = closingOf(source, brace, limit);
    const inner = guarded(place, ENVIRONMENT.test(text) ? 'conditional' : undefined);
    let start = brace + 1;
    for (let index = start; index <= end; index += 1) {
      const isLabel = /^(?:case|default)$/.test(textAt(source, index));
      if (isLabel || index === end) {
        this.block({ from: start, to: index }, innerPlace(inner));
        while (index < end && textAt(source, index) !== ':') index += 1;
        start = index + 1;
      } else if (source.closing.has(index)) index = closingOf(source, index, end);
    }
    return { next: Math.min(end + 1, limit), completion: 'goes-on' };
  }

  private declarations(range: Range, place: Place, isConstant: boolean): void {
    const { reassigned, source } = this.reader;
    for (const part of partsOf(source, range)) {
      const equals = this.equalsIn(part);
      const pattern = { from: part.from, to: equals ?? part.to };
      if (equals === undefined) {
        declare(source, pattern, undefined, place.scope);
        continue;
      }
      const value = { from: equals + 1, to: part.to };
      const name = textAt(source, part.from);
      const literal = functionAt(source, value.from, value.to);
      if (literal !== undefined) this.namedFunction(name, literal, part.from, place);
      else this.expression(value, place, INSIDE);
      const isFixed = isConstant || !reassigned.has(name);
      declare(source, pattern, isFixed ? value : undefined, place.scope);
    }
  }

  private equalsIn({ from, to }: Range): number | undefined {
    const { source } = this.reader;
    for (let at = from; at < to; at += 1) {
      if (textAt(source, at) === '=') return at;
      if (source.closing.has(at)) at = closingOf(source, at, to);
    }
    return undefined;
  }

  private functionStatement(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const literal = functionAt(source, at, limit);
    if (literal === undefined) return { next: at + 1, completion: 'goes-on' };
    const word = textAt(source, at) === 'async' ? at + 1 : at;
    const name = textAt(source, textAt(source, word + 1) === '*' ? word + 2 : word + 1);
    this.namedFunction(name, literal, at, place);
    return { next: literal.to, completion: 'goes-on' };
  }

  /** A function of the file speaks for itself; one inside of a test belongs to the test. */
  private namedFunction(name: string, literal: FunctionLiteral, at: number, place: Place): void {
    if (place.draft.kind !== 'file') {
      const isUsed = this.isUsed(name, { from: at, to: literal.to }, place);
      this.functionBody(literal, isUsed ? place : guarded(place, 'unreachable'));
      return;
    }
    const draft = draftOf('function', name, lineOf(this.reader.source, at));
    this.findings.functions.push(draft);
    this.functionBody(literal, { ...place, draft, guard: undefined, hasDone: false });
  }

  /** Whether a name stands anywhere in the function around it, besides where it is defined. */
  private isUsed(name: string, own: Range, { body }: Place): boolean {
    const places = this.reader.uses.get(name);
    if (body === undefined || places === undefined) return true;
    return places.some((at) => at >= body.from && at < body.to && (at < own.from || at >= own.to));
  }

  private classAt(at: number, limit: number, place: Place): Step {
    const { source } = this.reader;
    const body = classBody(source, at, limit);
    if (body === undefined) return { next: at + 1, completion: 'goes-on' };
    const to = Math.min(body.to, limit);
    for (let index = body.from; index < to; index += 1) {
      const method = this.methodAt(index, to);
      if (method === undefined) {
        if (source.closing.has(index)) index = closingOf(source, index, to);
        continue;
      }
      // Methods are called by names of their own: whether they are is not looked for.
      this.namedFunction(textAt(source, index), method, index, { ...place, body: undefined });
      index = method.to - 1;
    }
    return { next: to + 1, completion: 'goes-on' };
  }

  /** A method, or a property that holds a function. */
  private methodAt(at: number, limit: number): FunctionLiteral | undefined {
    const { source } = this.reader;
    if (source.tokens[at]?.kind !== 'word') return undefined;
    const next = textAt(source, at + 1);
    if (next === '=') return functionAt(source, at + 2, statementEnd(source, at + 2, limit));
    if (next !== '(') return undefined;
    const close = closingOf(source, at + 1, limit);
    const brace = braceBehind(source, close + 1, limit);
    if (brace === undefined) return undefined;
    const to = closingOf(source, brace, limit);
    const body = { from: brace + 1, to };
    const parameters = { from: at + 2, to: close };
    return {
      from: at,
      to: Math.min(to + 1, limit),
      parameters,
      body,
      isBlock: true,
      isAsync: textAt(source, at - 1) === 'async',
    };
  }

  /** Reads what a function does, in the place where it is written. */
  functionBody(literal: FunctionLiteral, place: Place): void {
    const inner = { ...innerPlace(place), body: literal.body };
    hideNames(this.reader.source, literal.parameters, inner.scope);
    if (literal.isBlock) {
      this.block(literal.body, inner);
      return;
    }
    this.expression(literal.body, inner, { start: literal.body.from, isReturned: true });
  }

  /** Reads the calls and functions of an expression. */
  expression({ from, to }: Range, place: Place, position: Position): void {
    if (this.depth > DEEPEST) return;
    this.depth += 1;
    for (let at = from; at < to; ) at = Math.max(at + 1, this.part(at, to, place, position));
    this.depth -= 1;
  }

  private part(at: number, limit: number, place: Place, position: Position): number {
    const { source } = this.reader;
    const text = textAt(source, at);
    if (text === 'await') place.draft.waits += 1;
    const literal = /^[.]$/.test(textAt(source, at - 1))
      ? undefined
      : functionAt(source, at, limit);
    if (literal !== undefined) {
      this.functionBody(literal, place);
      return literal.to;
    }
    if (text === 'class') return this.classAt(at, limit, place).next;
    if (text === '{' && textAt(source, at - 1) === ')') {
      this.block(insideOf(source, at), innerPlace(place));
      return closingOf(source, at, limit) + 1;
    }
    const isGroup =
      /^[([]$/.test(text) && /^(?:\.|\()$/.test(textAt(source, closingOf(source, at, limit) + 1));
    if (isGroup && chainAt(source, at, limit).to > at + 1)
      return this.chains.group(at, limit, place, position);
    return isChainStart(source, at) ? this.chains.chain(at, limit, place, position) : at + 1;
  }
}

/** Behind an `if` without `else`. */
function left(completion: Completion, fixed: boolean | undefined): Completion {
  if (fixed === true) return completion;
  return completion === 'leaves' || completion === 'may-leave' ? 'may-leave' : 'goes-on';
}

function leftByBoth(one: Completion, other: Completion): Completion {
  const all = [one, other];
  if (all.every((each) => each === 'leaves' || each === 'throws')) return 'leaves';
  return all.some((each) => each === 'leaves' || each === 'may-leave') ? 'may-leave' : 'goes-on';
}
