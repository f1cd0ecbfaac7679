import { join } from 'node:path';
import type { Advice } from '../domain/host/diagnosis.ts';
import type { HookWords } from '../domain/host/guarded-command.ts';
import type { HookFormat } from '../domain/host/hook-format.ts';
import type { SettingsPlace } from '../domain/host/hook-settings.ts';
import type { PlacedHook } from '../domain/host/hooks-in-force.ts';
import type { ValidatingHost } from '../domain/host/validating-host.ts';
import type { HookFile } from './hook-file.ts';
import type { HostWorld } from './host-world.ts';
import type { Installed } from './installed.ts';
import type { ProjectWords } from './programs.ts';
import { settingsHooks } from './settings-hooks.ts';
import type { HostTrial } from './trial.ts';

/**
 * What the suite does about a host beside answering its hooks, which `domain/host/hook-host.ts` describes: that part is
 * loaded at every stop, and this one by the commands that need it.
 */
export interface HostSetup {
  /** The programs by which it is found on `PATH`. */
  readonly programs: readonly string[];
  /** The user's folder of the host, which is there once it ran. */
  userFolder(): string;
  /** The files in which its hooks can stand. A place that is not named is not to be had. */
  readonly places: Readonly<Partial<Record<SettingsPlace, HookPlaceOf>>>;
  readonly format: HookFormat;
  /** How hooks stand in these files, where they are no JSON in that format. */
  readonly file?: HookFile;
  readonly words: HookWords;
  readonly project: ProjectWords;
  /** Whether lines name the host. Claude Code, whose hooks are older than the others, is told without it. */
  readonly isNamed: boolean;
  /** What its user has to do before it runs the hooks of a place. */
  readonly trust: Readonly<Partial<Record<SettingsPlace, string>>>;
  /** Whether it skips a hook that was changed until its user has reviewed it again. */
  readonly reviewsChanges?: true;
  /** Where it runs the hooks in the settings of Claude Code beside its own. */
  readonly readsClaudeCode?: {
    readonly places: readonly SettingsPlace[];
    /** In words: "in folders that you trust". */
    readonly when: string;
    /** Whether it does so wherever it runs hooks of the project: else its user may have switched it off. */
    readonly isCertain: boolean;
  };
  /** The folder of skills that it reads, below the project and below the user's home. */
  readonly skills: string;
  /** How its hooks are tried. */
  readonly trial: HostTrial;
  /** Whether it ignores the answer of a hook behind anything that its shell prints first. */
  readonly needsSilentShell?: true;
  /** How a session of it validates: limited in what it may do; or why it cannot be, as a clause. */
  readonly validator: ValidatingHost | { readonly unlimited: string };
  /** What it has in force, where more than the files of these places say so. */
  readonly installed?: (world: HostWorld) => Promise<Installed>;
  /** Whether it will run these stop hooks of its files, as far as it keeps that somewhere. */
  readonly trusting?: (gates: readonly PlacedHook[], world: HostWorld) => readonly Trusting[];
}

/** Whether a host runs hooks that stand in its files; `note` where that is not known. */
export interface Trusting {
  readonly trust: 'ok' | 'note' | 'fail';
  readonly words: string;
  readonly mend?: Advice;
}

/** What all hosts but Claude Code have in common, as far as they do not say otherwise. */
export const USUAL = {
  isNamed: true,
  trust: {},
  skills: '.agents/skills',
  validator: { unlimited: 'it is not known how its tools can be limited' },
} as const;

/** The places of a host in the project and in the user's folder of it, by the names that lead there. */
export function placesAt(
  inProject: readonly string[],
  userFolder: () => string,
  ofUser: readonly string[],
): HostSetup['places'] {
  return {
    project: ({ environment }) => join(environment.projectFolder, ...inProject),
    user: () => join(userFolder(), ...ofUser),
  };
}

/** How hooks stand in the files of a host. */
export function hookFileOf({ file, format }: Pick<HostSetup, 'file' | 'format'>): HookFile {
  return file ?? settingsHooks(format);
}

/** The path of a place. */
type HookPlaceOf = (world: HostWorld) => string;

/** The place of hooks where a command line names none: the one for this user in this project, where there is one. */
export function usualPlace({ places }: Pick<HostSetup, 'places'>): SettingsPlace {
  return places.local === undefined ? 'user' : 'local';
}
