/** The words of Swift: comments, which may stand in each other, texts with what is put into them, operators, brackets. */

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'operator' | 'mark' | 'comment' | 'end';
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Whether it is the first of its line, comments aside. */
  readonly isFirst: boolean;
  /** Whether white space or an opening bracket stands before it, and white space or a closing one behind. */
  readonly isApart: readonly [before: boolean, behind: boolean];
}

const SPACE = /\s+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const NEVER_COMPILED = /#if false\b[\s\S]*?(?:#endif|$)/y;
const DIRECTIVE = /#(?:if|elseif|else|endif|sourceLocation|warning|error)\b[^\n]*/y;
const NAME = /[@#$]?[\p{L}_][\p{L}\p{N}_]*|\$\d+|`[^`\n]*`/uy;
const NUMBER = /\d(?:[\w]|\.(?=\d)|(?<=[eEpP])[+-])*/y;
const QUOTE = /(#*)("""|")/y;
const OPERATOR = /[-+*/%=<>!&|^~?.]+/y;
const GENERIC = /<[\w\s.,:&?![\]()]*>+(?=[({.\s)\]>,?]|$)/y;

/** All words of a text, in order. Never throws: what is half-written ends with the text. */
export function swiftTokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let isFirst = true;
  for (let at = 0; at < text.length; ) {
    const space = matchAt(SPACE, text, at);
    if (space !== undefined) {
      isFirst ||= space.includes('\n');
      at += space.length;
      continue;
    }
    const [kind, length] = wordAt(text, at);
    const to = at + Math.max(1, length);
    const isApart = [/[\s([{,;:]|^$/, /[\s)\]},;:]|^$/].map((border, index) =>
      border.test(index === 0 ? text.slice(Math.max(0, at - 1), at) : text.slice(to, to + 1)),
    );
    const [before = true, behind = true] = isApart;
    found.push({
      kind,
      from: at,
      to,
      text: text.slice(at, to),
      isFirst,
      isApart: [before, behind],
    });
    isFirst &&= kind === 'comment';
    at = to;
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Most texts that are told apart within each other. */
const DEEPEST = 20;

function wordAt(
  text: string,
  at: number,
  depth = 0,
): readonly [kind: Token['kind'], length: number] {
  const line = matchAt(LINE_COMMENT, text, at) ?? matchAt(NEVER_COMPILED, text, at);
  const comment = line ?? matchAt(DIRECTIVE, text, at);
  if (comment !== undefined) return ['comment', comment.length];
  if (text.startsWith('/*', at)) return ['comment', endOfComment(text, at) - at];
  QUOTE.lastIndex = at;
  const [, hashes, quote] = QUOTE.exec(text) ?? [];
  if (hashes !== undefined && quote !== undefined)
    return ['text', endOfText(text, at + hashes.length + quote.length, hashes, quote, depth) - at];
  const name = matchAt(NAME, text, at);
  if (name !== undefined) return ['name', name.length];
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) return ['number', number.length];
  const isGeneric = text[at] === '<' && /\w/.test(text[at - 1] ?? '');
  const generic = isGeneric ? matchAt(GENERIC, text, at) : undefined;
  if (generic !== undefined) return ['comment', generic.length];
  const operator = matchAt(OPERATOR, text, at)?.replace(/(?<=.)\/[/*].*$/, '');
  // `a!.b` and `a?.b` are two marks each, and so are those of a prefix: `!-x`.
  const first =
    operator === undefined
      ? undefined
      : (/^[!?]+(?=\.)|^[!?](?!=|\?)/.exec(operator)?.[0] ?? operator);
  return first === undefined ? ['mark', 1] : ['operator', first.length];
}

/** Comments may hold others. */
function endOfComment(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) depth += 1;
    else if (text.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Where a text ends that began before a place. What is put into it may hold other texts. */
function endOfText(
  text: string,
  from: number,
  hashes: string,
  quote: string,
  depth: number,
): number {
  const [close, escaping] = [quote + hashes, `\\${hashes}`];
  let at = from;
  while (at < text.length) {
    if (depth < DEEPEST && text.startsWith(`${escaping}(`, at))
      at = endOfBrackets(text, at + escaping.length, depth + 1);
    else if (text.startsWith(escaping, at)) at += escaping.length + 1;
    else if (text.startsWith(close, at)) return at + close.length;
    else if (quote === '"' && text[at] === '\n') return at;
    else at += 1;
  }
  return text.length;
}

function endOfBrackets(text: string, from: number, textDepth: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const [kind, length] = wordAt(text, at, textDepth);
    if (kind === 'mark' && text[at] === '(') depth += 1;
    if (kind === 'mark' && text[at] === ')') depth -= 1;
    at += Math.max(1, length);
    if (depth === 0 || text[at] === '\n') return at;
  }
  return text.length;
}
