import {
  applyEdits,
  createScanner,
  type Edit,
  type Node,
  type ParseError,
  parseTree,
  stripComments,
} from 'jsonc-parser';
import { type ParsedDocument, parseDocument } from '../../domain/base/document.ts';

/** Reads and changes JSON that people write: comments and the layout stay, and so does every byte that need not change. */

/** Reads a text that may hold comments and trailing commas. */
export function parseCommented(text: string): ParsedDocument {
  return parseDocument(withoutTrailingCommas(stripComments(text, ' ')));
}

/** The text with a blank in the place of each comma behind which an object or a list ends. */
function withoutTrailingCommas(text: string): string {
  const trailing: Edit[] = [];
  let comma: number | undefined;
  for (const at of tokensIn(text, 0)) {
    const isEnd = text[at] === '}' || text[at] === ']';
    if (isEnd && comma !== undefined) trailing.push({ offset: comma, length: 1, content: ' ' });
    comma = text[at] === ',' ? at : undefined;
  }
  return applyEdits(text, trailing);
}

/** Where the tokens of a text begin from a position on; blanks and comments are none. */
function* tokensIn(text: string, start: number): Generator<number> {
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  for (;;) {
    scanner.scan();
    if (scanner.getTokenOffset() >= text.length) return;
    yield scanner.getTokenOffset();
  }
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The text of a JSON document, changed so that it holds another value. What is the same in both stays as it is written,
 * with its comments; what is new comes behind what was there. The text may hold comments and trailing commas.
 */
export function withValue(text: string, value: unknown): string {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return BYTE_ORDER_MARK + withValue(text.slice(BYTE_ORDER_MARK.length), value);
  }
  const layout = layoutOf(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0)
    return `${written(value, 0, layout)}${layout.lineEnd}`;
  return applyEdits(text, [...editsOf(root, value, { text, layout, depth: 0 })]);
}

/** How a text is laid out. `indent`: undefined where all of it stands on one line. */
interface Layout {
  readonly indent: string | undefined;
  readonly lineEnd: string;
}

