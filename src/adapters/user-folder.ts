import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the suite keeps what is the user's own, for all projects. */
export function userConfigurationFolder(): string {
  return join(homedir(), '.config', 'completion-promise');
}
