import { join } from 'node:path';
import { ownNode, ownPrograms } from '../../adapters/own-programs.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import type { wantedHooks } from '../../domain/host/hook-settings.ts';
import type { HostWorld } from './places.ts';

/** Whether hooks go through `cs-hook`, which needs a POSIX system: elsewhere they start Node. */
export const HAS_FRONT = process.platform !== 'win32';

/** The programs that hooks start. */
const STARTED = HAS_FRONT ? ['cs', 'cs-hook', 'cs-stop-gate'] : ['cs', 'cs-stop-gate'];

/** How hooks start the suite's programs: by name, or by their paths on this machine. */
interface Starting {
  readonly isAbsolute: boolean;
  readonly call: Parameters<typeof wantedHooks>[0];
}

/** By name where all of them are on `PATH` outside of the project, unless paths are wanted. */
export function startingOf({ environment }: HostWorld, wantsAbsolute: boolean): Starting {
  const isOnPath = STARTED.every((name) => programOnPath(name, environment).program !== undefined);
  const isAbsolute = wantsAbsolute || !isOnPath;
  return { isAbsolute, call: HAS_FRONT ? frontCall(isAbsolute) : nodeCall(isAbsolute) };
}

function frontCall(isAbsolute: boolean): Starting['call'] {
  const program = isAbsolute ? quoted(join(ownPrograms(), 'cs-hook')) : 'cs-hook';
  const node = isAbsolute ? ` --node ${quoted(ownNode())}` : '';
  return (hook, deadline) =>
    `${program} ${hook}${node}${deadline === undefined ? '' : ` --deadline ${deadline}`}`;
}

function nodeCall(isAbsolute: boolean): Starting['call'] {
  const start = (program: string): string =>
    isAbsolute ? `${quoted(ownNode())} ${quoted(join(ownPrograms(), `${program}.cjs`))}` : program;
  return (hook) => (hook === 'stop' ? start('cs-stop-gate') : `${start('cs')} ${hook}`);
}

/** A path as one word of a POSIX shell; hooks run in one on Windows too, where paths take slashes. */
function quoted(path: string): string {
  const plain = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return `"${plain.replace(/["\\$`]/g, '\\$&')}"`;
}
