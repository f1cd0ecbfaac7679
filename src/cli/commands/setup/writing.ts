import type { Failure } from '../../../domain/base/failure.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import type { PendingSetting } from '../../../domain/settings/approval.ts';
import { settingsPath } from '../../../hosts/claude-code/places.ts';
import type { KnownHost } from '../../../hosts/hosts.ts';
import { projectConfiguration } from '../../../settings/configuration-files.ts';
import { keepApproved } from '../../../settings/project-settings.ts';
import type { Suite } from '../../../suite.ts';
import { approvalOf, withApproved } from '../../approval.ts';
import { type Arguments, type NamedCommand, withValues } from '../../command.ts';
import { OFFERED_RULES } from '../../permissions.ts';
import { warningOf } from '../../print.ts';
import { changeSetting } from '../../setting-change.ts';
import { changeHooks, changeHost } from '../hooks/change.ts';
import { PLACE_OPTIONS } from '../hooks/place.ts';
import type { NewStanding } from './standing.ts';

/** Hooks that were installed, or would be. */
export interface NewHooks {
  readonly place: SettingsPlace;
  readonly path: string;
  /** What `cs hooks install` says of it: as data, and in notes. */
  readonly change: unknown;
  readonly notes: readonly string[];
}

/** Installs the hooks in a place; with `--dry-run` it only says how. */
export async function installHooks(
  { allows, place }: { readonly allows: boolean; readonly place: SettingsPlace },
  args: Arguments,
  suite: Suite,
  commands: () => Promise<readonly NamedCommand[]>,
): Promise<Result<NewHooks>> {
  const chosen = withValues(args, { [PLACE_OPTIONS[place]]: ['true'] });
  const rules = allows ? OFFERED_RULES : [];
  const installed = await changeHooks('install', chosen, suite, commands, rules);
  if (!installed.ok) return installed;
  const { json, notes = [] } = installed.value;
  return success({ place, path: settingsPath(place, suite), change: json, notes });
}

/** Hooks of another host that were installed, or could not be. */
export interface OtherHooks {
  readonly title: string;
  readonly name: string;
  readonly path: string | undefined;
  readonly notes: readonly string[];
}

/** Installs the hooks of other hosts, each in the settings of its user. */
export async function installOthers(
  hosts: readonly KnownHost[],
  args: Arguments,
  suite: Suite,
): Promise<readonly OtherHooks[]> {
  const done: OtherHooks[] = [];
  for (const known of hosts) {
    const installed = await changeHost('install', known, args, suite, []);
    const { name, title } = known.host;
    done.push({
      name,
      title,
      path: installed.ok ? known.setup.places.user?.(suite) : undefined,
      notes: installed.ok ? installed.value.notes : [warningOf(installed.failure)],
    });
  }
  return done;
}

/** Writes the standing checks into the project's file. Gives that file's path. */
export async function writeStanding(
  { commands, standing }: NewStanding,
  suite: Suite,
): Promise<Result<string>> {
  const path = projectConfiguration(suite.environment.projectFolder);
  const set = await changeSetting(path, ALWAYS, commands, suite);
  if (!set.ok) return set;
  // To hold is what a list means by itself.
  const told = standing === 'block' ? set : await changeSetting(path, STANDING, standing, suite);
  return told.ok ? success(path) : told;
}

const ALWAYS = 'checks.always';
const STANDING = 'stopGate.standing';

/** Approves what the project's file connects to and spends. Gives the failure where that cannot be kept. */
export function approve(pending: readonly PendingSetting[], suite: Suite): Failure | undefined {
  const approval = approvalOf(suite);
  if (!approval.ok) return approval.failure;
  const approved = withApproved(approval.value.approved, pending);
  return keepApproved(suite, suite.environment.projectFolder, approved);
}

/** Approves the standing checks that the project's file has. Gives the failure where that cannot be kept. */
export function approveStanding(suite: Suite): Failure | undefined {
  const approval = approvalOf(suite);
  if (!approval.ok) return approval.failure;
  return approve(
    approval.value.pending.filter(({ setting: { key } }) => key === ALWAYS || key === STANDING),
    suite,
  );
}
