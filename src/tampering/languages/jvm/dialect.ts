import type { Claiming } from '../../reading/claims.ts';
import type { Argument, Call, Dialect } from '../../reading/dialect.ts';
import { canonicalText, statementsText, type Writing } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';

/** What Java and Kotlin say in different nodes, and all that reads their tests asks for. */
export interface JvmDialect extends Dialect {
  /** What stands in the angle brackets of a call: `X` of `assertIs<X>(y)`. */
  typeOf(call: Call): string;
  /** Whether a call is made only where what stands before it is there: `a?.let { }`. */
  isSafe(call: Call): boolean;
  /** The class, function or field that a node declares. */
  declaration(node: SyntaxNode): Declaration | undefined;
  /** What a string says, without its quotes; undefined for anything else. */
  stringIn(node: SyntaxNode | undefined): string | undefined;
}

export interface Declaration {
  readonly kind: 'type' | 'function' | 'value';
  readonly node: SyntaxNode;
  readonly name: string;
  readonly line: number;
  readonly annotations: readonly Annotation[];
  /** Words before it: `private`, `static`. */
  readonly modifiers: ReadonlySet<string>;
  /** Its statements or members; undefined where it has none. */
  readonly body: readonly SyntaxNode[] | undefined;
  /** Of a type what it extends, of a field its type, in canonical text. */
  readonly type: string;
}

export interface Annotation {
  /** Without its package: `Test`. */
  readonly name: string;
  readonly text: string;
  readonly args: readonly Argument[];
}

/** All that is needed to read what an expression claims. */
export interface JvmReading extends Claiming {
  readonly dialect: JvmDialect;
  /** Whether something of this package is imported. */
  imports(name: string): boolean;
}

/** What is written without `new`, as in Kotlin, and without what only says that a value is there. */
export const JVM_WRITING: Pick<Writing, 'silent'> = { silent: new Set([';', 'new', '!!']) };

/** Calls that make a value of what they are given. */
export const VALUE_CALLS =
  /^(?:of|asList|valueOf|to|until|rangeTo|within|offset|ofEntries|entry|parse|of[A-Z]\w*|(?:mutable)?(?:list|set|map)Of|(?:\w+A|a)rrayOf|empty(?:List|Set|Map)|newArrayList|copyOf)$/i;
export const DOUBLE_CALLS = /^(?:mockk?|spyk?|mockStatic|createMock|niceMock)$/;

/** What is only built, or stands in for something, is the thing that is acted on; what runs code is no value. */
export function goesByName(dialect: Dialect, value: SyntaxNode, isWhole: boolean): boolean {
  if (lambdasIn(value).length > 0) return true;
  const name = dialect.call(value)?.name ?? '';
  return !isWhole && (/^[A-Z]/.test(name) || DOUBLE_CALLS.test(name));
}

/** The calls of a chain, the first one first: `assertThat(x)` and `isEqualTo(3)` of `assertThat(x).isEqualTo(3)`. */
export function chainOf(dialect: Dialect, node: SyntaxNode): readonly Call[] {
  const calls: Call[] = [];
  let at: SyntaxNode | undefined = node;
  while (at !== undefined) {
    const own: SyntaxNode = dialect.unwrapped(at);
    const call = dialect.call(own);
    if (call !== undefined) calls.unshift(call);
    at = call === undefined ? memberOwner(own) : call.receiver;
  }
  return calls;
}

/** What stands before the dot of a name that is not called. */
export function memberOwner({ children, type }: SyntaxNode): SyntaxNode | undefined {
  return /^(?:field_access|navigation_expression)$/.test(type) ? children[0] : undefined;
}

/** The functions that are written out in an expression, the outer ones only. */
export function lambdasIn(node: SyntaxNode): readonly SyntaxNode[] {
  return isLambda(node) ? [node] : node.children.flatMap(lambdasIn);
}

export function isLambda({ type }: SyntaxNode): boolean {
  return /^lambda_(?:expression|literal)$/.test(type);
}

/** What a lambda does, in canonical text; a value that is no lambda as it is. */
export function actionText({ dialect }: JvmReading, node: SyntaxNode | undefined): string {
  const [lambda] = node === undefined ? [] : lambdasIn(node);
  if (node === undefined) return '';
  if (lambda === undefined) return canonicalText(dialect.writing, dialect.unwrapped(node));
  const body = dialect.routine(lambda)?.body ?? [];
  return statementsText(dialect.writing, body.map(withoutReturn));
}

/** What a statement gives, where it gives something. */
function withoutReturn(node: SyntaxNode): SyntaxNode {
  const [value] = /^return_/.test(node.type) ? node.named : [];
  return value ?? node;
}

/** The name of a class of `X.class`, `X::class` or `X::class.java`. */
export function className(text: string): string {
  const plain = text.replace(/(?:\.class|::class(?:\.java)?)$/, '');
  return plain.replace(/<.*$/, '').replace(/^.*\.(?=[A-Z]\w*$)/, '');
}

/** A callee without `this`, backticks and what else makes no other name of it. */
export function plainPath(path: string): string {
  return path
    .replace(/`/g, '')
    .replace(/\?\./g, '.')
    .replace(/^this\./, '');
}
