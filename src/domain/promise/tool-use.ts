import { beginningOf } from '../base/cutting.ts';
import { isObject } from '../base/document.ts';

/** One use of a tool by an agent, as a reader sees it. */
export interface ToolUse {
  readonly name: string;
  /** The part of the tool's input that says what it was used for; empty where no part does. */
  readonly about: string;
  /** Undefined where no result of it is known. */
  readonly failed: boolean | undefined;
}

/** Longest `about` and longest name that are shown, in characters. */
const LONGEST_ABOUT = 160;
const LONGEST_NAME = 80;

/** Longest value of an input that is looked at, in characters. */
const LONGEST_INPUT = 200_000;

/** The keys of an input that say what a tool was used for, the best first, and how many are shown. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'path',
  'subject',
  'description',
  'taskId',
  'status',
  'skill',
  'url',
  'query',
  'to',
  'summary',
];
const MOST_TELLING = 2;

/** Keys that hold a long text. One of them is shown where the input has none of the keys above. */
const WORDY = ['prompt', 'content', 'message', 'text'];

/** Reads the use of a tool. Any value can be its input. */
export function readToolUse(name: unknown, input: unknown, failed: boolean | undefined): ToolUse {
  return {
    name: typeof name === 'string' ? name : 'unknown',
    about: aboutOf(isObject(input) ? input : {}),
    failed,
  };
}

/**
 * A tool use on one short line. `clean` removes secrets; it runs before texts are cut or joined, so that
 * no half of a secret stays.
 */
export function toolLine(
  { about, failed, name }: ToolUse,
  clean: (text: string) => string,
): string {
  const outcome = failed === undefined ? ' (no result yet)' : failed ? ' (failed)' : '';
  const told = shortLine(clean(about), LONGEST_ABOUT);
  return `${shortLine(clean(name), LONGEST_NAME)}${told === '' ? '' : `: ${told}`}${outcome}`;
}

function aboutOf(input: { readonly [key: string]: unknown }): string {
  const { todos } = input;
  if (Array.isArray(todos)) return todoCounts(todos);
  const textsOf = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => {
      const value = input[key];
      const isTold = typeof value === 'string' && value.trim() !== '';
      return isTold && value.length <= LONGEST_INPUT ? [value] : [];
    });
  const told = textsOf(TELLING).slice(0, MOST_TELLING);
  return told.length > 0 ? told.join(' | ') : (textsOf(WORDY)[0] ?? '');
}

/** `3 todos: 2 completed, 1 pending`. */
function todoCounts(todos: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const todo of todos) {
    const status = isObject(todo) ? todo['status'] : undefined;
    const word = typeof status === 'string' ? status : 'without status';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  return `${todos.length} todos${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function shortLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${beginningOf(line, longest - 1)}…`;
}
