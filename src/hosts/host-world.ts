import { dirname, join } from 'node:path';
import type { Environment } from '../adapters/environment.ts';
import { ownPrograms } from '../adapters/own-programs.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { World } from '../ports.ts';
import { textOf } from '../store/files/text-file.ts';
import type { StateHealth } from '../store/state-health.ts';
import { createSettingsBackups } from './settings-backups.ts';
import type { SettingsFileWorld } from './settings-file.ts';

/** The largest file of the package that is read, in bytes. */
const LARGEST_SHIPPED = 1024 * 1024;

/** What it takes to examine a host and its settings. */
export interface HostWorld extends World {
  readonly environment: Environment;
  readonly health: StateHealth;
}

/** What it takes to read and change settings files. The parser is a file of its own, loaded here. */
export async function settingsWorld(world: HostWorld): Promise<SettingsFileWorld> {
  const json = await import('../checks/parsers/jsonc-parser.ts');
  const { chance, clock, files, processes } = world;
  const uniqueName = () => chance.hex(6);
  const backups = createSettingsBackups(world, userStateFolder());
  const shipped = (...path: readonly string[]): string => {
    const place = join(dirname(ownPrograms()), ...path);
    const text = textOf(files, place, LARGEST_SHIPPED);
    if (text === undefined)
      throw new Error(`${place} is missing: install completion-promise again`);
    return text;
  };
  return { backups, clock, files, processes, uniqueName, json, shipped };
}
