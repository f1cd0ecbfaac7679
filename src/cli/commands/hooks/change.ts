import { type Result, success } from '../../../domain/base/result.ts';
import { HOOK_SHELLS, type HookShell } from '../../../domain/host/hook-command.ts';
import {
  hooksIn,
  planInstall,
  planUninstall,
  SETTINGS_PLACES,
  type Settings,
  type SettingsPlace,
  wantedHooks,
} from '../../../domain/host/hook-settings.ts';
import { planAllowing, planAsking } from '../../../domain/host/permission-rules.ts';
import { settingsPath, settingsWorld } from '../../../hosts/claude-code/places.ts';
import { startingOf, usualShell } from '../../../hosts/claude-code/programs.ts';
import {
  changeSettingsFile,
  isChanged,
  readSettingsFile,
  type SettingsChange,
  type SettingsPlan,
} from '../../../hosts/claude-code/settings-file.ts';
import { changeLine, ruleLine } from '../../../report/hooks-text.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, NamedCommand, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { harmlessRules } from '../../permissions.ts';
import { usage } from '../../usage.ts';
import { keepOutOfGit, PLACE_OPTIONS, placeIn } from './place.ts';

const HELP = 'Try: cs hooks --help';

type AllCommands = () => Promise<readonly NamedCommand[]>;

export async function install(
  args: Arguments,
  suite: Suite,
  commands: AllCommands,
): Promise<Result<Report>> {
  const found = placeIn(args, suite);
  if (!found.ok) return found;
  const place = found.value;
  const wish = wishOf(args, suite, place);
  if (!wish.ok) return wish;
  const allowed = args.given('allow') ? harmlessRules(await commands()) : [];
  const changed = await change(args, suite, place, (one) => {
    const hooks = planInstall(one, wish.value.hooks);
    return { ...hooks, ...planAllowing(hooks.settings, allowed) };
  });
  if (!changed.ok) return changed;
  const kept =
    place === 'local' && !args.given('dry-run')
      ? keepOutOfGit(settingsPath(place, suite), suite)
      : undefined;
  const notes = [...wish.value.notes, ...(kept === undefined ? [] : [kept])];
  const others = await notesOfOthers(place, suite);
  return success({ ...changed.value, notes: [...notes, ...changed.value.notes, ...others] });
}

/** The hooks that a command line asks for, and what is to be said of them. */
interface Wish {
  readonly hooks: ReturnType<typeof wantedHooks>;
  readonly notes: readonly string[];
}

function wishOf(args: Arguments, suite: Suite, place: SettingsPlace): Result<Wish> {
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const asked = shellIn(args);
  if (!asked.ok) return asked;
  const shell = asked.value ?? usualShell(suite, place);
  const starting = startingOf(suite, { place, shell, wantsAbsolute: args.given('absolute') });
  // Others who have the checkout may lack the suite, and a linked worktree what is installed in the project.
  const canBeMissing = place === 'project' || starting.isDependency;
  if (args.given('strict') && !canBeMissing) {
    return usage('--strict goes with --shared: other hooks are always strict', HELP);
  }
  const { timeoutMs } = settings.value.configuration.stopGate;
  const isGuarded = canBeMissing && !args.given('strict');
  const guard = isGuarded ? starting.guard : undefined;
  const command = suite.commandLines.of('cs hooks install');
  const notes = [
    starting.isAbsolute && place === 'project'
      ? `NOTE: these commands contain paths of this machine: do not commit them. For others, put completion-promise on PATH or among the project's dependencies, or use: ${command}`
      : undefined,
    shell === 'powershell' && isGuarded
      ? 'NOTE: the lines for PowerShell have no guard: where completion-promise is not installed, sessions cannot end.'
      : undefined,
  ];
  return success({
    hooks: wantedHooks({ shell, call: starting.call, guard }, timeoutMs),
    notes: notes.filter((one) => one !== undefined),
  });
}

