import { join } from 'node:path';
import { userFolderOf } from '../../adapters/environment.ts';
import type { SettingsPlace } from '../../domain/host/hook-settings.ts';
import type { HostWorld } from '../host-world.ts';
import { claudeCode } from './host.ts';

/** The user's folder of settings, plugins and transcripts. */
export const agentFolder = (): string => userFolderOf(claudeCode.transcriptPlace.folder);

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
