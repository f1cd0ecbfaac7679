import { lazily } from '../../../domain/base/lazily.ts';
import { BodyReader, type BodySetting, type BodyWords, type End } from '../../reading/body.ts';
import { type Cases, casesIn, joinedCases, NO_CASES, type OwnCases } from '../../reading/cases.ts';
import { type Claim, claim } from '../../reading/claims.ts';
import type { Attempt, Choice, Leave, Loop } from '../../reading/dialect.ts';
import { type TestOutline, testReadLater } from '../../reading/later.ts';
import { type Guard, type Mode, RUNS, strongestMode } from '../../reading/modes.ts';
import { Scope, subjectText } from '../../reading/scope.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { AssertingHelper, Double, TestCase } from '../../test-file.ts';
import { type AssertingNames, claimsOfChain, customClaims, isAssertingName } from './asserting.ts';
import { JAVASCRIPT_CLAIMS } from './claims.ts';
import {
  bodyNodeOf,
  bodyText,
  canonical,
  dottedName,
  firstArguments,
  functionIn,
  isAwaitedCall,
  JAVASCRIPT_DIALECT as JAVASCRIPT,
  type Link,
  linksOf,
  stringContent,
} from './dialect.ts';
import { doubledBy, replacedBy } from './doubles.ts';
import { type TestCall, type TestName, testCallOf } from './test-calls.ts';

/** Goes through a test file of JavaScript: its statements, and in them its tests and what they assert. */

const FAILING =
  /^(?:throw|expect|assert|fail|reject|done|should|unreachable|cb|next|exit|exitCode|error|end)$/;
const SKIPS =
  /^(?:(?:this|t|ctx|context|test|it|task|tap|testInfo)\.(?:skip|todo|fixme)|test\.fail|it\.fail|pending)$/;
const WAITING =
  /^(?:waitFor|waitForElementToBeRemoved|vi\.waitFor|vi\.waitUntil|eventually|pWaitFor|retry)$/;
/** What runs a function later than the test. */
const LATER =
  /^(?:(?:window|globalThis|global)\.)?(?:setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame)$|^process\.nextTick$/;
/** Words that wait, or that let the time of a stand-in pass. */
const TIME =
  /^(?:await|advanceTimers\w*|advanceBy\w*|runAll\w*|runOnlyPending\w*|runToLast\w*|tick|tickAsync|next|flush\w*)$/;
