/** The specs of kotest and Spek: tests that are calls with a block. */

import type { Double, TestCase } from '../test-file.ts';
import { type Body, elementsOf } from './jvm-body.ts';
import type { Declaration } from './jvm-declarations.ts';
import { type Local, localsIn } from './jvm-locals.ts';
import type { Mode } from './jvm-modes.ts';
import type { JvmCode, Link } from './jvm-source.ts';
import {
  chainOf,
  isSymbol,
  isWord,
  jvmText,
  placeOf,
  statementsOf,
  withoutParameters,
} from './jvm-source.ts';
import type { Range } from './source.ts';
import { canonicalText, insideOf, writtenText } from './source.ts';

export interface Spec {
  readonly tests: readonly TestCase[];
  readonly doubles: readonly Double[];
  readonly shared: readonly string[];
}

const SPEC = /(?:Spec|Spek)\b/;
const LEAVES = /^[xf]?(?:test|it|should|expect|scenario|then|Then)$/;
const GROUPS = /^[xf]?(?:describe|context|given|Given|when|When|and|And|feature|group)$/;
const JOINS = /^(?:should|When|Given|that|`when`|when)$/;

/** The tests of a class that is a spec; undefined where it is none. */
export function specTests(
  code: JvmCode,
  { head, body }: Declaration,
  read: (body: Range) => Body,
): Spec | undefined {
  if (code.dialect !== 'kotlin') return undefined;
  const { source } = code;
  const colon = placeOf(source, head, (token) => isSymbol(token, ':'));
  if (colon === undefined || !SPEC.test(canonicalText(source, { from: colon, to: head.to })))
    return undefined;
  const reader = new SpecReader(code, read);
  for (let at = colon; at < head.to; at += 1) {
    if (isSymbol(source.tokens[at], '{')) {
      reader.walk(insideOf(source, at), [], undefined);
      at = source.closing.get(at) ?? head.to;
    }
  }
  if (body !== undefined) {
    for (const member of statementsOf(code, body)) {
      const isInit =
        source.tokens[member.from]?.text === 'init' &&
        isSymbol(source.tokens[member.from + 1], '{');
      if (isInit) reader.walk(insideOf(source, member.from + 1), [], undefined);
    }
  }
  return reader;
}

class SpecReader implements Spec {
  readonly tests: TestCase[] = [];
  readonly doubles: Double[] = [];
  readonly shared: string[] = [];
  private readonly code: JvmCode;
  private readonly readBody: (body: Range) => Body;
  private locals: ReadonlyMap<string, Local> | undefined;

  constructor(code: JvmCode, read: (body: Range) => Body) {
    this.code = code;
    this.readBody = read;
  }

  walk(range: Range, suites: readonly string[], around: Mode | undefined): void {
    if (suites.length > 12) return;
    for (const statement of statementsOf(this.code, withoutParameters(this.code, range))) {
      const isRead =
        this.readNamed(statement, suites, around) || this.readLoop(statement, suites, around);
      if (!isRead) this.readShared(statement);
    }
  }

  private readShared(statement: Range): void {
    this.shared.push(canonicalText(this.code.source, statement));
    this.doubles.push(...this.readBody(statement).doubles);
  }

  private readNamed(
    statement: Range,
    suites: readonly string[],
    around: Mode | undefined,
  ): boolean {
    const { code } = this;
    const { source } = code;
    const first = source.tokens[statement.from];
    const links = chainOf(code, statement);
    const [head] = links;
    if (head === undefined || first === undefined) return false;
    // `when`(…) in a spec stands between backticks.
    const isTitle = first.kind === 'string' && !first.text.startsWith('`');
    const title = isTitle ? first.value : this.titleOf(head);
    const block = this.blockOf(statement, links);
    if (block === undefined || title === undefined)
      return this.readData(statement, head, suites, around);
    const isLeaf = isTitle ? this.isLeaf(statement, links) : LEAVES.test(head.name);
    if (!isTitle && !isLeaf && !GROUPS.test(head.name)) return false;
    const mode = around ?? modeOf(code, statement, links, title);
    const name = title.replace(/^(?:!|f:)/, '');
    if (isLeaf && !this.hasInner(block)) this.addTest(name, suites, mode, statement, block);
    else this.walk(block, [...suites, name], mode?.mode === 'skipped' ? mode : undefined);
    return true;
  }

  /** Tests in a loop over values that are written out have these as cases. */
  private readLoop(statement: Range, suites: readonly string[], around: Mode | undefined): boolean {
    const { code } = this;
    const loop = this.loopAt(statement);
    if (loop === undefined) return false;
    const body = withoutParameters(code, loop.body);
    const inside = new SpecReader(code, this.readBody);
    inside.walk(body, suites, around);
    if (inside.tests.length === 0) return false;
    this.locals ??= localsIn(code, { from: 0, to: code.source.tokens.length });
    const cases = elementsOf(code, loop.over, this.locals);
    this.shared.push(...inside.shared);
    this.doubles.push(...inside.doubles);
    const tests = inside.tests.map((test) => ({
      ...test,
      cases: [...(cases ?? []), ...test.cases],
      hasOtherCases: test.hasOtherCases || cases === undefined,
    }));
    this.tests.push(...tests);
    return true;
  }

