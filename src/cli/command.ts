import type { Result } from '../domain/base/result.ts';
import type { ExitCode } from '../report/exit.ts';
import type { Suite } from '../suite.ts';

/** What an option takes. A `word` is an id or a path and never another option; `text` is anything. */
type OptionValue = 'nothing' | 'word' | 'text' | 'texts' | 'word-and-text';

/** What the shell's completion offers for an option's value. */
export type Completes = 'promise' | 'criterion' | 'folder' | readonly string[];

export interface Option {
  readonly takes: OptionValue;
  readonly summary: string;
  readonly alias?: string;
  readonly completes?: Completes;
  /** The option before which this one may stand without a value. */
  readonly emptyBefore?: string;
  /** The option behind which this one may stand without a value. */
  readonly emptyBehind?: string;
  /** What the help calls its value, `<n>` say; without one, it goes by what it takes. */
  readonly value?: string;
  /** The heading under which the help lists it; "Options" without one. */
  readonly group?: string;
}

/** The arguments of one command line, by the names of the command's options. */
export interface Arguments {
  /** Whether an option was given, of any kind. */
  given(name: string): boolean;
  text(name: string): string | undefined;
  /** Every value of an option that may be given several times. */
  texts(name: string): readonly string[];
  /** The two values of an option that takes an id and a text. */
  pair(name: string): readonly [string, string] | undefined;
  readonly positional: string | undefined;
  /** It and those behind it, where the command takes several. */
  readonly positionals: readonly string[];
  /** The command line behind `--`, where the command takes one. */
  readonly rest: readonly string[];
}

/**
 * The promise that the words behind a command name, and for some commands criteria of it. They count as values of
 * `--promise` and `--ac-id`, and are found by the beginning of an id and by a number: see `names.ts`.
 */
export interface Subject {
  readonly names: 'promise' | 'promise-and-criterion' | 'promise-and-criteria';
  /** Whether it may be left out where there is only one that can be meant. */
  readonly leftOut: 'the-only-open' | 'all-of-them' | 'refused';
  /** The options, or `--`, that name something else to work on, beside which no promise is needed. */
  readonly unless?: readonly string[];
}

/** What a call can do that a person may want to be asked about before. */
export type Effect =
  /** It runs commands of the project or of the settings. */
  | 'executes'
  /** It asks a model, which costs. */
  | 'spends'
  /** It has commands count as the user's own. */
  | 'trusts'
  /** It ends a promise, or a criterion of one. */
  | 'closes'
  /** It writes a file that its caller names, wherever that lies. */
  | 'writes'
  /** It asks for less than before, or changes whom a gate holds. */
  | 'weakens';

/**
 * The effects of every call of a command; or those of its actions, by the options or first words that name them, where
 * it refuses two at once. `permissions.ts` derives from them what an agent may call without being asked.
 */
type Effects = readonly Effect[] | Readonly<Record<string, readonly Effect[]>>;

/** A command, by the name that `cs` takes. */
export interface NamedCommand {
  readonly name: string;
  readonly command: Command;
}

/** A command's answer: text for people, the same as data, and notes for stderr. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  readonly notes?: readonly string[];
  readonly exitCode?: ExitCode;
  /** A program or a shell reads the text: its lines stay as they are, however narrow the terminal is. */
  readonly isVerbatim?: boolean;
  /** The command wrote its answer by itself, piece by piece: neither text nor JSON is printed. */
  readonly isWritten?: true;
}

/** One command: its options, and what it does. */
export interface Command {
  readonly summary: string;
  /** How to call it, without the program's name: the usual way first, each other way on a line of its own. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  readonly effects: Effects;
  /** The name of the one argument that is no option, where there is one; `isSeveral`: it may be given several times. */
  readonly positional?: {
    readonly name: string;
    /** By the words before it, where there are several. */
    readonly completes?: Completes | ((before: readonly string[]) => readonly string[]);
    readonly isSeveral?: true;
  };
  readonly subject?: Subject;
  /** The host names the project to it: it takes no `--project`. */
  readonly projectByHost?: true;
  /** A host waits for it: it waits for a store that is silent once. */
  readonly isHook?: true;
  /** The option after which `--` begins a command line of its own; `''` where it needs no option. */
  readonly restAfter?: string;
  /** `$0` stands for the program. */
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** `commands`: all commands, for one that is about the others. */
  run(
    args: Arguments,
    suite: Suite,
    commands: () => Promise<readonly NamedCommand[]>,
  ): Promise<Result<Report>>;
}

export const JSON_OPTION: Option = { takes: 'nothing', summary: 'Print the answer as JSON' };

const PROJECT_OPTION: Option = {
  takes: 'word',
  alias: 'C',
  summary: 'Project folder, instead of the one found from the current folder',
  completes: 'folder',
};

/** The options of a command with those that all commands share. */
export function optionsOf({ options, projectByHost }: Command): Command['options'] {
  return projectByHost === true ? options : { ...options, project: PROJECT_OPTION };
}

/** How many words may stand behind a command that are no options. How many of a promise's criteria, `names.ts` tells. */
export function mostWords({ positional, subject }: Command): number {
  if (subject !== undefined || positional?.isSeveral === true) return Number.POSITIVE_INFINITY;
  return positional === undefined ? 0 : 1;
}

/** Arguments by the values of the options that were given; one that takes nothing has any value. */
export function argumentsOf(
  values: ReadonlyMap<string, readonly string[]>,
  positionals: readonly string[],
  rest: readonly string[],
): Arguments {
  return {
    positional: positionals[0],
    positionals,
    rest,
    given: (name) => values.has(name),
    text: (name) => values.get(name)?.[0],
    texts: (name) => values.get(name) ?? [],
    pair: (name) => {
      const [first, second] = values.get(name) ?? [];
      return first === undefined || second === undefined ? undefined : [first, second];
    },
  };
}

/** The same arguments with other values of some options; no value at all where the option was not given. */
export function withValues(
  args: Arguments,
  changes: Readonly<Record<string, readonly string[]>>,
): Arguments {
  const changed = (name: string): readonly string[] | undefined =>
    Object.hasOwn(changes, name) ? changes[name] : undefined;
  return {
    positional: args.positional,
    positionals: args.positionals,
    rest: args.rest,
    given: (name) => (changed(name)?.length ?? (args.given(name) ? 1 : 0)) > 0,
    text: (name) => {
      const values = changed(name);
      return values === undefined ? args.text(name) : values[0];
    },
    texts: (name) => changed(name) ?? args.texts(name),
    pair: (name) => {
      const [first, second] = changed(name) ?? args.pair(name) ?? [];
      return first === undefined || second === undefined ? undefined : [first, second];
    },
  };
}
