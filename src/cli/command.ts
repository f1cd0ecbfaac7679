import type { Result } from '../domain/result.ts';
import type { ExitCode } from './exit.ts';
import type { Suite } from './suite.ts';

/** What an option takes. A `word` is an id or a path and never another option; `text` is anything. */
export type OptionValue = 'nothing' | 'word' | 'text' | 'texts' | 'word-and-text';

/** What the shell can offer for an option's value. */
export type Completes = 'promise' | 'criterion' | readonly string[];

export interface Option {
  readonly takes: OptionValue;
  readonly summary: string;
  readonly alias?: string;
  readonly completes?: Completes;
  /** The option in front of which it may stand without its value. */
  readonly emptyBefore?: string;
}

/** The arguments of one command line, by the names of the command's options. */
export interface Arguments {
  /** Whether an option stands on the command line, whatever it takes. */
  given(name: string): boolean;
  text(name: string): string | undefined;
  /** Every value of an option that may be given several times. */
  texts(name: string): readonly string[];
  /** The two values of an option that takes an id and a text. */
  pair(name: string): readonly [string, string] | undefined;
  readonly positional: string | undefined;
  /** The command line behind `--`, where the command takes one. */
  readonly rest: readonly string[];
}

/** What a command has to say: text for people or the same as data, and notes for stderr. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  readonly notes?: readonly string[];
  readonly exitCode?: ExitCode;
}

/** One command: what it takes, and what it does with it. */
export interface Command {
  readonly summary: string;
  /** How it is called, a line each, without the program's name. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** The name of the one argument that is no option, where there is one. */
  readonly positional?: { readonly name: string; readonly completes?: Completes };
  /** The option behind which `--` begins a command line of its own. */
  readonly restAfter?: string;
  readonly examples: readonly (readonly [command: string, what: string])[];
  run(args: Arguments, suite: Suite): Promise<Result<Report>>;
}

export const JSON_OPTION: Option = { takes: 'nothing', summary: 'Print the answer as JSON' };