  /** `for (x in over) { … }` and `over.forEach { … }`. */
  private loopAt(statement: Range): { readonly over: Range; readonly body: Range } | undefined {
    const { code } = this;
    const { source } = code;
    if (isWord(source.tokens[statement.from], 'for')) {
      const head = insideOf(source, statement.from + 1);
      const middle = placeOf(source, head, (token) => isWord(token, 'in'));
      const open = head.to + 1;
      if (middle === undefined || !isSymbol(source.tokens[open], '{')) return undefined;
      return { over: { from: middle + 1, to: head.to }, body: insideOf(source, open) };
    }
    const link = chainOf(code, statement).findLast(({ block }) => block !== undefined);
    if (link?.block === undefined || !/^(?:forEach|onEach|forEachIndexed)$/.test(link.name))
      return undefined;
    return { over: { from: statement.from, to: link.from - 1 }, body: link.block };
  }

  private titleOf(head: Link): string | undefined {
    const [given] = head.arguments;
    const token = given === undefined ? undefined : this.code.source.tokens[given.from];
    return token?.kind === 'string' ? token.value : undefined;
  }

  /** The block at the end of the statement. */
  private blockOf(statement: Range, links: readonly Link[]): Range | undefined {
    const { source } = this.code;
    const own = links.findLast(({ block }) => block !== undefined)?.block;
    if (own !== undefined) return own;
    const open = placeOf(source, statement, (token) => isSymbol(token, '{'));
    return open === undefined ? undefined : insideOf(source, open);
  }

  /** `"name" { … }`, and not `"name" - { … }` nor `"name" should { … }`. */
  private isLeaf(statement: Range, links: readonly Link[]): boolean {
    const last = links.at(-1);
    const next = this.code.source.tokens[last?.to ?? statement.to];
    const isJoined = isSymbol(next, '-') || (next?.kind === 'word' && JOINS.test(next.text));
    return !(isJoined && (last?.to ?? statement.to) < statement.to);
  }

  private hasInner(block: Range): boolean {
    return statementsOf(this.code, withoutParameters(this.code, block)).some((statement) => {
      const [head] = chainOf(this.code, statement);
      const isTitle = this.code.source.tokens[statement.from]?.kind === 'string';
      if (head === undefined || head.block === undefined) return false;
      return isTitle || (LEAVES.test(head.name) && this.titleOf(head) !== undefined);
    });
  }

  private readData(
    statement: Range,
    head: Link,
    suites: readonly string[],
    around: Mode | undefined,
  ): boolean {
    if (!/^(?:withData|forAll|checkAll)$/.test(head.name) || head.block === undefined) return false;
    if (head.name !== 'withData') return false;
    const [only] = head.arguments;
    const written =
      only !== undefined && head.arguments.length === 1
        ? elementsOf(this.code, only, new Map())
        : undefined;
    const cases = written ?? head.arguments.map((range) => jvmText(this.code.source, range));
    const block = withoutParameters(this.code, head.block);
    this.addTest('withData', suites, around, statement, block, cases);
    return true;
  }

  private addTest(
    name: string,
    suites: readonly string[],
    mode: Mode | undefined,
    statement: Range,
    block: Range,
    cases: readonly string[] = [],
  ): void {
    const body = this.readBody(withoutParameters(this.code, block));
    const stop =
      body.stop === undefined ? undefined : { mode: body.stop.mode, modeText: body.stop.text };
    this.tests.push({
      name,
      suites,
      line: this.code.source.tokens[statement.from]?.line ?? 1,
      ...(mode ?? stop ?? { mode: 'runs', modeText: '' }),
      assertions: body.assertions,
      cases: [...cases, ...body.cases],
      hasOtherCases: body.hasOtherCases,
      calls: body.calls,
      doubles: body.doubles,
      body: body.text,
      waits: body.waits,
    });
  }
}

function modeOf(
  code: JvmCode,
  statement: Range,
  links: readonly Link[],
  title: string,
): Mode | undefined {
  const { source } = code;
  const [head] = links;
  const to = links.findLast(({ block }) => block !== undefined)?.block?.from ?? statement.to;
  const modeText = writtenText(source, {
    from: statement.from,
    to: Math.max(statement.from + 1, to - 1),
  });
  if (title.startsWith('!') || /^x[a-z]/.test(head?.name ?? ''))
    return { mode: 'skipped', modeText };
  if (
    title.startsWith('f:') ||
    /^f(?:describe|context|test|it|should|feature)$/.test(head?.name ?? '')
  )
    return focused(head, title, modeText);
  const config = links.find(({ name }) => name === 'config');
  const given = config?.arguments.map((range) => canonicalText(source, range)) ?? [];
  if (given.includes('enabled=false')) return { mode: 'skipped', modeText };
  const isMaybe = given.some(
    (text) => /^(?:enabled|enabledIf|enabledOrReasonIf)=/.test(text) && text !== 'enabled=true',
  );
  return isMaybe ? { mode: 'conditional', modeText } : undefined;
}

function focused(head: Link | undefined, title: string, modeText: string): Mode | undefined {
  const isFocused =
    title.startsWith('f:') || /^f(?:describe|context|test|it|should)$/.test(head?.name ?? '');
  return isFocused ? { mode: 'focused', modeText } : undefined;
}
