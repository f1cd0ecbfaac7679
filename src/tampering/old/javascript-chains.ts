/** Reads the calls of a test file: tests, suites, hooks, assertions, doubles, and all others. */

import { claimsOf, customClaims, propertyClaims } from './javascript-assertions.ts';
import { casesOfTable, isList, joined, NO_CASES } from './javascript-cases.ts';
import type { Claim } from './javascript-claims.ts';
import { claim, subjectIn } from './javascript-claims.ts';
import { doubledBy, replacedBy } from './javascript-doubles.ts';
import type { Place, Suite } from './javascript-place.ts';
import { draftOf, guarded, innerPlace, lineOf } from './javascript-place.ts';
import type { Position, Statements } from './javascript-reading.ts';
import type { Chain, Link } from './javascript-syntax.ts';
import { chainAt, closingOf, dottedName, functionAt, textAt } from './javascript-syntax.ts';
import type { Mode, TestCall, TestName } from './javascript-test-calls.ts';
import { fixedCondition, strictest, testCallOf } from './javascript-test-calls.ts';
import { bare, written } from './javascript-values.ts';
import type { Range } from './source.ts';
import { writtenText } from './source.ts';

const INSIDE: Position = { start: undefined, isReturned: true };
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
/** A test that says itself when it ends. */
const ENDING = /\b(?:t|tt|st|assert|test)\.(?:end|plan|done|async)\(/;
/** What fails where nothing is found. */
const FINDING = /^(?:get|find)(?:All)?By[A-Z]\w*$/;
/** Calls of frameworks that no program has. */
const FRAMEWORK =
  /^(?:(?:jest|vi|vitest|sinon|sandbox|td|cy|mock|t|tap|test|it|describe|expect|assert|chai|fc)(?:\.|$)|done$|(?:then|catch|finally)$|require$|import$|beforeEach$|afterEach$|Symbol$|this\.(?:timeout|skip|retries|slow)$)/;

/** The tokens of `isCi ? it.skip : it`: more of them are another thing. */
const LONGEST_CHOICE = 60;

export class ChainReader {
  private readonly statements: Statements;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  /** Reads the chain that begins there. @returns Where it ends. */
  chain(at: number, limit: number, place: Place, position: Position): number {
    const { source, testNames } = this.statements.reader;
    const chain = chainAt(source, at, limit);
    const replaced = replacedBy(source, chain);
    if (replaced !== undefined) this.keepDouble(replaced, chain, place);
    if (chain.links.length === 1) return chain.to;
    const made = testCallOf(source, chain, testNames, place.draft.kind !== 'file');
    if (made !== undefined) return this.made(made, chain, place);
    if (this.skips(chain, place)) return chain.to;
    this.called(chain, place, position);
    return chain.to;
  }

  /** A chain that begins with a bracket: `(isCi ? it.skip : it)('adds', …)`, `(await get()).should.equal(3)`. */
  group(at: number, limit: number, place: Place, position: Position): number {
    const { source, testNames } = this.statements.reader;
    const chain = chainAt(source, at, limit);
    const close = closingOf(source, at, limit);
    const isShort = close - at < LONGEST_CHOICE;
    const text = isShort ? written(source, { from: at + 1, to: close }) : '';
    const kind = /[?:]describe\b/.test(text) ? 'suite' : 'test';
    if (/\?.*\b(?:it|test|describe)\b/.test(text) && text.length < 200) {
      const mode: Mode = { mode: 'conditional', text };
      const names = new Map<string, TestName>([...testNames, ['(', { kind, mode }]]);
      const root: Link = { kind: 'name', name: '(', from: at, to: close + 1 };
      const links = [root, ...chain.links.slice(1)];
      const made = testCallOf(source, { ...chain, links }, names, false);
      if (made !== undefined) return this.made(made, chain, place);
    }
    this.statements.expression({ from: at + 1, to: close }, place, { ...INSIDE, start: at + 1 });
    this.called(chain, place, position);
    return chain.to;
  }

  private called(chain: Chain, place: Place, position: Position): void {
    const { reader } = this.statements;
    const { source } = reader;
    const reading = { source, scope: place.scope };
    const lead = leadOf(source, chain.from);
    const isAlone = position.start !== undefined && lead === position.start;
    const isDropped =
      isAlone && !position.isReturned && lead === chain.from && !isPrefixed(source, lead);
    const inner = this.placeInside(chain, place, isDropped);
    const known = claimsOf(reading, chain, reader.names) ?? propertyClaims(reading, chain);
    const own = known ?? (isAlone ? this.customOf(chain, place) : undefined);
    if (own !== undefined) {
      const before = textAt(source, lead - 1);
      const isShort = /^(?:&&|\|\||\?\?)$/.test(before) && !isAlone;
      this.keep(own, chain, isShort ? guarded(inner, 'conditional') : inner, isDropped);
    }
    const doubled = doubledBy(source, chain);
    if (doubled !== undefined) this.keepDouble(doubled, chain, place);
    if (known === undefined) this.keepCalls(chain, place);
    this.stopAt(chain, place);
    this.arguments(chain, inner);
  }

  private customOf(chain: Chain, { scope }: Place): readonly Claim[] | undefined {
    const { asyncFunctions, source } = this.statements.reader;
    const reading = { source, scope };
    const found = customClaims(reading, chain);
    if (found !== undefined) {
      const isPromise = asyncFunctions.has(dottedName(chain.links));
      return isPromise ? found.map((one) => ({ ...one, isPromise })) : found;
    }
    const last = chain.links.at(-2);
    const isCall = chain.links.at(-1)?.kind === 'call';
    if (!isCall || last?.kind !== 'name') return undefined;
    const isPage = last.name === 'contains' && textAt(source, chain.from) === 'cy';
    return isPage || FINDING.test(last.name)
      ? [claim(subjectIn(reading, chain), 'defined', false)]
      : undefined;
  }

  /** What stands inside of a chain whose failure is dropped, or that nobody waits for. */
  private placeInside(chain: Chain, place: Place, isDropped: boolean): Place {
    const { names, source } = this.statements.reader;
    const root = textAt(source, chain.from);
    const caught = chain.links.findIndex((link) => link.kind === 'name' && link.name === 'catch');
    const call = chain.links[caught + 1];
    const isSwallowed = caught > 0 && call?.kind === 'call' && this.swallows(call.args[0]);
    if (isSwallowed) return guarded(place, 'swallowed');
    const isChained = chain.links.some((link) => link.kind === 'name' && link.name === 'then');
    const waits = isChained || WAITING.test(dottedName(chain.links));
    const isPage = root === 'cy' || names.owners.has(root);
    const isLeft = waits
      ? !isPage
      : LATER.test(dottedName(chain.links)) && !this.waits(chain, place);
    return isDropped && isLeft && !place.hasDone ? guarded(place, 'not-awaited') : place;
  }

  /** Whether the function around a chain waits behind it, or lets the time of a stand-in pass. */
  private waits(chain: Chain, { body }: Place): boolean {
    const { source } = this.statements.reader;
    for (let at = chain.to; at < (body?.to ?? 0); at += 1) {
      const text = textAt(source, at);
      if (TIME.test(text)) return true;
      if (text === 'return' && !/^[;}]?$/.test(textAt(source, at + 1))) return true;
    }
    return body === undefined;
  }

  private swallows(handler: Range | undefined): boolean {
    const { source } = this.statements.reader;
    if (handler === undefined) return false;
    const literal = functionAt(source, handler.from, handler.to);
    if (literal === undefined) return /^(?:noop|_\.noop)$/.test(written(source, handler));
    return !this.statements.letsFail(literal.body);
  }

  /** Keeps what an assertion claims where it stands. */
  keep(claims: readonly Claim[], range: Range, place: Place, isDropped: boolean): void {
    const { source } = this.statements.reader;
    const text = writtenText(source, range);
    const line = lineOf(source, range.from);
    for (const { isPromise, ...one } of claims) {
      const isUnawaited = isDropped && isPromise === true && !place.hasDone;
      const { guard } = isUnawaited ? guarded(place, 'not-awaited') : place;
      place.draft.assertions.push({
        ...one,
        line,
        text,
        ...(guard === undefined ? {} : { guard }),
      });
    }
  }

  private keepDouble(target: string, chain: Chain, { draft }: Place): void {
    const { source } = this.statements.reader;
    const double = { line: lineOf(source, chain.from), text: writtenText(source, chain), target };
    if (draft.kind === 'test') draft.doubles.push(double);
    else this.statements.findings.doubles.push(double);
  }

  private keepCalls(chain: Chain, { draft }: Place): void {
    let names: string[] = [];
    for (const link of chain.links) {
      if (link.kind === 'name') names.push(link.name);
      else if (names.length > 0 && link.kind !== 'index') {
        const name = names.join('.');
        if (!FRAMEWORK.test(name)) draft.calls.add(name);
        names = [];
      }
    }
  }

  /** `process.exit(0)` ends the run of the file. */
  private stopAt(chain: Chain, { draft, guard }: Place): void {
    const { source } = this.statements.reader;
    const name = dottedName(chain.links);
    const call = chain.links.find((link) => link.kind === 'call');
    if (!/^(?:process|Deno)\.exit$/.test(name) || call?.kind !== 'call') return;
    const [code] = call.args;
    const isGood = code === undefined || written(source, code) === '0';
    if (!isGood || draft.kind === 'function' || guard === 'unreachable') return;
    const text = writtenText(source, chain);
    this.statements.findings.stops.push({ line: lineOf(source, chain.from), text });
  }

  private arguments({ links }: Chain, place: Place): void {
    const { source } = this.statements.reader;
    for (const [index, link] of links.entries()) {
      if (link.kind === 'index') {
        this.statements.expression({ from: link.from + 1, to: link.to - 1 }, place, INSIDE);
      }
      if (link.kind !== 'call') continue;
      const name = links[index - 1];
      const isPromise = textAt(source, (links[0]?.from ?? 0) - 1) === 'new' && index === 1;
      const isLoop = name?.kind === 'name' && /^(?:forEach|map)$/.test(name.name);
      for (const argument of link.args) {
        const isUnawaited =
          isLoop && name.name === 'forEach' && textAt(source, argument.from) === 'async';
        const looped = isLoop ? this.placeInLoop(links, index - 1, place) : place;
        // The one that makes a promise says itself when it is kept.
        const isKept = isPromise && name?.kind === 'name' && name.name === 'Promise';
        const inner = isKept ? { ...looped, hasDone: true } : looped;
        this.statements.expression(
          argument,
          isUnawaited ? guarded(inner, 'not-awaited') : inner,
          INSIDE,
        );
      }
    }
  }

  private placeInLoop(links: readonly Link[], at: number, place: Place): Place {
    const { lists, source } = this.statements.reader;
    const [first] = links;
    const end = links[at];
    if (first === undefined || end === undefined) return place;
    const list = { from: first.from, to: end.from };
    const isTable = isList(source, list, lists) || place.draft.kind === 'file';
    return isTable ? this.statements.withCases(list, place) : place;
  }

  /** `t.skip()`, `this.skip()`, `test.skip(isWebkit, 'why')` inside of a test, a hook or a suite. */
  private skips(chain: Chain, place: Place): boolean {
    const { source } = this.statements.reader;
    const name = dottedName(chain.links);
    const call = chain.links.find((link) => link.kind === 'call');
    if (!SKIPS.test(name) || call?.kind !== 'call') return false;
    if (place.guard === 'unreachable') return true;
    const text = writtenText(source, chain);
    const [first] = call.args;
    const condition = first === undefined ? 'true' : written(source, bare(source, first));
    const fixed = fixedCondition(condition);
    if (fixed === false) return true;
    const isAlways = fixed === true && place.guard !== 'conditional';
    const kind = /\.fail$/.test(name) ? 'expected-to-fail' : 'skipped';
    const mode: Mode = { mode: isAlways ? kind : 'conditional', text };
    const suite = place.suites.at(-1);
    if (place.draft.kind === 'hook' || place.draft.kind === 'file') {
      if (suite !== undefined) suite.mode = strictest([suite.mode, mode]);
      else place.draft.mode = strictest([place.draft.mode, mode]);
    } else place.draft.mode = strictest([place.draft.mode, mode]);
    return true;
  }

  private made(made: TestCall, chain: Chain, place: Place): number {
    if (made.kind === 'hook') this.hook(made, chain, place);
    else if (made.kind === 'suite') this.suite(made, place);
    else this.test(made, chain, place);
    if (place.draft.kind === 'file' || made.kind === 'test') {
      this.statements.findings.testRanges.push({ from: chain.from, to: made.to });
    }
    return Math.max(made.to, chain.to);
  }

  private hook({ callback, rest, title }: TestCall, chain: Chain, place: Place): void {
    const { findings, reader } = this.statements;
    const draft = draftOf('hook', title, lineOf(reader.source, chain.from));
    const inner = { ...place, draft, guard: undefined };
    if (callback === undefined) this.statements.expression(rest, inner, INSIDE);
    else this.statements.functionBody(callback, inner);
    findings.shared.push(`${title}:${written(reader.source, callback?.body ?? rest)}`);
    findings.functions.push(draft);
    const isWhole = place.suites.length === 0 && draft.mode.mode !== 'runs';
    if (isWhole) place.draft.mode = strictest([place.draft.mode, draft.mode]);
  }

  private suite(made: TestCall, place: Place): void {
    const suite: Suite = { name: made.title, mode: strictest([made.mode, place.region]) };
    const cases = this.casesOf(made, place);
    const region: Mode = { mode: 'runs', text: '' };
    const inner = { ...place, suites: [...place.suites, suite], cases, guard: undefined, region };
    if (made.callback === undefined) this.statements.expression(made.rest, inner, INSIDE);
    else this.statements.functionBody(made.callback, inner);
  }

  private casesOf({ table }: TestCall, place: Place): Place['cases'] {
    const { lists, source } = this.statements.reader;
    return table === undefined
      ? place.cases
      : joined(place.cases, casesOfTable(source, table, lists));
  }

  private test(made: TestCall, chain: Chain, place: Place): void {
    const { findings, reader } = this.statements;
    const { source } = reader;
    const draft = draftOf('test', made.title, lineOf(source, chain.from));
    draft.cases = this.casesOf(made, place);
    const isEmpty =
      made.table !== undefined && draft.cases.rows.length === 0 && !draft.cases.hasOthers;
    const empty: Mode = { mode: 'skipped', text: 'no cases' };
    const suite: Suite = { name: made.title, mode: made.mode };
    const body = written(source, made.callback?.body ?? made.rest);
    const inner: Place = {
      ...innerPlace(place),
      draft,
      guard: undefined,
      region: { mode: 'runs', text: '' },
      cases: NO_CASES,
      suites: [...place.suites, suite],
      hasDone:
        made.callback !== undefined &&
        (hasDone(textAt(source, made.callback.parameters.from)) || ENDING.test(body)),
    };
    const order = findings.tests.length;
    if (made.callback === undefined) this.statements.expression(made.rest, inner, INSIDE);
    else this.statements.functionBody(made.callback, inner);
    place.draft.tests += 1;
    // What only holds other tests is a suite.
    if (draft.tests > 0 && draft.assertions.length === 0) return;
    const mode = strictest([made.mode, place.region, isEmpty ? empty : { mode: 'runs', text: '' }]);
    findings.tests.splice(order, 0, { draft, place, title: made.title, mode, body });
  }
}

function hasDone(parameter: string): boolean {
  return /^(?:done|cb|callback|next|end|finish|resolve)$/.test(parameter);
}

/** Where the statement of a chain begins: before `await`, `void`, `return`. */
function leadOf(source: Statements['reader']['source'], from: number): number {
  let at = from;
  while (/^(?:await|void|return|yield|new)$/.test(textAt(source, at - 1))) at -= 1;
  return /^(?:return|yield)$/.test(textAt(source, at)) ? at + 1 : at;
}

function isPrefixed(source: Statements['reader']['source'], at: number): boolean {
  return /^(?:return|=>|await)$/.test(textAt(source, at - 1));
}
