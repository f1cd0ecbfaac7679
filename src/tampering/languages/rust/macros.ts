import { type Parse, SyntaxNode } from '../../syntax/node.ts';

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

/** Reads the macros of a tree, and puts what they hold in the place of its words. What cannot be read stays as it is. */
export function readMacros(root: SyntaxNode, parse: Parse, depth = 0): void {
  if (depth > DEEPEST) return;
  for (const node of root.children) {
    if (node.type === 'macro_invocation') readMacro(node, parse);
    else if (node.type === 'macro_definition') readRules(node, parse);
    readMacros(node, parse, node.type === 'macro_invocation' ? depth + 1 : depth);
  }
}

/** The name of a macro that is called, without its path. */
export function macroName(node: SyntaxNode): string {
  return /\w*$/.exec(node.child('macro')?.text ?? '')?.[0] ?? '';
}

function readMacro(node: SyntaxNode, parse: Parse): void {
  const content = node.childOf('token_tree');
  if (content === undefined) return;
  const name = macroName(node);
  if (ITEMS.test(name)) {
    graft(content, parse, FILE, (text) => withoutParameters(content, text));
  } else if (PATTERNS.test(name)) graftPattern(content, parse);
  else {
    const plain = (text: string): string => text.replace(/([,(]\s*)@(?=["r])/g, '$1 ');
    if (!graft(content, parse, VALUES, plain)) graft(content, parse, BLOCK);
  }
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
function graftPattern(content: SyntaxNode, parse: Parse): void {
  const comma = content.children.find(({ type }) => type === ',');
  if (comma === undefined) return;
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
  if (!value || !pattern || [value, pattern].some(isBroken)) return;
  const shift = content.from + 1 - head.length;
  const rest = [copy(value, content, shift), comma, copy(pattern, content, shift - 1)];
  content.children.splice(1, content.children.length - 2, ...rest);
}

/** The written text of each rule of a macro. */
function readRules(node: SyntaxNode, parse: Parse): void {
  for (const rule of node.named) {
    const written = rule.type === 'macro_rule' ? rule.child('right') : undefined;
    const repeated = written?.childOf('token_repetition');
    const name = (text: string): string => text.replaceAll('$', '_');
    if (repeated !== undefined) graft(repeated, parse, FILE, name);
    else if (written !== undefined) graft(written, parse, FILE, name);
  }
}

/** Puts nodes in the place of what stands between the brackets of a node; says whether it could be read. */
function graft(
  content: SyntaxNode,
  parse: Parse,
  { before, behind, holder }: Reading,
  change: (text: string) => string = (text) => text,
): boolean {
  const open = content.children.findIndex(({ type }) => /^[([{]$/.test(type));
  const close = content.children.findLastIndex(({ type }) => /^[)\]}]$/.test(type));
  const [first, last] = [content.children[open], content.children[close]];
  if (first === undefined || last === undefined) return false;
  const inside = change(content.source.text.slice(first.to, last.from));
  const root = parse(`${before}${inside}${behind}`);
  if (isBroken(root)) return false;
  const read = [...root.within()].find(({ type }) => type === holder);
  const isWhole = holder === 'source_file' || read?.to === before.length + inside.length + 2;
  if (read === undefined || !isWhole) return false;
  const parts = holder === 'source_file' ? read.children : read.children.slice(1, -1);
  const shift = first.to - before.length;
  content.children.splice(
    open + 1,
    close - open - 1,
    ...parts.map((one) => copy(one, content, shift)),
  );
  return true;
}

function isBroken(root: SyntaxNode): boolean {
  for (const node of root.within()) if (node.type === 'ERROR') return true;
  return false;
}

/** A node in the text that it was taken from. */
function copy(node: SyntaxNode, parent: SyntaxNode, shift: number): SyntaxNode {
  const { field, from, isNamed, to, type } = node;
  const own = { type, field, isNamed, from: from + shift, to: to + shift };
  const made = new SyntaxNode(parent.source, parent, own);
  for (const one of node.children) made.children.push(copy(one, made, shift));
  return made;
}
