import type { Dialect } from '../../reading/dialect.ts';
import type { dialectOf } from '../../reading/shape.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { DOUBLE_CALLS, goesByName, memberOwner, VALUE_CALLS } from './dialect.ts';

/** Values of Java and Kotlin: what makes one and counts one, and which collections are written out. */

/** What a dialect of the JVM takes for values. It is made before the dialect is there. */
export function jvmWords(
  dialect: () => Dialect,
  subjectWriting: Dialect['writing'],
): Parameters<typeof dialectOf>[1] {
  return {
    counted: (node) => countedIn(dialect(), node),
    valueCalls: VALUE_CALLS,
    subjectWriting,
    doubleCalls: DOUBLE_CALLS,
    constants: /^[A-Z]/,
    goesByName: (value, isWhole) => goesByName(dialect(), value, isWhole),
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
  /^(?:(?:List|Set|ImmutableList|ImmutableSet|Stream|Arrays|Lists|Sets|IntStream|Map)\.)?(?:of|asList|newArrayList|newHashSet|(?:mutable)?[lL]istOf|(?:mutable)?[sS]etOf|mapOf|sequenceOf|arrayOf|\w+ArrayOf)$/;

/** The elements of a collection that is written out by a call: `List.of(1, 2)`. */
export function listedIn(dialect: Dialect, node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const call = dialect.call(dialect.unwrapped(node));
  if (call === undefined || !LISTS.test(call.path)) return undefined;
  if (call.path === 'of') return undefined;
  const values = call.args.map(({ value }) => value);
  const [only] = values;
  // `Arrays.asList(new Object[][] {…})`
  const inner = values.length === 1 && only ? only.type === 'array_creation_expression' : false;
  return inner && only ? dialect.elements(only) : values;
}
