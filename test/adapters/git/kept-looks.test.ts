import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { createKeptLooks } from '../../../src/adapters/git/kept-looks.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { userStateFolder } from '../../../src/adapters/user-folder.ts';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import {
  filledRepository,
  madeForManyTests,
  type Repository,
  scratchFolder,
  settled,
} from '../../rig/worlds/repository.ts';

/** A proved repository that was looked at since it settled, and the folder of what was kept of the looks at it. */
function looked() {
  const state = scratchFolder();
  const repository = filledRepository();
  return { state, repository, standing: within(state, () => proveIn(repository.folder)) };
}

/** Does something with another state folder of the user. */
function within<Value>(state: string, act: () => Value): Value {
  vi.stubEnv('XDG_STATE_HOME', state);
  try {
    return act();
  } finally {
    vi.unstubAllEnvs();
  }
}

const looksIn = (state: string): string => within(state, () => join(userStateFolder(), 'looks'));
const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
const change =
  (pattern: RegExp, edit: (bytes: Buffer) => Buffer | string) =>
  (folder: string): void => {
    const found = filesIn(folder, pattern);
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) writeFileSync(path, edit(readFileSync(path)));
  };
const INDEX = /-[0-9a-f]{16}$/;
const REST = /\.json$/;
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
const flipped =
  (from: (length: number) => number) =>
  (bytes: Buffer): Buffer => {
    const at = from(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
const remove = (pattern: RegExp) => (folder: string) => {
  for (const path of filesIn(folder, pattern)) rmSync(path);
};

/** A look is right, whatever became of what was kept of the last one. */
describe('where', () => {
  const HARMS: readonly (readonly [what: string, harm: (folder: string) => void])[] = [
    ['nothing happened to it', () => undefined],
    ['all of it is gone', (folder) => rmSync(folder, { recursive: true })],
    ['the index is gone', remove(INDEX)],
    ['the index is empty', change(INDEX, () => '')],
    ['the index is cut off', change(INDEX, half)],
    ['the index is something else', change(INDEX, () => 'something else')],
    [
      'the index is that of another look',
      change(INDEX, (bytes) =>
        Buffer.from(
          bytes.toString('latin1').replace(/promise-[0-9a-f]{16}/, `promise-${'0'.repeat(16)}`),
          'latin1',
        ),
      ),
    ],
    [
      'a digest in the index is another one',
      change(
        INDEX,
        flipped((length) => length - 30),
      ),
    ],
    ['the rest is gone', remove(REST)],
    ['the rest is empty', change(REST, () => '')],
    ['the rest is cut off', change(REST, half)],
    [
      'the rest is of other types',
      change(REST, () => '{"id":1,"basis":2,"clock":"x","loose":{},"repositories":[1]}'),
    ],
    [
      'the rest names another index',
      change(REST, (bytes) => bytes.toString().replace(/"id":"\w+"/, '"id":"../../../../x"')),
    ],
    ['the folder for git is gone', (folder) => rmSync(join(folder, 'git'), { recursive: true })],
    [
      'a file has taken its place',
      (folder) => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
    ],
  ];
  const worlds = new Map<string, ReturnType<typeof looked>>();
  beforeAll(async () => {
    madeForManyTests(() => {
      for (const [what] of HARMS) worlds.set(what, looked());
    });
    await settled();
    for (const { standing, state } of worlds.values()) within(state, standing);
  });

  it.each(HARMS)('%s: the proof holds, and is stale after an edit', (what, harm) => {
    const world = worlds.get(what);
    if (world === undefined) throw new Error('no such line');
    const { repository, standing, state } = world;
    harm(looksIn(state));
    expect(within(state, standing)).toBe('fresh');
    repository.write('a.txt', 'two\n');
    expect(within(state, standing)).toBe('stale');
    expect(within(state, standing)).toBe('stale');
    repository.write('a.txt', 'one\n');
    expect(within(state, standing)).toBe('fresh');
  });
});

describe('what is kept of a look', () => {
  const clock = createNodeClock();
  const keptOf = ({ folder }: Repository, state: string, now = clock) =>
    createKeptLooks(looksIn(state), now).read(folder);

  it('is a file that had settled, and no file that had just changed', async () => {
    const { repository, standing, state } = madeForManyTests(looked);
    await settled();
    repository.write('src/b.txt', 'just now');
    within(state, standing);
    const kept = keptOf(repository, state);
    expect(kept?.loose.map(({ path }) => path)).toEqual(['src/b.txt']);
    expect(kept?.files()?.map(({ path }) => path)).toContain('a.txt');
    await settled();
    within(state, standing);
    expect(keptOf(repository, state)?.loose).toEqual([]);
  });

  it.each([
    ['as it was', 0, true],
    ['ahead', 3_600_000, true],
    ['back', -3_600_000, false],
    ['back a little', -2000, false],
  ])('is believed where the clock was set %s (by %d ms): %s', (_how, by, isBelieved) => {
    const { repository, state } = looked();
    const later = { ...clock, now: () => clock.now() + by };
    expect(keptOf(repository, state, later) !== undefined).toBe(isBelieved);
  });

  it('is nothing where the user’s folder lies in the checkout', () => {
    const repository = filledRepository();
    const state = join(repository.folder, 'state');
    mkdirSync(state);
    const standing = within(state, () => proveIn(repository.folder));
    expect(within(state, standing)).toBe('fresh');
    expect(readdirSync(state)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('is nothing where it cannot be written', () => {
    const state = scratchFolder();
    chmodSync(state, 0o500);
    onTestFinished(() => chmodSync(state, 0o700));
    const repository = filledRepository();
    const standing = within(state, () => proveIn(repository.folder));
    expect(within(state, standing)).toBe('fresh');
    repository.write('a.txt', 'two\n');
    expect(within(state, standing)).toBe('stale');
  });

  it('of two looks at once is that of either, and no file of others', () => {
    const { repository, state } = looked();
    const snapshots = [1, 2].map(() =>
      createNodeCheckout(repository.folder, NO_DEADLINE).snapshot(),
    );
    const scope = { inputs: null, files: [] };
    repository.write('a.txt', 'two\n');
    const digests = within(state, () => snapshots.map((one) => one.digest(scope)));
    expect(digests[0]).toEqual(digests[1]);
    expect(filesIn(looksIn(state), INDEX).length).toBeLessThanOrEqual(2);
  });
});
