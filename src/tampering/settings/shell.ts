/** The simple commands of a shell script, and what stands around each. */

export interface Command {
  readonly words: readonly string[];
  /** What joins it to the command before it: `&&`, `||`, `|`, `;` or a line's end. Empty where it is the first. */
  readonly joined: string;
  /** Counted from 1, from the script's first line. */
  readonly line: number;
  /** As written, on one line. */
  readonly text: string;
  /** Whether it stands inside of `if`, `case`, a loop, a function or brackets. */
  readonly isNested: boolean;
  /** Words of the shell in front of it: `if`, `then`, `else`, `!`. */
  readonly leading: readonly string[];
  /** How many of them it stands in. */
  readonly depth: number;
}

const MAXIMUM_WORDS = 8_000;
const OPENING = new Set(['if', 'case', 'for', 'while', 'until', '{', '(']);
const CLOSING = new Set(['fi', 'esac', 'done', '}', ')']);
/** Words of the shell's own in front of a command. */
const LEADING = new Set('if then else elif do while until ! { ( exec time command'.split(' '));

/** Reads a script. Never throws. */
export function commandsOf(script: string): readonly Command[] {
  const commands: Command[] = [];
  let joined = '';
  let carried: readonly string[] = [];
  let depth = 0;
  for (const { operator, words, line } of partsOfScript(script)) {
    let within = depth;
    for (const word of words) {
      if (CLOSING.has(word)) depth = Math.max(0, depth - 1);
      if (OPENING.has(word)) depth += 1;
      within = Math.max(within, depth);
    }
    const from = words.findIndex((word) => !LEADING.has(word));
    const isNegated = words.slice(0, Math.max(from, 0)).includes('!');
    const own = from < 0 ? [] : words.slice(from).filter((word) => word !== ')' && word !== '}');
    if (own.length > 0) {
      commands.push({
        words: isNegated ? ['!', ...own] : own,
        joined,
        line,
        text: own.join(' '),
        isNested: depth > 0,
        leading: [...carried, ...words.slice(0, from)],
        depth: within,
      });
    }
    // `then` may stand on a line of its own.
    carried = own.length > 0 ? [] : [...carried, ...words].slice(-8);
    joined = own.length === 0 && joined === '||' ? joined : operator;
  }
  return commands;
}

interface Part {
  readonly words: readonly string[];
  /** Behind it. */
  readonly operator: string;
  readonly line: number;
}

const PIECE =
  /\\\r?\n|[^\S\n]+|(?:^|(?<=\s))#[^\n]*|\n|&&|\|\||\|&|;;|[;|]|(?<![>&\d])&(?![>\d])|[()](?=\s|$)|(?<=^|\s)[(]|"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?|\$\(|[^\s"';|&()]+|[\s\S]/g;

function partsOfScript(script: string): readonly Part[] {
  const parts: Part[] = [];
  let words: string[] = [];
  let word = '';
  let line = 1;
  let start = 1;
  const endWord = () => {
    if (word !== '' && words.length === 0) start = line;
    if (word !== '') words.push(word);
    word = '';
  };
  const endPart = (operator: string) => {
    endWord();
    if (words.length > 0 || parts.length > 0) parts.push({ words, operator, line: start });
    words = [];
  };
  let count = 0;
  for (const [piece] of script.matchAll(PIECE)) {
    count += 1;
    if (count > MAXIMUM_WORDS) break;
    if (/^(?:\n|&&|\|\|?|\|&|;;?|&)$/.test(piece)) endPart(piece === '|&' ? '|' : piece);
    else if (/^(?:\\\r?\n|[^\S\n]+|#.*)$/.test(piece) && (word === '' || !piece.startsWith('#')))
      endWord();
    else if (piece === ')' && !word.includes('(')) {
      endWord();
      words.push(piece);
    } else if (/^[()]$/.test(piece) && word === '') words.push(piece);
    else word += /^(?:"[^"]*"|'[^']*')$/.test(piece) ? piece.slice(1, -1) : piece;
    line += piece.split('\n').length - 1;
  }
  endPart('');
  return parts;
}
