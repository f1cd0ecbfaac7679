import type { Failure } from '../domain/base/failure.ts';
import type { Settings } from '../domain/host/hook-settings.ts';
import type { Disabling, HookPlace, PlacedHook } from '../domain/host/hooks-in-force.ts';
import type { OtherHook } from './hook-file.ts';

/** A hook of another program at the end of a session, and where it stands. */
export interface PlacedOther extends OtherHook {
  readonly place: HookPlace;
  readonly path: string;
  /** The plugin that it belongs to: `<name>@<marketplace>`, or its folder. */
  readonly plugin: string | undefined;
}

/** The suite's own plugin, where it is switched on. `hooks`: how many sets of hooks its files hold. */
export interface OwnPlugin {
  readonly place:
    | {
        readonly root: string;
        /** `copy`: the host's own, made when it was installed. `session`: `--plugin-dir`. */
        readonly by: 'marketplace' | 'copy' | 'session';
      }
    | {
        readonly why: string;
        /** The folder of its marketplace is not where it was, or is another. */
        readonly isMarketplaceLost: boolean;
      };
  readonly hooks: number;
}

/** What of a host's settings matters to the suite. */
export interface Installed {
  /** The suite's hooks that the host runs, and those that stand somewhere and do not run. */
  readonly hooks: readonly PlacedHook[];
  readonly idle: readonly PlacedHook[];
  /** The hooks of other programs that it runs at the end of sessions. */
  readonly others: readonly PlacedOther[];
  readonly disabledBy: Disabling | undefined;
  /** The suite's plugin, wherever it is switched on. */
  readonly plugins: readonly OwnPlugin[];
  /** Whether it is known how the host was started, or that this brings no hooks. */
  readonly isLaunchKnown: boolean;
  /** The variables that settings files set for the host. */
  readonly variables: readonly { readonly where: string; readonly env: Settings }[];
  /** What could not be read. */
  readonly faults: readonly Failure[];
}
