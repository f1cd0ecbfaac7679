/** Tests of the languages that have no module of their own, by a table of how each writes them. */

import type {
  AssertingHelper,
  Assertion,
  AssertionGuard,
  Definition,
  TestCase,
  TestFile,
  TestLanguage,
  TestMode,
} from '../test-file.ts';
import type { CommonClaim } from './common-claims.ts';
import { claimsAt, isSymbolAt } from './common-claims.ts';
import type { CommonRules } from './common-rules.ts';
import { COMMON_RULES } from './common-rules.ts';
import type { Range, Source, Token } from './source.ts';
import { canonicalText, insideOf, partsOf, readSource, writtenText } from './source.ts';

export const COMMON_LANGUAGES: readonly TestLanguage[] = COMMON_RULES.map(commonLanguage);

function commonLanguage(rules: CommonRules): TestLanguage {
  return {
    name: rules.name,
    extensions: rules.extensions,
    isTestFile: (path) => rules.testPath.test(path),
    readTests: (text) => new CommonReader(readSource(text, rules.lexicon), rules).read(),
    readDefinitions: (text) => definitionsOf(readSource(text, rules.lexicon), rules),
  };
}

/** A test, a suite or a function, with what stands around it. */
interface Block {
  readonly kind: 'test' | 'suite' | 'function';
  readonly name: string;
  readonly line: number;
  /** From its first word, attributes included. */
  readonly from: number;
  readonly body: Range;
  readonly mode: TestMode;
  readonly modeText: string;
}

class CommonReader {
  private readonly source: Source;
  private readonly rules: CommonRules;

  constructor(source: Source, rules: CommonRules) {
    this.source = source;
    this.rules = rules;
  }

  read(): TestFile {
    const blocks = blocksOf(this.source, this.rules);
    const tests = blocks
      .filter(({ kind }) => kind === 'test')
      .map((one) => this.testOf(one, blocks));
    const functions = blocks.filter(({ kind }) => kind === 'function');
    return {
      tests,
      helpers: functions.flatMap((one) => this.helperOf(one)),
      doubles: [],
      imports: [],
      definitions: functions.map((one) => definitionOf(this.source, one)),
      comments: this.source.comments,
      stops: [],
      shared: functions
        .filter(({ name }) => this.rules.shared.test(name))
        .map(({ body }) => canonicalText(this.source, body))
        .join('\n'),
    };
  }

  private testOf(test: Block, blocks: readonly Block[]): TestCase {
    const { source } = this;
    const around = blocks.filter(
      ({ body, kind }) => kind === 'suite' && body.from <= test.from && test.body.to <= body.to,
    );
    const halted = this.haltIn(test.body);
    const stopped = [test, ...around].find(({ mode }) => mode !== 'runs') ?? halted ?? test;
    return {
      name: test.name,
      suites: around.map(({ name }) => name),
      line: test.line,
      mode: stopped.mode,
      modeText: stopped.modeText,
      assertions: this.assertionsIn(test.body),
      cases: this.casesOf(test),
      hasOtherCases: false,
      calls: callsIn(source, test.body, this.rules),
      doubles: [],
      body: canonicalText(source, test.body),
      waits: words(source, test.body).filter(({ text }) => text === 'await').length,
    };
  }

  /** A call in the body by which the test skips itself. */
  private haltIn(body: Range): { readonly mode: TestMode; readonly modeText: string } | undefined {
    const { source, rules } = this;
    for (let at = body.from; at < body.to; at += 1) {
      const token = source.tokens[at];
      if (token?.kind !== 'word' || !rules.skips.test(token.text)) continue;
      const before = source.tokens[at - 1];
      if (isSymbolAt(source, at - 1, '.') || isSymbolAt(source, at - 1, ':')) {
        if (!/^(?:this|self|Assert|\$this)$/.test(source.tokens[at - 2]?.text ?? '')) continue;
      }
      const last = endOfLine(source, at, body.to);
      const isBelow =
        before !== undefined && token.indent > (firstOfLines(source, body)?.indent ?? 0);
      const isGuarded =
        /^(?:if|unless)$/.test(source.tokens[last - 1]?.text ?? '') ||
        isBelow ||
        words(source, { from: at, to: last }).some(({ text }) => /^(?:if|unless)$/.test(text)) ||
        /If|Unless/.test(token.text);
      const modeText = writtenText(source, { from: at, to: last });
      return { mode: isGuarded ? 'conditional' : 'skipped', modeText };
    }
    return undefined;
  }

