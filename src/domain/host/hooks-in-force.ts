import { isObject } from '../base/document.ts';
import type { InstalledHook, Settings, SettingsPlace } from './hook-settings.ts';
import type { Launch } from './launch.ts';

/** Decides which settings and plugins of a host are in force, as it was measured of the host itself. */

/** Where hooks may stand. `session`: settings that were given to one session by `--settings`. */
export type HookPlace = SettingsPlace | 'session' | 'managed' | 'plugin';

/** A hook of the suite, and where it stands. */
export interface PlacedHook extends InstalledHook {
  readonly place: HookPlace;
  /** The file that it stands in. */
  readonly path: string;
  /** The folder of the plugin that it belongs to. */
  readonly pluginRoot?: string | undefined;
}

/** A settings file as it was read. */
export interface SettingsSource {
  readonly place: Exclude<HookPlace, 'plugin'>;
  readonly path: string;
  readonly settings: Settings;
}

/** All settings that a host reads. */
export interface HostSettings {
  /** Those of administrators, in the order in which the host reads them: a later one overrides. */
  readonly managed: readonly SettingsSource[];
  /** All others, the nearest first: a nearer one overrides. */
  readonly own: readonly SettingsSource[];
}

/** Settings of Claude Code by which hooks do not run. */
type SwitchKey = 'disableAllHooks' | 'allowManagedHooksOnly' | 'strictPluginOnlyCustomization';

/** What keeps hooks from running. `off`: a switch of another host. */
export interface Disabling {
  readonly key: SwitchKey | 'launch' | 'off';
  /** The file that it is set in; for `launch` the option. */
  readonly path: string;
  readonly byManaged: boolean;
  /** What still runs. */
  readonly leaves: 'nothing' | 'managed' | 'managed and plugins';
}

/** What keeps hooks from running; undefined where all of them run. */
export function disablingOf(
  { managed, own }: HostSettings,
  { managedOnly }: Launch,
): Disabling | undefined {
  const last = managed.toReversed();
  const byManaged = (key: SwitchKey, leaves: Disabling['leaves']) => {
    const path = setTrueIn(last, key);
    return path === undefined ? undefined : { key, path, byManaged: true, leaves };
  };
  const all = byManaged('disableAllHooks', 'nothing');
  if (all !== undefined) return all;
  const strict = byManaged('allowManagedHooksOnly', 'managed');
  if (strict !== undefined) return strict;
  if (managedOnly !== undefined) {
    return { key: 'launch', path: managedOnly, byManaged: false, leaves: 'managed' };
  }
  const path = setTrueIn(own, 'disableAllHooks');
  if (path !== undefined) {
    return { key: 'disableAllHooks', path, byManaged: false, leaves: 'managed' };
  }
  return byManaged('strictPluginOnlyCustomization', 'managed and plugins');
}

/** The file that sets a key to true, where the first file that says anything of it does. */
function setTrueIn(sources: readonly SettingsSource[], key: SwitchKey): string | undefined {
  const said = sources.find(({ settings }) => isSaid(settings[key]));
  const value = said?.settings[key];
  const isTrue = value === true || (Array.isArray(value) && value.includes('hooks'));
  return isTrue ? said?.path : undefined;
}

function isSaid(value: unknown): boolean {
  return typeof value === 'boolean' || Array.isArray(value);
}

/** Whether the hooks of a place run. `isManagedPlugin`: of a plugin that administrators switched on. */
export function runsIn(
  place: HookPlace,
  disabling: Disabling | undefined,
  isManagedPlugin = false,
): boolean {
  if (disabling === undefined) return true;
  if (disabling.leaves === 'nothing') return false;
  if (place === 'managed' || isManagedPlugin) return true;
  return place === 'plugin' && disabling.leaves === 'managed and plugins';
}

/** The settings of the places that a host was told to read. */
export function readByLaunch({ managed, own }: HostSettings, { sources }: Launch): HostSettings {
  if (sources === undefined) return { managed, own };
  const isRead = ({ place }: SettingsSource): boolean =>
    place === 'session' || place === 'managed' || sources.includes(place);
  return { managed, own: own.filter(isRead) };
}

/** A plugin that is switched on: `<name>@<marketplace>`. */
export interface EnabledPlugin {
  readonly id: string;
  readonly name: string;
  readonly marketplace: string;
  /** Administrators switched it on. */
  readonly isManaged: boolean;
}

/** The plugins that are switched on, and what managed settings say of plugins, by their names. */
export function enabledPlugins({ managed, own }: HostSettings): readonly EnabledPlugin[] {
  const byManaged = saidOfPlugins(managed.toReversed());
  const byOwn = saidOfPlugins(own);
  const all = [...byManaged.entries(), ...byOwn.entries()].filter(
    ([id], index, entries) => entries.findIndex(([other]) => other === id) === index,
  );
  return all
    .filter(([, isOn]) => isOn)
    .flatMap(([id]) => {
      const at = id.lastIndexOf('@');
      if (at < 1) return [];
      const [name, marketplace] = [id.slice(0, at), id.slice(at + 1)];
      return [{ id, name, marketplace, isManaged: byManaged.get(id) === true }];
    });
}

/** Whether managed settings say anything of a plugin: then no option of a session changes that. */
export function isRuledByManaged(name: string, { managed }: HostSettings): boolean {
  return [...saidOfPlugins(managed).keys()].some((id) => id.startsWith(`${name}@`));
}

/** What the first settings that name a plugin say of it. */
function saidOfPlugins(sources: readonly SettingsSource[]): ReadonlyMap<string, boolean> {
  const said = new Map<string, boolean>();
  for (const { settings } of sources) {
    const { enabledPlugins: plugins } = settings;
    if (!isObject(plugins)) continue;
    for (const [id, value] of Object.entries(plugins)) {
      if (!said.has(id)) said.set(id, value === true);
    }
  }
  return said;
}
