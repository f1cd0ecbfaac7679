import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/ports.ts';
import { createClaims } from '../../../src/store/files/claim.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = '/.commits';
const OTHER = `${FOLDER}/ledger/2-1-here-x`;

/** Claims of process 1; process 2 runs, all others have ended. */
function world(replaced: (memory: Files) => Partial<Files> = () => ({})) {
  const memory = createMemoryFiles();
  memory.makeFolder(FOLDER);
  const processes = {
    self: { pid: 1, started: '1', place: 'here' },
    fate: ({ pid }: { readonly pid: number }) => (pid > 2 ? 'gone' : 'running'),
  } as const;
  const files = { ...memory, ...replaced(memory) };
  const claims = createClaims({ files, clock: fakeClock(), processes }, FOLDER, () => 'unique');
  return { claims, memory };
}

describe('a claim', () => {
  it('is given to none who finds the name taken between the look and the move', () => {
    const { claims, memory } = world((files) => ({
      rename() {
        if (!files.exists(OTHER)) {
          files.makeFolder(`${FOLDER}/ledger`);
          files.writeNew(OTHER, '');
        }
        throw systemError('ENOTEMPTY', FOLDER);
      },
    }));
    expect(claims.take('ledger', '')).toBeUndefined();
    expect([...memory.files.keys()]).toEqual([OTHER]);
    expect(memory.list(FOLDER)).toEqual({ names: ['ledger'] });
  });

  it('that may not be taken away is no claim that is gone', () => {
    const { claims } = world(() => ({
      remove(path) {
        throw systemError('EACCES', path);
      },
    }));
    const claim = claims.take('ledger', '');
    expect(() => claim?.release()).toThrow('EACCES');
    expect(claim?.stands()).toBe(true);
  });

  it('that a rival took away meanwhile is released', () => {
    const { claims, memory } = world();
    const claim = claims.take('ledger', '');
    for (const path of [...memory.files.keys()]) memory.remove(path);
    expect(claim?.stands()).toBe(false);
    expect(claim?.publish('/published')).toBe(false);
    claim?.release();
    expect(memory.list(FOLDER)).toEqual({ names: [] });
  });
});
