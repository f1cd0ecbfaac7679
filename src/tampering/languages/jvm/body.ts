import { BodyReader, type End } from '../../reading/body.ts';
import type { OwnCases } from '../../reading/cases.ts';
import { claim } from '../../reading/claims.ts';
import type { Attempt, Call, Dialect, Leave, Valued } from '../../reading/dialect.ts';
import type { Guard } from '../../reading/modes.ts';
import { expectedText, type Reading, subjectText } from '../../reading/scope.ts';
import type { TableSetting } from '../../reading/table-body.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Assertion } from '../../test-file.ts';
import { chainOf, className, isLambda, lambdasIn } from './dialect.ts';
import { assertionIn, errorText } from './words.ts';

/** What only bodies of tests on the JVM do: assumptions, assertions in lambdas, errors that are kept in a variable. */

const ASSUMPTIONS = /^(?:assume(?:True|False|That|NotNull|NoException|ThatCode)?|abort)$/;
const ASYNCHRONOUS =
  /^(?:runAsync|supplyAsync|submit|thenAccept|thenApply|whenComplete|execute|Thread)$/;
const WAITS = /^(?:get|join|await|getNow|invokeAll)$/;

export class JvmBody extends BodyReader<TableSetting> {
  /** The assertion by which a name holds what was thrown. */
  private readonly thrown = new Map<string, Assertion>();

  /** Reads a whole function. */
  override readAll(statements: readonly SyntaxNode[], guard?: Guard): void {
    super.readAll(statements, guard);
    this.mergeMessages();
    this.readRuleOfThrown(statements);
  }

