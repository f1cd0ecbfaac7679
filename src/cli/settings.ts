import { readVariable } from '../adapters/environment.ts';
import { userConfigurationFolder } from '../adapters/user-folder.ts';
import {
  type Configuration,
  type EffectiveSetting,
  effectiveSettings,
  SETTINGS,
  type Setting,
  type SettingSource,
  type SettingValue,
  variablesOf,
} from '../domain/configuration.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { configurationOf, readSetting, readSettingText } from '../schemas/configuration.ts';
import {
  projectConfiguration,
  readConfigurationFile,
  userConfiguration,
} from '../store/configuration-files.ts';
import type { Arguments } from './command.ts';
import type { Suite } from './suite.ts';

export interface LoadedSettings {
  readonly configuration: Configuration;
  readonly effective: readonly EffectiveSetting[];
}

/**
 * The settings in force: options, variables, the project's file, the user's file, defaults. `options`
 * names the options that set a key. Fails on the first source that says something that cannot be.
 */
export function loadSettings(
  { environment, files }: Suite,
  args: Arguments,
  options: Readonly<Record<string, string>>,
): Result<LoadedSettings> {
  const onCommandLine = optionSource(args, options);
  if (!onCommandLine.ok) return onCommandLine;
  const variables = variableSources();
  if (!variables.ok) return variables;
  const sources = [onCommandLine.value, ...variables.value];
  const paths = [
    projectConfiguration(environment.projectFolder),
    userConfiguration(userConfigurationFolder()),
  ];
  for (const path of paths) {
    const file = readConfigurationFile(files, path);
    if (!file.ok) return file;
    sources.push(file.value);
  }
  const effective = effectiveSettings(sources);
  return success({ configuration: configurationOf(effective), effective });
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
    if ('problem' in read) return invalid(`--${option}`, read.problem);
    values.set(key, read.value);
  }
  return success({ name: 'the command line', mayWeaken: false, values });
}

/** One source for every variable that is set, under its own name. */
function variableSources(): Result<readonly SettingSource[]> {
  const sources: SettingSource[] = [];
  for (const setting of SETTINGS) {
    for (const name of variablesOf(setting)) {
      const source = variableSource(setting, name);
      if (source === undefined) continue;
      if (!source.ok) return source;
      sources.push(source.value);
    }
  }
  return success(sources);
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
