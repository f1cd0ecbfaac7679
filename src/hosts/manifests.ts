import { dirname, join } from 'node:path';
import { isObject, parseDocument } from '../domain/base/document.ts';
import type { Settings } from '../domain/host/hook-settings.ts';
import { PLUGIN_FILE } from '../domain/host/plugin-source.ts';
import type { Files } from '../ports.ts';

/** Reads the manifests of packages and of plugins, and what else a host keeps of them as JSON. */

/** The name of the suite's package. */
export const SUITE = 'completion-promise';

/** The largest manifest of a package, in bytes. */
const LARGEST_MANIFEST = 1024 * 1024;

/** How many folders above a program its package is looked for. */
const MOST_ABOVE = 6;

/** What names a package, or a plugin, which has no manifest of a package. */
const MANIFESTS = [['package.json'], PLUGIN_FILE] as const;

/** The name of the nearest package or plugin that a folder lies in. */
export function packageOf(files: Files, start: string): string | undefined {
  let folder = start;
  for (let level = 0; level < MOST_ABOVE; level += 1) {
    const [name] = MANIFESTS.flatMap((manifest) => nameIn(files, join(folder, ...manifest)) ?? []);
    if (name !== undefined) return name;
    folder = dirname(folder);
  }
  return undefined;
}

/** The name in a manifest; undefined where it has none or cannot be read. */
export function nameIn(files: Files, manifest: string): string | undefined {
  const name = objectIn(files, manifest, LARGEST_MANIFEST)?.['name'];
  return typeof name === 'string' ? name : undefined;
}

/** What a file holds; undefined where it holds no object or cannot be read. `limit`: the most that is read, in bytes. */
export function objectIn(files: Files, path: string, limit: number): Settings | undefined {
  const reading = files.readFollowed(path, limit);
  const document = reading.found === 'text' ? parseDocument(reading.text) : undefined;
  return document?.ok === true && isObject(document.value) ? document.value : undefined;
}
