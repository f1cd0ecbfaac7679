import { isComment, type SyntaxNode } from './node.ts';

/** Code in one way of writing: white space, quotes, comments, brackets and commas that change nothing make no difference. */

/** How a language writes what may be written in several ways. */
export interface Writing {
  /** The types of whole strings. */
  readonly strings: ReadonlySet<string>;
  /** The types of blocks of statements. */
  readonly blocks: ReadonlySet<string>;
  /** The texts of leaves that say nothing: semicolons, say. */
  readonly silent: ReadonlySet<string>;
  /** A string as it stands between double quotes, its prefix before them; undefined for one that is written as it is. */
  stringText(node: SyntaxNode): string | undefined;
  /** Whether a node says nothing: a doc string, a type. */
  isSilent?(node: SyntaxNode): boolean;
  /** The part of a node that says all of what it says: the value in a cast, or in brackets that change nothing. */
  essence?(node: SyntaxNode): SyntaxNode | undefined;
}

const WORD_END = /[\p{L}\p{N}_$"']$/u;
const WORD_START = /^[\p{L}\p{N}_$"'@#]/u;

/** What stands in the place of a node; undefined where that is the node itself. */
export type Replacement = (node: SyntaxNode) => string | undefined;

/** A node in one way of writing. Strings stand in double quotes, statements of a block between braces and semicolons. */
export function canonicalText(
  writing: Writing,
  node: SyntaxNode,
  replacement?: Replacement,
): string {
  const parts: string[] = [];
  new Writer(writing, parts, replacement).write(node);
  return parts.join('');
}

/** Several statements in one way of writing. */
export function statementsText(
  writing: Writing,
  statements: readonly SyntaxNode[],
  replacement?: Replacement,
): string {
  return statements
    .filter((one) => !isComment(one))
    .map((one) => canonicalText(writing, one, replacement))
    .filter((text) => text !== '')
    .join(';');
}

class Writer {
  private readonly writing: Writing;
  private readonly parts: string[];
  private readonly replacement: Replacement | undefined;
  private last = '';

  constructor(writing: Writing, parts: string[], replacement: Replacement | undefined) {
    this.writing = writing;
    this.parts = parts;
    this.replacement = replacement;
  }

  write(whole: SyntaxNode): void {
    const node = this.writing.essence?.(whole) ?? whole;
    if (node !== whole) {
      this.write(node);
      return;
    }
    if (isComment(node) || this.writing.isSilent?.(node) === true) return;
    const replaced = this.replacement?.(node);
    if (replaced !== undefined) this.add(replaced);
    else if (this.writing.strings.has(node.type)) {
      this.add(this.writing.stringText(node) ?? node.text);
    } else if (this.writing.blocks.has(node.type)) {
      this.add(`{${statementsText(this.writing, node.named, this.replacement)}}`);
    } else if (node.children.length === 0) {
      const { text } = node;
      if (!this.writing.silent.has(text)) this.add(text);
    } else {
      for (const [index, one] of node.children.entries()) {
        if (!isTrailingComma(node, index)) this.write(one);
      }
    }
  }

  private add(text: string): void {
    if (text === '') return;
    if (WORD_END.test(this.last) && WORD_START.test(text)) this.parts.push(' ');
    this.parts.push(text);
    this.last = text;
  }
}

/** Whether a comma stands behind the last part of brackets; the one of `(1,)` makes it another value than `(1)`. */
function isTrailingComma({ children, type }: SyntaxNode, index: number): boolean {
  if (children[index]?.type !== ',') return false;
  const next = children.slice(index + 1).find((one) => !isComment(one));
  if (next === undefined || !/^[)\]}]$/.test(next.type)) return false;
  const isOneTuple = type === 'tuple' && children.filter((one) => one.isNamed).length === 1;
  return !isOneTuple;
}

/** A node as it is written, on one line. */
export function writtenText(node: SyntaxNode): string {
  return node.text.replace(/\s+/g, ' ').trim();
}
