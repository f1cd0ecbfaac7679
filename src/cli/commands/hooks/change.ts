import { failed, type Result, success } from '../../../domain/base/result.ts';
import {
  type HookPlan,
  hooksIn,
  isChanged,
  planInstall,
  planUninstall,
  SETTINGS_PLACES,
  type Settings,
  type SettingsPlace,
  wantedHooks,
} from '../../../domain/host/hook-settings.ts';
import { settingsPath, settingsWorld } from '../../../hosts/claude-code/places.ts';
import { startingOf } from '../../../hosts/claude-code/programs.ts';
import {
  changeSettingsFile,
  readSettingsFile,
  type SettingsChange,
} from '../../../hosts/claude-code/settings-file.ts';
import { changeLine } from '../../../report/hooks-text.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { usage } from '../../usage.ts';

const HELP = 'Try: cs hooks --help';

export async function install(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const starting = startingOf(suite, args.given('absolute'));
  const { timeoutMs } = settings.value.configuration.stopGate;
  const wanted = wantedHooks(starting.call, timeoutMs);
  const place = placeOf(args);
  const notes =
    starting.isAbsolute && place === 'project'
      ? [
          `NOTE: these commands name paths of this machine: do not commit them. Others are better served with the suite on their PATH, or with: ${suite.commandLines.of('cs hooks install --local')}`,
        ]
      : [];
  return change(args, suite, (found) => planInstall(found, wanted), notes);
}

export function uninstall(args: Arguments, suite: Suite): Promise<Result<Report>> {
  if (args.given('absolute')) {
    return Promise.resolve(usage('--absolute goes with install, not with uninstall', HELP));
  }
  return change(args, suite, planUninstall, []);
}

async function change(
  args: Arguments,
  suite: Suite,
  plan: (settings: Settings) => HookPlan,
  notes: readonly string[],
): Promise<Result<Report>> {
  if (args.given('user') && args.given('local')) {
    return usage('--user and --local cannot be given together', HELP);
  }
  const place = placeOf(args);
  const { projectFolder } = suite.environment;
  if (place !== 'user' && !suite.files.exists(projectFolder)) {
    // The name may be mistyped, so the folder is not made.
    return failed({
      kind: 'file-system',
      action: 'find the project',
      path: projectFolder,
      code: 'ENOENT',
    });
  }
  const path = settingsPath(place, suite);
  const world = await settingsWorld(suite);
  const isDry = args.given('dry-run');
  const changed = isDry
    ? planOnly(readSettingsFile(world, path), plan)
    : await changeSettingsFile(world, path, plan);
  if (!changed.ok) return changed;
  const { json, notes: left, text } = changeReport(path, changed.value, suite, isDry);
  return success({ text, json, notes: [...notes, ...left] });
}

/** The change that would be written. */
function planOnly(
  found: ReturnType<typeof readSettingsFile>,
  plan: (settings: Settings) => HookPlan,
): Result<SettingsChange> {
  return found.ok ? success({ plan: plan(found.value.settings), backup: undefined }) : found;
}

function placeOf(args: Arguments): SettingsPlace {
  return SETTINGS_PLACES.find((place) => args.given(place)) ?? 'project';
}

function changeReport(
  path: string,
  { backup, plan }: SettingsChange,
  { style }: Suite,
  isDry: boolean,
): Required<Pick<Report, 'text' | 'json' | 'notes'>> {
  const { changes, settings } = plan;
  const outcome = !isChanged(plan)
    ? `Nothing to change in ${oneLine(path)}.`
    : isDry
      ? `DRY RUN: nothing is written to ${oneLine(path)}.`
      : `Changed: ${oneLine(path)}`;
  const kept = backup === undefined ? [] : [`Backup: ${oneLine(backup)}`];
  return {
    text: [...changes.map((one) => changeLine(one, style)), outcome, ...kept].join('\n'),
    json: {
      path,
      changed: isChanged(plan),
      dry_run: isDry,
      hooks: changes,
      backup: backup ?? null,
    },
    notes: leftNotes(settings, changes.length > 0),
  };
}

/** Notes about settings that the plan leaves as they are, and that the user should know of. */
function leftNotes(settings: Settings, hasHooks: boolean): readonly string[] {
  const mixed = hooksIn(settings).filter(({ reading }) => !reading.isAlone);
  return [
    ...(hasHooks && settings['disableAllHooks'] === true
      ? ['NOTE: `disableAllHooks` is set there: no hook runs until it is taken out.']
      : []),
    ...mixed.map(
      ({ command, event }) =>
        `NOTE: a hook of ${event} calls the suite among other things, and was left as it is: ${command}`,
    ),
  ];
}
