/** Where a text is no JSON, and what should stand there. It says nothing of what does, which may be a secret. */
interface JsonFault {
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  readonly wanted: string;
}

const BLANKS = /[ \t\r\n]*/y;
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text holds them
  /("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|[{}[\],:]/y;

type State = keyof typeof WANTED;

/** What may stand in each state. */
const WANTED = {
  value: 'a value',
  first: 'a value or ]',
  key: 'a key in quotes',
  'first-key': 'a key in quotes or }',
  colon: 'a colon',
  'behind-member': 'a comma or }',
  'behind-item': 'a comma or ]',
  end: 'nothing more',
} as const;

/** The first fault of a text that should be JSON; undefined where it is. The same with every version of Node. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let state: State = 'value';
  let at = endOf(BLANKS, text, 0);
  while (at < text.length) {
    const end = endOf(TOKEN, text, at);
    const token = text.slice(at, end);
    const next: State | undefined = end === at ? undefined : stateAfter(token, state, open);
    if (next === undefined) {
      return placed(text, at, text[at] === '"' && end === at ? UNENDED : WANTED[state]);
    }
    state = next;
    at = endOf(BLANKS, text, end);
  }
  return state === 'end' ? undefined : placed(text, text.trimEnd().length, WANTED[state]);
}

const UNENDED = 'a closing quote, or a backslash before what a text cannot hold';

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** The state behind a token, which opens or closes what is `open`; undefined where it may not stand here. */
function stateAfter(token: string, state: State, open: string[]): State | undefined {
  const isValue = state === 'value' || state === 'first';
  const isKey = state === 'key' || state === 'first-key';
  if (token === '{' || token === '[') {
    if (isValue) open.push(token);
    return isValue ? (token === '{' ? 'first-key' : 'first') : undefined;
  }
  if (token === '}' || token === ']') {
    const closing = token === '}' ? ['first-key', 'behind-member'] : ['first', 'behind-item'];
    if (!closing.includes(state)) return undefined;
    open.pop();
    return behind(open);
  }
  if (token === ',') {
    if (state === 'behind-member') return 'key';
    return state === 'behind-item' ? 'value' : undefined;
  }
  if (token === ':') return state === 'colon' ? 'value' : undefined;
  if (isKey) return token.startsWith('"') ? 'colon' : undefined;
  return isValue ? behind(open) : undefined;
}

function behind(open: readonly string[]): State {
  const innermost = open.at(-1);
  return innermost === undefined ? 'end' : innermost === '{' ? 'behind-member' : 'behind-item';
}

function placed(text: string, at: number, wanted: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, wanted };
}
