import { join } from 'node:path';
import { agentFolder } from '../../../adapters/environment.ts';
import { type Diagnosis, fail, note } from '../../../domain/diagnosis.ts';
import type { Disabling, PlacedHook } from '../../../domain/diagnosis-hooks.ts';
import { isObject } from '../../../domain/document.ts';
import { hooksIn, type Settings } from '../../../domain/hook-settings.ts';
import { SETTINGS_PLACES, type SettingsPlace } from '../../../domain/host-settings.ts';
import { failureText } from '../../../report/failure-text.ts';
import { readSettingsFile, type SettingsFileWorld } from '../../../store/settings-file.ts';
import type { Suite } from '../../suite.ts';
import { managedSettingsPath, settingsPath, settingsWorld } from '../hooks/places.ts';

/** A hook in force, and what the host tells it of the plugin that it belongs to. */
export interface InForce extends PlacedHook {
  readonly pluginRoot: string | undefined;
}

/** What the host is set to. */
export interface Installed {
  readonly hooks: readonly InForce[];
  readonly disabledBy: Disabling | undefined;
  /** The variables that settings give to the host, and where. */
  readonly variables: readonly { readonly where: string; readonly env: Settings }[];
  /** What could not be read. */
  readonly faults: readonly Diagnosis[];
}

interface ReadPlace {
  readonly place: SettingsPlace;
  readonly path: string;
  readonly settings: Settings;
}

/** The plugin's name; behind it stands the marketplace that it came from. */
const PLUGIN = 'completion-promise@';

/** Where a setting counts before the same one elsewhere. */
const NEAREST_FIRST: readonly SettingsPlace[] = ['local', 'project', 'user'];

/** Reads everything by which hooks come into force. */
export async function readInstalled(suite: Suite): Promise<Installed> {
  const world = await settingsWorld(suite);
  const faults: Diagnosis[] = [];
  const places: ReadPlace[] = [];
  for (const place of SETTINGS_PLACES) {
    const path = settingsPath(place, suite);
    const found = readSettingsFile(world, path);
    if (found.ok) places.push({ place, path, settings: found.value.settings });
    else {
      const detail = `${failureText(found.failure).message} The host may run none of its hooks`;
      faults.push(fail('hooks.settings', detail, 'Mend the file by hand'));
    }
  }
  const managed = readManaged(world);
  const plugin = readPlugin(world, nearest(places, isPluginEnabled) === true);
  const elsewhere = [
    ...places.flatMap(({ path, place, settings }) =>
      hooksIn(settings).map((hook) => ({ ...hook, place, path, pluginRoot: undefined })),
    ),
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

/** What those who manage the machine set. Where that cannot be read, the host says so itself. */
function readManaged(world: SettingsFileWorld): Pick<Installed, 'hooks' | 'disabledBy'> {
  const path = managedSettingsPath();
  const found = readSettingsFile(world, path);
  if (!found.ok) return { hooks: [], disabledBy: undefined };
  const { settings } = found.value;
  const key = (['disableAllHooks', 'allowManagedHooksOnly'] as const).find(
    (one) => settings[one] === true,
  );
  return {
    hooks: hooksIn(settings).map((hook) => ({
      ...hook,
      place: 'managed',
      path,
      pluginRoot: undefined,
    })),
    disabledBy: key === undefined ? undefined : { key, path },
  };
}

/** What the nearest place says that says anything. */
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

/** The hooks of the plugin where it is enabled: its files are where the host says that they are. */
function readPlugin(
  world: SettingsFileWorld,
  isEnabled: boolean,
): Pick<Installed, 'hooks' | 'faults'> {
  if (!isEnabled) return { hooks: [], faults: [] };
  const list = join(agentFolder(), 'plugins', 'installed_plugins.json');
  const unfound = (why: string) => ({
    hooks: [],
    faults: [
      note(
        'hooks.plugin',
        `the plugin is enabled, and ${why}: nothing is known of its hooks`,
        'Install it again: claude plugin install completion-promise',
      ),
    ],
  });
  const found = readSettingsFile(world, list);
  const root = found.ok ? pluginRootIn(found.value.settings) : undefined;
  if (root === undefined) return unfound(`${list} does not say where it is`);
  const path = join(root, 'hooks', 'hooks.json');
  const hooks = readSettingsFile(world, path);
  if (!hooks.ok || hooks.value.text === undefined) return unfound(`${path} cannot be read`);
  return {
    hooks: hooksIn(hooks.value.settings).map((hook) => ({
      ...hook,
      place: 'plugin',
      path,
      pluginRoot: root,
    })),
    faults: [],
  };
}

function pluginRootIn({ plugins }: Settings): string | undefined {
  if (!isObject(plugins)) return undefined;
  const [, installs] = Object.entries(plugins).find(([key]) => key.startsWith(PLUGIN)) ?? [];
  const last: unknown = Array.isArray(installs) ? installs.at(-1) : undefined;
  const path = isObject(last) ? last['installPath'] : undefined;
  return typeof path === 'string' ? path : undefined;
}