/** The shell that a command line asks for, if it asks for one. */
function shellIn(args: Arguments): Result<HookShell | undefined> {
  const named = args.text('shell');
  const shell = HOOK_SHELLS.find((one) => one === named);
  return named === undefined || shell !== undefined
    ? success(shell)
    : usage(`Unknown shell: ${named}. Use ${HOOK_SHELLS.join(' or ')}`, HELP);
}

export async function uninstall(
  args: Arguments,
  suite: Suite,
  commands: AllCommands,
): Promise<Result<Report>> {
  const needless = (['absolute', 'strict', 'shell', 'allow'] as const).find((option) =>
    args.given(option),
  );
  if (needless !== undefined) {
    return usage(`--${needless} goes with install, not with uninstall`, HELP);
  }
  const place = placeIn(args, suite);
  if (!place.ok) return place;
  const rules = harmlessRules(await commands());
  const changed = await change(args, suite, place.value, (one) => {
    const hooks = planUninstall(one);
    return { ...hooks, ...planAsking(hooks.settings, rules) };
  });
  if (!changed.ok) return changed;
  const others = await notesOfOthers(place.value, suite);
  return success({ ...changed.value, notes: [...changed.value.notes, ...others] });
}

/** Where else there are hooks, each of which runs beside the others, and how they are taken out. */
async function notesOfOthers(place: SettingsPlace, suite: Suite): Promise<readonly string[]> {
  const world = await settingsWorld(suite);
  return SETTINGS_PLACES.filter((other) => other !== place).flatMap((other) => {
    const path = settingsPath(other, suite);
    const found = readSettingsFile(world, path);
    if (!found.ok || hooksIn(found.value.settings).length === 0) return [];
    const command = suite.commandLines.of(`cs hooks uninstall --${PLACE_OPTIONS[other]}`);
    return [`NOTE: hooks are also installed in ${oneLine(path)}. To remove them: ${command}`];
  });
}

type ChangeReport = Required<Pick<Report, 'text' | 'json' | 'notes'>>;

async function change(
  args: Arguments,
  suite: Suite,
  place: SettingsPlace,
  plan: (settings: Settings) => SettingsPlan,
): Promise<Result<ChangeReport>> {
  const path = settingsPath(place, suite);
  const world = await settingsWorld(suite);
  const isDry = args.given('dry-run');
  const changed = isDry
    ? planOnly(readSettingsFile(world, path), plan)
    : await changeSettingsFile(world, path, plan);
  return changed.ok ? success(changeReport(path, changed.value, suite, isDry)) : changed;
}

/** The change that would be written. */
function planOnly(
  found: ReturnType<typeof readSettingsFile>,
  plan: (settings: Settings) => SettingsPlan,
): Result<SettingsChange> {
  return found.ok
    ? success({ plan: plan(found.value.settings), backup: undefined, isRemoved: false })
    : found;
}

function changeReport(
  path: string,
  { backup, isRemoved, plan }: SettingsChange,
  { style }: Suite,
  isDry: boolean,
): ChangeReport {
  const { changes, rules, settings } = plan;
  const outcome = !isChanged(plan)
    ? `Nothing to change in ${oneLine(path)}.`
    : isDry
      ? `DRY RUN: nothing is written to ${oneLine(path)}.`
      : isRemoved
        ? `Removed: ${oneLine(path)} (it contained nothing else)`
        : `Changed: ${oneLine(path)}`;
  const kept = backup === undefined ? [] : [`Backup: ${oneLine(backup)}`];
  return {
    text: [
      ...changes.map((one) => changeLine(one, style)),
      ...rules.map((one) => ruleLine(one, style)),
      outcome,
      ...kept,
    ].join('\n'),
    json: {
      path,
      changed: isChanged(plan),
      removed: isRemoved,
      dry_run: isDry,
      hooks: changes,
      rules,
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
      ? ['NOTE: `disableAllHooks` is set there: no hook runs until it is removed.']
      : []),
    ...mixed.map(
      ({ command, event }) =>
        `NOTE: a hook of ${event} calls completion-promise among other commands and was left unchanged: ${command}`,
    ),
  ];
}
