import { join } from 'node:path';
import { agentFolder, type Environment } from '../../adapters/environment.ts';
import { userStateFolder } from '../../adapters/user-folder.ts';
import type { SettingsPlace } from '../../domain/host/hook-settings.ts';
import type { World } from '../../ports.ts';
import type { StateHealth } from '../../store/state-health.ts';
import { createSettingsBackups } from './settings-backups.ts';
import type { SettingsFileWorld } from './settings-file.ts';

/** What it takes to examine a host and its settings. */
export interface HostWorld extends World {
  readonly environment: Environment;
  readonly health: StateHealth;
}

/** The path of the settings file of a place. */
export function settingsPath(place: SettingsPlace, { environment }: HostWorld): string {
  const project = join(environment.projectFolder, '.claude');
  const paths: Readonly<Record<SettingsPlace, string>> = {
    project: join(project, 'settings.json'),
    local: join(project, 'settings.local.json'),
    user: join(agentFolder(), 'settings.json'),
  };
  return paths[place];
}

/** The path of the settings that only the administrators of the machine can change. */
export function managedSettingsPath(): string {
  switch (process.platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode/managed-settings.json';
    case 'win32':
      return 'C:/Program Files/ClaudeCode/managed-settings.json';
    default:
      return '/etc/claude-code/managed-settings.json';
  }
}

/** What it takes to read and change settings files. The parser is a file of its own, loaded here. */
export async function settingsWorld(world: HostWorld): Promise<SettingsFileWorld> {
  const { findStrictFault, withMember } = await import('../../checks/parsers/jsonc-parser.ts');
  const { chance, clock, files, processes } = world;
  const uniqueName = () => chance.hex(6);
  const backups = createSettingsBackups(world, userStateFolder());
  return { backups, clock, files, processes, uniqueName, findFault: findStrictFault, withMember };
}
