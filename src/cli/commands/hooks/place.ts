import { excludeFromGit, versioningOf } from '../../../adapters/git/exclusion.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
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

/** The place that a command line names; the local settings of the project where it names none. */
export function placeIn(args: Arguments, { environment, files }: Suite): Result<SettingsPlace> {
  const [place = 'local', other] = PLACES.filter((one) => args.given(PLACE_OPTIONS[one]));
  if (other !== undefined) {
    const [first, second] = [PLACE_OPTIONS[place], PLACE_OPTIONS[other]];
    return usage(`--${first} and --${second} cannot be given together`, 'Try: cs hooks --help');
  }
  const { projectFolder } = environment;
  if (place === 'user' || files.exists(projectFolder)) return success(place);
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
