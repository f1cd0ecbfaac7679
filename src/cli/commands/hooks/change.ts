import type { HookPlan, Settings } from '../../../domain/hook-settings.ts';
import {
  hooksIn,
  isChanged,
  planInstall,
  planUninstall,
  wantedHooks,
} from '../../../domain/hook-settings.ts';
import { SETTINGS_PLACES, type SettingsPlace } from '../../../domain/host-settings.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import { changeLine } from '../../../report/hooks-text.ts';
import { oneLine } from '../../../report/printable.ts';
import { changeSettingsFile, readSettingsFile } from '../../../store/settings-file.ts';
import type { Arguments, Report } from '../../command.ts';
import { loadSettings } from '../../settings.ts';
import type { Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import { settingsPath, settingsWorld } from './places.ts';
import { startingOf } from './programs.ts';

const HELP = 'Try: cs hooks --help';

export async function install(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const settings = loadSettings(suite, args, {});
  if (!settings.ok) return settings;
  const starting = startingOf(suite, args.given('absolute'));
  const { timeoutMs } = settings.value.configuration.stopGate;
  const wanted = wantedHooks(starting.start, timeoutMs);
  const place = placeOf(args);
  const notes =
    starting.isAbsolute && place === 'project'
      ? [
          'NOTE: these commands name paths of this machine: do not commit them. Others are better served with the suite on their PATH, or with: cs hooks install --local',
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
    // A folder that somebody mistyped is not made.
    return failed({
      kind: 'file-system',
      action: 'find the project',
      path: projectFolder,
      code: 'ENOENT',
    });
  }
  const path = settingsPath(place, suite);
  const world = await settingsWorld(suite);
  if (args.given('dry-run')) {
    const found = readSettingsFile(world, path);
    if (!found.ok) return found;
    const planned = plan(found.value.settings);
    return success(changeReport(path, planned, undefined, notes, suite, true));
  }
  const changed = await changeSettingsFile(world, path, plan);
  if (!changed.ok) return changed;
  const { backup, plan: planned } = changed.value;
  return success(changeReport(path, planned, backup, notes, suite, false));
}

function placeOf(args: Arguments): SettingsPlace {
  return SETTINGS_PLACES.find((place) => args.given(place)) ?? 'project';
}

function changeReport(
  path: string,
  plan: HookPlan,
  backup: string | undefined,
  notes: readonly string[],
  { style }: Suite,
  isDry: boolean,
): Report {
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
    notes: [...notes, ...leftNotes(settings, changes.length > 0)],
  };
}

/** What stands in the settings that the plan leaves alone, and that somebody should know of. */
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
