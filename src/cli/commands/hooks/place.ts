import { excludeFromGit, versioningOf } from '../../../adapters/git/exclusion.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { SETTINGS_PLACES, type SettingsPlace } from '../../../domain/host/hook-settings.ts';
import { usualPlace } from '../../../hosts/host.ts';
import type { KnownHost } from '../../../hosts/hosts.ts';
import { oneLine, shellWord } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { usage } from '../../usage.ts';

/** The option of each place. */
export const PLACE_OPTIONS: Readonly<Record<SettingsPlace, string>> = {
  local: 'local',
  project: 'shared',
  user: 'user',
};

const PLACES: readonly SettingsPlace[] = ['local', 'project', 'user'];

/** A place, and the file of a host that it is. */
export interface HostPlace {
  readonly place: SettingsPlace;
  readonly path: string;
}

/** The place that a command line names; the usual one of the host where it names none. */
export function placeIn(
  args: Arguments,
  { host, setup }: KnownHost,
  suite: Suite,
): Result<HostPlace> {
  const { environment, files } = suite;
  const [named, other] = PLACES.filter((one) => args.given(PLACE_OPTIONS[one]));
  if (named !== undefined && other !== undefined) {
    const [first, second] = [PLACE_OPTIONS[named], PLACE_OPTIONS[other]];
    return usage(`--${first} and --${second} cannot be given together`);
  }
  const place = named ?? usualPlace(setup);
  const path = setup.places[place]?.(suite);
  if (path === undefined) {
    const options = SETTINGS_PLACES.filter((one) => setup.places[one] !== undefined);
    const takes = options.map((one) => `--${PLACE_OPTIONS[one]}`).join(' or ');
    return usage(`${host.title} has no settings for one user in one project. Use ${takes}`);
  }
  const { projectFolder } = environment;
  if (place === 'user' || files.exists(projectFolder)) return success({ place, path });
  // The name may be mistyped, so the folder is not made.
  return failed({
    kind: 'file-system',
    action: 'find the project',
    path: projectFolder,
    code: 'ENOENT',
  });
}

/** Sees to it that git takes no settings in that are one user's own, and says what it did or could not do. */
export function keepOutOfGit(path: string, { environment }: Suite): string | undefined {
  const { projectFolder } = environment;
  switch (versioningOf(path, projectFolder)) {
    case 'none':
    case 'ignored':
      return undefined;
    case 'tracked':
      return `NOTE: git tracks ${oneLine(path)}: the hooks will be shared with the next commit. To keep the file but untrack it: git rm --cached ${shellWord(path)}`;
    case 'open': {
      const list = excludeFromGit(path, projectFolder);
      return list === undefined
        ? `NOTE: git does not ignore ${oneLine(path)}, and that could not be changed: do not commit that file.`
        : `NOTE: git now ignores ${oneLine(path)} (${oneLine(list)}).`;
    }
  }
}
