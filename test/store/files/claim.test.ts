import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/ports.ts';
import { createClaims } from '../../../src/store/files/claim.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, type MemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FOLDER = '/.commits';
const LEDGER = `${FOLDER}/ledger`;
const OTHER = `${LEDGER}/2-1-here-x`;
const GONE = '3-1-here-x';
const RUNNING = '2-1-here-x';

/** Claims of process 1; process 2 runs, all others have ended. */
function world(replaced: (memory: Files) => Partial<Files> = () => ({})) {
  const memory = createMemoryFiles();
  memory.makeFolder(FOLDER);
  const processes = {
    self: { pid: 1, started: '1', place: 'here' },
    fate: ({ pid }: { readonly pid: number }) => (pid > 2 ? 'gone' : 'running'),
  } as const;
  const files = { ...memory, ...replaced(memory) };
  const clock = fakeClock();
  const claims = createClaims({ files, clock, processes }, FOLDER, () => 'unique');
  return { claims, clock, memory };
}

/** Makes files in the commits' folder, by their paths in it; a path that ends in `/` is a folder. */
function put(memory: Files, paths: readonly string[]): void {
  for (const path of paths) {
    const place = `${FOLDER}/${path}`;
    memory.makeFolder(path.endsWith('/') ? place.slice(0, -1) : dirname(place));
    if (!path.endsWith('/')) memory.writeNew(place, 'text');
  }
}

