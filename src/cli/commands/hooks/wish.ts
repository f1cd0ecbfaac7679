import { type Result, success } from '../../../domain/base/result.ts';
import { projectGuard, userGuard } from '../../../domain/host/guarded-command.ts';
import { HOOK_SHELLS, type HookShell } from '../../../domain/host/hook-command.ts';
import type { SettingsPlace, WantedHook } from '../../../domain/host/hook-settings.ts';
import { type HookLines, wantedHooks } from '../../../domain/host/wanted-hooks.ts';
import { type GuardFile, guardsOf, isOfProject } from '../../../hosts/guard-files.ts';
import { type KnownHost, writingOf } from '../../../hosts/hosts.ts';
import { startingOf, startingOnWindows, usualShell } from '../../../hosts/programs.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { usage } from '../../usage.ts';

/** The hooks that a command line asks for, and what is to be said of them. */
interface Wish {
  readonly hooks: readonly WantedHook[];
  readonly guards: readonly GuardFile[];
  readonly notes: readonly string[];
}

/** The hooks of a host as a command line wants them. */
export function wishOf(
  known: KnownHost,
  args: Arguments,
  suite: Suite,
  place: SettingsPlace,
): Result<Wish> {
  const { host, setup } = known;
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const asked = shellIn(args, host, setup);
  if (!asked.ok) return asked;
  const shell = asked.value ?? usualShell(suite, place, setup.format);
  const wantsAbsolute = args.given('absolute');
  const lines = {
    place,
    shell,
    wantsAbsolute,
    project: setup.project,
    host: setup.isNamed ? host.name : undefined,
  };
  const starting = startingOf(suite, lines);
  const { call, isDependency } = starting;
  const isInProject = isOfProject(place, isDependency);
  const isStrict = args.given('strict');
  const guard = (isInProject ? projectGuard : userGuard)(setup.words);
  const own: HookLines =
    shell === 'powershell' ? { shell, call } : { shell, call, guard, isStrict };
  const isForWindows =
    place === 'project' &&
    shell === 'posix' &&
    setup.format.lines.powershell?.also === undefined &&
    setup.format.lines.powershell !== undefined &&
    !starting.isAbsolute;
  const others: readonly HookLines[] = isForWindows
    ? [{ shell: 'powershell', call: startingOnWindows(lines, isDependency) }]
    : [];
  const { timeoutMs } = settings.value.configuration.stopGate;
  return success({
    hooks: wantedHooks([own, ...others], timeoutMs, writingOf({ host, setup })),
    guards:
      shell === 'powershell'
        ? []
        : guardsOf(known, { isOfProject: isInProject, isDependency, wantsAbsolute }, suite),
    notes: notesOf(
      {
        isAbsolute: wantsAbsolute || (shell === 'powershell' && starting.isAbsolute),
        place,
        isUnguarded: !isStrict && isInProject && (isForWindows || shell === 'powershell'),
      },
      suite,
    ),
  });
}

function notesOf(
  {
    isAbsolute,
    isUnguarded,
    place,
  }: {
    readonly isAbsolute: boolean;
    readonly isUnguarded: boolean;
    readonly place: SettingsPlace;
  },
  { commandLines }: Suite,
): readonly string[] {
  return [
    ...(isAbsolute && place === 'project'
      ? [
          `NOTE: these commands contain paths of this machine: do not commit them. For others, put completion-promise on PATH or among the project's dependencies, or use: ${commandLines.of('cs hooks install')}`,
        ]
      : []),
    ...(isUnguarded
      ? [
          'NOTE: the lines for PowerShell have no guard: where completion-promise is not installed, sessions cannot end.',
        ]
      : []),
  ];
}

/** The shell that a command line asks for, if it asks for one. */
function shellIn(
  args: Arguments,
  { title }: KnownHost['host'],
  { format }: KnownHost['setup'],
): Result<HookShell | undefined> {
  const named = args.text('shell');
  const shell = HOOK_SHELLS.find((one) => one === named);
  if (named !== undefined && shell === undefined) {
    return usage(`Unknown shell: ${named}. Use ${HOOK_SHELLS.join(' or ')}`);
  }
  return shell === undefined || format.lines[shell] !== undefined
    ? success(shell)
    : usage(`${title} runs no hooks in ${shell}`);
}
