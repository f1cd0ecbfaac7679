import type { Argument, Call, Dialect } from '../../reading/dialect.ts';
import type { dialectOf } from '../../reading/shape.ts';
import { chainOf as stepsOf } from '../../reading/table-body.ts';
import { canonicalText, statementsText, type Writing } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';

/** What Java and Kotlin have in common, and what they say in different nodes. */

export interface Declaration {
  readonly kind: 'type' | 'function' | 'value';
  readonly node: SyntaxNode;
  readonly name: string;
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

/** What is written without `new`, as in Kotlin, and without what only says that a value is there. */
export const JVM_WRITING: Pick<Writing, 'silent'> = { silent: new Set([';', 'new', '!!']) };

const DOUBLE_CALLS = /^(?:mockk?|spyk?|mockStatic|createMock|niceMock)$/;

/** What a dialect of the JVM takes for values. It is made before the dialect is there. */
export function jvmWords(
  dialect: () => Dialect,
  subjectWriting: Writing,
): Parameters<typeof dialectOf>[1] {
  return {
    counted: (node) => countedIn(dialect(), node),
    valueCalls:
      /^(?:of|asList|valueOf|to|until|rangeTo|within|offset|ofEntries|entry|parse|of[A-Z]\w*|(?:mutable)?(?:list|set|map)Of|(?:\w+A|a)rrayOf|empty(?:List|Set|Map)|newArrayList|copyOf)$/i,
    subjectWriting,
    doubleCalls: DOUBLE_CALLS,
    constants: /^[A-Z]/,
    // What is only built, or stands in for something, is the thing that is acted on; what runs code is no value.
    goesByName: (value, isWhole) => {
      if (lambdasIn(value).length > 0) return true;
      const name = dialect().call(value)?.name ?? '';
      return !isWhole && (/^[A-Z]/.test(name) || DOUBLE_CALLS.test(name));
    },
    nothing: /^null$/,
  };
}

/** `x` of `x.size()`, `x.length` and `x.count()`. */
function countedIn(dialect: Dialect, node: SyntaxNode): SyntaxNode | undefined {
  const call = dialect.call(node);
  if (call !== undefined) {
    const isCount = /^(?:size|length|count)$/.test(call.name) && call.args.length === 0;
    return isCount ? call.receiver : undefined;
  }
  const last = node.children.at(-1)?.text ?? '';
  return /^(?:size|length)$/.test(last) ? memberOwner(node) : undefined;
}

const LISTS =
  /^(?!of$)(?:(?:List|Set|ImmutableList|ImmutableSet|Stream|Arrays|Lists|Sets|IntStream|Map)\.)?(?:of|asList|newArrayList|newHashSet|(?:mutable)?[lL]istOf|(?:mutable)?[sS]etOf|mapOf|sequenceOf|arrayOf|\w+ArrayOf)$/;

/** The elements of a collection that is written out by a call: `List.of(1, 2)`. */
export function listedIn(dialect: Dialect, node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const call = dialect.call(dialect.unwrapped(node));
  if (call === undefined || !LISTS.test(call.path)) return undefined;
  const values = call.args.map(({ value }) => value);
  const [only] = values;
  // `Arrays.asList(new Object[][] {…})`
  return values.length === 1 && only?.type === 'array_creation_expression'
    ? dialect.elements(only)
    : values;
}

/** The calls of a chain, the first one first: `assertThat(x)` and `isEqualTo(3)` of `assertThat(x).isEqualTo(3)`. */
export function chainOf(dialect: Dialect, node: SyntaxNode): readonly Call[] {
  return stepsOf(dialect, node).filter((one) => dialect.call(one.node) !== undefined);
}

/** What stands before the dot of a name that is not called. */
export function memberOwner({ children, type }: SyntaxNode): SyntaxNode | undefined {
  return /^(?:field_access|navigation_expression)$/.test(type) ? children[0] : undefined;
}

/** What stands in the angle brackets of a call: `X` of `assertIs<X>(y)`. */
export function typeOf({ node }: Call): string {
  const types = [node, ...node.children].flatMap((one) => one.childOf('type_arguments') ?? []);
  return types[0]?.text.slice(1, -1) ?? genericIn(node)?.type ?? '';
}

/** In Kotlin `foo<Bar>(x)` may be read as two comparisons: `(foo < Bar) > (x)`. */
export function genericIn(
  node: SyntaxNode,
): { readonly callee: SyntaxNode; readonly type: string; readonly arg: SyntaxNode } | undefined {
  if (node.type !== 'binary_expression' || node.child('operator')?.type !== '>') return undefined;
  const [left, right] = [node.child('left'), node.child('right')];
  const isLess = left?.type === 'binary_expression' && left.child('operator')?.type === '<';
  const callee = isLess ? left.child('left') : undefined;
  const type = left?.child('right')?.text ?? '';
  const isGiven = /^(?:parenthesized_expression|lambda_literal)$/.test(right?.type ?? '');
  if (callee === undefined || right === undefined || !isGiven || !/^[A-Z]/.test(type))
    return undefined;
  return { callee, type, arg: right.type === 'lambda_literal' ? right : (right.named[0] ?? right) };
}

/** What a string says, without its quotes; undefined for anything else. */
export function stringIn(node: SyntaxNode | undefined): string | undefined {
  return isText(node) ? node?.text.replace(/^"""\s*\n|^"+|"+$/g, '') : undefined;
}

export function isText(node: SyntaxNode | undefined): boolean {
  return /string_literal$/.test(node?.type ?? '');
}

/** The functions that are written out in an expression, the outer ones only. */
export function lambdasIn(node: SyntaxNode): readonly SyntaxNode[] {
  return isLambda(node) ? [node] : node.children.flatMap(lambdasIn);
}

export function isLambda({ type }: SyntaxNode): boolean {
  return /^lambda_(?:expression|literal)$/.test(type);
}

/** What a lambda does, in canonical text; a value that is no lambda as it is. */
export function actionText(dialect: Dialect, node: SyntaxNode | undefined): string {
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
