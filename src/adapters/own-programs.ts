import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the suite's own launchers are, of which one runs just now. */
export function ownPrograms(): string {
  return dirname(realpathSync(process.argv[1] ?? '.'));
}

/** The Node that runs just now. */
export function ownNode(): string {
  return process.execPath;
}
