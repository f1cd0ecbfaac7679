import { HOOK_NAMES, type HookName, plainestLine } from './guarded-command.ts';
import { inPosixWords } from './powershell-command.ts';

/** Reads what the command line of a hook does with the suite's programs. */

/** What a hook calls: `check` is the older form of the stop gate, `cs check`. */
export type HookRole = 'stop-gate' | 'check' | Exclude<HookName, 'stop'>;

export interface HookCommand {
  readonly role: HookRole;
  /** The line does nothing else: it can be replaced or taken out as a whole. */
  readonly isAlone: boolean;
  /** It ends in `|| exit 2`, so that a crash blocks instead of opening the gate. */
  readonly blocksOnCrash: boolean;
  /** After how many seconds `cs-hook` ends a gate that hangs; undefined where it does not watch this hook. */
  readonly deadline: number | undefined;
  /**
   * A path that the line starts without looking first whether it is there. Where it is not, shells name it in words
   * by which Claude Code takes the hook for one that is not installed, and does not block.
   */
  readonly untested: string | undefined;
}

/** A word of a command line as the shell would pass it on, or an operator. */
interface Word {
  readonly text: string;
  readonly isOperator: boolean;
}

/** A quoted part, an escaped character, or anything that is neither blank nor an operator. */
const PART = /"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\|&;<>()]/y;
const OPERATOR = /\|\||&&|\d*(?:>>|>|<)(?:&\d)?|[|&;()]|\n/y;

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh']);

/** Programs that start the program which follows them. */
const RUNNERS = new Set([...SHELLS, 'node', 'npx', 'exec', 'bunx', 'pnpm', 'yarn']);

/** The shells that a host can be told to run a hook in. */
export const HOOK_SHELLS = ['posix', 'powershell'] as const;

export type HookShell = (typeof HOOK_SHELLS)[number];

/** Reads a command line; nothing where it calls no program of the suite. */
export function readHookCommand(line: string, shell: HookShell = 'posix'): HookCommand | undefined {
  if (shell === 'posix') return readPlainLine(plainestLine(line));
  const reading = readPlainLine(inPosixWords(line));
  // PowerShell says in other words that a path is not there: the host does not take them for a missing hook.
  return reading && { ...reading, untested: undefined };
}

function readPlainLine(line: string): HookCommand | undefined {
  const all = wordsOf(line);
  const tested = testedPath(all);
  const words = tested === undefined ? all : all.slice(TEST.length);
  const roles = words.flatMap((word, index) =>
    word.isOperator ? [] : (roleAt(words, index) ?? []),
  );
  const [found] = roles;
  if (found === undefined) return readInnerLine(words);
  return {
    role: found.role,
    isAlone: roles.length === 1 && isAlone(words, found.start, found.end),
    blocksOnCrash: isShutBehind(words, found.start, found.end),
    deadline: found.deadline,
    untested: tested === undefined ? pathStarted(words, found.start) : undefined,
  };
}

/** How a line begins that looks for a program before it starts it; the path stands where nothing does here. */
const TEST = ['[', '-f', undefined, ']', '&&'] as const;

/** The path that a line looks for first, and then starts. */
function testedPath(words: readonly Word[]): string | undefined {
  const isTested = TEST.every((text, index) => text === undefined || words[index]?.text === text);
  const path = isTested ? words[TEST.indexOf(undefined)]?.text : undefined;
  const started = pathStarted(
    words,
    words.findIndex(({ text }, index) => index >= TEST.length && text === path),
  );
  return path === started ? path : undefined;
}

/** The path by which the command that holds this word is started: its own, or that of the script of a shell. */
function pathStarted(words: readonly Word[], at: number): string | undefined {
  const operator = words.findLastIndex(({ isOperator }, index) => isOperator && index < at);
  const command = words
    .slice(operator + 1, at + 1)
    .map(({ text }) => text)
    .find((text) => !isVariable(text) && !text.startsWith('-') && !startsNext(text));
  return command?.includes('/') === true ? command : undefined;
}

const isVariable = (word: string): boolean => /^\w+=/.test(word);

const startsNext = (word: string): boolean => word === 'exec' || SHELLS.has(programName(word));

