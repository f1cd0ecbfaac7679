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

/** A plugin that a session loads, where it runs from or why that is not known, and the hooks in its files. */
export interface LoadedPlugin {
  /** `<name>@<marketplace>`, or the folder of one that holds for a session alone. */
  readonly id: string;
  readonly name: string;
  readonly isManaged: boolean;
  readonly place: OwnPlugin['place'];
  readonly hooks: readonly { readonly path: string; readonly settings: Settings }[];
}

/**
 * Reads the plugins that are switched on, from the folders that the host runs them from. `folders`: those of plugins
 * for a session alone.
 */
export function readPlugins(
  { environment, files }: HostWorld,
  settings: HostSettings,
  folders: readonly string[],
): readonly LoadedPlugin[] {
  const ofSession = folders
    .map((root) => {
      const { hooks, name } = hooksAt(files, root, undefined);
      const place = { root, by: 'session' } as const;
      return { id: root, name: name ?? root, isManaged: false, place, hooks };
    })
    .filter(({ name }) => !isRuledByManaged(name, settings));
  const installed = enabledPlugins(settings)
    // A session's own plugin takes the place of the installed one of its name.
    .filter(({ name }) => ofSession.every((one) => one.name !== name))
    .map((plugin) => {
      const { entryHooks, ...place } = locate(files, plugin, settings, environment.projectFolder);
      const hooks = 'root' in place ? hooksAt(files, place.root, entryHooks).hooks : [];
      return { ...plugin, place, hooks };
    });
  return [...ofSession, ...installed];
}

/** The suite's own plugins among them. */
export function ownPlugins(plugins: readonly LoadedPlugin[]): readonly OwnPlugin[] {
  return plugins
    .filter(({ name }) => name === OWN_PLUGIN)
    .map(({ hooks, place }) => ({ place, hooks: hooks.length }));
}

/** Where a plugin runs from, with the hooks that its marketplace has for it. */
function locate(
  files: Files,
  { id, marketplace, name }: EnabledPlugin,
  settings: HostSettings,
  project: string,
): OwnPlugin['place'] & { readonly entryHooks?: Settings | undefined } {
  const folder = join(agentFolder(), 'plugins');
  const known = objectIn(files, join(folder, 'known_marketplaces.json'), LARGEST_DOCUMENT) ?? {};
  const local = localMarketplace(marketplace, known, settings);
  if (local !== undefined) {
    const file = local.file ?? join(local.folder, ...MARKETPLACE_FILE);
    const entry = entryOf(name, objectIn(files, file, LARGEST_DOCUMENT) ?? {});
    if (entry === undefined) {
      return { why: `its marketplace does not have it: ${file}`, isMarketplaceLost: true };
    }
    if (entry.folder !== undefined) {
      const root = resolve(local.folder, entry.folder);
      return { root, by: 'marketplace', entryHooks: entry.hooks };
    }
  }
  const list = join(folder, 'installed_plugins.json');
  const root = installedCopy(id, project, objectIn(files, list, LARGEST_DOCUMENT) ?? {});
  return root === undefined
    ? { why: `${list} does not say where it is`, isMarketplaceLost: false }
    : { root, by: 'copy' };
}

/** The name and the hooks of a plugin. `entryHooks`: those of its marketplace, in the place of the plugin's own file. */
function hooksAt(files: Files, root: string, entryHooks: Settings | undefined) {
  const manifestPath = join(root, ...PLUGIN_FILE);
  const manifest = objectIn(files, manifestPath, LARGEST_DOCUMENT) ?? {};
  const further = hooksOfManifest(manifest);
  const usual = entryHooks === undefined ? [join(root, 'hooks', 'hooks.json')] : [];
  const paths = new Set([...usual, ...further.files.map((file) => join(root, file))]);
  const inline = [...further.inline, ...(entryHooks === undefined ? [] : [entryHooks])];
  const { name } = manifest;
  return {
    name: typeof name === 'string' ? name : undefined,
    hooks: [
      ...[...paths].flatMap((path) => {
        const hooks = objectIn(files, path, LARGEST_DOCUMENT);
        return hooks === undefined ? [] : [{ path, settings: asSettings(hooks) }];
      }),
      ...inline.map((hooks) => ({ path: manifestPath, settings: asSettings(hooks) })),
    ],
  };
}
