/** A parsed text: its nodes as plain data, so that what reads them is pure and needs no parser. */

/** A text, and where its lines begin. */
export class SourceText {
  readonly text: string;
  /** All nodes of its tree, each before those below it. */
  readonly nodes: SyntaxNode[] = [];
  /** Lines before its first, where it is a part of another text. */
  private readonly linesBefore: number;
  private starts: readonly number[] | undefined;

  constructor(text: string, linesBefore = 0) {
    this.text = text;
    this.linesBefore = linesBefore;
  }

  /** The line of a place, counted from 1. */
  lineAt(place: number): number {
    this.starts ??= lineStarts(this.text);
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return this.linesBefore + low + 1;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const NO_NODES: readonly SyntaxNode[] = [];

/** A node of a tree, as the grammar of its language names it. */
export class SyntaxNode {
  readonly type: string;
  /** What it is to its parent, where the grammar says so: `left`, `body`. */
  readonly field: string | undefined;
  /** False for what has no name of its own: brackets, operators, keywords. */
  readonly isNamed: boolean;
  readonly from: number;
  readonly to: number;
  readonly parent: SyntaxNode | undefined;
  children: readonly SyntaxNode[] = NO_NODES;
  readonly source: SourceText;
  /** Its place among the nodes of its source, and the place behind all that are below it. */
  private readonly place: number;
  private end: number;

  constructor(
    source: SourceText,
    parent: SyntaxNode | undefined,
    own: Pick<SyntaxNode, 'type' | 'field' | 'isNamed' | 'from' | 'to'>,
  ) {
    this.source = source;
    this.parent = parent;
    this.type = own.type;
    this.field = own.field;
    this.isNamed = own.isNamed;
    this.from = own.from;
    this.to = own.to;
    this.place = source.nodes.length;
    this.end = this.place + 1;
    source.nodes.push(this);
  }

  /** Takes its children, once all nodes below it have been made. */
  close(children: readonly SyntaxNode[]): void {
    this.children = children;
    this.end = this.source.nodes.length;
  }

  /** As it is written. */
  get text(): string {
    return this.source.text.slice(this.from, this.to);
  }

  get line(): number {
    return this.source.lineAt(this.from);
  }

  /** The first child that is this to it. */
  child(field: string): SyntaxNode | undefined {
    return this.children.find((one) => one.field === field);
  }

  /** All children that are this to it. */
  childrenAs(field: string): readonly SyntaxNode[] {
    return this.children.filter((one) => one.field === field);
  }

  /** Its first child of one of some types. */
  childOf(...types: readonly string[]): SyntaxNode | undefined {
    return this.children.find(({ type }) => types.includes(type));
  }

  /** Its children with names, comments left out. */
  get named(): readonly SyntaxNode[] {
    return this.children.filter((one) => one.isNamed && !isComment(one));
  }

  /** Whether one of its children without a name is written so: `async`, `static`. */
  hasWord(word: string): boolean {
    return this.children.some(({ isNamed, type }) => !isNamed && type === word);
  }

  /** It and all below it that are wanted, in the order of the text; below one that is left out nothing is looked at. */
  *within(isLeftOut?: (node: SyntaxNode) => boolean): Generator<SyntaxNode> {
    const { nodes } = this.source;
    for (let at = this.place; at < this.end; at += 1) {
      const node = nodes[at];
      if (node === undefined) return;
      if (node !== this && isLeftOut?.(node) === true) at = node.end - 1;
      else yield node;
    }
  }

  /** Whether another node lies in it. */
  holds({ from, to }: SyntaxNode): boolean {
    return from >= this.from && to <= this.to;
  }

  /** The nearest node around it of one of some types. */
  around(...types: readonly string[]): SyntaxNode | undefined {
    let one = this.parent;
    while (one !== undefined && !types.includes(one.type)) one = one.parent;
    return one;
  }
}

/** Whether a node is a comment, in any of the grammars. */
export function isComment({ type }: SyntaxNode): boolean {
  return type.includes('comment');
}

/**
 * Reads a text, or a part of one that begins so many lines into another. Never throws: what is half-written is read as
 * far as it goes.
 */
export type Parse = (text: string, linesBefore?: number) => SyntaxNode;