/** Reads `bash -lc "cs-stop-gate || exit 2"`, which users need whose login shell sets their PATH. */
function readInnerLine(words: readonly Word[]): HookCommand | undefined {
  const at = words.findIndex(
    ({ isOperator, text }, index) =>
      !isOperator && /^-\w*c$/.test(text) && SHELLS.has(programName(words[index - 1]?.text ?? '')),
  );
  const inner = at < 0 ? undefined : words[at + 1];
  const reading = inner === undefined ? undefined : readPlainLine(inner.text);
  if (reading === undefined) return undefined;
  return {
    role: reading.role,
    isAlone: reading.isAlone && isAlone(words, at - 1, at + 2),
    blocksOnCrash: reading.blocksOnCrash || isShutBehind(words, at - 1, at + 2),
    deadline: reading.deadline,
    untested: reading.untested,
  };
}

/**
 * Whether `|| exit 2` follows a program that stands alone in its pipe. Another program between them could
 * succeed where this one fails.
 */
function isShutBehind(words: readonly Word[], start: number, end: number): boolean {
  const before = words.slice(0, start).findLast(({ isOperator }) => isOperator);
  const after = withoutRedirections(words.slice(end).map(({ text }) => text));
  const isFirst = before === undefined || ['&&', ';', '\n', '('].includes(before.text);
  return isFirst && /^\|\| (?:\{ (?!.*\|).*; ?)?exit 2(?: ?[;})])*$/s.test(after.join(' '));
}

/** Splits a line into its words without running it. A quote that is not closed ends with the line. */
function wordsOf(line: string): readonly Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < line.length) {
    const operator = matchAt(OPERATOR, line, at);
    if (operator !== undefined) {
      words.push({ text: operator, isOperator: true });
      at += operator.length;
      continue;
    }
    let text = '';
    const start = at;
    for (let part = matchAt(PART, line, at); part !== undefined; part = matchAt(PART, line, at)) {
      text += unquoted(part);
      at += part.length;
    }
    if (at > start) words.push({ text, isOperator: false });
    else at += 1;
  }
  return words;
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return part.startsWith('\\') ? part.slice(1) : part;
}

/** The name of a program without its folder and its ending. */
function programName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? '';
  return name.replace(/\.(?:cjs|cmd|exe|js|ps1)$/i, '');
}

/** The role of the program at this word, and where its own words begin and end. */
function roleAt(words: readonly Word[], start: number) {
  const stop = words.findIndex(({ isOperator }, index) => isOperator && index > start);
  const end = stop < 0 ? words.length : stop;
  const args = words.slice(start + 1, end).map(({ text }) => text);
  const name = programName(words[start]?.text ?? '');
  const role = name === FRONT ? frontRoleOf(args) : roleOf(name, args);
  const deadline = name === FRONT && role === 'stop-gate' ? deadlineIn(args) : undefined;
  return role === undefined ? undefined : { role, start, end, deadline };
}

/** The program that answers for the hooks without starting Node where it can. */
const FRONT = 'cs-hook';

/** How long it watches a gate where its line does not say, in seconds. */
export const USUAL_DEADLINE = 55;

function frontRoleOf([hook]: readonly string[]): HookRole | undefined {
  const name = HOOK_NAMES.find((one) => one === hook);
  return name === 'stop' ? 'stop-gate' : name;
}

function deadlineIn(args: readonly string[]): number {
  const at = args.lastIndexOf('--deadline');
  return at < 0 ? USUAL_DEADLINE : Number(args[at + 1]);
}

function roleOf(name: string, args: readonly string[]): HookRole | undefined {
  const [command, ...more] =
    name === 'cs' ? args : name.startsWith('cs-') ? [name.slice('cs-'.length), ...args] : [];
  switch (command) {
    case 'stop-gate':
    case 'session-start':
    case 'user-prompt':
    case 'session-end':
      return command;
    case 'verify':
      return more.some((arg) => arg === '--check') ? 'check' : undefined;
    default:
      return undefined;
  }
}

/** Whether only variables and a runner stand before a program, and only its exit behind it. */
function isAlone(words: readonly Word[], start: number, end: number): boolean {
  const before = words.slice(0, start).filter(({ text }) => !isVariable(text));
  const [runner, ...options] = before.map(({ text }) => text);
  const isRun = runner === undefined || RUNNERS.has(programName(runner));
  const onlyOptions = options.every((option) => option.startsWith('-') || option === 'exec');
  const noOperators = before.every(({ isOperator }) => !isOperator);
  const after = words.slice(end).map(({ text }) => text);
  return isRun && onlyOptions && noOperators && isExit(withoutRedirections(after));
}

function withoutRedirections(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, index) => !/[<>]/.test(word) && !/^\d*(?:>>|>|<)$/.test(words[index - 1] ?? ''),
  );
}

function isExit(words: readonly string[]): boolean {
  return words.length === 0 || /^\|\| exit \d+(?: ;)?$/.test(words.join(' '));
}
