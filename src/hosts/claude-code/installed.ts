import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { pluginFolders, readHookEnvironment } from '../../adapters/environment.ts';
import { wordsOfAncestor } from '../../adapters/node-ancestry.ts';
import { foldersOfPath } from '../../adapters/program-path.ts';
import { fromCurrentFolder } from '../../adapters/surroundings.ts';
import { isObject } from '../../domain/base/document.ts';
import { hooksIn, othersIn } from '../../domain/host/hook-settings.ts';
import {
  type Disabling,
  disablingOf,
  type HostSettings,
  readByLaunch,
  runsIn,
} from '../../domain/host/hooks-in-force.ts';
import { launchOf, UNKNOWN_LAUNCH } from '../../domain/host/launch.ts';
import { PLUGIN_FILE } from '../../domain/host/plugin-source.ts';
import { type HostWorld, settingsWorld } from '../host-world.ts';
import type { Installed } from '../installed.ts';
import { claudeCode } from './host.ts';
import { type LoadedPlugin, readPlugins } from './plugins.ts';
import { readSources } from './sources.ts';

const ENDS: readonly string[] = [claudeCode.events.stop, claudeCode.events['subagent-stop']];

/** Reads all settings and plugins by which hooks come into force. */
export async function readInstalled(host: HostWorld): Promise<Installed> {
  const words = hostCommandLine();
  const launch = words === undefined ? UNKNOWN_LAUNCH : launchOf(words);
  const sources = readSources(await settingsWorld(host), host, launch);
  const settings = readByLaunch(sources, launch);
  const named = [...foldersIn(settings), ...launch.pluginFolders];
  const folders = named.map((folder) => pluginFolder(folder, host));
  const { own, plugins } = readPlugins(host, settings, folders);
  const disabledBy = disablingOf(settings, launch);
  const sets = hookSets(settings, plugins, disabledBy);
  const suites = sets.flatMap((set) => hooksIn(set.settings).map((hook) => ({ ...hook, ...set })));
  return {
    hooks: suites.filter(({ runs }) => runs),
    idle: suites.filter(({ runs }) => !runs),
    others: sets
      .filter(({ runs }) => runs)
      .flatMap((set) =>
        othersIn(set.settings)
          .filter(({ event }) => ENDS.includes(event))
          .map((other) => ({ ...other, ...set })),
      ),
    disabledBy,
    plugins: own,
    isLaunchKnown: words !== undefined,
    variables: variablesIn(settings),
    faults: sources.faults,
  };
}

/** The command line of the host, where this process runs in one of its sessions and can see it. */
function hostCommandLine(): readonly string[] | undefined {
  const { hostPid } = readHookEnvironment(claudeCode);
  return hostPid === undefined ? undefined : wordsOfAncestor(hostPid);
}

/** The folders of plugins that a variable names, in the environment or in settings of the user's own. */
function foldersIn({ own }: HostSettings): readonly string[] {
  const set = own.flatMap(({ place, settings: { env } }) =>
    place === 'user' && isObject(env) ? [env['CLAUDE_CODE_PLUGIN_DIRS']] : [],
  );
  return [pluginFolders(), ...set]
    .flatMap((folders) => (typeof folders === 'string' ? folders.split(delimiter) : []))
    .filter((folder) => folder !== '');
}

/**
 * Where the folder of a session's plugin lies. A relative path leads from where the host was started, which is not
 * known for certain; but the host puts the plugin's programs on the `PATH` of the agent's shells.
 */
function pluginFolder(folder: string, { environment, files }: HostWorld): string {
  const usual = resolve(environment.checkout, folder);
  if (isAbsolute(folder)) return usual;
  const programs = join(folder, 'bin');
  const onPath = foldersOfPath().filter((one) => one.endsWith(`${sep}${programs}`));
  const places = [usual, fromCurrentFolder(folder), ...onPath.map((one) => dirname(one))];
  return places.find((place) => files.exists(join(place, ...PLUGIN_FILE))) ?? usual;
}

/** The settings and the files of plugins in which hooks stand, and whether the host runs them. */
function hookSets(
  { managed, own }: HostSettings,
  plugins: readonly LoadedPlugin[],
  disabledBy: Disabling | undefined,
) {
  const ofSettings = [...managed, ...own].map((source) => ({
    ...source,
    plugin: undefined,
    pluginRoot: undefined,
    runs: runsIn(source.place, disabledBy),
  }));
  const ofPlugins = plugins.flatMap(({ hooks, id, isManaged, root }) =>
    hooks.map((file) => ({
      ...file,
      place: 'plugin' as const,
      plugin: id,
      pluginRoot: root,
      runs: runsIn('plugin', disabledBy, isManaged),
    })),
  );
  return [...ofSettings, ...ofPlugins];
}

function variablesIn({ managed, own }: HostSettings): Installed['variables'] {
  return [...managed, ...own].flatMap(({ path, settings: { env } }) =>
    isObject(env) ? [{ where: path, env }] : [],
  );
}
