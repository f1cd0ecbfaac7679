import {
  applyEdits,
  type Edit,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

export { parseCommented, withValue } from './json-changes.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The first fault of a JSON text that may hold comments and trailing commas. */
export function findFault(text: string): string | undefined {
  return firstFault(text, true);
}

/** The first fault of a text that must be plain JSON. */
export function findStrictFault(text: string): string | undefined {
  return firstFault(text, false);
}

function firstFault(text: string, isLenient: boolean): string | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: isLenient, disallowComments: !isLenient });
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const isMark = first.offset === 0 && text.startsWith(BYTE_ORDER_MARK);
  const fault = isMark ? 'a byte order mark' : printParseErrorCode(first.error);
  return `${fault} at line ${before.length}, column ${column}`;
}

/**
 * The text of an object with the member of this key set to a value, or without it where the value is
 * undefined. The rest of the text stays, with the order of keys and the spelling of numbers. The text must
 * be a plain JSON object.
 */
export function withMember(text: string, key: string, value: unknown): string {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return BYTE_ORDER_MARK + withMember(text.slice(BYTE_ORDER_MARK.length), key, value);
  }
  const members = parseTree(text)?.children ?? [];
  const found = members.filter(({ children }) => children?.[0]?.value === key).length;
  let rest = text;
  // An edit is about the first of several members of one key, but readers of JSON go by the last.
  for (let left = found; left > (value === undefined ? 0 : 1); left -= 1) {
    rest = edited(rest, key, undefined);
  }
  return value === undefined ? rest : edited(rest, key, value);
}

function edited(text: string, key: string, value: unknown): string {
  const edits = modify(text, [key], value, {});
  if (value === undefined) {
    return applyEdits(
      text,
      edits.map((edit) => withoutLead(text, edit)),
    );
  }
  const isEmpty = /^\s*\{\s*\}\s*$/.test(text);
  // An object on one line stays on one line.
  if (!isEmpty && !text.trim().includes('\n')) return applyEdits(text, edits);
  // The parser's own formatting would change the lines around the member as well.
  const indent = /^\s*\{\s*\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const spread = JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnd}${indent}`);
  const member = `${lineEnd}${indent}${JSON.stringify(key)}: ${spread}`;
  if (isEmpty) return text.replace(/\{\s*\}/, () => `{${member}${lineEnd}}`);
  const contentOf = (content: string) => (content.startsWith(',') ? `,${member}` : spread);
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: contentOf(edit.content) })),
  );
}

/** The removal of the first of several members, without the space between the brace and that member. */
function withoutLead(text: string, edit: Edit): Edit {
  const isFirst = text[edit.offset - 1] === '{';
  const isAlone = /^\s*\}/.test(text.slice(edit.offset + edit.length));
  const lead = isFirst && !isAlone ? text.slice(edit.offset).search(/\S/) : 0;
  return { ...edit, offset: edit.offset + lead, length: edit.length - lead };
}
