import { type Environment, readVariable } from '../adapters/environment.ts';
import { userConfigurationFolder } from '../adapters/user-folder.ts';
import {
  CHECK_KEYS,
  type Configuration,
  checkSettingsOf,
  configurationOf,
  type EffectiveSetting,
  effectiveSettings,
  type SettingSource,
} from '../domain/configuration.ts';
import { readSetting, readSettingText } from '../domain/configuration-reading.ts';
import type { Failure } from '../domain/failure.ts';
import type { CheckSettings } from '../domain/open-criteria.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { SETTINGS, type Setting, type SettingValue, variablesOf } from '../domain/setting.ts';
import type { Files } from '../ports.ts';
import {
  projectConfiguration,
  readConfigurationFile,
  userConfiguration,
} from '../store/configuration-files.ts';
import type { Arguments } from './command.ts';
import { usage } from './usage.ts';

/** What it takes to find the settings. */
export interface SettingsWorld {
  readonly environment: Environment;
  readonly files: Files;
}

export interface LoadedSettings {
  readonly configuration: Configuration;
  readonly effective: readonly EffectiveSetting[];
}

/**
 * The settings in force: options, variables, the project's file, the user's file, defaults. `options`
 * names the options that set a key. Fails on the first source that says something that cannot be.
 */
export function loadSettings(
  suite: SettingsWorld,
  args: Arguments,
  options: Readonly<Record<string, string>>,
): Result<LoadedSettings> {
  const onCommandLine = optionSource(args, options);
  if (!onCommandLine.ok) return onCommandLine;
  const { failures, sources } = gatherSources(suite);
  const [failure] = failures;
  return failure === undefined
    ? success(settingsOf([onCommandLine.value, ...sources]))
    : failed(failure);
}

/** The settings that the stop gate goes by. */
export function loadCheckSettings(world: SettingsWorld): Result<CheckSettings> {
  const settings = SETTINGS.filter(({ key }) => CHECK_KEYS.has(key));
  const { failures, sources } = gatherSources(world, settings);
  const [failure] = failures;
  return failure === undefined
    ? success(checkSettingsOf(effectiveSettings(sources, settings)))
    : failed(failure);
}

/** All settings, for what takes no options. */
export function loadConfiguration(world: SettingsWorld): Result<Configuration> {
  const { failures, sources } = gatherSources(world);
  const [failure] = failures;
  return failure === undefined ? success(settingsOf(sources).configuration) : failed(failure);
}

/** The settings where nothing is set. */
export function defaultConfiguration(): Configuration {
  return settingsOf([]).configuration;
}

/** What the sources that can be read say, and what is wrong with the others. */
export function inspectSettings(
  suite: SettingsWorld,
): LoadedSettings & { readonly failures: readonly Failure[] } {
  const { failures, sources } = gatherSources(suite);
  return { ...settingsOf(sources), failures };
}

function settingsOf(sources: readonly SettingSource[]): LoadedSettings {
  const effective = effectiveSettings(sources);
  return { configuration: configurationOf(effective), effective };
}

/** `settings`: those whose variables are looked at; files are always read whole. */
function gatherSources(
  { environment, files }: SettingsWorld,
  settings: readonly Setting[] = SETTINGS,
): {
  readonly sources: readonly SettingSource[];
  readonly failures: readonly Failure[];
} {
  // Only what the project's users commit may set a gate weaker than the default: whoever sets
  // variables can also say where the user's own file lies.
  const results = [
    ...variableSources(settings),
    readConfigurationFile(files, projectConfiguration(environment.projectFolder), true),
    readConfigurationFile(files, userConfiguration(userConfigurationFolder()), false),
  ];
  return {
    sources: results.flatMap((result) => (result.ok ? [result.value] : [])),
    failures: results.flatMap((result) => (result.ok ? [] : [result.failure])),
  };
}

function optionSource(
  args: Arguments,
  options: Readonly<Record<string, string>>,
): Result<SettingSource> {
  const values = new Map<string, SettingValue>();
  for (const [option, key] of Object.entries(options)) {
    const text = args.text(option);
    if (text === undefined) continue;
    const read = readSetting(key, text);
    if ('problem' in read) return usage(`--${option}: ${read.problem}`);
    values.set(key, read.value);
  }
  return success({ name: 'the command line', mayWeaken: false, values });
}

/** One source for every variable that is set, under its own name. */
function variableSources(settings: readonly Setting[]): readonly Result<SettingSource>[] {
  return settings.flatMap((setting) =>
    variablesOf(setting).flatMap((name) => variableSource(setting, name) ?? []),
  );
}

function variableSource({ key }: Setting, name: string): Result<SettingSource> | undefined {
  const text = readVariable(name);
  if (text === undefined) return undefined;
  const read = readSettingText(key, text);
  return 'problem' in read
    ? invalid(name, read.problem)
    : success({ name, mayWeaken: false, values: new Map([[key, read.value]]) });
}

function invalid(source: string, problem: string): Result<never> {
  return failed({ kind: 'invalid-configuration', source, problems: [problem] });
}
