import { join } from 'node:path';
import { projectConfiguration } from '../store/configuration-files.ts';
import type { Suite } from './suite.ts';

/** A settings file that is larger is no project's. */
const LARGEST_SETTINGS = 1024 * 1024;

/**
 * Whether a project has the suite: state, a configuration, or its hooks in settings of its own. Hooks that a
 * user has for all projects, or as a plugin, see every project, and must not write into those that have not.
 */
export function isInUse({ environment, files, folder }: Suite): boolean {
  const { projectFolder } = environment;
  return (
    files.exists(folder.root) ||
    files.exists(projectConfiguration(projectFolder)) ||
    ['settings.json', 'settings.local.json'].some((name) => {
      const reading = files.readFollowed(join(projectFolder, '.claude', name), LARGEST_SETTINGS);
      return reading.found === 'text' && reading.text.includes('user-prompt');
    })
  );
}
