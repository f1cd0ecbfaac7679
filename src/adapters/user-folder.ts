import { join } from 'node:path';
import { homeFolder } from './environment.ts';

/** Where the suite keeps what is the user's own, for all projects. */
export function userConfigurationFolder(): string {
  return join(homeFolder(), '.config', 'completion-promise');
}
