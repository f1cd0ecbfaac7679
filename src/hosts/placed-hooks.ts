import { programOnPath } from '../adapters/program-path.ts';
import { type Result, success } from '../domain/base/result.ts';
import {
  type InstalledHook,
  SETTINGS_PLACES,
  type SettingsPlace,
} from '../domain/host/hook-settings.ts';
import type { OtherHook } from './hook-file.ts';
import { hookFileOf } from './host.ts';
import { type HostWorld, settingsWorld } from './host-world.ts';
import { type KnownHost, knownHosts } from './hosts.ts';
import type { Installed } from './installed.ts';
import { brokenFile, readSettingsText } from './settings-file.ts';

/** By what a host is found on this machine: a program on `PATH`, or the user's folder of it; undefined: by nothing. */
export function foundBy(
  { setup }: KnownHost,
  { environment, files }: HostWorld,
): string | undefined {
  const programs = setup.programs.flatMap((name) => programOnPath(name, environment).program ?? []);
  const folder = setup.userFolder();
  return programs[0] ?? (files.exists(folder) ? folder : undefined);
}

/** The hooks in one file of a host. */
export interface HooksInPlace {
  readonly place: SettingsPlace;
  readonly path: string;
  /** The suite's. */
  readonly hooks: readonly InstalledHook[];
  readonly others: readonly OtherHook[];
  readonly isDisabled: boolean;
}

/**
 * Reads a file of a host's hooks. Undefined where the host has no such place. Fails: it cannot be read, or hooks cannot
 * stand in it.
 */
export async function hooksInPlace(
  { setup }: KnownHost,
  place: SettingsPlace,
  host: HostWorld,
): Promise<Result<HooksInPlace> | undefined> {
  const path = setup.places[place]?.(host);
  if (path === undefined) return undefined;
  const world = await settingsWorld(host);
  const text = readSettingsText(world, path);
  if (!text.ok) return text;
  if (text.value === undefined) {
    return success({ place, path, hooks: [], others: [], isDisabled: false });
  }
  const reading = hookFileOf(setup).read(text.value, world);
  return 'fault' in reading
    ? brokenFile(path, reading.fault)
    : success({ place, path, ...reading });
}

/** What a host has in force: by its own way to tell, else by the files in which its hooks can stand. */
export async function installedIn(known: KnownHost, world: HostWorld): Promise<Installed> {
  const { host, setup } = known;
  if (setup.installed !== undefined) return setup.installed(world);
  const found = await Promise.all(
    SETTINGS_PLACES.map((place) => hooksInPlace(known, place, world)),
  );
  const read = found.flatMap((one) => (one?.ok === true ? [one.value] : []));
  const [off] = read.filter(({ isDisabled }) => isDisabled);
  const ends = [host.events.stop, host.events['subagent-stop']];
  return {
    hooks: read.flatMap(({ hooks, path, place }) =>
      hooks.map((hook) => ({ ...hook, path, place })),
    ),
    idle: [],
    others: read.flatMap(({ others, path, place }) =>
      others
        .filter(({ event }) => ends.includes(event))
        .map((other) => ({ ...other, path, place, plugin: undefined })),
    ),
    disabledBy: off && { key: 'off', path: off.path, byManaged: false, leaves: 'nothing' },
    plugins: [],
    isLaunchKnown: true,
    variables: [],
    faults: found.flatMap((one) => (one?.ok === false ? [one.failure] : [])),
  };
}

/** The files of Claude Code whose stop hooks a host runs beside its own. */
export async function alsoRun(
  { setup }: KnownHost,
  host: HostWorld,
): Promise<readonly HooksInPlace[]> {
  const { readsClaudeCode } = setup;
  const claudeCode = knownHosts().find((known) => !known.setup.isNamed);
  if (readsClaudeCode === undefined || claudeCode === undefined) return [];
  const found = await Promise.all(
    readsClaudeCode.places.map((place) => hooksInPlace(claudeCode, place, host)),
  );
  return found.flatMap((one) =>
    one?.ok === true && one.value.hooks.some(({ event }) => event === 'Stop') ? [one.value] : [],
  );
}
