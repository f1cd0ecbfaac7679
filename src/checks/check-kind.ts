import type { CheckResult } from '../domain/base/check-result.ts';
import type { KnownCheck } from '../domain/promise/check.ts';
import type { DeclaredCheck } from '../domain/promise/promise.ts';
import type { CommandFacts } from '../domain/standing/proving.ts';
import { type CheckKey, INPUTS } from './check-keys.ts';
import type { CheckWorld } from './check-world.ts';

/** The results of one check, and the facts of the command that it ran, if it ran one. */
export interface CheckOutcome {
  readonly results: readonly CheckResult[];
  readonly command?: CommandFacts;
  /** False where the command could not be run at all: its failure then says nothing of the project. */
  readonly couldRun?: boolean;
  /** False where its program is not there, or may not be run (126, 127): another machine or folder may have it. */
  readonly couldStart?: boolean;
  /** The names of the tests that failed, without secrets, as far as the output of the command gives them. */
  readonly failedTests?: readonly string[];
}

/** A check that was read and can be run. */
export interface RunnableCheck extends KnownCheck {
  /** Whether nothing else may run beside it. */
  readonly isAlone: boolean;
  /** Whether it is about what commands leave behind: it begins before the first of them and ends after the last. */
  readonly isAroundCommands: boolean;
  /** Looks at what is there before anything ran, if that matters. What it gives runs the check. */
  begin(world: CheckWorld): () => Promise<CheckOutcome>;
  /** Begins the check and ends it. */
  run(world: CheckWorld): Promise<CheckOutcome>;
}

/** A check, or the reason why it cannot be run, which names the key that is wrong. */
export type CheckReading =
  | { readonly ok: true; readonly check: RunnableCheck }
  | { readonly ok: false; readonly reason: string };

/** A command-line option that sets one more key of a check. */
export interface CheckDetail {
  readonly option: {
    readonly takes: 'word' | 'texts';
    /** What the help calls its value. */
    readonly value?: string;
    readonly summary: string;
    readonly completes?: readonly string[];
  };
  /** The key of the check that the option sets. */
  readonly key: string;
  /** For a number: how the option's text becomes it, and the message where the text is no number. */
  readonly number?: { valueOf(text: string): number | undefined; readonly fault: string };
}

/** `--matches`, for every kind that looks for patterns in lines; the key that it sets differs by kind. */
export function matchesDetail(key: string): CheckDetail {
  return {
    option: {
      takes: 'texts',
      summary: 'A pattern that a line of the output, or of the file, must match',
    },
    key,
  };
}

/** `--timeout`, for every kind that takes a time of its own. */
export const timeoutDetail: CheckDetail = {
  option: {
    takes: 'word',
    value: '<seconds>',
    summary: 'Time limit for the command, or for the pipeline, in seconds',
  },
  key: 'timeout_ms',
  number: {
    valueOf: (text) => (/^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined),
    fault: '--timeout takes a number of seconds',
  },
};

/** The parts of a kind that do not depend on a particular check. */
interface KindTraits {
  /** The value of `kind`; also the name of the option that declares such a check. */
  readonly name: string;
  readonly option: {
    readonly summary: string;
    /** The option with a stand-in for its value, as usage lines show it. */
    readonly usage: string;
    /** The key that the option's value becomes. */
    readonly key: string;
    /** Where the option's value says several keys: the keys that it says. */
    readonly keysOf?: (value: string) => Readonly<Record<string, unknown>>;
  };
  /** Further options that go with this one, by their names. */
  readonly details: Readonly<Record<string, CheckDetail>>;
  /** Where the kind runs a command of the promise: the command, as a person sees it before trusting it. */
  readonly commandShown?: (declared: DeclaredCheck) => string;
}

/** One kind of check: a row of the table in `kinds.ts`. */
export interface CheckKind extends KindTraits {
  readonly keys: Readonly<Record<string, CheckKey>>;
  /** Reads a declared check of this kind. */
  read(value: { readonly [key: string]: unknown }): CheckReading;
}

/** A kind as its module describes it; `Check` has the keys of its declared checks. */
interface KindDescription<Check> extends KindTraits {
  readonly keys: { readonly [Key in keyof Check]-?: CheckKey };
  /** The check on one line, for lists. */
  text(check: Check): string;
  /** The files that it looks at, where it looks at nothing else (see `KnownCheck`). */
  files?(check: Check): readonly string[];
  /** Globs of the files that commands write for it (see `KnownCheck`). */
  outputs?(check: Check): readonly string[];
  /** Paths and globs of files that are kept with the proof (see `KnownCheck`). */
  artifacts?(check: Check): readonly string[];
  isAlone?(check: Check): boolean;
  /** Runs the check; or, in its place, `around`. */
  run?(check: Check, world: CheckWorld): Promise<CheckOutcome>;
  /** Looks at what is there before the commands run. What it gives runs after all of them. */
  around?(check: Check, world: CheckWorld): () => Promise<CheckOutcome>;
}

/** Makes a row of the table out of a module's description. */
export function defineKind<Check extends object>({
  around,
  artifacts,
  files,
  isAlone,
  outputs,
  run,
  text,
  ...traits
}: KindDescription<Check>): CheckKind {
  const keys: Readonly<Record<string, CheckKey>> = traits.keys;
  return {
    ...traits,
    keys,
    read(value) {
      const reason = faultOf(keys, value);
      if (reason !== undefined || !hasKeysOf<Check>(keys, value)) {
        return { ok: false, reason: reason ?? 'it is not a check' };
      }
      const begin = (world: CheckWorld): (() => Promise<CheckOutcome>) =>
        around?.(value, world) ?? (async () => (await run?.(value, world)) ?? { results: [] });
      const check = {
        declared: { ...value, kind: traits.name },
        text: text(value),
        inputs: value.inputs,
        files: files?.(value) ?? [],
        outputs: outputs?.(value) ?? [],
        artifacts: artifacts?.(value) ?? [],
        runsCommand: traits.commandShown !== undefined,
        isAlone: isAlone?.(value) ?? false,
        isAroundCommands: around !== undefined,
        begin,
        run: (world: CheckWorld) => begin(world)(),
      };
      return { ok: true, check };
    },
  };
}

type Holder = { readonly [key: string]: unknown };

/**
 * The first fault of a declared check. A key that is not known may be a demand of a later version, so
 * the check is refused rather than run without it.
 */
function faultOf(keys: Readonly<Record<string, CheckKey>>, value: Holder): string | undefined {
  const known = { inputs: INPUTS, ...keys };
  const stray = Object.keys(value).find((key) => key !== 'kind' && !Object.hasOwn(known, key));
  if (stray !== undefined) return `\`${stray}\` is unknown to this version`;
  for (const [key, { faultOf }] of Object.entries(known)) {
    const fault = faultOf(value[key]);
    if (fault !== undefined) return `\`${key}\`${fault}`;
  }
  return undefined;
}

/** Whether every key of a check holds what its description asks for. */
function hasKeysOf<Check>(
  keys: Readonly<Record<string, CheckKey>>,
  value: Holder,
): value is Holder & Check & { readonly inputs?: readonly string[] } {
  return faultOf(keys, value) === undefined;
}
