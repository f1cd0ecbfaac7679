import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import type { Files } from '../../../src/ports.ts';
import { openKeptArtifacts } from '../../../src/store/files/kept-artifacts.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/project').artifacts;
const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;

function world(replaced: Partial<Files> = {}) {
  const memory = createMemoryFiles();
  memory.makeFolder('/project');
  /** When files were kept that were not kept just now. */
  const times = new Map<string, number>();
  const files: Files = {
    ...memory,
    modified: (path) => (memory.exists(path) ? (times.get(path) ?? NOW) : undefined),
    ...replaced,
  };
  const kept = openKeptArtifacts(
    { files, digests: { of: sha256 }, uniqueName: () => 'draft', now: () => NOW },
    '/project',
  );
  return { kept, memory, times };
}

const LOG = Buffer.from('12 passed\n');
const NAME = `${sha256(LOG)}.log`;

describe('an artifact', () => {
  it('lies in the state folder under its digest, and is read from there', () => {
    const { kept, memory } = world();
    const artifact = kept.keep('logs/run.log', LOG);
    expect(artifact).toEqual({ path: 'logs/run.log', bytes: LOG.length, sha256: sha256(LOG) });
    expect(memory.list(FOLDER)).toEqual({ names: [NAME] });
    expect(kept.placeOf(artifact)).toBe(`.claude/completion-state/artifacts/${NAME}`);
    expect(kept.read(artifact)).toEqual(LOG);
  });

  it.each([
    ['that is too large to be kept', { path: 'run.log', bytes: 1, sha256: null }],
    ['whose digest is none', { path: 'run.log', bytes: 1, sha256: '../promises' }],
    ['whose ending is none of theirs', { path: 'run.js', bytes: 1, sha256: sha256(LOG) }],
    ['that was not kept', { path: 'run.log', bytes: 1, sha256: sha256('another') }],
  ])('%s is not here', (_what, artifact) => {
    const { kept } = world();
    kept.keep('run.log', LOG);
    expect([kept.placeOf(artifact), kept.read(artifact)]).toEqual([undefined, undefined]);
  });

  it('in whose place something else lies is not read', () => {
    const { kept, memory } = world();
    const artifact = kept.keep('run.log', LOG);
    memory.remove(join(FOLDER, NAME));
    memory.writeNew(join(FOLDER, NAME), '13 passed\n');
    expect(kept.read(artifact)).toBeUndefined();
  });

  it('takes along those that are older than thirty days, and stays itself', () => {
    const { kept, memory, times } = world();
    kept.keep('run.log', LOG);
    for (const [name, days] of [
      ['old.log', 31],
      ['new.log', 29],
      [NAME, 31],
    ] as const) {
      const path = join(FOLDER, name);
      if (!memory.exists(path)) memory.writeNew(path, name);
      times.set(path, NOW - days * DAY);
    }
    kept.keep('run.log', LOG);
    const { names } = { names: [], ...memory.list(FOLDER) };
    expect([...names].sort()).toEqual([NAME, 'new.log'].sort());
  });

  it('that cannot be kept stands with its proof all the same', () => {
    const { kept, memory } = world({
      writeNew(path) {
        throw systemError('ENOSPC', path);
      },
    });
    memory.makeFolder(FOLDER);
    const artifact = kept.keep('run.log', LOG);
    expect(artifact).toMatchObject({ path: 'run.log', sha256: sha256(LOG) });
    expect(kept.placeOf(artifact)).toBeUndefined();
  });
});
