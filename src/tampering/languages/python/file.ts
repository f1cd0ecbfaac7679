import { Scope } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Import } from '../../test-file.ts';
import { canonical, type Definition, definitionOf, PYTHON_DIALECT as PYTHON } from './dialect.ts';

/** What is known of a Python file before its tests are read. */
export interface PythonFile {
  readonly root: SyntaxNode;
  /** What stands at its top, in the order of the text. */
  readonly statements: readonly SyntaxNode[];
  /** Its constants. */
  readonly scope: Scope;
  /** What its classes give to their names, with that of the class: `TestCart.ROWS`; what they inherit included. */
  readonly attributes: ReadonlyMap<string, SyntaxNode>;
  /** All functions and classes in it, wherever they stand. */
  readonly definitions: readonly Definition[];
  /** Functions and methods by their names. */
  readonly functions: ReadonlyMap<string, Definition>;
  readonly classes: ReadonlyMap<string, Definition>;
  readonly asyncNames: ReadonlySet<string>;
  readonly imports: readonly Import[];
  readonly imported: ReadonlySet<string>;
  /** The classes that are called tests, by the names of their bases. */
  readonly testBases: ReadonlyMap<string, readonly Definition[]>;
  /** Whether Django or a kin of it runs its tests, which waits for coroutines by itself. */
  readonly isWaiting: boolean;
}

export function readFile(root: SyntaxNode): PythonFile {
  const statements = root.named;
  const definitions = [...root.within()].flatMap((node) =>
    node.parent?.type === 'decorated_definition' ? [] : (definitionOf(node) ?? []),
  );
  const ofType = (type: string): ReadonlyMap<string, Definition> =>
    new Map(definitions.filter(({ node }) => node.type === type).map((one) => [one.name, one]));
  const functions = ofType('function_definition');
  const classes = ofType('class_definition');
  const imports = importsIn(root);
  return {
    root,
    statements,
    scope: new Scope(PYTHON, statements, undefined, (node) => definitionOf(node) !== undefined),
    attributes: attributesOf(classes),
    definitions,
    functions,
    classes,
    asyncNames: new Set(
      [...functions].filter(([, { node }]) => node.hasWord('async')).map(([name]) => name),
    ),
    imports,
    imported: new Set(imports.flatMap(({ names }) => names)),
    testBases: testBasesOf(classes.values()),
    isWaiting: imports.some(({ from }) =>
      /^(?:django|rest_framework|asynctest|twisted)/.test(from),
    ),
  };
}

/** The body of a function or class. */
export function bodyOf({ node }: Definition): readonly SyntaxNode[] {
  return node.child('body')?.named ?? [];
}

/** The bases of a class, as they are written. */
export function basesOf({ node }: Definition): readonly string[] {
  return (node.child('superclasses')?.named ?? [])
    .filter(({ type }) => type !== 'keyword_argument')
    .map(canonical);
}

/** Classes above a class, as far as they are looked at. */
const MOST_BASES = 4;

function attributesOf(classes: ReadonlyMap<string, Definition>): ReadonlyMap<string, SyntaxNode> {
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

function testBasesOf(classes: Iterable<Definition>): ReadonlyMap<string, readonly Definition[]> {
  const found = new Map<string, Definition[]>();
  for (const one of classes) {
    if (!/^Test|Test(?:s|Case)?$/.test(one.name)) continue;
    for (const base of basesOf(one)) found.set(base, [...(found.get(base) ?? []), one]);
  }
  return found;
}

/** Every import, wherever it stands. */
function importsIn(root: SyntaxNode): readonly Import[] {
  return [...root.within()].flatMap((node): readonly Import[] => {
    if (node.type === 'import_statement') {
      return node.childrenAs('name').map((one) => {
        const from = canonical(one.child('name') ?? one);
        return { from, names: [one.child('alias')?.text ?? from.replace(/\..*$/, '')] };
      });
    }
    if (node.type !== 'import_from_statement') return [];
    const names = node.childrenAs('name').map((one) => (one.child('alias') ?? one).text);
    const module = node.child('module_name');
    return [{ from: module === undefined ? '' : canonical(module), names }];
  });
}

/** The target and the value of `target = value`. */
export function assignmentOf(
  statement: SyntaxNode,
): { readonly target: SyntaxNode; readonly value: SyntaxNode } | undefined {
  const [only] = statement.type === 'expression_statement' ? statement.named : [];
  if (only?.type !== 'assignment') return undefined;
  const [target, value] = [only.child('left'), only.child('right')];
  return target && value ? { target, value } : undefined;
}