/** What is there of it, in the order of the paths. */
function left({ files, folders }: MemoryFiles): readonly string[] {
  const inner = [...files.keys(), ...folders].filter((path) => path.startsWith(`${FOLDER}/`));
  return inner.map((path) => path.slice(FOLDER.length + 1)).sort();
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

describe('a name is taken', () => {
  it.each<[string, readonly string[], boolean]>([
    ['that nobody holds', [], true],
    ['that a folder without an entry is left of', ['ledger/'], true],
    ['but not of a writer that runs', [`ledger/${RUNNING}`], false],
    ['of a writer that has ended', [`ledger/${GONE}`], true],
    [
      'but not of one that runs, beside one that has ended',
      [`ledger/${GONE}`, `ledger/${RUNNING}`],
      false,
    ],
    ['of what is no writer', ['ledger/notes'], true],
    ['of what ends as the name of a writer', ['ledger/x2-1-here-x'], true],
    ['of what begins as the name of a writer', ['ledger/2-1-here-x-y'], true],
  ])('%s', (_what, there, isTaken) => {
    const { claims, memory } = world();
    put(memory, there);
    const claim = claims.take('ledger', 'content');
    expect(claim?.stands() === true).toBe(isTaken);
    expect(memory.files.get(`${LEDGER}/1-1-here-unique`)).toBe(isTaken ? 'content' : undefined);
    if (!isTaken) expect(left(memory)).toEqual(['ledger', ...there].sort());
  });

  it('after three seconds in which its writer stood still, and not before', () => {
    const { claims, clock, memory } = world();
    put(memory, [`ledger/${RUNNING}`]);
    clock.pass(5000);
    expect(claims.take('ledger', '')).toBeUndefined();
    clock.pass(3000);
    expect(claims.take('ledger', '')).toBeUndefined();
    clock.pass(1);
    expect(claims.take('ledger', '')?.stands()).toBe(true);
  });

  it('by no writer that waits: it looks, and prepares nothing', () => {
    const made: string[] = [];
    const { claims, memory } = world((files) => ({
      makeFolder(path) {
        made.push(path);
        files.makeFolder(path);
      },
    }));
    put(memory, [`ledger/${RUNNING}`]);
    expect(claims.take('ledger', '')).toBeUndefined();
    expect(made).toEqual([]);
  });
});

describe('a move to a name that is refused', () => {
  /** Claims whose moves fail with a code, each after something else was put there. */
  function refusing(code: string, there: readonly string[], times = Number.POSITIVE_INFINITY) {
    let moves = 0;
    const made = world((files) => ({
      rename(from, to) {
        moves += 1;
        if (moves > times) return files.rename(from, to);
        put(files, there);
        throw systemError(code, to);
      },
    }));
    return { ...made, moves: () => moves };
  }

  it.each(['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'])(
    'with %s means that another writer holds it, where one is there',
    (code) => {
      const { claims, memory, moves } = refusing(code, [`ledger/${RUNNING}`], 1);
      expect(claims.take('ledger', '')).toBeUndefined();
      expect([left(memory), moves()]).toEqual([['ledger', `ledger/${RUNNING}`], 1]);
    },
  );

  it.each<[string, string, readonly string[]]>([
    ['with EACCES is an error, where nothing is there', 'EACCES', []],
    ['with EIO is an error, whatever is there', 'EIO', [`ledger/${RUNNING}`]],
  ])('%s, and the draft goes', (_what, code, there) => {
    const { claims, memory } = refusing(code, there, code === 'EIO' ? 1 : undefined);
    expect(() => claims.take('ledger', '')).toThrow(code);
    expect(left(memory).filter((path) => path.startsWith('draft-'))).toEqual([]);
  });

  it.each<[string, readonly string[], boolean]>([
    ['since nothing is there any more', [], true],
    ['since one is there that has ended', [`ledger/${GONE}`], true],
  ])('is tried again, %s', (_what, there, isTaken) => {
    const { claims } = refusing('ENOTEMPTY', there, 1);
    expect(claims.take('ledger', '')?.stands()).toBe(isTaken);
  });

  it('is tried twice, and given up where another one came both times', () => {
    let times = 0;
    const { claims, memory } = world((files) => ({
      rename(_from, to) {
        times += 1;
        put(files, [`ledger/${times + 2}-1-here-x`]);
        throw systemError('ENOTEMPTY', to);
      },
    }));
    expect(claims.take('ledger', '')).toBeUndefined();
    expect([times, left(memory)]).toEqual([2, []]);
  });

  it.each<[string, string, boolean]>([
    ['goes before it is looked at', 'ENOENT', true],
    ['cannot be looked at', 'EIO', false],
  ])('by one that %s', (_what, code, isTaken) => {
    let looks = 0;
    let moves = 0;
    const { claims } = world((files) => ({
      list(folder) {
        looks += 1;
        if (looks === 2) return { names: [RUNNING] };
        return looks === 3 ? { code } : files.list(folder);
      },
      rename(from, to) {
        moves += 1;
        if (moves === 1) throw systemError('ENOTEMPTY', to);
        files.rename(from, to);
      },
    }));
    expect(claims.take('ledger', '')?.stands() === true).toBe(isTaken);
  });

  it.each<[string, string, number]>([
    ['was taken away meanwhile: it is tried again', 'ENOENT', 2],
    ['is no empty folder: another writer came', 'ENOTEMPTY', 1],
  ])('by what %s', (_what, code, tries) => {
    let moves = 0;
    const { claims } = world((files) => ({
      rename(from, to) {
        moves += 1;
        if (moves > 1) return files.rename(from, to);
        put(files, [`ledger/${GONE}`]);
        throw systemError('ENOTEMPTY', to);
      },
      removeFolder(folder) {
        files.removeFolder(folder);
        if (folder === LEDGER) throw systemError(code, folder);
      },
    }));
    expect(claims.take('ledger', '')?.stands() === true).toBe(tries === 2);
    expect(moves).toBe(tries);
  });
});

it('a draft that cannot be written to its end leaves nothing behind', () => {
  const { claims, memory } = world((files) => ({
    writeNew(path, content) {
      files.writeNew(path, content);
      throw systemError('ENOSPC', path);
    },
  }));
  expect(() => claims.take('ledger', '')).toThrow('ENOSPC');
  expect(left(memory)).toEqual([]);
});

describe('a claim that is published', () => {
  it('gives its content to the path, and ends', () => {
    const { claims, memory } = world();
    const claim = claims.take('ledger', 'content');
    expect(claim?.publish('/published')).toBe(true);
    expect([memory.files.get('/published'), left(memory), claim?.stands()]).toEqual([
      'content',
      [],
      false,
    ]);
  });

  it('at a path that refuses it stands, and says why', () => {
    const { claims } = world((files) => ({
      rename(from, to) {
        if (to === '/published') throw systemError('EACCES', to);
        files.rename(from, to);
      },
    }));
    const claim = claims.take('ledger', 'content');
    expect(() => claim?.publish('/published')).toThrow('EACCES');
    expect(claim?.stands()).toBe(true);
  });
});

describe('a sweep', () => {
  it('knows a prepared file by its name', () => {
    expect(world().claims.draftName()).toBe('file-1-1-here-unique');
  });

  it.each<[string, readonly string[], boolean]>([
    ['a prepared file of a writer that has ended', [`file-${GONE}`], false],
    ['one of a writer that runs', [`file-${RUNNING}`], true],
    ['one of nobody', ['file-notes'], true],
    ['a draft of a writer that has ended', [`draft-${GONE}/${GONE}`], false],
    ['one that has no entry yet', [`draft-${GONE}/`], false],
    ['a draft of a writer that runs', [`draft-${RUNNING}/${RUNNING}`], true],
    ['one that runs and has no entry yet', [`draft-${RUNNING}/`], true],
    ['a claim of a writer that has ended', [`promise-1.json.none/${GONE}`], false],
    ['a claim of a writer that runs', [`promise-1.json.none/${RUNNING}`], true],
    ['a claim of nobody', ['promise-1.json.none/notes'], true],
    ['a claim that was published', ['promise-1.json.none/'], false],
    ['the lock of a queue', ['promise-1.lock/'], true],
    ['the note of a queue', ['promise-1.holder'], true],
  ])('%s', (_what, there, stays) => {
    const { claims, memory } = world();
    put(memory, there);
    const before = left(memory);
    claims.sweep();
    expect(left(memory)).toEqual(stays ? before : []);
  });

  it('looks at two hundred names, and leaves the others to the next', () => {
    const { claims, memory } = world();
    put(
      memory,
      Array.from({ length: 250 }, (_, index) => `file-3-1-here-x${index}`),
    );
    claims.sweep();
    expect(left(memory)).toHaveLength(50);
    claims.sweep();
    expect(left(memory)).toEqual([]);
  });

  it('of a folder that is not there does nothing', () => {
    const { claims, memory } = world();
    memory.removeFolder(FOLDER);
    claims.sweep();
    expect(memory.exists(FOLDER)).toBe(false);
  });
});
