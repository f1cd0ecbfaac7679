import type { HookChange, InstalledHook, WantedHook } from '../domain/host/hook-settings.ts';
import type { RuleChange } from '../domain/host/permission-rules.ts';
import type { JsonTexts, TextPlan } from './settings-file.ts';

/** What is to be done about the suite's hooks in a file. */
export type HookWish =
  /** `allowed`: rules by which the host lets an agent run commands unasked, where it has such rules. */
  | {
      readonly action: 'install';
      readonly hooks: readonly WantedHook[];
      readonly allowed: readonly string[];
    }
  | { readonly action: 'uninstall'; readonly allowed: readonly string[] };

/** What is done about the hooks in a file. */
export interface HookFilePlan extends TextPlan {
  readonly changes: readonly HookChange[];
  readonly rules: readonly RuleChange[];
  /** The hooks that call the suite among other commands, and stay. */
  readonly mixed: readonly InstalledHook[];
  /** The file itself says that no hook runs. */
  readonly isDisabled: boolean;
}

/** Something in words that is wrong with a file. */
interface Fault {
  readonly fault: string;
}

/** What a file of hooks holds. */
interface HookFileReading {
  /** The suite's hooks. */
  readonly hooks: readonly InstalledHook[];
  readonly others: readonly OtherHook[];
  /** The file itself says that no hook runs. */
  readonly isDisabled: boolean;
}

/** A hook of another program. */
export interface OtherHook {
  readonly event: string;
  /** What it runs, asks a model, or sends to an address. */
  readonly words: string;
}

/** What it takes to read and write such files. */
interface HookFileTools {
  readonly json: JsonTexts;
  /** The text of a file of the suite's package, by the names that lead to it. */
  shipped(...path: readonly string[]): string;
}

/** How the suite's hooks stand in the files of a host: text in, text out. */
export interface HookFile {
  /** The suite's hooks in a text. */
  read(text: string, tools: HookFileTools): HookFileReading | Fault;
  /** `text`: undefined where there is no file. */
  plan(text: string | undefined, wish: HookWish, tools: HookFileTools): HookFilePlan | Fault;
}
