import { programOnPath } from '../../../adapters/program-path.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { InstalledHook, SettingsPlace } from '../../../domain/host/hook-settings.ts';
import { hookFileOf } from '../../../hosts/host.ts';
import { settingsWorld } from '../../../hosts/host-world.ts';
import { HOST_NAMES, type KnownHost, knownHosts } from '../../../hosts/hosts.ts';
import { brokenFile, readSettingsText } from '../../../hosts/settings-file.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { usage } from '../../usage.ts';

/** What `--host` takes for the hosts that are on this machine. */
export const ALL_HOSTS = 'all';

/** The hosts that a command line is about. */
export interface NamedHosts {
  readonly hosts: readonly KnownHost[];
  /** Those that are not on this machine, where all were asked for. */
  readonly skipped: readonly KnownHost[];
  /** Whether all were asked for. */
  readonly isAll: boolean;
}

/** The hosts that `--host` names; Claude Code where it names none. `isThere`: which of all are meant. */
export function hostsIn(
  args: Arguments,
  isThere: (known: KnownHost) => boolean,
): Result<NamedHosts> {
  const [usual, ...others] = knownHosts();
  const named = args.text('host');
  if (named === ALL_HOSTS) {
    const all = [usual, ...others].filter((known) => known !== undefined);
    return success({
      hosts: all.filter(isThere),
      skipped: all.filter((known) => !isThere(known)),
      isAll: true,
    });
  }
  const found = named === undefined ? usual : knownHosts().find(({ host }) => host.name === named);
  return found === undefined
    ? usage(
        `Unknown host: ${named}. Use one of ${HOST_NAMES.join(', ')}, or ${ALL_HOSTS}`,
        'Try: cs hooks --help',
      )
    : success({ hosts: [found], skipped: [], isAll: false });
}

/** By what a host is found on this machine: a program on `PATH`, or the user's folder of it; undefined: by nothing. */
export function foundBy({ setup }: KnownHost, { environment, files }: Suite): string | undefined {
  const programs = setup.programs.flatMap((name) => programOnPath(name, environment).program ?? []);
  const folder = setup.userFolder();
  return programs[0] ?? (files.exists(folder) ? folder : undefined);
}

/** The suite's hooks in one file of a host. */
export interface HooksInPlace {
  readonly place: SettingsPlace;
  readonly path: string;
  readonly hooks: readonly InstalledHook[];
}

/** Reads a file of a host's hooks. Fails: it cannot be read, or hooks cannot stand in it. */
export async function hooksInPlace(
  { setup }: KnownHost,
  place: SettingsPlace,
  suite: Suite,
): Promise<Result<HooksInPlace> | undefined> {
  const path = setup.places[place]?.(suite);
  if (path === undefined) return undefined;
  const world = await settingsWorld(suite);
  const text = readSettingsText(world, path);
  if (!text.ok) return text;
  if (text.value === undefined) return success({ place, path, hooks: [] });
  const reading = hookFileOf(setup).read(text.value, world);
  return 'fault' in reading
    ? brokenFile(path, reading.fault)
    : success({ place, path, hooks: reading.hooks });
}
