import { isAbsolute, join } from 'node:path';
import { homeFolder, stateHome } from './environment.ts';

const NAME = 'completion-promise';

/**
 * The folder of the user's own files of the suite, for all projects. It lies by the home alone: a shell that sets
 * `XDG_CONFIG_HOME` would go by other settings than the hooks of its session.
 */
export function userConfigurationFolder(): string {
  return join(homeFolder(), '.config', NAME);
}

/** The folder of what the suite keeps for the user, for all projects, by the custom of the platform. */
export function userStateFolder(): string {
  const named = stateHome();
  if (named !== undefined && isAbsolute(named)) return join(named, NAME);
  return join(homeFolder(), ...(CUSTOMS[process.platform] ?? OF_XDG), NAME);
}

const OF_XDG = ['.local', 'state'];

const CUSTOMS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['Library', 'Application Support'],
  win32: ['AppData', 'Local'],
};
