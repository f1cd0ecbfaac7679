/**
 * Changes one member of a JSON object as text: every byte outside of it stays, with the order of keys,
 * the spelling of numbers and the indentation that somebody chose.
 */

/** A string, or a bracket or sign that gives a text its shape. */
const TOKEN = /"(?:\\[\s\S]|[^"\\])*"|[{}[\],:]/g;

interface Member {
  readonly key: string;
  /** Where its key begins, and where its value ends. */
  readonly start: number;
  readonly end: number;
}

/**
 * The text of an object with the member of this key set to a value, or without it where the value is
 * undefined. The text must be a JSON object by then: it was parsed before.
 */
export function withMember(text: string, key: string, value: unknown): string {
  const { close, members, open } = membersOf(text);
  // Where a key stands twice, the last counts.
  const at = members.findLastIndex((member) => member.key === key);
  const member = members[at];
  if (value === undefined) {
    // Nothing that stood in its shadow comes to count.
    return member === undefined
      ? text
      : withMember(cut(text, members, at, open, close), key, value);
  }
  const indent = indentOf(text);
  const written = `${JSON.stringify(key)}: ${nested(value, indent)}`;
  if (member !== undefined) return text.slice(0, member.start) + written + text.slice(member.end);
  const last = members.at(-1);
  const line = `\n${indent}${written}`;
  return last === undefined
    ? `${text.slice(0, open + 1)}${line}\n${text.slice(close)}`
    : `${text.slice(0, last.end)},${line}${endOf(text.slice(last.end))}`;
}

/** The end of an object stays on its line where it has one of its own. */
function endOf(rest: string): string {
  return /^\s*\n/.test(rest) ? rest : `\n${rest.trimStart()}`;
}

function nested(value: unknown, indent: string): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${indent}`);
}

/** What the first line inside is indented by; two spaces where nobody can tell. */
function indentOf(text: string): string {
  return /^\s*\{\s*\n([ \t]+)"/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? '  ';
}

function cut(
  text: string,
  members: readonly Member[],
  at: number,
  open: number,
  close: number,
): string {
  const before = members[at - 1];
  const after = members[at + 1];
  if (before !== undefined) return text.slice(0, before.end) + text.slice(members[at]?.end);
  if (after !== undefined) return text.slice(0, members[at]?.start) + text.slice(after.start);
  return text.slice(0, open + 1) + text.slice(close);
}

function membersOf(text: string): {
  readonly members: readonly Member[];
  readonly open: number;
  readonly close: number;
} {
  const members: Member[] = [];
  let depth = 0;
  let open = -1;
  let begun: { readonly key: string; readonly start: number } | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const ends = depth === 1 && (token === ',' || token === '}');
    if (ends && begun !== undefined) {
      members.push({ ...begun, end: text.slice(0, index).trimEnd().length });
      begun = undefined;
    }
    if (token === '{' || token === '[') {
      if (depth === 0) open = index;
      depth += 1;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      if (depth === 0) return { members, open, close: index };
    } else if (depth === 1 && begun === undefined && token.startsWith('"')) {
      begun = { key: String(JSON.parse(token)), start: index };
    }
  }
  return { members, open, close: text.length };
}