  private helperOf({ body, line, name }: Block): readonly AssertingHelper[] {
    const assertions = this.assertionsIn(body);
    return assertions.length === 0
      ? []
      : [{ name, line, assertions, calls: callsIn(this.source, body, this.rules) }];
  }

  private assertionsIn(body: Range): readonly Assertion[] {
    const { source, rules } = this;
    const found: Assertion[] = [];
    const guards = guardsIn(source, body, rules);
    for (let at = body.from; at < body.to; at += 1) {
      const claim = claimsAt(source, { from: at, to: body.to }, rules);
      if (claim === undefined) continue;
      found.push(assertionOf(source, at, claim, guards.get(at)));
      at = Math.max(at, claim.to - 1);
    }
    return found;
  }

  /** The rows of attributes and tables that stand right before a test or are given to it. */
  private casesOf({ body, from }: Block): readonly string[] {
    const { source, rules } = this;
    const cases: string[] = [];
    for (let at = from; at < body.from; at += 1) {
      const token = source.tokens[at];
      if (token?.kind !== 'word' || !rules.cases.test(token.text)) continue;
      const open = at + 1;
      if (!isSymbolAt(source, open, '(')) continue;
      cases.push(canonicalText(source, insideOf(source, open)));
    }
    const behind = source.tokens[body.to + 1];
    if (behind !== undefined && isSymbolAt(source, body.to + 1, '->') && behind.line > 0) {
      const list = source.tokens.findIndex((token, at) => at > body.to && token.text === '[');
      const isOwn = list > 0 && list - body.to < 6;
      if (isOwn) {
        cases.push(
          ...partsOf(source, insideOf(source, list)).map((part) => canonicalText(source, part)),
        );
      }
    }
    return cases;
  }
}

function assertionOf(
  source: Source,
  at: number,
  { to, ...claim }: CommonClaim,
  guard: AssertionGuard | undefined,
): Assertion {
  const line = source.tokens[at]?.line ?? 1;
  const text = writtenText(source, { from: at, to }).slice(0, 2_000);
  return { line, text, ...claim, ...(guard === undefined ? {} : { guard }) };
}

