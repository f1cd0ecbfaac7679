import { BodyReader, type BodySetting, type End } from '../../reading/body.ts';
import type { OwnCases } from '../../reading/cases.ts';
import { claim } from '../../reading/claims.ts';
import type { Attempt, Call, Leave, Valued } from '../../reading/dialect.ts';
import type { Guard } from '../../reading/modes.ts';
import { expectedText, subjectText } from '../../reading/scope.ts';
import { writtenText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Assertion } from '../../test-file.ts';
import { errorText } from './claims.ts';
import {
  chainOf,
  className,
  isLambda,
  type JvmDialect,
  type JvmReading,
  lambdasIn,
} from './dialect.ts';
import { assertionIn } from './words.ts';

/** What only bodies of tests on the JVM do: assumptions, assertions in lambdas, errors that are kept in a variable. */

export interface JvmSetting extends BodySetting {
  readonly reading: JvmReading;
  /** Where a value is missing, whether the function is left: `find(1) ?: return`. */
  leavesWithout(value: SyntaxNode): boolean;
}

const ASSUMPTIONS = /^(?:assume(?:True|False|That|NotNull|NoException|ThatCode)?|abort)$/;
const ASYNCHRONOUS =
  /^(?:runAsync|supplyAsync|submit|thenAccept|thenApply|whenComplete|execute|Thread)$/;
const WAITS = /^(?:get|join|await|getNow|invokeAll)$/;

export class JvmBody extends BodyReader<JvmSetting> {
  /** Where in the assertions it is said what a name holds that was thrown. */
  private readonly thrown = new Map<string, Assertion>();

  /** Reads a whole function. */
  readAll(statements: readonly SyntaxNode[]): void {
    this.walk(statements, undefined);
    this.mergeMessages();
    this.readRuleOfThrown(statements);
  }

  protected override readExpression(node: SyntaxNode, { kind, value }: Valued, guard: Guard): End {
    if (this.readAssumption(node, value, guard)) return undefined;
    const path = this.dialect.call(this.dialect.unwrapped(value))?.path ?? '';
    if (this.words.fail.test(path) || this.words.exit.test(path)) return 'always';
    const found = assertionIn(this.reading, value);
    const isKept = kind === 'binding';
    if (found !== undefined) {
      const text = this.textOf(value);
      const isIdle =
        !isKept &&
        /^StepVerifier\./.test(text) &&
        !/\.verify\w*\(|\.expect\w*\(\)\.verify/.test(text);
      for (const one of found.claims) {
        this.add(node, one, guard ?? (isIdle ? 'not-awaited' : undefined));
        const last = this.assertions.at(-1);
        const [binding] = [...node.within()].flatMap((part) => this.dialect.bindings(part));
        if (isKept && one.form === 'throws' && binding && last) this.thrown.set(binding.name, last);
      }
    }
    if (found === undefined || found.looksInside)
      this.readLambdas(value, this.isNeverRun(node, value) ? 'unreachable' : guard, isKept);
    return this.setting.leavesWithout(value) ? 'maybe' : undefined;
  }

  /** Whether a value is a function with a name that nothing else says. */
  private isNeverRun(node: SyntaxNode, value: SyntaxNode): boolean {
    if (!isLambda(value)) return false;
    const [binding] = [...node.within()].flatMap((part) => this.dialect.bindings(part));
    return binding !== undefined && !this.isUsed(node, binding.name);
  }

  protected override readLeave(node: SyntaxNode, statement: Leave, guard: Guard): End {
    const { how, value } = statement;
    if (how === 'return' && value !== undefined)
      this.readExpression(node, { kind: 'expression', value }, guard);
    return how === 'return' ? 'always' : super.readLeave(node, statement, guard);
  }

  /** Who is interrupted drops no failure. */
  protected override readAttempt(node: SyntaxNode, statement: Attempt, guard: Guard): End {
    const plain = ({ errors }: { readonly errors: string }): string => className(errors);
    const handlers = statement.handlers
      .filter(({ errors }) => !/InterruptedException/.test(errors))
      .map((one) => ({ ...one, errors: plain(one) }));
    const before = this.assertions.length;
    const end = super.readAttempt(node, { ...statement, handlers }, guard);
    const caught = node.named.find(({ type }) => type.startsWith('catch_'));
    const [binding] = [...(caught?.within() ?? [])].flatMap((one) => this.dialect.bindings(one));
    const first = this.assertions.slice(before).find(({ line }) => line === node.line);
    if (first?.form === 'throws' && binding !== undefined) this.thrown.set(binding.name, first);
    return end;
  }

  private readAssumption(node: SyntaxNode, value: SyntaxNode, guard: Guard): boolean {
    const [call] = chainOf(this.dialect, value);
    if (call === undefined || !ASSUMPTIONS.test(call.name)) return false;
    if (guard === 'unreachable') return true;
    const truths = call.args.map((one) => this.dialect.truth(one.value));
    const isNever = call.name === 'abort' || truths.includes(call.name === 'assumeFalse');
    const isAlways = !isNever && truths.includes(call.name !== 'assumeFalse');
    // A text is a message, and no condition.
    const isKnown = call.args.some((one) => /^(?:true|false)$/.test(one.value.text));
    if (isAlways && isKnown) return true;
    const mode = (isNever && isKnown) || call.name === 'abort' ? 'skipped' : 'conditional';
    this.skips.push({
      mode: guard === undefined ? mode : 'conditional',
      text: writtenText(node),
    });
    return true;
  }

  /** The functions that are written out in a value. */
  private readLambdas(value: SyntaxNode, guard: Guard, isKept: boolean): void {
    const chain = chainOf(this.dialect, value);
    const isWaited = isKept || chain.some(({ name }) => WAITS.test(name));
    const names = new Set(chain.map(({ name }) => name));
    const isCaught = names.has('runCatching') && !names.has('getOrThrow');
    for (const lambda of lambdasIn(value)) {
      const call = chain.find(({ args }) => args.some((one) => one.value.holds(lambda)));
      const own = isCaught ? 'swallowed' : this.guardOf(call, isWaited);
      const before = this.assertions.length;
      this.walk(this.dialect.routine(lambda)?.body ?? [], guard ?? own);
      const over = /^(?:forEach|onEach|forEachIndexed)$/.test(call?.name ?? '') && call?.receiver;
      if (over && this.assertions.length > before) this.addCases(over);
    }
  }

  private guardOf(call: Call | undefined, isWaited: boolean): Guard {
    const name = call?.name ?? '';
    const isMaybe =
      name === 'ifPresent' ||
      (call !== undefined &&
        this.dialect.isSafe(call) &&
        /^(?:let|also|run|apply|forEach)$/.test(name));
    if (isMaybe) return 'conditional';
    return !isWaited && ASYNCHRONOUS.test(name) ? 'not-awaited' : undefined;
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

/** What a statement does, as a subject. */
export function actionOf(reading: JvmReading, statement: SyntaxNode | undefined): string {
  if (statement === undefined) return '';
  const said = reading.dialect.statement(statement);
  const value = said.kind === 'expression' || said.kind === 'binding' ? said.value : statement;
  return subjectText(reading, value);
}

const SAME_LIST =
  /^(?:stream|parallelStream|toList|asSequence|asIterable|iterator|withIndex|entries|entrySet|toTypedArray|toSet|sorted|shuffled)$/;

/** What only Java and Kotlin know of tables. */
export function jvmCases(dialect: JvmDialect): OwnCases {
  return {
    listOf: (node) => {
      const call = dialect.call(node);
      return call !== undefined && SAME_LIST.test(call.name) ? call.receiver : undefined;
    },
  };
}