  protected override readExpression(node: SyntaxNode, { kind, value }: Valued, guard: Guard): End {
    if (this.readAssumption(node, value, guard)) return undefined;
    const path = this.dialect.call(this.dialect.unwrapped(value))?.path ?? '';
    if (this.words.fail.test(path) || this.words.exit.test(path)) return 'always';
    const found = assertionIn(this.reading, value);
    const isKept = kind === 'binding';
    const isIdle =
      !isKept && /^StepVerifier\.(?!.*(?:\.verify\w*\(|\.expect\w*\(\)\.verify))/s.test(value.text);
    for (const one of found?.claims ?? []) {
      this.add(node, one, guard ?? (isIdle ? 'not-awaited' : undefined));
      if (isKept && one.form === 'throws') this.keepThrown(node, this.assertions.at(-1));
    }
    if (found === undefined || found.looksInside)
      this.readLambdas(value, this.isNeverRun(node, value) ? 'unreachable' : guard, isKept);
    return isLeft(value) ? 'maybe' : undefined;
  }

  private keepThrown(node: SyntaxNode | undefined, thrown: Assertion | undefined): void {
    const name = this.nameIn(node);
    if (name !== undefined && thrown !== undefined) this.thrown.set(name, thrown);
  }

  private nameIn(node: SyntaxNode | undefined): string | undefined {
    return [...(node?.within() ?? [])].flatMap((one) => this.dialect.bindings(one))[0]?.name;
  }

  /** Whether a value is a function with a name that nothing else says. */
  private isNeverRun(node: SyntaxNode, value: SyntaxNode): boolean {
    const name = isLambda(value) ? this.nameIn(node) : undefined;
    return name !== undefined && !this.isUsed(node, name);
  }

  protected override readLeave(node: SyntaxNode, statement: Leave, guard: Guard): End {
    const { how, value } = statement;
    if (how !== 'return') return super.readLeave(node, statement, guard);
    if (value !== undefined) this.readExpression(node, { kind: 'expression', value }, guard);
    return 'always';
  }

  /** Who is interrupted drops no failure. */
  protected override readAttempt(node: SyntaxNode, statement: Attempt, guard: Guard): End {
    const handlers = statement.handlers
      .filter(({ errors }) => !/InterruptedException/.test(errors))
      .map((one) => ({ ...one, errors: className(one.errors) }));
    const before = this.assertions.length;
    const end = super.readAttempt(node, { ...statement, handlers }, guard);
    const first = this.assertions.slice(before).find(({ line }) => line === node.line);
    if (first?.form === 'throws')
      this.keepThrown(
        node.named.find(({ type }) => type.startsWith('catch_')),
        first,
      );
    return end;
  }

  private readAssumption(node: SyntaxNode, value: SyntaxNode, guard: Guard): boolean {
    const [call] = chainOf(this.dialect, value);
    if (call === undefined || !ASSUMPTIONS.test(call.name)) return false;
    const wanted = call.name !== 'assumeFalse';
    // A text is a message, and no condition.
    const truths = call.args
      .filter((one) => /^(?:true|false)$/.test(one.value.text))
      .map((one) => this.dialect.truth(one.value));
    const isNever = call.name === 'abort' || truths.includes(!wanted);
    if (guard === 'unreachable' || (!isNever && truths.includes(wanted))) return true;
    const mode = isNever && guard === undefined ? 'skipped' : 'conditional';
    this.skips.push({ mode, text: writtenText(node) });
    return true;
  }

  /** The functions that are written out in a value. */
  private readLambdas(value: SyntaxNode, guard: Guard, isKept: boolean): void {
    const chain = chainOf(this.dialect, value);
    const names = chain.map(({ name }) => name);
    const isWaited = isKept || names.some((name) => WAITS.test(name));
    const isCaught = names.includes('runCatching') && !names.includes('getOrThrow');
    for (const lambda of lambdasIn(value)) {
      const call = chain.find(({ args }) => args.some((one) => one.value.holds(lambda)));
      const own = isCaught ? 'swallowed' : guardOf(call, isWaited);
      const before = this.assertions.length;
      this.walk(this.dialect.routine(lambda)?.body ?? [], guard ?? own);
      const over = LOOPS.test(call?.name ?? '') && call?.receiver;
      if (over && this.assertions.length > before) this.addCases(over);
    }
  }

  /** `assertEquals("bad", error.getMessage())` says more of what was thrown before. */
  private mergeMessages(): void {
    for (const [name, thrown] of this.thrown) {
      const subjects = ['getMessage()', 'message', 'hasMessageThat()'].map(
        (part) => `${name}.${part}`,
      );
      const told = this.assertions.find(({ subject }) => subjects.includes(subject));
      const isMessage = told !== undefined && /^(?:equal|contains|matches)$/.test(told.form);
      if (!isMessage || told.expected === undefined || told.negated || told.guard !== undefined)
        continue;
      const message = told.form === 'equal' ? told.expected : `~${told.expected}`;
      const whole = { ...thrown, expected: errorText(thrown.expected ?? '', message) };
      this.assertions.splice(this.assertions.indexOf(thrown), 1, whole);
      this.assertions.splice(this.assertions.indexOf(told), 1);
    }
  }

  /** JUnit 4's rule: `thrown.expect(X.class)` before the last statement. */
  private readRuleOfThrown(statements: readonly SyntaxNode[]): void {
    const rules = statements.flatMap((node) => {
      const said = this.dialect.statement(node);
      const call = said.kind === 'expression' ? this.dialect.call(said.value) : undefined;
      const isRule =
        /^expect(?:Message)?$/.test(call?.name ?? '') &&
        /thrown|exception|rule/i.test(call?.receiver?.text ?? '');
      const value = call?.args[0]?.value;
      return isRule && call && value ? [{ node, name: call.name, value }] : [];
    });
    const [first] = rules;
    const last = statements.at(-1);
    if (first === undefined || last === undefined) return;
    const own = this.assertions.filter(({ line }) => !rules.some(({ node }) => node.line === line));
    this.assertions.splice(0, this.assertions.length, ...own);
    const of = (name: string): string => {
      const value = rules.find((one) => one.name === name)?.value;
      return value === undefined ? '' : expectedText(this.reading, value);
    };
    const expected = errorText(className(of('expect')), of('expectMessage'));
    this.add(first.node, claim('throws', actionOf(this.reading, last), { expected }), undefined);
  }
}

/** Whether a function is left where a value is missing: `find(1) ?: return`. */
function isLeft(value: SyntaxNode): boolean {
  const isElvis = value.child('operator')?.type === '?:';
  return isElvis && /^return/.test(value.child('right')?.type ?? '');
}

/** What a call makes of the functions that it is given. */
function guardOf(call: Call | undefined, isWaited: boolean): Guard {
  if (call === undefined) return undefined;
  const { name, node, receiver } = call;
  const isSafe = receiver && /^\s*\?\./.test(node.source.text.slice(receiver.to, node.to));
  if (name === 'ifPresent' || (isSafe && /^(?:let|also|run|apply|forEach)$/.test(name)))
    return 'conditional';
  return !isWaited && ASYNCHRONOUS.test(name) ? 'not-awaited' : undefined;
}

/** What a statement does, as a subject. */
export function actionOf(reading: Reading, statement: SyntaxNode): string {
  const said = reading.dialect.statement(statement);
  const value = said.kind === 'expression' || said.kind === 'binding' ? said.value : statement;
  return subjectText(reading, value);
}

/** Calls that run a function once for each element of what stands before them. */
export const LOOPS = /^(?:forEach|onEach|forEachIndexed)$/;

const SAME_LIST =
  /^(?:stream|parallelStream|toList|asSequence|asIterable|iterator|withIndex|entries|entrySet|toTypedArray|toSet|sorted|shuffled)$/;

/** What only Java and Kotlin know of tables. */
export function jvmCases(dialect: Dialect): OwnCases {
  return {
    listOf: (node) => {
      const call = dialect.call(node);
      return call !== undefined && SAME_LIST.test(call.name) ? call.receiver : undefined;
    },
  };
}
