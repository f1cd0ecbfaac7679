import { canonicalText } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import type { Reading } from './scope.ts';

/** The cases of a test: rows of its tables, and values that a loop goes through. */

export interface Cases {
  /** One canonical text for each. */
  readonly cases: readonly string[];
  /** Whether there are more that cannot be counted. */
  readonly hasOthers: boolean;
}

/** What only one language knows of tables. */
export interface OwnCases {
  /** The list that an expression goes through as it is: `rows` of `enumerate(rows)` and of `rows.items()`. */
  listOf?(node: SyntaxNode): SyntaxNode | undefined;
  /** What a name of a class or of an object stands for. */
  attribute?(node: SyntaxNode): SyntaxNode | undefined;
  /** Parts that are put together: `a + b`. */
  sum?(node: SyntaxNode): readonly SyntaxNode[] | undefined;
  /** A part of a list, and from where to where. */
  slice?(
    node: SyntaxNode,
  ): { readonly list: SyntaxNode; readonly bounds: readonly [number, number?] } | undefined;
  /** The parts of what is no list to all languages: those of an object. */
  elements?(node: SyntaxNode): readonly SyntaxNode[] | undefined;
  /** The list that is spread here: `rows` of `*rows`. */
  spread?(element: SyntaxNode): SyntaxNode | undefined;
  /** A row that is more than its text: one with marks. */
  row?(element: SyntaxNode): Cases | undefined;
}

const MOST_STEPS = 20;
export const NO_CASES: Cases = { cases: [], hasOthers: false };
export const UNKNOWN_CASES: Cases = { cases: [], hasOthers: true };

/** The elements of a list that is written out, also through names; others cannot be counted. */
export function casesIn(reading: Reading, own: OwnCases, node: SyntaxNode, depth = 0): Cases {
  // A name may be made of itself: `rows = list(rows)`.
  if (depth > MOST_STEPS) return UNKNOWN_CASES;
  const { dialect, scope } = reading;
  const named = scope.standsFor(node);
  const attribute = own.attribute?.(named);
  const value = attribute === undefined ? named : scope.standsFor(attribute);
  const inner = (one: SyntaxNode): Cases => casesIn(reading, own, one, depth + 1);
  const slice = own.slice?.(value);
  if (slice !== undefined) {
    const { cases, hasOthers } = inner(slice.list);
    return { cases: cases.slice(...slice.bounds), hasOthers };
  }
  const list = own.listOf?.(value);
  if (list !== undefined) return inner(list);
  const parts = own.sum?.(value);
  if (parts !== undefined) return joinedCases(parts.map(inner));
  const elements = dialect.elements(value) ?? own.elements?.(value);
  if (elements === undefined) return UNKNOWN_CASES;
  const known = READ.get(value);
  if (known !== undefined) return known;
  let isFixed = true;
  const found = joinedCases(
    elements.map((element) => {
      const spread = own.spread?.(element);
      if (spread === undefined) return own.row?.(element) ?? rowOf(reading, element);
      // What is spread may be a name of one function.
      isFixed = false;
      return inner(spread);
    }),
  );
  if (isFixed) READ.set(value, found);
  return found;
}

/** Many tests may take the same table. */
const READ = new WeakMap<SyntaxNode, Cases>();

function rowOf({ dialect }: Reading, element: SyntaxNode): Cases {
  return { cases: [canonicalText(dialect.writing, element)], hasOthers: false };
}

/** Several sets of cases as one. */
export function joinedCases(all: readonly Cases[]): Cases {
  return {
    cases: all.flatMap(({ cases }) => cases),
    hasOthers: all.some(({ hasOthers }) => hasOthers),
  };
}