function layoutOf(text: string): Layout {
  const isSpread = /\n/.test(text.trim()) || /^\s*(?:\{\s*\})?\s*$/.test(text);
  const indent = isSpread
    ? (/^[^\S\n]*[[{][^\n]*\n([ \t]+)\S/m.exec(text)?.[1] ?? '  ')
    : undefined;
  return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** A value as it is written at some depth of a document. */
function written(value: unknown, depth: number, { indent, lineEnd }: Layout): string {
  if (indent === undefined) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, indent);
  return lines.replaceAll('\n', `${lineEnd}${indent.repeat(depth)}`);
}

interface Place {
  readonly text: string;
  readonly layout: Layout;
  readonly depth: number;
}

/** The edits after which a part of a text holds a value. */
function editsOf(node: Node, value: unknown, place: Place): readonly Edit[] {
  if (isSame(node, value)) return [];
  const inner = { ...place, depth: place.depth + 1 };
  if (node.type === 'object' && isRecord(value)) return objectEdits(node, value, inner);
  if (node.type === 'array' && Array.isArray(value)) return listEdits(node, value, inner);
  const content = written(value, place.depth, place.layout);
  return [{ offset: node.offset, length: node.length, content }];
}

type Fields = { readonly [key: string]: unknown };

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a part of a text holds exactly a value. */
function isSame(node: Node, value: unknown): boolean {
  const children = node.children ?? [];
  if (node.type === 'array') {
    return (
      Array.isArray(value) &&
      value.length === children.length &&
      children.every((child, index) => isSame(child, value[index]))
    );
  }
  if (node.type !== 'object') return Object.is(node.value, value);
  if (!isRecord(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.length === children.length &&
    children.every((child) => {
      const { content, key } = memberOf(child);
      return Object.hasOwn(value, key) && content !== undefined && isSame(content, value[key]);
    })
  );
}

function memberOf({ children = [] }: Node) {
  const [name, content] = children;
  return { key: String(name?.value), content };
}

function objectEdits(node: Node, value: Fields, place: Place): readonly Edit[] {
  const children = node.children ?? [];
  const keys = children.map((child) => memberOf(child).key);
  // Readers of JSON go by the last of several members of one key.
  const kept = children.map((_, index) => {
    const key = keys[index] ?? '';
    return Object.hasOwn(value, key) && keys.lastIndexOf(key) === index;
  });
  const added = Object.keys(value)
    .filter((key) => !keys.includes(key))
    .map((key) => {
      const between = place.layout.indent === undefined ? ':' : ': ';
      return `${JSON.stringify(key)}${between}${written(value[key], place.depth, place.layout)}`;
    });
  const inside = children.flatMap((child, index) => {
    const { content, key } = memberOf(child);
    return kept[index] && content !== undefined ? editsOf(content, value[key], place) : [];
  });
  return [...inside, ...membershipEdits(node, kept, added, place)];
}

function listEdits(node: Node, value: readonly unknown[], place: Place): readonly Edit[] {
  const children = node.children ?? [];
  if (children.length === value.length) {
    return children.flatMap((child, index) => editsOf(child, value[index], place));
  }
  let next = 0;
  const kept = children.map((child) => {
    const isKept = next < value.length && isSame(child, value[next]);
    if (isKept) next += 1;
    return isKept;
  });
  const added = value.slice(next).map((one) => written(one, place.depth, place.layout));
  return membershipEdits(node, kept, added, place);
}

/** The edits that take members of an object or a list out, and add others at its end. */
function membershipEdits(
  node: Node,
  kept: readonly boolean[],
  added: readonly string[],
  place: Place,
): readonly Edit[] {
  const { text } = place;
  const members = (node.children ?? []).map((child, index) => ({
    start: child.offset,
    end: child.offset + child.length,
    comma: commaBehind(text, child),
    isKept: kept[index] === true,
  }));
  const removals = members.filter(({ isKept }) => !isKept).map((one) => removal(text, one));
  const last = members.findLast(({ isKept }) => isKept);
  const isTrailed = members.at(-1)?.comma !== undefined;
  if (added.length > 0) {
    // The comma of the last that stays, where it has none: what is added follows it.
    const comma = last === undefined || last.comma !== undefined ? [] : [insertion(last.end, ',')];
    return [...removals, ...comma, addition(node, added, isTrailed, last === undefined, place)];
  }
  // What is the last one now must not be followed by the comma that stood before those that go.
  const dangling = last === members.at(-1) || isTrailed ? undefined : last?.comma;
  return dangling === undefined
    ? removals
    : [...removals, { offset: dangling, length: 1, content: '' }];
}

interface Member {
  readonly start: number;
  readonly end: number;
  readonly comma: number | undefined;
}

/** Takes a member out with its comma and the blanks before it. */
function removal(text: string, { comma, end, start }: Member): Edit {
  const offset = contentEnd(text, start);
  return { offset, length: (comma === undefined ? end : comma + 1) - offset, content: '' };
}

function insertion(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

/** Puts members behind everything that stands in an object or a list, comments included. */
function addition(
  { length, offset }: Node,
  added: readonly string[],
  isTrailed: boolean,
  isFirst: boolean,
  { depth, layout: { indent, lineEnd }, text }: Place,
): Edit {
  const line = (level: number): string =>
    indent === undefined ? '' : lineEnd + indent.repeat(level);
  const close = offset + length - 1;
  const tail = contentEnd(text, close);
  const isClosedApart = !isFirst || text.slice(tail, close).includes('\n');
  const content = added.map((one) => line(depth) + one).join(',');
  const end = isClosedApart ? '' : line(depth - 1);
  return insertion(tail, `${content}${isTrailed ? ',' : ''}${end}`);
}

/** Where the comma behind a member stands; undefined where none does. */
function commaBehind(text: string, { length, offset }: Node): number | undefined {
  const { value: next } = tokensIn(text, offset + length).next();
  return typeof next === 'number' && text[next] === ',' ? next : undefined;
}

/** Where the content before a position ends: the blanks between it and the position left out. */
function contentEnd(text: string, position: number): number {
  return text.slice(0, position).trimEnd().length;
}
