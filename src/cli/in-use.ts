import { join } from 'node:path';
import { projectConfiguration } from '../settings/configuration-files.ts';
import type { Suite } from '../suite.ts';

/** The largest settings file that is searched, in bytes. */
const LARGEST_SETTINGS = 1024 * 1024;

/**
 * Whether a project uses the suite: it has a state folder, a configuration, or the hooks in its own settings.
 * Hooks of the user's settings or of a plugin run in every project, and must not write into the others.
 */
export async function isInUse({ environment, files, health }: Suite): Promise<boolean> {
  const { projectFolder } = environment;
  return (
    (await health.isThere()) ||
    files.exists(projectConfiguration(projectFolder)) ||
    ['settings.json', 'settings.local.json'].some((name) => {
      const reading = files.readFollowed(join(projectFolder, '.claude', name), LARGEST_SETTINGS);
      return reading.found === 'text' && reading.text.includes('user-prompt');
    })
  );
}
