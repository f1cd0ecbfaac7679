import { statementsText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import { BodyReader, type BodySetting, type BodyWords, type End } from './body.ts';
import { type Claim, type Claiming, claim, numberIn, type OwnClaims } from './claims.ts';
import type { Argument, Call, Dialect } from './dialect.ts';
import { type Matcher, type Named, namedText, opposite } from './matchers.ts';
import type { Guard } from './modes.ts';
import { expectedText, type Reading, subjectText } from './scope.ts';

/** What a table says of the words of its frameworks, and how bodies are read by them. */

/** Something of which a chain of matchers says something: `expect(x).to eq(3)`, `Assert.That(x, Is.EqualTo(3))`. */
export interface Expectation {
  /** Undefined where the test as a whole is meant. */
  readonly subject: SyntaxNode | undefined;
  readonly negated: boolean;
  readonly steps: readonly Call[];
}

export interface TableWords {
  readonly dialect: Dialect;
  /** Functions that assert, by their last names. */
  readonly assertions: Named<Matcher>;
  /** What stands before the last name of such a function. */
  readonly owners: RegExp;
  /** Names of other functions that assert: what they compare is not known. */
  readonly isAsserting: RegExp;
  readonly matchers: Named<Matcher>;
  /** What a call expects by matchers, if it is one that does. */
  expectation(call: Call): Expectation | undefined;
  /** Steps of a chain that say nothing: `to`, `Is`. */
  readonly links: RegExp;
  /** A matcher for names that follow a pattern: `be_valid`. */
  matcher?(name: string): Matcher | undefined;
  /** What a value claims that no language has: a test of the shell. */
  ofValue?(reading: Claiming, value: SyntaxNode, negated: boolean): Claim | undefined;
  readonly skip: RegExp;
  /** What ends a test whose failure counts as a pass. */
  readonly expectedToFail?: RegExp;
  /** What skips a test where something is missing. */
  readonly skipWithout?: RegExp;
  /** Words that say that an error is thrown, where these are no assertions. */
  readonly throws?: RegExp;
  readonly fail: RegExp;
  readonly exit: RegExp;
  readonly wideErrors: RegExp;
  readonly environment: RegExp;
  /** Calls that run a closure once for each element of what stands before them. */
  readonly loops: RegExp;
  /** What only this language claims of conditions. */
  readonly ownClaims?: OwnClaims;
  /** The claims of a call that words do not say; undefined where they do. */
  ownClaimsOfCall?(reading: Claiming, call: Call): readonly Claim[] | undefined;
  /** Assertions that say nothing where they are not awaited. */
  readonly pending?: RegExp;
}

const NEGATION = /^not$|^Not$|^No$/;
const TOGETHER = /^(?:AllOf|All|SatisfyAll)$/;
const FURTHER = /^(?:and|And|also)$/;
const TOLERANCE = /^(?:Within|margin|epsilon)$/;

/** An error is thrown: by the closure among what is given, or by what stands first. Everything else says which. */
export const throws: Matcher = (reading, { args }) => {
  const tried = args.find(({ value }) => isClosure(reading, value)) ?? args[0];
  const errors = args
    .filter((one) => one !== tried && !isClosure(reading, one.value))
    .map(({ value }) => plainError(expectedText(reading, value)));
  const subject = tried === undefined ? '' : triedText(reading, tried.value);
  return [claim('throws', subject, errors.length === 0 ? {} : { expected: errors.join(' ') })];
};

/** All that is given together is expected of what stands first, as a list or as the parts of an object. */
export function whole(form: Claim['form'], [open, close]: readonly [string, string]): Matcher {
  return (reading, { args }) => {
    const [subject, ...parts] = args.map(({ value }) => value);
    const expected = `${open}${parts.map((one) => expectedText(reading, one)).join(',')}${close}`;
    return [claim(form, subject === undefined ? '' : subjectText(reading, subject), { expected })];
  };
}

/** Each that is given is expected of what stands first. */
export function each(matcher: Matcher): Matcher {
  return (reading, call) => {
    const [subject, ...parts] = call.args;
    if (subject === undefined) return [];
    return parts.flatMap((part) => matcher(reading, { ...call, args: [subject, part] }));
  };
}

/** Everything that is given says what is expected of the test as a whole. */
export function ofTest(form: Claim['form'], subject: string): Matcher {
  return (reading, { args }) => {
    const texts = args.map(({ value }) => plainError(expectedText(reading, value)));
    return [claim(form, subject, texts.length === 0 ? {} : { expected: texts.join(' ') })];
  };
}

/** The class of an error by its own name. */
function plainError(text: string): string {
  const named = /^typeof\((.*)\)$/.exec(text)?.[1] ?? text.replace(/::class$/, '');
  return named.replace(/^\\?(?:\w+\\)*(?=\w+$)/, '');
}

function isClosure({ dialect }: Reading, node: SyntaxNode): boolean {
  return dialect.routine(node) !== undefined;
}

/** What is tried, as a subject. */
function triedText(reading: Reading, node: SyntaxNode): string {
  const body = reading.dialect.routine(reading.scope.standsFor(node))?.body;
  return body === undefined
    ? subjectText(reading, node)
    : statementsText(
        reading.dialect.writing,
        body.map((one) => plainStatement(reading, one)),
      );
}

function plainStatement({ dialect }: Reading, node: SyntaxNode): SyntaxNode {
  const said = dialect.statement(node);
  return said.kind === 'expression' ? said.value : node;
}

/** The calls of a chain, the first one first; a name by itself counts as a call of nothing. */
export function chainOf(dialect: Dialect, node: SyntaxNode): readonly Call[] {
  const calls: Call[] = [];
  let at: SyntaxNode | undefined = node;
  while (at !== undefined) {
    const own: SyntaxNode = dialect.unwrapped(at);
    const call = dialect.call(own) ?? memberOf(own);
    calls.unshift(call);
    at = call.receiver;
  }
  return calls;
}

function memberOf(node: SyntaxNode): Call {
  const isMember = node.named.length === 2 && /member|^field_|navigation|scope/.test(node.type);
  const [receiver, name = node] = isMember ? node.named : [undefined, node];
  return { node, path: name.text, name: name.text, receiver, args: [] };
}

/** What a chain of matchers claims of a subject. */
export function claimsOfSteps(
  table: TableWords,
  reading: Claiming,
  { negated, steps, subject }: Expectation,
): readonly Claim[] {
  let found: Claim[] = [];
  let about = subject;
  let isNot = negated;
  const inner = (node: SyntaxNode, not: boolean): readonly Claim[] =>
    claimsOfSteps(table, reading, {
      subject: about,
      negated: not,
      steps: chainOf(table.dialect, node),
    });
  for (const step of steps) {
    const { args, name } = step;
    const isNegation = NEGATION.test(name);
    if (isNegation && args.length === 0) isNot = !isNot;
    else if (isNegation || TOGETHER.test(name)) {
      for (const { value } of args) found.push(...inner(value, isNegation ? !isNot : isNot));
    } else if (FURTHER.test(name)) {
      // What follows are matchers in some languages, and another subject in others.
      for (const { value } of args) {
        if (matcherOf(table, chainOf(table.dialect, value)[0]?.name ?? ''))
          found.push(...inner(value, negated));
        else about = value;
      }
      isNot = negated;
    } else if (!table.links.test(name)) {
      const matcher = matcherOf(table, name);
      const last = found.at(-1);
      if (matcher === undefined && last !== undefined) {
        found = [...found.slice(0, -1), narrowed(reading, last, step)];
        continue;
      }
      const given = about === undefined ? args : [{ name: undefined, value: about }, ...args];
      const call = { ...step, args: given };
      const claims = matcher?.(reading, call) ?? [customClaim(reading, step, about)];
      found.push(...claims.map((one) => (isNot ? inverse(one) : one)));
      isNot = negated;
    }
  }
  return found;
}

function matcherOf(table: TableWords, name: string): Matcher | undefined {
  return table.matchers.get(name) ?? table.matcher?.(name);
}

function inverse(one: Claim): Claim {
  if (one.form === 'throws') return claim('runs', one.subject);
  return one.form === 'runs' ? claim('throws', one.subject) : opposite(one);
}

/** A claim with what another step adds to it. */
function narrowed(reading: Claiming, last: Claim, { args, name }: Call): Claim {
  const [value] = args;
  if (/^[oO]r$/.test(name)) return { ...last, form: 'contains' };
  if (TOLERANCE.test(name) && value !== undefined)
    return { ...last, form: 'near', tolerance: numberIn(reading, value.value) };
  const texts = args.map((one) => namedText(reading, one));
  const expected = [last.expected, name, ...texts].filter((one) => one !== undefined).join(' ');
  return { ...last, expected };
}

/** A call by a name that says that it asserts, of what it is given, or of what it is called on. */
function customClaim(reading: Claiming, { args, name }: Call, about?: SyntaxNode): Claim {
  const values = args.map((one) => namedText(reading, one));
  const [first] = args;
  // `assert_response :success` says something of the test as a whole.
  const isGeneral = first === undefined || reading.dialect.isScalar(first.value);
  const subject = about ?? (isGeneral ? undefined : first.value);
  const expected = [name, ...values.slice(about === undefined && !isGeneral ? 1 : 0)].join(' ');
  return claim('custom', subject === undefined ? name : subjectText(reading, subject), {
    expected,
  });
}

/** The claims of a call; undefined where it asserts nothing. */
function claimsOfCall(
  table: TableWords,
  reading: Claiming,
  call: Call,
): readonly Claim[] | undefined {
  const own = table.ownClaimsOfCall?.(reading, call);
  if (own !== undefined) return own;
  const expectation = table.expectation(call);
  if (expectation !== undefined) return claimsOfSteps(table, reading, expectation);
  const { name, receiver } = call;
  const isOwned = receiver === undefined || table.owners.test(receiver.text);
  const known = isOwned ? table.assertions.get(name) : undefined;
  if (known !== undefined) return known(reading, call);
  // Of a chain each call may assert something of what the chain begins with.
  const asserting = chainOf(table.dialect, call.node).filter(
    (one) => table.isAsserting.test(one.name) || table.isAsserting.test(one.path),
  );
  if (asserting.length === 0) return undefined;
  const about = isOwned ? undefined : asserting[0]?.receiver;
  return asserting.map((one) => customClaim(reading, one, about));
}

/** The words of a table, as bodies are read by them. */
export function wordsOf(table: TableWords): BodyWords {
  const { environment, exit, expectedToFail, fail, isAsserting, skip, skipWithout, wideErrors } =
    table;
  return {
    ...{ environment, exit, fail, skip, wideErrors },
    ...(expectedToFail === undefined ? {} : { expectedToFail }),
    ...(skipWithout === undefined ? {} : { skipWithout }),
    throws: table.throws ?? /^$/,
    isAsserting: (name) => table.assertions.has(name) || isAsserting.test(name),
    claimsOfCall: (reading, call) => claimsOfCall(table, reading, call),
  };
}

/** What calls and values claim as conditions. */
export function ownClaimsOf(table: TableWords): OwnClaims {
  const { ofCall, ...own } = table.ownClaims ?? {};
  return {
    ofCall: (reading, call, negated) => {
      if (ofCall !== undefined) return ofCall(reading, call, negated);
      const matcher = table.matcher?.(call.name) ?? table.matchers.get(call.name);
      const { receiver } = call;
      if (receiver === undefined || !matcher || call.args.length === 0) return undefined;
      const given: readonly Argument[] = [{ name: undefined, value: receiver }, ...call.args];
      return matcher(reading, { ...call, args: given }).map((one) =>
        negated ? inverse(one) : one,
      );
    },
    ofValue: (reading, value, negated) => table.ofValue?.(reading, value, negated),
    ...own,
  };
}

export interface TableSetting extends BodySetting {
  readonly table: TableWords;
  readonly statements: readonly SyntaxNode[];
  /** What its names stand in. */
  readonly around: SyntaxNode;
  /** The functions and methods of the file that are no tests. */
  readonly routines: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** The statements of a part of a test that has a title. */
  inner(node: SyntaxNode): readonly SyntaxNode[] | undefined;
}

/** Reads bodies by the words of a table. */
export class TableBody extends BodyReader<TableSetting> {
  protected override read(node: SyntaxNode, guard: Guard): End | 'swallowed' {
    const inner = this.setting.inner(node);
    if (inner === undefined) return super.read(node, guard);
    this.walk(inner, guard);
    return undefined;
  }

  protected override readCall(
    node: SyntaxNode,
    call: Call,
    value: SyntaxNode,
    guard: Guard,
    isKept: boolean,
  ): void {
    const count = this.assertions.length;
    // An error that is kept is asked further.
    super.readCall(node, call, value, guard, isKept && !this.isThrowing(call));
    if (this.assertions.slice(count).some(({ form }) => form === 'throws')) return;
    for (const closure of call.args) {
      const body = this.dialect.routine(closure.value)?.body;
      if (body === undefined) continue;
      const isLoop = this.setting.table.loops.test(call.name);
      if (isLoop) this.readLoop({ kind: 'loop', over: call.receiver, body }, guard);
      else this.walk(body, guard);
    }
  }

  private isThrowing(call: Call): boolean {
    const claims = this.words.claimsOfCall(this.reading, call);
    return claims?.some(({ form }) => form === 'throws') === true;
  }

  protected override add(node: SyntaxNode, one: Claim, guard: Guard): void {
    const isError = one.form === 'throws' && one.expected !== undefined;
    super.add(node, isError ? { ...one, expected: plainError(one.expected ?? '') } : one, guard);
  }

  protected override isPending(node: SyntaxNode, { name }: Call, value: SyntaxNode): boolean {
    const { pending } = this.setting.table;
    return (
      pending?.test(name) === true &&
      value.type !== 'await_expression' &&
      !/return|arrow/.test(node.type)
    );
  }
}
