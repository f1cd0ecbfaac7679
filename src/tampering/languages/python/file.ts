import { Scope } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import {
  basesOf,
  bodyOf,
  type Definition,
  definitionOf,
  PYTHON_DIALECT as PYTHON,
} from './dialect.ts';

/** Classes above a class, as far as they are looked at. */
const MOST_BASES = 4;

export function attributesOf(
  classes: ReadonlyMap<string, Definition>,
): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const take = (name: string, from: Definition, depth: number): void => {
    const isInner = (node: SyntaxNode): boolean => definitionOf(node) !== undefined;
    const scope = new Scope(PYTHON, bodyOf(from), undefined, isInner);
    for (const key of scope.names()) {
      const value = scope.find(key, undefined);
      if (value !== undefined && !found.has(`${name}.${key}`)) found.set(`${name}.${key}`, value);
    }
    for (const base of basesOf(from)) {
      const own = classes.get(base);
      if (own !== undefined && depth < MOST_BASES) take(name, own, depth + 1);
    }
  };
  for (const [name, one] of classes) take(name, one, 0);
  return found;
}
