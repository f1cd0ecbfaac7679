import { join } from 'node:path';
import type { SettingSource } from '../domain/configuration.ts';
import { readSettings } from '../domain/configuration-reading.ts';
import { parseDocument } from '../domain/document.ts';
import type { Failure } from '../domain/failure.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Files } from '../ports.ts';
import { reasonUnread } from './reading.ts';

/** Largest configuration file that is read, in bytes. */
const LARGEST_CONFIGURATION = 1024 * 1024;

/** Where the configuration of a project lies. Its users commit it. */
export function projectConfiguration(projectFolder: string): string {
  return join(projectFolder, '.claude', 'completion-promise.json');
}

/** Where the configuration of a user lies, for all projects. */
export function userConfiguration(userFolder: string): string {
  return join(userFolder, 'config.json');
}

/**
 * The settings in a configuration file; none where there is no such file. One that cannot be read, or
 * that says anything that is not a setting, fails: what it meant might have been a gate. `mayWeaken`:
 * whether it may set a gate weaker than the default.
 */
export function readConfigurationFile(
  files: Files,
  path: string,
  mayWeaken: boolean,
): Result<SettingSource> {
  const invalid = (...problems: readonly string[]): Result<never> => {
    const failure: Failure = { kind: 'invalid-configuration', source: path, problems };
    return failed(failure);
  };
  const reading = files.readFollowed(path, LARGEST_CONFIGURATION);
  switch (reading.found) {
    case 'nothing':
      return success({ name: path, mayWeaken, values: new Map() });
    case 'text': {
      const document = parseDocument(reading.text);
      if (!document.ok) return invalid(document.reason);
      const { problems, values } = readSettings(document.value);
      return problems.length > 0
        ? invalid(...problems)
        : success({ name: path, mayWeaken, values });
    }
    case 'link':
      return invalid('its links lead in a circle');
    default:
      // Where a folder on the way is none, there is no such file.
      return reading.found === 'error' && reading.code === 'ENOTDIR'
        ? success({ name: path, mayWeaken, values: new Map() })
        : invalid(reasonUnread(reading, LARGEST_CONFIGURATION));
  }
}