/** The tests, suites and functions of a text, in their order. */
function blocksOf(source: Source, rules: CommonRules): readonly Block[] {
  const ends = rules.ends ? endsOfWords(source, rules) : undefined;
  const blocks: Block[] = [];
  let from = 0;
  for (let at = 0; at < source.tokens.length; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) break;
    if (/^[;{}]$/.test(token.text) && token.kind === 'symbol') from = at + 1;
    if (token.kind !== 'word') continue;
    if (rules.ends && token.isFirstOfLine && !/^[@#]/.test(token.text))
      from = attributesBefore(source, at);
    const block = blockAt(source, rules, at, from, ends);
    if (block !== undefined) blocks.push(block);
  }
  return blocks;
}

/** Elixir's `@tag :skip` stands on the lines above. */
function attributesBefore({ tokens }: Source, at: number): number {
  let from = at;
  for (let place = at - 1; place >= 0 && at - place < 20; place -= 1) {
    const token = tokens[place];
    if (token?.isFirstOfLine) {
      if (!token.text.startsWith('@')) break;
      from = place;
    }
  }
  return from;
}

function blockAt(
  source: Source,
  rules: CommonRules,
  at: number,
  from: number,
  ends: ReadonlyMap<number, number> | undefined,
): Block | undefined {
  const { text } = source.tokens[at] ?? { text: '' };
  const attributes = source.tokens
    .slice(from, at)
    .map((one) => one.text)
    .join(' ');
  const isDefined = rules.functions.test(text);
  const kind = rules.tests.test(text)
    ? 'test'
    : rules.suites.test(text)
      ? 'suite'
      : isDefined
        ? 'function'
        : undefined;
  if (kind === undefined || isSymbolAt(source, at - 1, '.')) return undefined;
  const isTyped = isDefined && kind === 'function' && !/^(?:defp?|func|function)$/.test(text);
  if (isTyped && !(source.tokens[at + 1]?.kind === 'word' && isSymbolAt(source, at + 2, '(')))
    return undefined;
  const named = nameAt(source, at, isDefined);
  const body = bodyAt(source, at, ends);
  if (named === undefined || body === undefined) return undefined;
  const { name } = named;
  const isMethod = isDefined && kind === 'function';
  const isTest = isMethod && (rules.testNames.test(name) || rules.testAttributes.test(attributes));
  if (
    isMethod &&
    /^(?:class|if|for|while|switch|catch|return|new|else|foreach|using|lock)$/.test(name)
  ) {
    return undefined;
  }
  const behind = isSymbolAt(source, body.to + 1, ',')
    ? writtenText(source, { from: body.to, to: body.to + 6 })
    : '';
  const hint = `${attributes} ${text} ${writtenText(source, { from: at, to: body.from })} ${behind}`;
  const [mode, modeText] = modeOf(rules, hint, text);
  return { kind: isTest ? 'test' : kind, name, line: named.line, from, body, mode, modeText };
}

function modeOf(rules: CommonRules, hint: string, word: string): readonly [TestMode, string] {
  const skip = rules.skipped.exec(hint)?.[0];
  if (skip !== undefined) return ['skipped', skip.trim()];
  const maybe = rules.conditional.exec(hint)?.[0];
  if (maybe !== undefined) return ['conditional', maybe.trim()];
  const focus = rules.focused.exec(hint)?.[0];
  return focus === undefined ? ['runs', ''] : ['focused', focus.trim() || word];
}

/** The title of `it "adds" do`, the two of `TEST(Cart, Adds)`, or the name behind `def`. */
function nameAt(
  source: Source,
  at: number,
  isDefined: boolean,
): { name: string; line: number } | undefined {
  const token = source.tokens[at];
  const next = source.tokens[at + 1];
  if (token === undefined || next === undefined) return undefined;
  if (isSymbolAt(source, at + 1, '(')) {
    if (isDefined && /^(?:void|Task|async|test)$/.test(token.text)) return undefined;
    const inside = insideOf(source, at + 1);
    const parts = partsOf(source, inside).slice(0, 2);
    const first = source.tokens[inside.from];
    if (first?.kind === 'string') return { name: first.value, line: token.line };
    const name = parts.map((part) => canonicalText(source, part)).join('.');
    return { name, line: token.line };
  }
  if (next.kind === 'string') return { name: next.value, line: token.line };
  if (next.kind === 'word' && next.line === token.line) {
    const isTyped = source.tokens[at + 2]?.kind === 'word' && isSymbolAt(source, at + 3, '(');
    const named = isTyped ? source.tokens[at + 2] : next;
    const isMark = isSymbolAt(source, at + 2, '?') || isSymbolAt(source, at + 2, '!');
    return {
      name: `${named?.text ?? ''}${isMark ? (source.tokens[at + 2]?.text ?? '') : ''}`,
      line: token.line,
    };
  }
  return undefined;
}

const FAR = 60;

function bodyAt(
  source: Source,
  at: number,
  ends: ReadonlyMap<number, number> | undefined,
): Range | undefined {
  const { closing, tokens } = source;
  if (ends !== undefined) {
    // `do … end`, or `def … end`; a block in braces too.
    for (let place = at; place < Math.min(tokens.length, at + FAR); place += 1) {
      const end = ends.get(place);
      if (end !== undefined) return { from: place + 1, to: end };
      if (isSymbolAt(source, place, '{') && tokens[place]?.line === tokens[at]?.line)
        return insideOf(source, place);
      const isNext = place > at && tokens[place]?.isFirstOfLine === true;
      if (isNext && tokens[place - 1]?.text !== ',') return undefined;
    }
    return undefined;
  }
  for (let place = at + 1; place < Math.min(tokens.length, at + FAR); place += 1) {
    if (isSymbolAt(source, place, '{')) return insideOf(source, place);
    if (isSymbolAt(source, place, ';')) return undefined;
    if (isSymbolAt(source, place, '=>')) return expressionFrom(source, place + 1);
    const inner = isSymbolAt(source, place, '(')
      ? closureIn(source, insideOf(source, place))
      : undefined;
    if (inner !== undefined) return inner;
    const close = closing.get(place);
    if (close !== undefined) place = close;
  }
  return undefined;
}

/** The block of the function that is given as an argument: `test('adds', function () { … })`. */
function closureIn(source: Source, inside: Range): Range | undefined {
  for (let at = inside.from; at < inside.to; at += 1) {
    if (isSymbolAt(source, at, '{')) return insideOf(source, at);
    if (isSymbolAt(source, at, '=>')) {
      const isBlock = isSymbolAt(source, at + 1, '{');
      return isBlock ? insideOf(source, at + 1) : { from: at + 1, to: inside.to };
    }
    const close = source.closing.get(at);
    if (close !== undefined) at = close;
  }
  return undefined;
}

function expressionFrom({ closing, tokens }: Source, from: number): Range {
  let to = from;
  while (to < tokens.length && !/^[;})\]]$/.test(tokens[to]?.text ?? ''))
    to = (closing.get(to) ?? to) + 1;
  return { from, to };
}

