import { type Environment, readVariable } from '../adapters/environment.ts';
import { userConfigurationFolder } from '../adapters/user-folder.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { PendingSetting } from '../domain/settings/approval.ts';
import {
  CHECK_KEYS,
  type Configuration,
  checkSettingsOf,
  configurationOf,
  type EffectiveSetting,
  effectiveSettings,
  type SettingSource,
} from '../domain/settings/configuration.ts';
import { readSettingText } from '../domain/settings/configuration-reading.ts';
import { SETTINGS, type Setting, variablesOf } from '../domain/settings/setting.ts';
import { GATE_SETTINGS } from '../domain/settings/weaker.ts';
import type { CheckSettings } from '../domain/standing/stop-check.ts';
import type { Files } from '../ports.ts';
import {
  configurationIn,
  readConfigurationFile,
  userConfiguration,
} from './configuration-files.ts';
import { readProjectSettings } from './project-settings.ts';

/** What loading the settings needs. */
export interface SettingsWorld {
  readonly environment: Environment;
  readonly files: Files;
}

export interface LoadedSettings {
  readonly configuration: Configuration;
  readonly effective: readonly EffectiveSetting[];
  /** What the project's file has otherwise than its user approved it. */
  readonly pending: readonly PendingSetting[];
}

/**
 * The settings in force: options, variables, the project's file, the user's file, defaults. Fails on the
 * first source with an invalid setting.
 */
export function loadSettings(
  world: SettingsWorld,
  onCommandLine: SettingSource,
): Result<LoadedSettings> {
  return ofAll(gatherSources(world), (sources, pending) =>
    settingsOf([onCommandLine, ...sources], pending),
  );
}

/** The settings of `--check`. */
export function loadCheckSettings(world: SettingsWorld): Result<CheckSettings> {
  const settings = SETTINGS.filter(({ key }) => CHECK_KEYS.has(key));
  return ofAll(gatherSources(world, settings), (sources) =>
    checkSettingsOf(effectiveSettings(sources, settings)),
  );
}

/** The settings of `--check`, and with them all by which a gate could be weakened. */
interface GateSettings extends CheckSettings {
  readonly effective: readonly EffectiveSetting[];
}

/**
 * The same with a look at all settings by which a gate could be weakened. A variable of one that the check does not
 * go by, and that cannot be read, is passed over: it must not shut a gate that it could not open.
 */
export function loadGateSettings(world: SettingsWorld): Result<GateSettings> {
  const others = GATE_SETTINGS.filter(({ key }) => !CHECK_KEYS.has(key));
  const beside = variableSources(others).flatMap((result) => (result.ok ? [result.value] : []));
  const settings = SETTINGS.filter(({ key }) => CHECK_KEYS.has(key));
  return ofAll(gatherSources(world, settings), (sources) => ({
    ...checkSettingsOf(effectiveSettings(sources, settings)),
    effective: effectiveSettings([...beside, ...sources], GATE_SETTINGS),
  }));
}

/** All settings, for callers without options. */
export function loadConfiguration(world: SettingsWorld): Result<Configuration> {
  return ofAll(gatherSources(world), (sources) => settingsOf(sources).configuration);
}

/**
 * The settings for a proposed change: variables, the project's file as a revision has it, defaults. What
 * lies in the checkout or in a user's folders has no say. `text`: undefined where the revision has no such file.
 */
export function configurationOfRevision(
  name: string,
  text: string | undefined,
): Result<Configuration> {
  const project = text === undefined ? [] : [configurationIn(name, text, true)];
  return ofAll(
    gathered([...variableSources(SETTINGS), ...project]),
    (sources) => settingsOf(sources).configuration,
  );
}

/** The default settings. */
export function defaultConfiguration(): Configuration {
  return settingsOf([]).configuration;
}

/** The settings of all readable sources, and the failures of the others. */
export function inspectSettings(
  suite: SettingsWorld,
): LoadedSettings & { readonly failures: readonly Failure[] } {
  const { failures, pending, sources } = gatherSources(suite);
  return { ...settingsOf(sources, pending), failures };
}

function settingsOf(
  sources: readonly SettingSource[],
  pending: readonly PendingSetting[] = [],
): LoadedSettings {
  const effective = effectiveSettings(sources);
  return { configuration: configurationOf(effective), effective, pending };
}

/** The sources that can be read, nearest first, and the failures of the others. */
interface GatheredSources {
  readonly sources: readonly SettingSource[];
  readonly failures: readonly Failure[];
  readonly pending: readonly PendingSetting[];
}

/** What the sources say, or the first failure where one of them cannot be read. */
function ofAll<Value>(
  { failures, pending, sources }: GatheredSources,
  settingsIn: (sources: readonly SettingSource[], pending: readonly PendingSetting[]) => Value,
): Result<Value> {
  const [failure] = failures;
  return failure === undefined ? success(settingsIn(sources, pending)) : failed(failure);
}

/** `settings`: the settings whose variables are read; files are always read whole. */
function gatherSources(
  { environment, files }: SettingsWorld,
  settings: readonly Setting[] = SETTINGS,
): GatheredSources {
  // Only the file that the project's users commit may set a gate weaker than the default: an agent that
  // sets variables can also choose which user file is read.
  const project = readProjectSettings(files, environment.projectFolder);
  const results = [
    ...variableSources(settings),
    ...(project.ok ? project.value.sources.map((source) => success(source)) : [project]),
    readConfigurationFile(files, userConfiguration(userConfigurationFolder()), false),
  ];
  return gathered(results, project.ok ? project.value.pending : []);
}

function gathered(
  results: readonly Result<SettingSource>[],
  pending: readonly PendingSetting[] = [],
): GatheredSources {
  return {
    pending,
    sources: results.flatMap((result) => (result.ok ? [result.value] : [])),
    failures: results.flatMap((result) => (result.ok ? [] : [result.failure])),
  };
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
