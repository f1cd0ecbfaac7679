import { isObject } from '../base/document.ts';
import type { Settings } from './hook-settings.ts';
import type { HostSettings } from './hooks-in-force.ts';

/** Finds the folder that a plugin runs from in what the host keeps of its marketplaces and installs. */

/** A marketplace that lies on this machine: its plugins run from there, and not from the host's copies. */
interface LocalMarketplace {
  /** The folder that the paths of its plugins begin at. */
  readonly folder: string;
  /** The file that lists its plugins, from the folder on; undefined where it lies as usual. */
  readonly file: string | undefined;
}

/** The file of a marketplace, from its folder on. */
export const MARKETPLACE_FILE = ['.claude-plugin', 'marketplace.json'] as const;

/**
 * Where a marketplace lies, if its plugins run from there. `known`: what `known_marketplaces.json` holds. A
 * marketplace that settings declare needs no line there.
 */
export function localMarketplace(
  name: string,
  known: Settings,
  { managed, own }: HostSettings,
): LocalMarketplace | undefined {
  const declared = [...managed.toReversed(), ...own].flatMap(({ settings }) => {
    const all = settings['extraKnownMarketplaces'];
    const one = isObject(all) ? all[name] : undefined;
    return isObject(one) ? [one] : [];
  });
  const [entry] = [...(isObject(known[name]) ? [known[name]] : []), ...declared];
  const source = isObject(entry) ? entry['source'] : undefined;
  if (!isObject(entry) || !isObject(source)) return undefined;
  const { path, source: kind } = source;
  if (typeof path !== 'string') return undefined;
  const place = entry['installLocation'];
  switch (kind) {
    case 'directory':
      return { folder: typeof place === 'string' ? place : path, file: undefined };
    case 'file':
      return typeof place === 'string' ? { folder: place, file: path } : undefined;
    default:
      return undefined;
  }
}

/** The manifest of a plugin, from its folder on. */
export const PLUGIN_FILE = ['.claude-plugin', 'plugin.json'] as const;

/** What a marketplace says of a plugin. */
interface MarketplaceEntry {
  /** Its folder, from the marketplace's on; undefined where it comes from elsewhere. */
  readonly folder: string | undefined;
  /** The hooks that stand in the marketplace itself. */
  readonly hooks: Settings | undefined;
}

/** `document`: what the file of the marketplace holds. */
export function entryOf(name: string, document: Settings): MarketplaceEntry | undefined {
  const { plugins } = document;
  const found = Array.isArray(plugins)
    ? plugins.filter(isObject).find((plugin) => plugin['name'] === name)
    : undefined;
  if (found === undefined) return undefined;
  const { hooks, source } = found;
  return {
    folder: typeof source === 'string' ? source : undefined,
    hooks: isObject(hooks) ? hooks : undefined,
  };
}

/** The folder of the host's copy of a plugin. `list`: what `installed_plugins.json` holds. */
export function installedCopy(id: string, project: string, list: Settings): string | undefined {
  const { plugins } = list;
  const installs = isObject(plugins) ? plugins[id] : undefined;
  if (!Array.isArray(installs)) return undefined;
  const all = installs.filter(isObject);
  const ofProject = all.findLast((install) => install['projectPath'] === project);
  const ofUser = all.findLast((install) => install['projectPath'] === undefined);
  const path = (ofProject ?? ofUser)?.['installPath'];
  return typeof path === 'string' ? path : undefined;
}

/** The hooks of a plugin that its manifest holds itself, and the files of hooks that it names. */
export function hooksOfManifest(manifest: Settings): {
  readonly inline: readonly Settings[];
  readonly files: readonly string[];
} {
  const { hooks } = manifest;
  const all: readonly unknown[] = Array.isArray(hooks) ? hooks : [hooks];
  return {
    inline: all.filter(isObject),
    files: all.filter((one) => typeof one === 'string'),
  };
}

/** Hooks as settings hold them: a file of a plugin has them under `hooks`, a manifest may leave that out. */
export function asSettings(hooks: Settings): Settings {
  return isObject(hooks['hooks']) ? hooks : { hooks };
}
