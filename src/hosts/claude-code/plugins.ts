import { join, resolve } from 'node:path';
import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Settings } from '../../domain/host/hook-settings.ts';
import {
  type EnabledPlugin,
  enabledPlugins,
  type HostSettings,
  isRuledByManaged,
} from '../../domain/host/hooks-in-force.ts';
import {
  asSettings,
  entryOf,
  hooksOfManifest,
  installedCopy,
  localMarketplace,
  MARKETPLACE_FILE,
  PLUGIN_FILE,
} from '../../domain/host/plugin-source.ts';
import type { Files } from '../../ports.ts';
import type { HostWorld } from '../host-world.ts';
import type { OwnPlugin } from '../installed.ts';
import { objectIn } from '../manifests.ts';
import { agentFolder } from './places.ts';

/** The name of the suite's plugin. */
const OWN_PLUGIN = 'completion-promise';

/** A plugin that a session loads, and the hooks in its files. */
export interface LoadedPlugin {
  /** `<name>@<marketplace>`, or the folder of one that holds for a session alone. */
  readonly id: string;
  readonly name: string;
  readonly isManaged: boolean;
  readonly root: string;
  readonly hooks: readonly { readonly path: string; readonly settings: Settings }[];
}

interface LoadedPlugins {
  readonly plugins: readonly LoadedPlugin[];
  /** The suite's own, also where it was not found. */
  readonly own: readonly OwnPlugin[];
}

/**
 * Reads the plugins that are switched on, from the folders that the host runs them from. `folders`: those of plugins
 * for a session alone.
 */
export function readPlugins(
  { environment, files }: HostWorld,
  settings: HostSettings,
  folders: readonly string[],
): LoadedPlugins {
  const { projectFolder } = environment;
  const ofSession = folders
    .map((root) => load(files, { id: root, isManaged: false, root, entryHooks: undefined }))
    .filter(({ name }) => !isRuledByManaged(name, settings));
  const installed = enabledPlugins(settings)
    // A session's own plugin takes the place of the installed one of its name.
    .filter(({ name }) => ofSession.every((one) => one.name !== name))
    .map((plugin) => ({ plugin, place: locate(files, plugin, settings, projectFolder) }));
  const found = installed.flatMap(({ plugin, place }) =>
    'root' in place ? [load(files, { ...plugin, ...place })] : [],
  );
  return {
    plugins: [...ofSession, ...found],
    own: [
      ...ofSession
        .filter(({ name }) => name === OWN_PLUGIN)
        .map(({ hooks, root }) => ({
          place: { root, by: 'session' as const },
          hooks: hooks.length,
        })),
      ...installed
        .filter(({ plugin }) => plugin.name === OWN_PLUGIN)
        .map(({ plugin, place }) => ({
          place,
          hooks: found.find(({ id }) => id === plugin.id)?.hooks.length ?? 0,
        })),
    ],
  };
}

/** Where a plugin runs from, or why that is not known. */
type PluginPlace =
  | {
      readonly root: string;
      readonly by: 'marketplace' | 'copy';
      readonly entryHooks: Settings | undefined;
    }
  | { readonly why: string; readonly isMarketplaceLost: boolean };

function locate(
  files: Files,
  { id, marketplace, name }: EnabledPlugin,
  settings: HostSettings,
  project: string,
): PluginPlace {
  const folder = join(agentFolder(), 'plugins');
  const known = objectIn(files, join(folder, 'known_marketplaces.json'), LARGEST_DOCUMENT) ?? {};
  const local = localMarketplace(marketplace, known, settings);
  if (local !== undefined) {
    const file = local.file ?? join(local.folder, ...MARKETPLACE_FILE);
    const document = objectIn(files, file, LARGEST_DOCUMENT);
    const entry = document === undefined ? undefined : entryOf(name, document);
    if (entry === undefined) {
      return { why: `its marketplace does not have it: ${file}`, isMarketplaceLost: true };
    }
    if (entry.folder !== undefined) {
      return {
        root: resolve(local.folder, entry.folder),
        by: 'marketplace',
        entryHooks: entry.hooks,
      };
    }
  }
  const list = join(folder, 'installed_plugins.json');
  const root = installedCopy(id, project, objectIn(files, list, LARGEST_DOCUMENT) ?? {});
  return root === undefined
    ? { why: `${list} does not say where it is`, isMarketplaceLost: false }
    : { root, by: 'copy', entryHooks: undefined };
}

/** `entryHooks`: hooks that stand in the marketplace; they take the place of the plugin's own file. */
function load(
  files: Files,
  {
    entryHooks,
    id,
    isManaged,
    root,
  }: Pick<LoadedPlugin, 'id' | 'isManaged' | 'root'> & {
    readonly entryHooks: Settings | undefined;
  },
): LoadedPlugin {
  const manifestPath = join(root, ...PLUGIN_FILE);
  const manifest = objectIn(files, manifestPath, LARGEST_DOCUMENT) ?? {};
  const further = hooksOfManifest(manifest);
  const usual = join(root, 'hooks', 'hooks.json');
  const paths = [
    ...(entryHooks === undefined ? [usual] : []),
    ...further.files.map((file) => join(root, file)),
  ];
  const inline = [...further.inline, ...(entryHooks === undefined ? [] : [entryHooks])];
  const { name } = manifest;
  return {
    id,
    isManaged,
    root,
    name: typeof name === 'string' ? name : (id.split('@', 1)[0] ?? id),
    hooks: [
      ...[...new Set(paths)].flatMap((path) => {
        const hooks = objectIn(files, path, LARGEST_DOCUMENT);
        return hooks === undefined ? [] : [{ path, settings: asSettings(hooks) }];
      }),
      ...inline.map((hooks) => ({ path: manifestPath, settings: asSettings(hooks) })),
    ],
  };
}
