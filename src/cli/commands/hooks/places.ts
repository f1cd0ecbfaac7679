import { join } from 'node:path';
import { agentFolder } from '../../../adapters/environment.ts';
import type { SettingsPlace } from '../../../domain/host-settings.ts';
import type { SettingsFileWorld } from '../../../store/settings-file.ts';
import type { Suite } from '../../suite.ts';

/** Where the settings of a place are. */
export function settingsPath(place: SettingsPlace, { environment }: Suite): string {
  const project = join(environment.projectFolder, '.claude');
  switch (place) {
    case 'project':
      return join(project, 'settings.json');
    case 'local':
      return join(project, 'settings.local.json');
    case 'user':
      return join(agentFolder(), 'settings.json');
  }
}

/** Where those who manage a machine put settings that nobody else can change. */
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

/** What reading and changing settings files takes. The parser that finds faults is loaded for it. */
export async function settingsWorld(suite: Suite): Promise<SettingsFileWorld> {
  const { findStrictFault } = await import('../../../checks/parsers/jsonc-parser.ts');
  const { chance, clock, files, processes } = suite;
  return { clock, files, processes, uniqueName: () => chance.hex(6), findFault: findStrictFault };
}
