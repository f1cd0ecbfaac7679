import { dirname, join, resolve } from 'node:path';
import { mainCheckout } from '../../adapters/environment.ts';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { GROUPED_IN_SECONDS } from '../../domain/host/hook-format.ts';
import type { Settings } from '../../domain/host/hook-settings.ts';
import type { HostSettings, SettingsSource } from '../../domain/host/hooks-in-force.ts';
import type { Launch } from '../../domain/host/launch.ts';
import type { HostWorld } from '../host-world.ts';
import { brokenFile, readSettingsText, type SettingsFileWorld } from '../settings-file.ts';
import { readSettings } from '../settings-hooks.ts';
import { managedSettingsPath, settingsPath } from './places.ts';

/** All settings that the host reads, and what cannot be read. */
interface ReadSettings extends HostSettings {
  readonly faults: readonly Failure[];
}

type Place = SettingsSource['place'];

/** Reads the settings of a host that is started in the checkout of the project. */
export function readSources(
  world: SettingsFileWorld,
  host: HostWorld,
  launch: Launch,
): ReadSettings {
  const faults: Failure[] = [];
  const read = (place: Place, path: string): readonly SettingsSource[] => {
    const found = readSettingsFile(world, path);
    if (found.ok) return [{ place, path, settings: found.value }];
    faults.push(found.failure);
    return [];
  };
  const managed = managedPaths(world).flatMap((path) => read('managed', path));
  const own = [
    ...launch.settings.toReversed().flatMap((given) => ofSession(given, host, read)),
    ...localPaths(host).flatMap((path) => read('local', path)),
    ...read('project', join(host.environment.checkout, '.claude', 'settings.json')),
    ...read('user', settingsPath('user', host)),
  ];
  return { managed, own, faults };
}

/** Reads a settings file; empty where there is none. Fails: unreadable, or not plain JSON. */
function readSettingsFile(world: SettingsFileWorld, path: string): Result<Settings> {
  const text = readSettingsText(world, path);
  if (!text.ok) return text;
  const found = readSettings(text.value ?? '', GROUPED_IN_SECONDS, world.json);
  return 'fault' in found ? brokenFile(path, found.fault) : success(found.settings);
}

/** The files of administrators: one, and those that are dropped beside it, by their names. */
function managedPaths({ files }: SettingsFileWorld): readonly string[] {
  const path = managedSettingsPath();
  const folder = join(dirname(path), 'managed-settings.d');
  const listed = files.list(folder);
  const names = 'names' in listed ? listed.names : [];
  const dropped = names.filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  return [path, ...dropped.sort().map((name) => join(folder, name))];
}

/** The host reads the local settings of the main worktree as well, which override those of its own folder. */
function localPaths(host: HostWorld): readonly string[] {
  const { checkout } = host.environment;
  const local = ['.claude', 'settings.local.json'] as const;
  const own = join(checkout, ...local);
  const main = join(mainCheckout(checkout) ?? checkout, ...local);
  const { files } = host;
  const isSame = (files.realPath(main) ?? main) === (files.realPath(own) ?? own);
  return isSame ? [own] : [main, own];
}

/** Settings that a session was given: a file, or the settings themselves. */
function ofSession(
  given: string,
  { environment }: HostWorld,
  read: (place: Place, path: string) => readonly SettingsSource[],
): readonly SettingsSource[] {
  if (!given.trimStart().startsWith('{')) {
    return read('session', resolve(environment.projectFolder, given));
  }
  const document = parseDocument(given);
  const isSettings = document.ok && isObject(document.value);
  return isSettings ? [{ place: 'session', path: '--settings', settings: document.value }] : [];
}
