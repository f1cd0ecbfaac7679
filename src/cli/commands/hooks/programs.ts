import { join } from 'node:path';
import { ownNode, ownPrograms } from '../../../adapters/own-programs.ts';
import { programOnPath } from '../../../adapters/program-path.ts';
import type { Suite } from '../../suite.ts';

/** The programs that hooks start. */
const STARTED = ['cs', 'cs-stop-gate'] as const;

type Started = (typeof STARTED)[number];

/** How hooks start the suite's programs: by name, or by where they are on this machine. */
export interface Starting {
  readonly isAbsolute: boolean;
  start(program: Started): string;
}

/** By name where all of them are on `PATH` outside of the project, unless the other is asked for. */
export function startingOf({ environment }: Suite, wantsAbsolute: boolean): Starting {
  const isOnPath = STARTED.every(
    (name) => programOnPath(name, environment.projectFolder).program !== undefined,
  );
  if (isOnPath && !wantsAbsolute) return { isAbsolute: false, start: (program) => program };
  const folder = ownPrograms();
  return {
    isAbsolute: true,
    start: (program) => `${quoted(ownNode())} ${quoted(join(folder, `${program}.cjs`))}`,
  };
}

/** A path as one word of a POSIX shell; hooks run in one on Windows too, where paths take slashes. */
function quoted(path: string): string {
  const plain = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return `"${plain.replace(/["\\$`]/g, '\\$&')}"`;
}
