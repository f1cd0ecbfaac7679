import { join } from 'node:path';
import { agentFolder } from '../../adapters/environment.ts';
import { isObject } from '../../domain/base/document.ts';
import {
  type Diagnosis,
  type Disabling,
  fail,
  note,
  type PlacedHook,
} from '../../domain/host/diagnosis.ts';
import {
  hooksIn,
  SETTINGS_PLACES,
  type Settings,
  type SettingsPlace,
} from '../../domain/host/hook-settings.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { type HostWorld, managedSettingsPath, settingsPath, settingsWorld } from './places.ts';
import { readSettingsFile, type SettingsFileWorld } from './settings-file.ts';

/** A hook in force, and the folder of the plugin that it belongs to. */
export interface InForce extends PlacedHook {
  readonly pluginRoot: string | undefined;
}

/** The settings of the host that matter to the suite. */
export interface Installed {
  readonly hooks: readonly InForce[];
  readonly disabledBy: Disabling | undefined;
  /** The variables that settings files set for the host. */
  readonly variables: readonly { readonly where: string; readonly env: Settings }[];
  /** What could not be read. */
  readonly faults: readonly Diagnosis[];
}

interface ReadPlace {
  readonly place: SettingsPlace;
  readonly path: string;
  readonly settings: Settings;
}

/** The beginning of the plugin's key. The name of its marketplace follows. */
const PLUGIN = 'completion-promise@';

/** The places in the order in which a setting of one overrides the same setting of the next. */
const NEAREST_FIRST: readonly SettingsPlace[] = ['local', 'project', 'user'];

/** Reads all settings by which hooks come into force. */
export async function readInstalled(host: HostWorld): Promise<Installed> {
  const world = await settingsWorld(host);
  const faults: Diagnosis[] = [];
  const places: ReadPlace[] = [];
  for (const place of SETTINGS_PLACES) {
    const path = settingsPath(place, host);
    const found = readSettingsFile(world, path);
    if (found.ok) places.push({ place, path, settings: found.value.settings });
    else {
      const detail = `${failureMessage(found.failure)} The host may run none of its hooks`;
      faults.push(fail('hooks.settings', detail, 'Mend the file by hand'));
    }
  }
  const managed = readManaged(world);
  const plugin = readPlugin(world, nearest(places, isPluginEnabled) === true);
  const elsewhere = [
    ...places.flatMap(({ path, place, settings }) => placedIn(settings, place, path)),
    ...plugin.hooks,
  ];
  const disabledBy = managed.disabledBy ?? disablingOf(places);
  return {
    hooks: [...managed.hooks, ...(disabledBy?.key === 'allowManagedHooksOnly' ? [] : elsewhere)],
    disabledBy,
    variables: places.flatMap(({ path, settings }) =>
      isObject(settings['env']) ? [{ where: path, env: settings['env'] }] : [],
    ),
    faults: [...faults, ...plugin.faults],
  };
}

/** The hooks in the settings of a place. */
function placedIn(
  settings: Settings,
  place: InForce['place'],
  path: string,
  pluginRoot?: string,
): readonly InForce[] {
  return hooksIn(settings).map((hook) => ({ ...hook, place, path, pluginRoot }));
}

/** Reads the settings of the machine's administrators. Where they cannot be read, the host itself says so. */
function readManaged(world: SettingsFileWorld): Pick<Installed, 'hooks' | 'disabledBy'> {
  const path = managedSettingsPath();
  const found = readSettingsFile(world, path);
  if (!found.ok) return { hooks: [], disabledBy: undefined };
  const { settings } = found.value;
  const key = (['disableAllHooks', 'allowManagedHooksOnly'] as const).find(
    (one) => settings[one] === true,
  );
  return {
    hooks: placedIn(settings, 'managed', path),
    disabledBy: key === undefined ? undefined : { key, path },
  };
}

/** What the nearest place says that says something. */
function nearest<Value>(
  places: readonly ReadPlace[],
  say: (settings: Settings) => Value | undefined,
): Value | undefined {
  return NEAREST_FIRST.flatMap((place) =>
    places.flatMap((one) => (one.place === place ? [say(one.settings)] : [])),
  ).find((said) => said !== undefined);
}

function disablingOf(places: readonly ReadPlace[]): Disabling | undefined {
  const said = nearest(places, ({ disableAllHooks: value }) =>
    typeof value === 'boolean' ? value : undefined,
  );
  const place = places.findLast(({ settings }) => settings['disableAllHooks'] === true);
  return said === true && place !== undefined
    ? { key: 'disableAllHooks', path: place.path }
    : undefined;
}

function isPluginEnabled({ enabledPlugins }: Settings): boolean | undefined {
  if (!isObject(enabledPlugins)) return undefined;
  const [, enabled] = Object.entries(enabledPlugins).find(([key]) => key.startsWith(PLUGIN)) ?? [];
  return enabled === undefined ? undefined : enabled === true;
}

/** Reads the hooks of the plugin where it is enabled. The host's list names its folder. */
function readPlugin(
  world: SettingsFileWorld,
  isEnabled: boolean,
): Pick<Installed, 'hooks' | 'faults'> {
  if (!isEnabled) return { hooks: [], faults: [] };
  const list = join(agentFolder(), 'plugins', 'installed_plugins.json');
  const unfound = (why: string) => {
    const detail = `the plugin is enabled, and ${why}: nothing is known of its hooks`;
    const advice = 'Install it again: claude plugin install completion-promise';
    return { hooks: [], faults: [note('hooks.plugin', detail, advice)] };
  };
  const found = readSettingsFile(world, list);
  const root = found.ok ? pluginRootIn(found.value.settings) : undefined;
  if (root === undefined) return unfound(`${list} does not say where it is`);
  const path = join(root, 'hooks', 'hooks.json');
  const hooks = readSettingsFile(world, path);
  if (!hooks.ok || hooks.value.text === undefined) return unfound(`${path} cannot be read`);
  return { hooks: placedIn(hooks.value.settings, 'plugin', path, root), faults: [] };
}

function pluginRootIn({ plugins }: Settings): string | undefined {
  if (!isObject(plugins)) return undefined;
  const [, installs] = Object.entries(plugins).find(([key]) => key.startsWith(PLUGIN)) ?? [];
  const last: unknown = Array.isArray(installs) ? installs.at(-1) : undefined;
  const path = isObject(last) ? last['installPath'] : undefined;
  return typeof path === 'string' ? path : undefined;
}
