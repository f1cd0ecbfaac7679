import { type Parse, SourceText, SyntaxNode } from '../../syntax/node.ts';

/** What stands in Rust's macros: the grammar leaves it as words and brackets; here it is read as what it will become. */

/** Macros that hold items, and those that hold a value and a pattern. */
const ITEMS = /^(?:proptest|quickcheck|cfg_if|rusty_fork_test)$/;
const PATTERNS = /^(?:matches|assert_matches|assert_let|debug_assert_matches)$/;

/** Where the content of a macro is read: what stands before and behind it, and the node that holds what was read. */
interface Reading {
  readonly before: string;
  readonly behind: string;
  readonly holder: string;
}

const VALUES: Reading = { before: 'fn _(){f(', behind: '\n);}', holder: 'arguments' };
const BLOCK: Reading = { before: 'fn _(){', behind: '\n}', holder: 'block' };
const FILE: Reading = { before: '', behind: '', holder: 'source_file' };

/** Macros in macros, as deep as people write them: each level is read again. */
const DEEPEST = 6;

/** A node that was read, and how far before its place in the file. */
interface Part {
  readonly node: SyntaxNode;
  readonly shift: number;
}

/** A tree with what its macros hold in the place of its words. What cannot be read stays as it is. */
export function withMacros(root: SyntaxNode, parse: Parse): SyntaxNode {
  const source = new SourceText(root.source.text);
  const copy = (
    { node, shift }: Part,
    parent: SyntaxNode | undefined,
    depth: number,
  ): SyntaxNode => {
    const { field, from, isNamed, to, type } = node;
    const own = { type, field, isNamed, from: from + shift, to: to + shift };
    const made = new SyntaxNode(source, parent, own);
    const read = depth > DEEPEST ? undefined : contentOf(node, parse);
    const inner = read === undefined ? depth : depth + 1;
    const parts = read ?? node.children.map((one): Part => ({ node: one, shift: 0 }));
    made.close(parts.map((one) => copy({ ...one, shift: one.shift + shift }, made, inner)));
    return made;
  };
  return copy({ node: root, shift: 0 }, undefined, 0);
}

/** What the brackets of a macro, or of a rule of one, hold; undefined for any other node. */
function contentOf(node: SyntaxNode, parse: Parse): readonly Part[] | undefined {
  const { field, parent, type } = node;
  if (type === 'token_tree' && parent?.type === 'macro_invocation')
    return readMacro(macroName(parent), node, parse);
  const isRule =
    type === 'token_repetition' ||
    (type === 'token_tree' && field === 'right' && !node.childOf('token_repetition'));
  return isRule ? graft(node, parse, FILE, (text) => text.replaceAll('$', '_')) : undefined;
}

/** The name of a macro that is called, without its path. */
export function macroName(node: SyntaxNode): string {
  return /\w*$/.exec(node.child('macro')?.text ?? '')?.[0] ?? '';
}

function readMacro(name: string, content: SyntaxNode, parse: Parse): readonly Part[] | undefined {
  if (ITEMS.test(name))
    return graft(content, parse, FILE, (text) => withoutParameters(content, text));
  if (PATTERNS.test(name)) return graftPattern(content, parse);
  const plain = (text: string): string => text.replace(/([,(]\s*)@(?=["r])/g, '$1 ');
  return graft(content, parse, VALUES, plain) ?? graft(content, parse, BLOCK);
}

/** `fn p(a in 0..3)` takes its arguments in a way of its own. */
function withoutParameters({ children, from }: SyntaxNode, text: string): string {
  let plain = text;
  for (const [at, one] of children.entries()) {
    if (one.type !== 'token_tree' || children[at - 2]?.text !== 'fn') continue;
    const [start, end] = [one.from - from, one.to - from - 2];
    plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  }
  return plain;
}

/** `value, pattern` as the parts of a `match`. */
function graftPattern(content: SyntaxNode, parse: Parse): readonly Part[] | undefined {
  const comma = content.children.find(({ type }) => type === ',');
  const [first, bracket] = [content.children[0], content.children.at(-1)];
  if (comma === undefined || first === undefined || bracket === undefined) return undefined;
  const last = content.children.findLast(({ type }) => type === ',');
  const isAlone = last !== comma && last === content.children.at(-2);
  const end = isAlone && last !== undefined ? last.from : content.to - 1;
  const inside = content.source.text.slice(content.from + 1, end);
  const at = comma.from - content.from - 1;
  const head = 'fn _(){match(';
  const text = `${head}${inside.slice(0, at)}){${inside.slice(at + 1)}=>{}}}`;
  const match = [...parse(text).within()].find(({ type }) => type === 'match_expression');
  const value = match?.child('value')?.named[0];
  const pattern = match?.child('body')?.childOf('match_arm')?.child('pattern');
  if (!value || !pattern || [value, pattern].some(isBroken)) return undefined;
  const shift = content.from + 1 - head.length;
  return [
    { node: first, shift: 0 },
    { node: value, shift },
    { node: comma, shift: 0 },
    { node: pattern, shift: shift - 1 },
    { node: bracket, shift: 0 },
  ];
}

/** The children of a node, with what stands between its brackets read; undefined where it cannot be read. */
function graft(
  content: SyntaxNode,
  parse: Parse,
  { before, behind, holder }: Reading,
  change: (text: string) => string = (text) => text,
): readonly Part[] | undefined {
  const open = content.children.findIndex(({ type }) => /^[([{]$/.test(type));
  const close = content.children.findLastIndex(({ type }) => /^[)\]}]$/.test(type));
  const [first, last] = [content.children[open], content.children[close]];
  if (first === undefined || last === undefined) return undefined;
  const inside = change(content.source.text.slice(first.to, last.from));
  const root = parse(`${before}${inside}${behind}`);
  if (isBroken(root)) return undefined;
  const read = [...root.within()].find(({ type }) => type === holder);
  const isWhole = holder === 'source_file' || read?.to === before.length + inside.length + 2;
  if (read === undefined || !isWhole) return undefined;
  const parts = holder === 'source_file' ? read.children : read.children.slice(1, -1);
  const shift = first.to - before.length;
  const as =
    (by: number) =>
    (one: SyntaxNode): Part => ({ node: one, shift: by });
  return [
    ...content.children.slice(0, open + 1).map(as(0)),
    ...parts.map(as(shift)),
    ...content.children.slice(close).map(as(0)),
  ];
}

function isBroken(root: SyntaxNode): boolean {
  for (const node of root.within()) if (node.type === 'ERROR') return true;
  return false;
}
