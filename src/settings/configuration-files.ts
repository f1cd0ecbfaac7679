import { join } from 'node:path';
import { parseDocument } from '../domain/base/document.ts';
import { jsonFault } from '../domain/base/json-fault.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { SettingSource } from '../domain/settings/configuration.ts';
import { readSettings } from '../domain/settings/configuration-reading.ts';
import type { Files } from '../ports.ts';
import { reasonUnread } from '../store/files/reading.ts';

/** Largest configuration file that is read, in bytes. */
export const LARGEST_CONFIGURATION = 1024 * 1024;

/**
 * Files of which each that links are followed to is read once, as configurations are: where the state lies and which
 * settings are in force is asked at different places, and answered by the same bytes.
 */
export function readingOnce(files: Files): Files {
  const known = new Map<string, ReturnType<Files['readFollowed']>>();
  return {
    ...files,
    readFollowed(path, limit) {
      const reading = known.get(path) ?? files.readFollowed(path, limit);
      known.set(path, reading);
      return reading;
    },
  };
}

/** The path of a project's configuration, which its users commit. */
export function projectConfiguration(projectFolder: string): string {
  return join(projectFolder, '.claude', 'completion-promise.json');
}

/** The path of a user's configuration, for all projects. */
export function userConfiguration(userFolder: string): string {
  return join(userFolder, 'config.json');
}

/**
 * The settings in a configuration file; none where there is no such file. Fails where the file cannot be read
 * or has an unknown key or value, because that may be a misspelt gate. `mayWeaken`: whether it may set a gate
 * weaker than the default.
 */
export function readConfigurationFile(
  files: Files,
  path: string,
  mayWeaken: boolean,
): Result<SettingSource> {
  const invalid = (...problems: readonly string[]) =>
    failed({ kind: 'invalid-configuration', source: path, problems });
  const sourceOf = (values: SettingSource['values']) => success({ name: path, mayWeaken, values });
  const reading = files.readFollowed(path, LARGEST_CONFIGURATION);
  switch (reading.found) {
    case 'nothing':
      return sourceOf(new Map());
    case 'text':
      return configurationIn(path, reading.text, mayWeaken);
    case 'link':
      return invalid('its links form a loop');
    default:
      // A file stands where a folder of the path should be: there is no configuration.
      return reading.found === 'error' && reading.code === 'ENOTDIR'
        ? sourceOf(new Map())
        : invalid(reasonUnread(reading, LARGEST_CONFIGURATION));
  }
}

/** The settings in the text of a configuration file; see `readConfigurationFile`. */
export function configurationIn(
  path: string,
  text: string,
  mayWeaken: boolean,
): Result<SettingSource> {
  const invalid = (...problems: readonly string[]) =>
    failed({ kind: 'invalid-configuration', source: path, problems });
  const document = parseDocument(text);
  if (!document.ok) return invalid(placedReason(text, document.reason));
  const { problems, values } = readSettings(document.value);
  return problems.length > 0 ? invalid(...problems) : success({ name: path, mayWeaken, values });
}

/** Why a text is no document, with the place where it is not. */
function placedReason(text: string, reason: string): string {
  const fault = text.trim() === '' ? undefined : jsonFault(text.replace(/^\ufeff/, ''));
  if (fault === undefined) return reason;
  return `line ${fault.line}, column ${fault.column}: ${reason}, expected ${fault.wanted}`;
}
