import { failed, type Result, success } from '../domain/base/result.ts';
import type { SettingSource } from '../domain/settings/configuration.ts';
import { readSetting } from '../domain/settings/configuration-reading.ts';
import type { SettingValue } from '../domain/settings/setting.ts';
import { type LoadedSettings, loadSettings, type SettingsWorld } from '../settings/loading.ts';
import type { Arguments } from './command.ts';
import { usage } from './usage.ts';

/**
 * The settings in force for a command line. `options` names the options that set a key. Fails where an
 * option's value is not one that its key takes, or a source cannot be read.
 */
export function settingsFor(
  world: SettingsWorld,
  args: Arguments,
  options: Readonly<Record<string, string>>,
): Result<LoadedSettings> {
  const onCommandLine = optionSource(args, options);
  return onCommandLine.ok
    ? loadSettings(world, onCommandLine.value)
    : failed(onCommandLine.failure);
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