/** Where the block that a word opens ends, for languages that write `end`. */
function endsOfWords({ tokens }: Source, rules: CommonRules): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    const before = tokens[at - 1];
    if (before?.kind === 'symbol' && /^(?:\.|:|&\.)$/.test(before.text)) continue;
    if (token.text === 'end') {
      const start = open.pop();
      if (start !== undefined) ends.set(start, at);
    } else if (rules.opensBlock?.test(token.text)) {
      const isStart = rules.opensAlways?.test(token.text) || token.isFirstOfLine;
      const isKey = tokens[at + 1]?.text === ':' && tokens[at + 1]?.from === token.to;
      if (isStart && !isKey) open.push(at);
    }
  }
  for (const at of open) ends.set(at, tokens.length);
  return ends;
}

/** What weakens assertions by where they stand, for the first token of each line of a body. */
function guardsIn(
  source: Source,
  body: Range,
  rules: CommonRules,
): ReadonlyMap<number, AssertionGuard> {
  const guards = new Map<number, AssertionGuard>();
  const top = source.tokens[body.from]?.indent ?? 0;
  let isLeft = false;
  for (let at = body.from; at < body.to; at += 1) {
    const token = source.tokens[at];
    if (token === undefined) break;
    if (isLeft) guards.set(at, 'unreachable');
    if (token.kind !== 'word') continue;
    const isTop = token.isFirstOfLine && token.indent <= top;
    if (token.text === 'return' && isTop && !isLeft) {
      const end = endOfLine(source, at, body.to);
      const text = words(source, { from: at, to: end }).map((one) => one.text);
      if (!text.some((one) => /^(?:if|unless)$/.test(one))) {
        isLeft = true;
        at = end - 1;
      }
    }
    const guard = blockGuard(source, at, rules);
    if (guard === undefined) continue;
    for (let place = guard.range.from; place < Math.min(guard.range.to, body.to); place += 1) {
      if (!guards.has(place)) guards.set(place, guard.guard);
    }
  }
  return guards;
}

