import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder of the suite's launchers, one of which runs now. */
export function ownPrograms(): string {
  return dirname(realpathSync(process.argv[1] ?? '.'));
}

/** The path of the Node that runs now. */
export function ownNode(): string {
  return process.execPath;
}
