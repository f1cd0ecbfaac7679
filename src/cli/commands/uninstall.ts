import { join } from 'node:path';
import { exclusionsOf } from '../../adapters/git/exclusion.ts';
import { linkedPrograms } from '../../adapters/own-programs.ts';
import { foldersOfPath } from '../../adapters/program-path.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { SETTINGS_PLACES, type SettingsPlace } from '../../domain/host/hook-settings.ts';
import { readInstalled } from '../../hosts/claude-code/installed.ts';
import { removeShims } from '../../hosts/claude-code/shim-files.ts';
import { changeGuards, projectGuardPath, userGuardPath } from '../../hosts/guard-files.ts';
import { settingsWorld } from '../../hosts/host-world.ts';
import { type KnownHost, knownHosts } from '../../hosts/hosts.ts';
import { SUITE } from '../../hosts/manifests.ts';
import { hooksInPlace } from '../../hosts/placed-hooks.ts';
import { changeSettingsText } from '../../hosts/settings-file.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine } from '../../report/printable.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type NamedCommand } from '../command.ts';
import { ownRules } from '../permissions.ts';
import { warningOf } from '../print.ts';
import { uninstallAt } from './hooks/change.ts';
import { removeGitHooks } from './hooks/git.ts';
import { changeAgentsFile, changeSkill, type Telling } from './hooks/telling.ts';

export const uninstallCommand: Command = {
  summary: 'Takes the hooks out everywhere, then says how the package goes.',
  usage: ['[--dry-run] [--json]'],
  effects: ['weakens'],
  options: {
    'dry-run': { takes: 'nothing', summary: 'Show what would be done; write nothing' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --dry-run', 'Show what would go'],
    ['$0', 'Take the hooks out of this project and of the settings of this user, for every host'],
  ],
  async run(args, suite, commands) {
    const removal = await removeEverything(args, suite, await commands());
    const isDry = args.given('dry-run');
    const isWhole = removal.failures.length === 0;
    const ends = isWhole && !isDry ? await packageLines(suite) : [];
    return success({
      text: [
        ...removal.paths.map((path) => `${isDry ? 'Would change' : 'Changed'}: ${oneLine(path)}`),
        ...(removal.paths.length === 0 ? ['No hooks are installed here.'] : []),
        ...(isWhole ? keptGuards(suite) : []),
        ...ends,
      ].join('\n'),
      json: { changed: removal.paths, dry_run: isDry, package: ends },
      notes: removal.failures.map(warningOf),
      exitCode: isWhole ? EXIT.ok : EXIT.failed,
    });
  },
};

/** The user's own guards: hooks of other projects may run them, and would hold sessions without. */
function keptGuards({ files }: Suite): readonly string[] {
  const kept = [...new Set(knownHosts().map(userGuardPath))].filter((path) => files.exists(path));
  return kept.map((path) => `Kept: ${oneLine(path)} (hooks of your other projects may run it)`);
}

/** The files that changed, or would, and what could not be done. */
interface Removal {
  readonly paths: readonly string[];
  readonly failures: readonly Failure[];
}

async function removeEverything(
  args: Arguments,
  suite: Suite,
  commands: readonly NamedCommand[],
): Promise<Removal> {
  const isDry = args.given('dry-run');
  const rules = ownRules(commands);
  const call = { action: 'uninstall', isDry } as const;
  const paths: string[] = [];
  const failures: Failure[] = [];
  const take = (done: Result<readonly string[]>): void => {
    if (done.ok) paths.push(...done.value);
    else failures.push(done.failure);
  };
  // The guards go last: a line without one holds a session that has promises.
  for (const known of knownHosts()) {
    for (const place of SETTINGS_PLACES) {
      take(await removeHooks(known, place, args, rules, suite));
      take(pathOf(await changeSkill(known, place, call, suite)));
    }
  }
  take(pathOf(await changeAgentsFile(call, suite)));
  take(await removeGitHooks(isDry, suite));
  for (const folder of foldersWithShims(suite)) {
    const removed = await removeShims(folder, isDry, suite);
    const isChanged = removed.ok && removed.value.steps.some(({ change }) => IS_GONE.has(change));
    take(removed.ok ? success(isChanged ? [folder] : []) : removed);
  }
  if (failures.length > 0) return { paths: [...new Set(paths)], failures };
  for (const known of knownHosts()) {
    const guard = { path: projectGuardPath(known, suite), text: undefined };
    take(await changeGuards([guard], isDry, suite));
  }
  take(await takeFromGit(isDry, suite));
  return { paths: [...new Set(paths)], failures };
}

const IS_GONE: ReadonlySet<string> = new Set(['removed', 'restored']);

async function removeHooks(
  known: KnownHost,
  place: SettingsPlace,
  args: Arguments,
  rules: readonly string[],
  suite: Suite,
): Promise<Result<readonly string[]>> {
  const found = await hooksInPlace(known, place, suite);
  if (found === undefined) return success([]);
  if (!found.ok) return found;
  const { path } = found.value;
  const done = await uninstallAt({ known, place: { place, path }, args, suite, rules });
  return done.ok ? success(done.value.isChanged ? [path] : []) : done;
}

function pathOf(told: Result<Telling>): Result<readonly string[]> {
  if (!told.ok) return told;
  return success(told.value.change === 'unchanged' ? [] : [told.value.path]);
}

/** The folders in which the names of the old scripts can stand: their usual place in a project, and those of `PATH`. */
function foldersWithShims({ environment }: Suite): readonly string[] {
  const { projectFolder } = environment;
  return [
    join(projectFolder, '.claude', 'scripts', 'completion-state'),
    join(projectFolder, '.claude', 'completion-state'),
    ...foldersOfPath(),
  ];
}

/** Takes the lines out of the repository's list of what git leaves out that an installation for one user wrote. */
async function takeFromGit(isDry: boolean, suite: Suite): Promise<Result<readonly string[]>> {
  const own = exclusionsOf(ownFiles(suite), suite.environment.projectFolder);
  if (own === undefined) return success([]);
  const world = await settingsWorld(suite);
  const done = await changeSettingsText(world, own.list, isDry, (text = '') => {
    const lines = text.split('\n').filter((line) => !own.lines.has(line));
    return success({ content: lines.join('\n'), isEmptied: false });
  });
  return done.ok ? success(done.value.isChanged ? [own.list] : []) : done;
}

/** The files of the project that an installation for one user kept out of git. */
function ownFiles(suite: Suite): readonly string[] {
  const { projectFolder } = suite.environment;
  return knownHosts().flatMap((known) => {
    const settings = known.setup.places.local?.(suite);
    const skill = join(projectFolder, known.setup.skills, 'completion-promise', 'SKILL.md');
    return [...(settings === undefined ? [] : [settings]), skill, projectGuardPath(known, suite)];
  });
}

/** How the package goes, now that nothing leads to it any more. */
async function packageLines(suite: Suite): Promise<readonly string[]> {
  const isLinked = linkedPrograms(suite.environment.projectFolder) !== undefined;
  const { plugins } = await readInstalled(suite);
  return [
    `To remove the package: npm uninstall ${isLinked ? '' : '--global '}${SUITE}`,
    ...(plugins.length > 0 ? [`To remove the plugin: claude plugin uninstall ${SUITE}`] : []),
  ];
}
