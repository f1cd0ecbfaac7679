import { canonicalText, type Writing } from '../syntax/canonical.ts';
import { isComment, type SyntaxNode } from '../syntax/node.ts';
import type { AssertingHelper, Definition } from '../test-file.ts';
import type { Call, Dialect } from './dialect.ts';

/** What stands in a file besides its tests: calls, definitions, comments, and functions that assert. */

/** All calls in some code, also inside of others, in the order of the text. */
export function callsIn({ call }: Dialect, code: readonly SyntaxNode[]): readonly Call[] {
  return code.flatMap((part) => [...part.within()].flatMap((node) => call(node) ?? []));
}

/** The names of all functions that some code calls, with their dots, each once, in order of first use. */
export function pathsIn(dialect: Dialect, code: readonly SyntaxNode[]): readonly string[] {
  const paths = callsIn(dialect, code).map(({ path }) => path.replace(/^[.:]+/, ''));
  return [...new Set(paths.filter((path) => path !== ''))];
}

/** How a language defines what has a name. */
export interface Defining {
  readonly writing: Writing;
  /** The name of what a node defines as a whole. */
  nameOf(node: SyntaxNode): string | undefined;
  /** Whether it is a function or method: constants in it are no definitions. */
  isRoutine(node: SyntaxNode): boolean;
  /** Whether it is a definition that holds others: a function or a class. */
  isHolder(node: SyntaxNode): boolean;
  /** Its doc string, where it is no comment. */
  documentation?(node: SyntaxNode): string | undefined;
}

/** Functions, methods, classes and constants, nested ones also alone, without what is left out. */
export function definitionsIn(
  root: SyntaxNode,
  defining: Defining,
  isLeftOut: (node: SyntaxNode) => boolean = () => false,
): readonly Definition[] {
  const found: Definition[] = [];
  const visit = (node: SyntaxNode, isInRoutine: boolean): void => {
    if (isLeftOut(node)) return;
    const name = defining.nameOf(node);
    if (name !== undefined && (!isInRoutine || defining.isHolder(node)))
      found.push(definitionOf(node, name, defining));
    const inner = isInRoutine || defining.isRoutine(node);
    for (const one of node.children) visit(one, inner);
  };
  visit(root, false);
  return found;
}

/** Those that stand in no other one. */
export function topDefinitionsIn(
  root: SyntaxNode,
  defining: Defining,
  isLeftOut: (node: SyntaxNode) => boolean,
): readonly Definition[] {
  const found: Definition[] = [];
  const visit = (node: SyntaxNode): void => {
    const name = defining.nameOf(node);
    const isHolder = defining.isHolder(node);
    if (name !== undefined && !isLeftOut(node)) found.push(definitionOf(node, name, defining));
    if (!isHolder) node.children.forEach(visit);
  };
  visit(root);
  return found;
}

/** A definition with everything that it says, its documentation and comments included. */
function definitionOf(node: SyntaxNode, name: string, defining: Defining): Definition {
  const comments = [...node.within()].filter(isComment).map(({ text }) => text.trim());
  const documented = defining.documentation?.(node) ?? '';
  const text = [canonicalText(defining.writing, node), documented, ...comments];
  return { name, line: node.line, text: text.filter((one) => one !== '').join('\n') };
}

/** The text of a file without its tests, its imports and its comments. */
export function frameOf(root: SyntaxNode, tests: readonly SyntaxNode[]): string {
  const imports = root.children.filter(({ type }) => /^(?:import|use|package)_?/.test(type));
  const { text } = root.source;
  const parts: string[] = [];
  let from = 0;
  const leftOut = [...tests, ...imports, ...[...root.within()].filter(isComment)];
  for (const one of leftOut.sort((left, right) => left.from - right.from)) {
    if (one.from < from) continue;
    parts.push(text.slice(from, one.from));
    from = one.to;
  }
  return [...parts, text.slice(from)].join('').replace(/\s+/g, '');
}

/** The comments of a file. */
export function commentsIn(
  root: SyntaxNode,
): readonly { readonly text: string; readonly line: number }[] {
  return [...root.within()].filter(isComment).map(({ line, text }) => ({ line, text }));
}

/** Those functions of a file that assert, themselves or through others of them. */
export function assertingOf(helpers: readonly AssertingHelper[]): readonly AssertingHelper[] {
  const asserting = new Set(
    helpers.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
  );
  for (let size = -1; size !== asserting.size; ) {
    size = asserting.size;
    for (const { calls, name } of helpers) {
      if (calls.some((call) => asserting.has(/[^.:]+$/.exec(call)?.[0] ?? call)))
        asserting.add(name);
    }
  }
  return helpers.filter(({ name }) => asserting.has(name));
}

/** The comments and marks right above a node. */
export function commentsAbove(node: SyntaxNode): string {
  const found: string[] = [];
  let { line } = node;
  const siblings = node.parent?.children ?? [];
  for (const one of siblings.slice(0, siblings.indexOf(node)).reverse()) {
    if (one.text.trim() === '' || one.text === ';') continue;
    const last = one.line + one.text.trim().split('\n').length - 1;
    if ((!isComment(one) && one.type !== 'attribute_item') || last !== line - 1) break;
    found.unshift(one.text.trim());
    line = one.line;
  }
  return found.join('\n');
}
