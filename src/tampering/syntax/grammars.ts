import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import { grammarBytes, runtimeBytes } from './grammar-files.ts';
import type { GrammarName } from './grammar-table.ts';
import { type Parse, SourceText, SyntaxNode } from './node.ts';

/** The grammars, and the parser that reads texts by them. */

/** Reads by each of some grammars. */
export type Parsers = ReadonlyMap<GrammarName, Parse>;

let runtime: Promise<void> | undefined;
const loaded = new Map<GrammarName, Promise<Parse>>();

/** Loads the grammars that are not loaded yet; each takes some milliseconds. Rejects where the package is broken. */
export async function loadGrammars(names: Iterable<GrammarName>): Promise<Parsers> {
  const wanted = [...new Set(names)];
  const parsers = wanted.map(async (name) => {
    const parse = loaded.get(name) ?? parserOf(name);
    loaded.set(name, parse);
    return [name, await parse] as const;
  });
  return new Map(await Promise.all(parsers));
}

async function parserOf(name: GrammarName): Promise<Parse> {
  runtime ??= Parser.init({ wasmBinary: runtimeBytes() });
  await runtime;
  const language = await Language.load(grammarBytes(name));
  const parser = new Parser();
  parser.setLanguage(language);
  return (text, linesBefore) => {
    const tree = parser.parse(text);
    if (tree === null) return emptyTree(text);
    const cursor = tree.walk();
    const root = nodesOf(cursor, language, new SourceText(text, linesBefore));
    cursor.delete();
    tree.delete();
    return root;
  };
}

function emptyTree(text: string): SyntaxNode {
  const own = { type: 'ERROR', field: undefined, isNamed: true, from: 0, to: text.length };
  return new SyntaxNode(new SourceText(text), undefined, own);
}

/** Most levels of nesting that are told apart: what lies deeper counts as one word. */
const DEEPEST = 400;

/** Copies a tree out of the parser's memory. */
function nodesOf(cursor: TreeCursor, { fields, types }: Language, source: SourceText): SyntaxNode {
  const read = (parent: SyntaxNode | undefined, depth: number): SyntaxNode => {
    const type = types[cursor.nodeTypeId] ?? 'ERROR';
    const field = fields[cursor.currentFieldId] ?? undefined;
    const { endIndex: to, nodeIsNamed: isNamed, startIndex: from } = cursor;
    const isLeaf = depth >= DEEPEST || !cursor.gotoFirstChild();
    const node = new SyntaxNode(source, parent, { type, field, isNamed, from, to });
    if (isLeaf) return node;
    const children: SyntaxNode[] = [];
    readSiblings(node, depth + 1, children);
    node.close(children);
    return node;
  };
  /** Reads the node at the cursor and those behind it, then goes up. */
  const readSiblings = (parent: SyntaxNode, depth: number, into: SyntaxNode[]): void => {
    do {
      const type = types[cursor.nodeTypeId];
      // Statements of a list stand in what holds the list, as in the grammars that have none.
      if (type === 'statement_list') {
        if (cursor.gotoFirstChild()) readSiblings(parent, depth, into);
        continue;
      }
      const inner = read(parent, depth);
      // The backslash that joins two lines says nothing.
      if (type !== 'line_continuation') into.push(inner);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  return read(undefined, 0);
}