const ASSERTING = /^(?:assert|expect|should)$/;
/** A test that says itself when it ends. */
const ENDING = /\b(?:t|tt|st|assert|test)\.(?:end|plan|done|async)\(/;
const DONE = /^(?:done|cb|callback|next|end|finish|resolve)$/;
/** What fails where nothing is found. */
const FINDING = /^(?:get|find)(?:All)?By[A-Z]\w*$/;
/** Calls of frameworks that no program has. */
const FRAMEWORK =
  /^(?:(?:jest|vi|vitest|sinon|sandbox|td|cy|mock|t|tap|test|it|describe|expect|assert|chai|fc)(?:\.|$)|done$|(?:then|catch|finally)$|require$|import$|beforeEach$|afterEach$|Symbol$|this\.(?:timeout|skip|retries|slow)$)/;

const WORDS: BodyWords = {
  skip: /^$/,
  fail: /^(?:(?:t|assert|expect|should|chai|tap)\.)?(?:fail|unreachable)$/,
  exit: /^$/,
  throws: /^(?:toThrow\w*|rejects|throws)$/,
  wideErrors: /./,
  environment:
    /process\.(?:env|platform|arch|version)|import\.meta\.env|\bos\.|Deno\.(?:env|build)|\b(?:isCI|CI|isWindows|isMac|isLinux|browserName|navigator|__DEV__)\b/,
  isAsserting: isAssertingName,
  claimsOfCall: () => undefined,
};

/** What only JavaScript knows of tables. */
const TABLES: OwnCases = {
  listOf: (node) => {
    const call = JAVASCRIPT.call(node);
    if (call === undefined || call.args.length !== 1) return undefined;
    return /^(?:Object\.(?:entries|values|keys)|Array\.from|Map|Set)$/.test(call.path)
      ? call.args[0]?.value
      : undefined;
  },
  slice: (node) => {
    const call = JAVASCRIPT.call(node);
    if (call?.name !== 'slice' || call.receiver === undefined) return undefined;
    const [from = 0, to] = call.args.map(({ value }) => Number(canonical(value)));
    if (![from, to ?? 0].every(Number.isInteger)) return undefined;
    return { list: call.receiver, bounds: to === undefined ? [from] : [from, to] };
  },
  elements: (node) => (node.type === 'object' ? node.named : undefined),
  spread: (element) => (element.type === 'spread_element' ? element.named[0] : undefined),
  // A list of one value is the value.
  row: (element) => {
    const [only, ...others] = element.type === 'array' ? element.named : [];
    return only === undefined || others.length > 0
      ? undefined
      : { cases: [canonical(only)], hasOthers: false };
  },
};

interface Suite {
  readonly name: string;
  mode: Mode;
}

/** What was found in a file. */
export interface Findings {
  readonly tests: TestCase[];
  readonly helpers: AssertingHelper[];
  readonly doubles: Double[];
  readonly shared: string[];
  readonly stops: { readonly line: number; readonly text: string }[];
  /** The calls that make tests and suites: what else is defined stands outside. */
  readonly testNodes: Set<SyntaxNode>;
  /** The calls that make tests. */
  readonly testCalls: SyntaxNode[];
}

/** What a part of a file is read with. */
interface PartSetting extends BodySetting {
  readonly names: AssertingNames;
  readonly testNames: ReadonlyMap<string, TestName>;
  readonly findings: Findings;
  readonly kind: 'file' | 'suite' | 'hook' | 'function' | 'test';
  readonly suites: readonly Suite[];
  /** The cases that loops and tables around a test give to it. */
  readonly around: Cases;
  /** The function that is read; undefined for the file. */
  readonly routine: SyntaxNode | undefined;
  /** Whether the test ends when a function of its is called, so that nothing need be waited for. */
  readonly hasDone: boolean;
}

/** Where an expression stands: alone as a statement, or handed on. */
type Position = 'alone' | 'given';

export class JavaScriptReader extends BodyReader<PartSetting> {
  readonly calls = new Set<string>();
  readonly doubles: Double[] = [];
  waits = 0;
  private testCount = 0;
  private hasDone = this.setting.hasDone;
  private around = this.setting.around;

  /** Reads a whole file. */
  static read(
    root: SyntaxNode,
    names: AssertingNames,
    testNames: ReadonlyMap<string, TestName>,
  ): Findings {
    const findings: Findings = {
      tests: [],
      helpers: [],
      doubles: [],
      shared: [],
      stops: [],
      testNodes: new Set(),
      testCalls: [],
    };
    const scope = new Scope(JAVASCRIPT, root.named, undefined, isFunctionBody);
    const asyncNames = new Set<string>();
    for (const node of root.within()) {
      const name = node.child('name') ?? node.parent?.child('name');
      if (functionIn(node) === node && node.hasWord('async') && name !== undefined)
        asyncNames.add(name.text);
    }
    const whole: Suite = { name: '', mode: RUNS };
    const reader = new JavaScriptReader({
      reading: { dialect: JAVASCRIPT, scope, own: JAVASCRIPT_CLAIMS },
      words: WORDS,
      ownCases: TABLES,
      asyncNames,
      names,
      testNames,
      findings,
      kind: 'file',
      suites: [whole],
      around: NO_CASES,
      routine: undefined,
      hasDone: false,
    });
    reader.walk(root.named, undefined);
    return findings;
  }

  /** A reader of a function of its own, whose names are hidden from those around. */
  private readerOf(
    routine: SyntaxNode | undefined,
    more: Partial<PartSetting> & Pick<PartSetting, 'kind'>,
  ): JavaScriptReader {
    const isWhole = more.kind === 'test' || more.kind === 'hook';
    const parts = routine === undefined ? [] : [routine];
    const isLeftOut = isWhole
      ? undefined
      : (node: SyntaxNode) => node !== routine?.child('body') && isFunctionBody(node);
    const scope = new Scope(JAVASCRIPT, parts, this.reading.scope, isLeftOut);
    const reading = { dialect: JAVASCRIPT, scope, own: JAVASCRIPT_CLAIMS };
    return new JavaScriptReader({
      ...this.setting,
      around: this.around,
      ...more,
      routine,
      reading,
    });
  }

  /** Reads what a function does. */
  private walkRoutine(routine: SyntaxNode, guard: Guard): End {
    const body = bodyNodeOf(routine);
    if (body.type === 'statement_block') return this.walk(body.named, guard);
    this.visit(body, guard, 'given');
    return undefined;
  }

  protected override read(node: SyntaxNode, guard: Guard): End | 'swallowed' {
    switch (node.type) {
      case 'lexical_declaration':
      case 'variable_declaration':
        for (const one of node.named) this.readDeclarator(one, guard);
        return undefined;
      case 'class_declaration':
        this.readClass(node, guard);
        return undefined;
      case 'expression_statement':
        if (node.named[0] !== undefined) this.visit(node.named[0], guard, 'alone');
        return undefined;
      default:
        return super.read(node, guard);
    }
  }

  protected override readLeave(_node: SyntaxNode, { how, value }: Leave, guard: Guard): End {
    if (value !== undefined) this.visit(value, guard, 'given');
    return how === 'break' ? undefined : 'always';
  }

  private readDeclarator(node: SyntaxNode, guard: Guard): void {
    const [name, value] = [node.child('name'), node.child('value')];
    const routine = functionIn(value);
    if (routine !== undefined) this.readNamed(name?.text ?? '', routine, node, guard);
    else if (value !== undefined) this.visit(value, guard, 'given');
  }

  protected override readFunction(node: SyntaxNode, guard: Guard): End {
    this.readNamed(node.child('name')?.text ?? '', node, node, guard);
    return undefined;
  }

  /** A function of the file speaks for itself; one inside of a test belongs to the test. */
  private readNamed(name: string, routine: SyntaxNode, node: SyntaxNode, guard: Guard): void {
    const { findings, kind } = this.setting;
    if (kind !== 'file' && kind !== 'suite') {
      const isMethod = node.type === 'method_definition' || node.type.endsWith('field_definition');
      const isReached = isMethod || this.isUsed(node, name);
      this.walkRoutine(routine, isReached ? guard : 'unreachable');
      return;
    }
    const reader = this.readerOf(routine, { kind: 'function', hasDone: false });
    reader.walkRoutine(routine, undefined);
    const { assertions, calls } = reader;
    findings.helpers.push({ name, line: node.line, assertions, calls: [...calls] });
  }

  /** Inside of a test a name may stand anywhere in it. */
  protected override isUsed(node: SyntaxNode, name: string): boolean {
    const { routine } = this.setting;
    if (routine === undefined) return true;
    for (const one of routine.within()) {
      const isName = one.children.length === 0 && one.text === name && !node.holds(one);
      if (isName && one.type !== 'property_identifier') return true;
    }
    return false;
  }

  private readClass(node: SyntaxNode, guard: Guard): void {
    for (const member of node.child('body')?.named ?? []) {
      const routine = functionIn(member) ?? functionIn(member.child('value'));
      const name = member.child('name') ?? member.child('property');
      if (routine !== undefined) this.readNamed(name?.text ?? '', routine, member, guard);
    }
  }

  protected override readChoice(node: SyntaxNode, statement: Choice, guard: Guard): End {
    for (const { condition } of statement.isMatch ? [] : statement.branches.slice(0, 1)) {
      if (condition !== undefined) this.visit(condition, guard, 'given');
    }
    return super.readChoice(node, statement, guard);
  }

  protected override readLoop(loop: Loop, guard: Guard): End {
    if (loop.over !== undefined) this.visit(loop.over, guard, 'given');
    const before = this.around;
    if (loop.over !== undefined && this.isOutside())
      this.around = joinedCases([before, casesIn(this.reading, TABLES, loop.over)]);
    super.readLoop(loop, guard);
    this.around = before;
    return undefined;
  }

  private isOutside(): boolean {
    return /^(?:file|suite|function)$/.test(this.setting.kind);
  }

  protected override readAttempt(
    _node: SyntaxNode,
    { body, handlers, last }: Attempt,
    guard: Guard,
  ): End {
    const isDropped = handlers.some((handler) => !this.isStrict(handler.body));
    const end = this.walk(body, guard ?? (isDropped ? 'swallowed' : undefined));
    const isPlanned = this.assertions.some(({ expected = '' }) =>
      /^(?:assertions|hasAssertions|plan)\(/.test(expected),
    );
    const isReached = isPlanned || hasWord(body, /^(?:throw|fail|unreachable)$/);
    for (const handler of handlers)
      this.walk(handler.body, guard ?? (isReached ? undefined : 'conditional'));
    this.walk(last, guard);
    return end === 'always' && handlers.length === 0 ? 'always' : undefined;
  }

  protected override isStrict(block: readonly SyntaxNode[]): boolean {
    return hasWord(block, FAILING);
  }

  protected override isAsserting(block: readonly SyntaxNode[]): boolean {
    return hasWord(block, ASSERTING) || super.isAsserting(block);
  }

  override isFailing(block: readonly SyntaxNode[]): boolean {
    const [first] = block;
    return first?.type === 'throw_statement' || super.isFailing(block);
  }

  /** Reads the calls and functions of an expression. */
  private visit(node: SyntaxNode, guard: Guard, position: Position): void {
    const routine = functionIn(node);
    if (routine === node) {
      // What ends the function does not end what is around it.
      this.walkRoutine(routine, guard);
      return;
    }
    switch (node.type) {
      case 'class':
        this.readClass(node, guard);
        return;
      case 'await_expression':
        this.waits += 1;
        this.visitAll(node, guard, 'given');
        return;
      case 'parenthesized_expression':
        this.visitAll(node, guard, position);
        return;
      case 'assignment_expression':
        this.visitAssignment(node, guard);
        return;
      case 'binary_expression':
        this.visitBinary(node, guard);
        return;
      case 'call_expression':
      case 'new_expression':
      case 'member_expression':
      case 'subscript_expression': {
        const isAwaited = isAwaitedCall(node);
        if (isAwaited) this.waits += 1;
        this.chain(node, guard, isAwaited ? 'given' : position);
        return;
      }
      default:
        this.visitAll(node, guard, 'given');
    }
  }

  private visitAll(node: SyntaxNode, guard: Guard, position: Position): void {
    for (const one of node.named) this.visit(one, guard, position);
  }

  private visitAssignment(node: SyntaxNode, guard: Guard): void {
    const [target, value] = [node.child('left'), node.child('right')];
    if (target === undefined || value === undefined) return;
    const replaced = replacedBy(target, value);
    if (replaced !== undefined) this.keepDouble(replaced, target);
    const routine = functionIn(value);
    if (routine !== undefined && this.isOutside())
      this.readNamed(target.text, routine, node, guard);
    else this.visit(value, guard, 'given');
    if (target.type !== 'identifier') this.visitAll(target, guard, 'given');
  }

  /** `isOn && expect(x)…` asserts under a condition. */
  private visitBinary(node: SyntaxNode, guard: Guard): void {
    const isShort = /^(?:&&|\|\||\?\?)$/.test(node.child('operator')?.text ?? '');
    const [left, right] = [node.child('left'), node.child('right')];
    if (left !== undefined) this.visit(left, guard, 'given');
    if (right !== undefined) this.visit(right, isShort ? (guard ?? 'conditional') : guard, 'given');
  }

  /** A name with all that follows it. */
  private chain(node: SyntaxNode, guard: Guard, position: Position): void {
    const links = linksOf(node);
    if (links.some(({ kind }) => kind === 'call' || kind === 'template')) {
      const made = testCallOf(links, this.setting.testNames, !this.isOutside());
      if (made !== undefined) {
        this.made(made, node, guard);
        return;
      }
      if (this.readSkipCall(links, node, guard)) return;
    }
    this.called(links, node, guard, position);
  }

  private called(links: readonly Link[], node: SyntaxNode, guard: Guard, position: Position): void {
    const isDropped = position === 'alone' && node.type !== 'new_expression';
    const inner = this.guardInside(links, node, guard, isDropped);
    const known = claimsOfChain(this.reading, links, this.setting.names);
    const isAlone = position === 'alone' || isStatement(node);
    const own = known ?? (isAlone ? this.customOf(links, node) : undefined);
    if (own !== undefined) this.keep(own, node, inner, isDropped);
    const doubled = doubledBy(links);
    if (doubled !== undefined) this.keepDouble(doubled, node);
    if (known === undefined) this.keepCalls(links);
    this.stopAt(links, node, guard);
    this.visitLinks(links, inner);
  }

  private customOf(links: readonly Link[], node: SyntaxNode): readonly Claim[] | undefined {
    const found = customClaims(this.reading, links);
    if (found !== undefined) {
      const isPromise = this.setting.asyncNames?.has(dottedName(links)) === true;
      return isPromise ? found.map((one) => ({ ...one, isPromise })) : found;
    }
    const last = links.at(-2);
    if (links.at(-1)?.kind !== 'call' || last?.kind !== 'name') return undefined;
    const isPage = last.name === 'contains' && dottedName(links).startsWith('cy.');
    return isPage || FINDING.test(last.name)
      ? [claim('defined', subjectText(this.reading, node))]
      : undefined;
  }

  /** What stands inside of a chain whose failure is dropped, or that is not awaited. */
  private guardInside(
    links: readonly Link[],
    node: SyntaxNode,
    guard: Guard,
    isDropped: boolean,
  ): Guard {
    const [root] = links;
    const caught = links.findIndex((link) => link.kind === 'name' && link.name === 'catch');
    const call = links[caught + 1];
    if (caught > 0 && call?.kind === 'call' && this.swallows(call.args[0]))
      return guard ?? 'swallowed';
    if (!isDropped || this.hasDone) return guard;
    const name = dottedName(links);
    const waits =
      WAITING.test(name) || links.some((link) => link.kind === 'name' && link.name === 'then');
    const isPage =
      root?.kind === 'name' && (root.name === 'cy' || this.setting.names.owners.has(root.name));
    const isLeft = waits ? !isPage : LATER.test(name) && !this.waitsBehind(node);
    return isLeft ? (guard ?? 'not-awaited') : guard;
  }

  /** Whether the function around a chain waits behind it, or lets the time of a stand-in pass. */
  private waitsBehind(node: SyntaxNode): boolean {
    let routine = node.parent;
    while (routine !== undefined && functionIn(routine) !== routine) routine = routine.parent;
    for (const one of routine?.within() ?? []) {
      if (one.from < node.to) continue;
      if (one.children.length === 0 && TIME.test(one.text)) return true;
      if (one.type === 'return_statement' && one.named.length > 0) return true;
    }
    return routine === undefined;
  }

  private swallows(handler: SyntaxNode | undefined): boolean {
    if (handler === undefined) return false;
    const routine = functionIn(handler);
    if (routine === undefined) return /^(?:noop|_\.noop)$/.test(canonical(handler));
    return !hasWord([bodyNodeOf(routine)], FAILING);
  }

  private keep(claims: readonly Claim[], node: SyntaxNode, guard: Guard, isDropped: boolean): void {
    for (const one of claims) {
      const isUnawaited = isDropped && one.isPromise === true && !this.hasDone;
      this.add(node, one, guard ?? (isUnawaited ? 'not-awaited' : undefined));
    }
  }

  private keepDouble(target: string, node: SyntaxNode): void {
    const double = { line: node.line, text: writtenText(node), target };
    (this.setting.kind === 'test' ? this.doubles : this.setting.findings.doubles).push(double);
  }

  private keepCalls(links: readonly Link[]): void {
    let names: string[] = [];
    for (const link of links) {
      if (link.kind === 'name') names.push(link.name);
      else if (names.length > 0 && link.kind !== 'index') {
        const name = names.join('.');
        if (!FRAMEWORK.test(name)) this.calls.add(name);
        names = [];
      }
    }
  }

  /** `process.exit(0)` ends the run of the file. */
  private stopAt(links: readonly Link[], node: SyntaxNode, guard: Guard): void {
    if (!/^(?:process|Deno)\.exit$/.test(dottedName(links))) return;
    const [code] = firstArguments(links) ?? [];
    const isGood = code === undefined || canonical(code) === '0';
    if (!isGood || this.setting.kind === 'function' || guard === 'unreachable') return;
    this.setting.findings.stops.push({ line: node.line, text: writtenText(node) });
  }

  /** What stands in the brackets of a chain. */
  private visitLinks(links: readonly Link[], guard: Guard): void {
    for (const [index, link] of links.entries()) {
      if (link.kind === 'group') {
        if (link.node.type !== 'string') this.visit(link.node, guard, 'given');
      } else if (link.kind === 'index') {
        const inside = link.node.child('index');
        if (inside !== undefined) this.visit(inside, guard, 'given');
      } else if (link.kind === 'call') this.visitArguments(links, index, guard);
    }
  }

  private visitArguments(links: readonly Link[], index: number, guard: Guard): void {
    const [link, name] = [links[index], links[index - 1]];
    if (link?.kind !== 'call') return;
    const word = name?.kind === 'name' ? name.name : '';
    const before = [this.around, this.hasDone] as const;
    if (/^(?:forEach|map)$/.test(word)) this.takeLoop(links[index - 2]?.node);
    // The one that makes a promise says itself when it is kept.
    if (word === 'Promise' && link.node.type === 'new_expression') this.hasDone = true;
    for (const argument of link.args) {
      const isUnawaited = word === 'forEach' && functionIn(argument)?.hasWord('async') === true;
      this.visit(argument, isUnawaited ? (guard ?? 'not-awaited') : guard, 'given');
    }
    [this.around, this.hasDone] = before;
  }

  private takeLoop(list: SyntaxNode | undefined): void {
    if (list === undefined) return;
    const found = casesIn(this.reading, TABLES, list);
    if (this.isOutside()) this.around = joinedCases([this.around, found]);
    else if (!found.hasOthers) this.takeCases(found);
  }

  /** `t.skip()`, `this.skip()`, `test.skip(isWebkit, 'why')` inside of a test, a hook or a suite. */
  private readSkipCall(links: readonly Link[], node: SyntaxNode, guard: Guard): boolean {
    const name = dottedName(links);
    const args = firstArguments(links);
    if (!SKIPS.test(name) || args === undefined) return false;
    const [first] = args;
    const fixed = first === undefined ? true : JAVASCRIPT.truth(first);
    if (guard === 'unreachable' || fixed === false) return true;
    const isAlways = fixed === true && guard !== 'conditional';
    const kind = name.endsWith('.fail') ? 'expected-to-fail' : 'skipped';
    const mode: Mode = { mode: isAlways ? kind : 'conditional', text: writtenText(node) };
    const suite = this.setting.suites.at(-1);
    if (/^(?:test|function)$/.test(this.setting.kind) || suite === undefined) this.skips.push(mode);
    else suite.mode = strongestMode([suite.mode, mode]);
    return true;
  }

  private made(made: TestCall, node: SyntaxNode, guard: Guard): void {
    if (made.kind === 'hook') this.hook(made, node);
    else if (made.kind === 'suite') this.suite(made, guard);
    else this.test(made, node, guard);
    if (this.setting.kind === 'file' || made.kind === 'test')
      this.setting.findings.testNodes.add(node);
  }

  private readCallback({ callback, rest }: TestCall, reader: JavaScriptReader): void {
    if (callback !== undefined) reader.walkRoutine(callback, undefined);
    else for (const one of rest) reader.visit(one, undefined, 'given');
  }

  private hook(made: TestCall, node: SyntaxNode): void {
    const reader = this.readerOf(made.callback, { kind: 'hook', hasDone: false });
    this.readCallback(made, reader);
    const { findings } = this.setting;
    const text =
      made.callback === undefined ? made.rest.map(canonical).join(',') : bodyText(made.callback);
    findings.shared.push(`${made.title}:${text}`);
    const { assertions, calls } = reader;
    findings.helpers.push({ name: made.title, line: node.line, assertions, calls: [...calls] });
  }

  private casesOfTable(table: Link): Cases {
    if (table.kind === 'template') {
      const rows = table.node.child('arguments');
      return rows === undefined ? NO_CASES : casesOfText(stringContent(rows));
    }
    const [list, ...more] = table.kind === 'call' ? table.args : [];
    if (list === undefined) return NO_CASES;
    return more.length > 0 ? { cases: [], hasOthers: true } : casesIn(this.reading, TABLES, list);
  }

  private suite(made: TestCall, guard: Guard): void {
    const suite: Suite = { name: made.title, mode: strongestMode([made.mode, regionOf(guard)]) };
    const suites = [...this.setting.suites, suite];
    const { table } = made;
    const own = table === undefined ? NO_CASES : this.casesOfTable(table);
    const around = joinedCases([this.around, own]);
    const reader = this.readerOf(made.callback, { kind: 'suite', suites, around });
    this.readCallback(made, reader);
  }

  private test(made: TestCall, node: SyntaxNode, guard: Guard): void {
    const { findings, suites } = this.setting;
    const { callback, title } = made;
    const around = this.around;
    const reader = lazily(() => this.readTest(made));
    this.testCount += 1;
    // What tests lie in it, and whether it ends the run, is asked of the file.
    const isHolder = HOLDING.test((callback ?? node).text.slice(title.length));
    const order = findings.tests.length;
    // What only holds other tests is a suite.
    if (isHolder && reader().testCount > 0 && reader().assertions.length === 0) return;
    findings.testCalls.push(statementOf(node));
    const names = suites.slice(1).map(({ name }) => name);
    const outline = { name: title, suites: names, line: node.line, written: node.text };
    const region = regionOf(guard);
    findings.tests.splice(
      order,
      0,
      testReadLater(outline, () => this.detailsOf(made, reader(), { around, region })),
    );
  }

  private readTest(made: TestCall): JavaScriptReader {
    const { callback } = made;
    const [first] = callback?.child('parameters')?.named ?? [];
    const parameter = (first ?? callback?.child('parameter'))?.text.replace(/:.*/s, '') ?? '';
    const reader = this.readerOf(callback, {
      kind: 'test',
      suites: [...this.setting.suites, { name: made.title, mode: made.mode }],
      around: NO_CASES,
      hasDone: callback !== undefined && (DONE.test(parameter) || ENDING.test(bodyText(callback))),
    });
    this.readCallback(made, reader);
    return reader;
  }

  private detailsOf(
    made: TestCall,
    reader: JavaScriptReader,
    { around, region }: { readonly around: Cases; readonly region: Mode },
  ): Omit<TestCase, keyof TestOutline> {
    const { callback, rest, table } = made;
    const cases = table === undefined ? around : joinedCases([around, this.casesOfTable(table)]);
    const isEmpty = table !== undefined && cases.cases.length === 0 && !cases.hasOthers;
    const { mode, text } = strongestMode([
      made.mode,
      region,
      ...(isEmpty ? [{ mode: 'skipped', text: 'no cases' } as const] : []),
      ...reader.skips,
      ...this.setting.suites.map((suite) => suite.mode),
    ]);
    return {
      mode,
      modeText: text,
      assertions: reader.assertions,
      cases: [...cases.cases, ...reader.cases],
      hasOtherCases: cases.hasOthers || reader.hasOtherCases,
      calls: [...reader.calls],
      doubles: reader.doubles,
      body: callback === undefined ? rest.map(canonical).join(',') : bodyText(callback),
      input: reader.inputText(callback === undefined ? rest : [bodyNodeOf(callback)]),
      waits: reader.waits,
    };
  }
}

/** Words of a test that may hold others, or that ends the run. */
const HOLDING = /\b(?:it|test|describe|specify|module)\b\s*[.(`]|\bexit\s*\(/;

function isFunctionBody(node: SyntaxNode): boolean {
  return (
    node.type === 'statement_block' &&
    node.parent !== undefined &&
    functionIn(node.parent) === node.parent
  );
}

/** What keeps tests from being made where a guard holds. */
function regionOf(guard: Guard): Mode {
  if (guard === 'unreachable') return { mode: 'skipped', text: 'not reached' };
  return guard === 'conditional' ? { mode: 'conditional', text: 'if' } : RUNS;
}

/** The statement that a chain is all of, or the chain itself. */
function statementOf(chain: SyntaxNode): SyntaxNode {
  const { parent } = chain;
  const isWhole = /^(?:expression_statement|await_expression)$/.test(parent?.type ?? '');
  return isWhole && parent !== undefined ? statementOf(parent) : chain;
}

/** Whether a chain is what a statement waits for or gives: `await expectValid(user)`. */
function isStatement({ parent }: SyntaxNode): boolean {
  let around = parent;
  while (around !== undefined && /^(?:await|parenthesized)_expression$/.test(around.type))
    around = around.parent;
  if (around?.type === 'arrow_function') return true;
  return /^(?:expression|return)_statement$/.test(around?.type ?? '');
}

/** Whether some code throws, or calls or sets by a word that makes a test fail. */
function hasWord(code: readonly SyntaxNode[], word: RegExp): boolean {
  return code.some((part) => {
    for (const one of part.within()) {
      if (one.type === 'throw_statement') return true;
      const name = failingName(one);
      if (name !== undefined && word.test(name)) return true;
    }
    return false;
  });
}

function failingName(node: SyntaxNode): string | undefined {
  if (node.type === 'assignment_expression') return node.child('left')?.child('property')?.text;
  if (node.type === 'member_expression' && node.child('property')?.text === 'should')
    return 'should';
  const call = node.type === 'call_expression' ? JAVASCRIPT.call(node) : undefined;
  if (call === undefined || /^(?:console|logger|log)\./.test(call.path)) return undefined;
  return /^(?:t|assert)\./.test(call.path) ? 'assert' : call.name;
}

/** `a | b | sum` and rows with `${1} | ${2} | ${3}`. */
function casesOfText(text: string): Cases {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, '').trim())
    .filter((line) => line !== '');
  const cases = lines.slice(1).map((line) => {
    const cells = line.split('|').map((cell) => cellText(cell.trim()));
    return cells.length === 1 ? `${cells[0]}` : `[${cells.join(',')}]`;
  });
  return { cases, hasOthers: false };
}

function cellText(cell: string): string {
  const inner = cell.startsWith('${') && cell.endsWith('}') ? cell.slice(2, -1).trim() : cell;
  return inner.replace(/^'([^'"]*)'$/, '"$1"');
}
