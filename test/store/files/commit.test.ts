import { describe, expect, it } from 'vitest';
import type { Clock, Files, Processes } from '../../../src/ports.ts';
import { type Commits, createCommits, revisionOf } from '../../../src/store/files/commit.ts';
import { createMemoryFiles, type MemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { Killed, stepping } from '../../rig/worlds/stepping.ts';

const FILE = '/promises/promise-1.json';
const COMMITS = '/.commits';

/** Which of the writers have died, and what time it is: the world that all of them share. */
interface World {
  readonly memory: MemoryFiles;
  readonly dead: Set<number>;
  elapsed: number;
}

function createWorld(): World {
  const memory = createMemoryFiles();
  memory.makeFolder('/promises');
  memory.makeFolder(COMMITS);
  memory.writeNew(FILE, '[]');
  return { memory, dead: new Set(), elapsed: 0 };
}

function commitsOf(world: World, pid: number, files: Files = world.memory): Commits {
  let names = 0;
  const clock: Clock = {
    now: () => 0,
    elapsed: () => world.elapsed,
    machine: () => 0,
    sleep: async () => undefined,
  };
  const processes: Processes = {
    self: { pid, started: '1', place: 'here' },
    fate: (identity) => (world.dead.has(identity.pid) ? 'gone' : 'running'),
  };
  const uniqueName = () => {
    names += 1;
    return `${pid}x${names}`;
  };
  return createCommits({ files, clock, processes }, COMMITS, uniqueName);
}

function textOf(files: Files): string | undefined {
  const reading = files.read(FILE, 1000);
  return reading.found === 'text' ? reading.text : undefined;
}

/**
 * A writer: adds its number to the list in the file, trying again until it is there. Gives whether
 * it was acknowledged. Time passes with each try, so that claims of the dead and the stuck run out.
 */
function write(world: World, pid: number, files: Files): boolean {
  const commits = commitsOf(world, pid, files);
  for (let tries = 0; tries < 12; tries += 1) {
    const base = textOf(files);
    const numbers: number[] = JSON.parse(base ?? '[]');
    const outcome = commits.replace(FILE, base, JSON.stringify([...numbers, pid]), () =>
      textOf(files),
    );
    if (outcome === 'committed') return true;
    world.elapsed += 1000;
  }
  return false;
}

/** Runs a writer to its end, or to the step at which it is killed. */
function writeUntil(world: World, pid: number, killedAt: number | undefined): boolean {
  const files = stepping(world.memory, (step) => {
    if (step !== killedAt) return;
    world.dead.add(pid);
    throw new Killed();
  });
  try {
    return write(world, pid, files);
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

/** Runs a writer that at one of its steps stands still while `meanwhile` happens. */
function writePausedAt(world: World, pid: number, pausedAt: number, meanwhile: () => void) {
  let steps = 0;
  const files = stepping(world.memory, (step) => {
    steps = step + 1;
    if (step === pausedAt) meanwhile();
  });
  return { acknowledged: write(world, pid, files), steps };
}

const numbersIn = (world: World): readonly number[] => JSON.parse(textOf(world.memory) ?? 'null');

/** More steps than a writer has, retries included: pausing there means not pausing at all. */
const BEYOND = 60;

describe('commit by revision', () => {
  it('loses no acknowledged change, wherever one writer is overtaken by another', () => {
    for (let pause = 0; pause < BEYOND; pause += 1) {
      const world = createWorld();
      const acknowledged: number[] = [];
      const first = writePausedAt(world, 1, pause, () => {
        if (writeUntil(world, 2, undefined)) acknowledged.push(2);
      });
      if (first.acknowledged) acknowledged.push(1);
      expect([...numbersIn(world)].sort(), `paused at ${pause}`).toEqual(acknowledged.sort());
      if (first.steps > pause) expect(acknowledged).toEqual([1, 2]);
    }
  });

  it('loses none where the overtaking writer is killed at any point, and the next goes on', () => {
    for (let pause = 0; pause < 30; pause += 1) {
      for (let killedAt = 0; killedAt < 24; killedAt += 1) {
        const world = createWorld();
        const acknowledged: number[] = [];
        const first = writePausedAt(world, 1, pause, () => {
          if (writeUntil(world, 2, killedAt)) acknowledged.push(2);
          if (writeUntil(world, 3, undefined)) acknowledged.push(3);
        });
        if (first.acknowledged) acknowledged.push(1);
        const place = `paused at ${pause}, killed at ${killedAt}`;
        const found = numbersIn(world);
        expect(found, place).toEqual(expect.arrayContaining(acknowledged));
        expect(new Set(found).size, place).toBe(found.length);
        if (first.steps > pause) expect(acknowledged, place).toContain(3);
      }
    }
  });

  it('loses none among three writers, the third overtaking the second overtaking the first', () => {
    for (let outer = 0; outer < 26; outer += 1) {
      for (let inner = 0; inner < 26; inner += 1) {
        const world = createWorld();
        const acknowledged: number[] = [];
        const first = writePausedAt(world, 1, outer, () => {
          const second = writePausedAt(world, 2, inner, () => {
            if (writeUntil(world, 3, undefined)) acknowledged.push(3);
          });
          if (second.acknowledged) acknowledged.push(2);
        });
        if (first.acknowledged) acknowledged.push(1);
        const place = `paused at ${outer} and ${inner}`;
        expect([...numbersIn(world)].sort(), place).toEqual(acknowledged.sort());
      }
    }
  });

  it('leaves the old text or the new one, wherever its only writer is killed', () => {
    for (let killedAt = 0; killedAt < BEYOND; killedAt += 1) {
      const world = createWorld();
      const acknowledged = writeUntil(world, 1, killedAt);
      // One that died may have done so after its change was published and before it said so.
      const possible = acknowledged ? ['[1]'] : ['[]', '[1]'];
      expect(possible, `killed at ${killedAt}`).toContain(textOf(world.memory));
    }
  });

  it('refuses a change whose base has moved on, even where the revision is free again', () => {
    const world = createWorld();
    const stale = textOf(world.memory);
    writeUntil(world, 2, undefined);
    const outcome = commitsOf(world, 1).replace(FILE, stale, '[1]', () => textOf(world.memory));
    expect([outcome, textOf(world.memory)]).toEqual(['moved', '[2]']);
  });

  it('waits for a claim whose author lives, and sets it aside only after three seconds', () => {
    const world = createWorld();
    const author = '7-1-here-abc';
    const claim = `${COMMITS}/promise-1.json.${revisionOf('[]')}`;
    world.memory.makeFolder(claim);
    world.memory.writeNew(`${claim}/${author}`, '[7]');
    const commits = commitsOf(world, 1);
    const attempt = () => commits.replace(FILE, '[]', '[1]', () => textOf(world.memory));
    expect(attempt()).toBe('claimed');
    world.elapsed += 2900;
    expect(attempt()).toBe('claimed');
    world.elapsed += 200;
    expect(attempt()).toBe('committed');
  });

  it('an empty folder of a claim is removed, and the lock of a queue is not', () => {
    const world = createWorld();
    world.memory.makeFolder(`${COMMITS}/promise-9.json.${revisionOf('[]')}`);
    world.memory.makeFolder(`${COMMITS}/promise-9.lock`);
    commitsOf(world, 1).sweep();
    expect(world.memory.list(COMMITS)).toEqual({ names: ['promise-9.lock'] });
  });

  it.each<[string, string | undefined, string]>([
    ['a text, by its digest', '[]', revisionOf('[]')],
    ['no file, which none is the revision of', undefined, 'none'],
  ])('claims the revision of %s', (_what, base, revision) => {
    const world = createWorld();
    if (base === undefined) world.memory.remove(FILE);
    let claimed: readonly string[] = [];
    const outcome = commitsOf(world, 1).replace(FILE, base, '[1]', () => {
      const listing = world.memory.list(COMMITS);
      if ('names' in listing) claimed = listing.names;
      return textOf(world.memory);
    });
    expect([outcome, claimed]).toEqual(['committed', [`promise-1.json.${revision}`]]);
    expect(revisionOf('[]')).not.toBe(revisionOf('[1]'));
  });

  it.each<[string, (memory: MemoryFiles) => readonly [Files, (() => boolean)?], string]>([
    [
      'is moved',
      (memory) => [{ ...memory, read: () => ({ found: 'text', text: '[9]' }) }],
      'moved',
    ],
    ['is withdrawn', (memory) => [memory, () => false], 'withdrawn'],
    [
      'has lost its claim',
      (memory) => {
        const steal = () => {
          for (const path of memory.files.keys()) if (path.startsWith(COMMITS)) memory.remove(path);
          return true;
        };
        return [memory, steal];
      },
      'moved',
    ],
  ])('leaves the file as it was, and no claim, where it %s', (_what, given, expected) => {
    const world = createWorld();
    const [files, confirm] = given(world.memory);
    const commits = commitsOf(world, 1, files);
    expect(commits.replace(FILE, '[]', '[1]', () => textOf(files), confirm)).toBe(expected);
    expect([textOf(world.memory), world.memory.list(COMMITS)]).toEqual(['[]', { names: [] }]);
  });

  it('leaves no claim where the system refuses it', () => {
    const world = createWorld();
    const rename: Files['rename'] = (from, to) => {
      if (to === FILE) throw systemError('EACCES', to);
      world.memory.rename(from, to);
    };
    const commits = commitsOf(world, 1, { ...world.memory, rename });
    expect(() => commits.replace(FILE, '[]', '[1]', () => '[]')).toThrow('EACCES');
    expect([textOf(world.memory), world.memory.list(COMMITS)]).toEqual(['[]', { names: [] }]);
  });

  it('forces the folder of the file to the disk, once it is published', () => {
    const world = createWorld();
    const flushed: string[] = [];
    const flushFolder = (path: string) => void flushed.push(path);
    const commits = commitsOf(world, 1, { ...world.memory, flushFolder });
    expect(commits.replace(FILE, 'other', '[1]', () => textOf(world.memory))).toBe('moved');
    expect(flushed).toEqual([]);
    commits.replace(FILE, '[]', '[1]', () => textOf(world.memory));
    expect(flushed).toEqual(['/promises']);
  });

  it('leaves nothing behind once every writer is done', () => {
    const world = createWorld();
    for (const killedAt of [1, 2, 3, 4, 5, 6]) writeUntil(world, 10 + killedAt, killedAt);
    writeUntil(world, 1, undefined);
    commitsOf(world, 1).sweep();
    expect(world.memory.list(COMMITS)).toEqual({ names: [] });
  });
});
