import { join } from 'node:path';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { isObject } from '../../../src/domain/base/document.ts';
import type { HookOutput } from '../../../src/domain/host/dialect.ts';
import { checkersConcernedBy } from '../../../src/stop-gate/checkers.ts';
import type { ExaminedStop } from '../../../src/stop-gate/examined-stop.ts';
import { type AskedStop, lookAtStop, type SeenStop } from '../../../src/stop-gate/look.ts';
import { respondToStop } from '../../../src/stop-gate/response.ts';
import { createFileView } from '../../../src/store/files/state-view.ts';
import { gateWorld, OWNER } from '../values/gate-values.ts';
import { type PromiseParts, promiseFile } from '../values/promises.ts';
import { createMemoryRegister } from './memory-register.ts';
import { asIfBegun } from './own-surroundings.ts';
import { type Scratch, scratchProject } from './repository.ts';
import { textAt } from './scratch-register.ts';

/** Stops of a session in a project on the disk, answered in the tests' own process. */

export const ID = 'promise-0000000a';

export interface ScratchStop {
  readonly project: Scratch;
  /** Writes a file below the state folder, as JSON unless it is a text. */
  keep(path: string, content: unknown): void;
  /** Puts a promise there; by default an open one of the session. */
  promise(parts?: PromiseParts, id?: string, owner?: string): void;
  /** What the gate keeps of a session; nothing where it keeps no file. */
  kept(session?: string): Readonly<Record<string, unknown>>;
  /** A stop as a first look shows it. */
  seen(parts?: Partial<AskedStop>): SeenStop;
  /** The same, answered by all checkers that it concerns. */
  answered(seen?: SeenStop, told?: Told): Promise<HookOutput>;
}

/** What the answer is given beside the stop. */
interface Told {
  readonly faults?: readonly string[];
  readonly standing?: ExaminedStop['standing'];
}

export function scratchStop(): ScratchStop {
  const project = scratchProject();
  const { folder } = project;
  const files = createNodeFiles(NO_DEADLINE);
  const state = join('.claude', 'completion-state');
  const keep: ScratchStop['keep'] = (path, content) =>
    project.write(
      join(state, path),
      typeof content === 'string' ? content : `${JSON.stringify(content)}\n`,
    );
  const seen: ScratchStop['seen'] = (parts = {}) => {
    const { clock, environment, host, payload, shellProject, stopper } = gateWorld();
    return lookAtStop({
      files,
      register: createMemoryRegister(),
      viewOf: (of) => createFileView({ digests: NODE_DIGESTS, files }, of),
      environment: { ...environment, projectFolder: folder, checkout: folder },
      clock,
      host,
      payload,
      shellProject,
      stopper,
      ...parts,
    });
  };
  return {
    project,
    keep,
    promise: (parts, id = ID, owner = OWNER) =>
      keep(join('promises', `${id}.json`), promiseFile(id, owner, parts)),
    kept(session = OWNER) {
      const text = textAt(join(folder, state, 'stop-gate', `${session}.json`));
      const value: unknown = JSON.parse(text ?? '{}');
      return isObject(value) ? value : {};
    },
    seen,
    answered: (stop = seen(), { faults = [], standing = () => undefined } = {}) =>
      asIfBegun(() =>
        respondToStop(
          stop,
          checkersConcernedBy(stop),
          faults,
          () => Promise.reject(new Error('no review is loaded')),
          standing,
        ),
      ),
  };
}