function blockGuard(
  source: Source,
  at: number,
  rules: CommonRules,
): { readonly range: Range; readonly guard: AssertionGuard } | undefined {
  const { tokens } = source;
  const word = tokens[at]?.text;
  if (rules.ends) {
    if (!tokens[at]?.isFirstOfLine || (word !== 'begin' && word !== 'if' && word !== 'unless'))
      return undefined;
    const range = indented(source, at);
    if (word !== 'begin') {
      return tokens[range.to]?.text === 'else' ? undefined : { range, guard: 'conditional' };
    }
    if (tokens[range.to]?.text !== 'rescue') return undefined;
    const handler = indented(source, range.to);
    return keeps(source, handler) ? undefined : { range, guard: 'swallowed' };
  }
  if (word === 'try' || word === 'do') {
    if (!isSymbolAt(source, at + 1, '{')) return undefined;
    const range = insideOf(source, at + 1);
    const isCaught = /^(?:catch|on)$/.test(tokens[range.to + 1]?.text ?? '');
    const open = tokens.findIndex((token, place) => place > range.to + 1 && token.text === '{');
    if (!isCaught || open < 0 || keeps(source, insideOf(source, open))) return undefined;
    return { range, guard: 'swallowed' };
  }
  if (word !== 'if') return undefined;
  const open = tokens.findIndex((token, place) => place > at && /^[{;]$/.test(token.text));
  if (open < 0 || open - at > FAR || !isSymbolAt(source, open, '{')) return undefined;
  const range = insideOf(source, open);
  if (tokens[range.to + 1]?.text === 'else') return undefined;
  const condition = canonicalText(source, { from: at + 1, to: open });
  return { range, guard: /^\(?(?:false|0)\)?$/.test(condition) ? 'unreachable' : 'conditional' };
}

/** The lines below that stand further in. */
function indented({ tokens }: Source, at: number): Range {
  const indent = tokens[at]?.indent ?? 0;
  let to = at + 1;
  while (to < tokens.length && !(tokens[to]?.isFirstOfLine && (tokens[to]?.indent ?? 0) <= indent))
    to += 1;
  return { from: at + 1, to };
}

/** Whether a handler lets the failure through, or says something of it. */
function keeps(source: Source, range: Range): boolean {
  return words(source, range).some(({ text }) =>
    /^(?:throw|rethrow|raise|fail|flunk|XCTFail|FAIL|reraise|expect|Fail)$|^assert|^Assert/.test(
      text,
    ),
  );
}

function firstOfLines({ tokens }: Source, { from, to }: Range): Token | undefined {
  for (let at = from; at < to; at += 1) if (tokens[at]?.isFirstOfLine) return tokens[at];
  return undefined;
}

function endOfLine({ tokens }: Source, from: number, to: number): number {
  let at = from + 1;
  while (at < to && !tokens[at]?.isFirstOfLine && tokens[at]?.text !== ';') at += 1;
  return at;
}

function words({ tokens }: Source, { from, to }: Range): readonly Token[] {
  return tokens.slice(from, to).filter(({ kind }) => kind === 'word');
}

const NO_CALLS =
  /^(?:if|for|while|switch|catch|return|function|fn|sizeof|foreach|unless|expect|it|test|describe|context|do|end|not_to|to|eq)$/;

function callsIn(source: Source, { from, to }: Range, rules: CommonRules): readonly string[] {
  const calls = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const token = source.tokens[at];
    const isCall =
      isSymbolAt(source, at + 1, '(') || (rules.ends && isSymbolAt(source, at - 1, '.'));
    if (token?.kind !== 'word' || !isCall || NO_CALLS.test(token.text)) continue;
    if (
      rules.assertions.test(token.text) ||
      /^(?:Assert|Is|Has)$/.test(source.tokens[at - 2]?.text ?? '')
    )
      continue;
    const names = [token.text];
    for (let place = at - 1; place > from; place -= 2) {
      if (!/^(?:\.|->|::|\?\.)$/.test(source.tokens[place]?.text ?? '')) break;
      if (source.tokens[place - 1]?.kind !== 'word') break;
      names.unshift(source.tokens[place - 1]?.text ?? '');
    }
    calls.add(names.join('.'));
  }
  return [...calls];
}

function definitionsOf(source: Source, rules: CommonRules): readonly Definition[] {
  return blocksOf(source, rules)
    .filter(({ kind }) => kind === 'function')
    .map((block) => definitionOf(source, block));
}

function definitionOf(source: Source, { body, from, line, name }: Block): Definition {
  const above = source.tokens[from - 1]?.line ?? 0;
  const start = source.tokens[from]?.line ?? line;
  const comments = source.comments
    .filter((one) => one.line > above && one.line < start)
    .map(({ text }) => text.replace(/\s+/g, ' '));
  return {
    name,
    line,
    text: [...comments, canonicalText(source, { from, to: body.to })].join('\n'),
  };
}
