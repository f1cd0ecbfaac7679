import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Clock, Files, Processes } from '../../../src/ports.ts';
import { createQueue, isOfQueue, NO_QUEUE, type Queue } from '../../../src/store/files/queue.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function queueIn(
  folder: string,
  fate: 'running' | 'gone',
  files: Files = createNodeFiles(NO_DEADLINE),
  clock: Clock = createNodeClock(),
): Queue {
  const processes: Processes = {
    self: { pid: 1, started: '1', place: 'here' },
    fate: () => fate,
  };
  const world = { files, clock, chance: createNodeChance(), processes };
  return createQueue(world, folder, 'a test');
}

/** A deadline on the monotonic clock, so many milliseconds from now. */
const within = (milliseconds: number) => performance.now() + milliseconds;

it('lets one writer in after the other', async () => {
  const queue = queueIn(scratchFolder(), 'running');
  const first = await queue.enter('promise-1', within(5000));
  if (!first.entered) throw new Error('the first was not let in');
  const second = await queue.enter('promise-1', within(0));
  expect(second).toEqual({ entered: false, holder: 'process 1 (a test)' });
  await first.leave();
  expect(await queue.enter('promise-1', within(5000))).toMatchObject({ entered: true });
});

it('keeps writers of different promises apart', async () => {
  const queue = queueIn(scratchFolder(), 'running');
  expect(await queue.enter('promise-1', within(5000))).toMatchObject({ entered: true });
  expect(await queue.enter('promise-2', within(0))).toMatchObject({ entered: true });
});

it('takes the lock of a holder that is gone at once, and holds it', async () => {
  const folder = scratchFolder();
  expect(await queueIn(folder, 'running').enter('promise-1', within(5000))).toMatchObject({
    entered: true,
  });
  const turn = await queueIn(folder, 'gone').enter('promise-1', within(2000));
  if (!turn.entered) throw new Error('it was not let in');
  const next = await queueIn(folder, 'running').enter('promise-1', within(0));
  expect(next).toEqual({ entered: false, holder: 'process 1 (a test)' });
  await turn.leave();
  expect(readdirSync(folder)).toEqual([]);
});

it.each<[string, (looks: number) => number, boolean]>([
  ['stands still, and takes it', () => 7, true],
  ['is touched again and again, and does not take it', (looks) => looks, false],
])('waits for a lock that %s', async (_what, touchAt, isTaken) => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'promise-1.lock'));
  let looks = 0;
  const modified = () => {
    looks += 1;
    return touchAt(looks);
  };
  const clock = fakeClock();
  const files = { ...createNodeFiles(NO_DEADLINE), modified };
  const turn = await queueIn(folder, 'running', files, clock).enter('promise-1', 10_000);
  expect(turn.entered).toBe(isTaken);
  expect(clock.elapsed()).toBeGreaterThan(isTaken ? 3000 : 9999);
  expect(clock.elapsed()).toBeLessThan(isTaken ? 3100 : 10_100);
  if (turn.entered) await turn.leave();
});

it('waits on where the lock is given back while it is looked at', async () => {
  const folder = scratchFolder();
  const first = await queueIn(folder, 'running').enter('promise-1', within(5000));
  if (!first.entered) throw new Error('the first was not let in');
  const files = { ...createNodeFiles(NO_DEADLINE), exists: () => false };
  const second = await queueIn(folder, 'running', files).enter('promise-1', within(0));
  expect(second).toMatchObject({ entered: false });
  await first.leave();
});

it('goes on where its note cannot be written, and hushes no bug up', async () => {
  const folder = scratchFolder();
  const throwing = (error: Error): Files => ({
    ...createNodeFiles(NO_DEADLINE),
    appendLine: () => {
      throw error;
    },
  });
  const refused = queueIn(folder, 'running', throwing(systemError('ENOSPC', folder)));
  expect(await refused.enter('promise-1', within(5000))).toMatchObject({ entered: true });
  const faulty = queueIn(folder, 'running', throwing(new TypeError('a bug')));
  await expect(faulty.enter('promise-2', within(5000))).rejects.toThrow('a bug');
});

it.each<[string, (lock: string) => void]>([
  [
    'a folder that holds something',
    (lock) => mkdirSync(join(lock, 'something'), { recursive: true }),
  ],
  ['a file', (lock) => writeFileSync(lock, '')],
])('goes on without the lock of a dead holder that cannot be removed: %s', async (_what, make) => {
  const folder = scratchFolder();
  make(join(folder, 'promise-1.lock'));
  const note = JSON.stringify({ pid: 7, started: '1', place: 'here', activity: 'a dead writer' });
  writeFileSync(join(folder, 'promise-1.holder'), note);
  const turn = await queueIn(folder, 'gone').enter('promise-1', within(2000));
  expect(turn).toMatchObject({ entered: true });
});

it('names no holder where none left a note', async () => {
  const folder = scratchFolder();
  const lock = join(folder, 'promise-1.lock');
  mkdirSync(lock);
  const turn = await queueIn(folder, 'running').enter('promise-1', within(0));
  expect(turn).toEqual({ entered: false, holder: `the holder of ${lock}` });
});

it.each(['{', '[]', '{"pid":"1"}', ''])('is not misled by a note that says %j', async (note) => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'promise-1.lock'));
  writeFileSync(join(folder, 'promise-1.holder'), note);
  const turn = await queueIn(folder, 'running').enter('promise-1', within(0));
  expect(turn).toMatchObject({ entered: false });
});

it('fails with the system’s own error where no lock can be made', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'file'), '');
  const queue = queueIn(join(folder, 'file'), 'running');
  await expect(queue.enter('promise-1', within(1000))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('tries again where another writer takes the lock away while it is being made', async () => {
  const folder = scratchFolder();
  const thief = setInterval(
    () => rmSync(join(folder, 'promise-1.lock'), { recursive: true, force: true }),
    0,
  );
  onTestFinished(() => clearInterval(thief));
  for (let turn = 0; turn < 40; turn += 1) {
    const entered = await queueIn(folder, 'running').enter('promise-1', within(5000));
    expect(entered).toMatchObject({ entered: true });
    if (entered.entered) await entered.leave();
  }
});

/** A folder with a lock that nobody gives back, and a queue over it, whose clock passes with its pauses alone. */
function waiting(note: string | undefined, fate: 'running' | 'gone' = 'running') {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'promise-1.lock'));
  if (note !== undefined) writeFileSync(join(folder, 'promise-1.holder'), note);
  const clock = fakeClock();
  const processes: Processes = {
    self: { pid: 1, started: '1', place: 'here' },
    fate: () => fate,
  };
  const chance = { hex: () => 'ff', fraction: () => 0.3 };
  const files = createNodeFiles(NO_DEADLINE);
  const queue = createQueue({ files, clock, chance, processes }, folder, 'a test');
  return { clock, queue, nobody: `the holder of ${join(folder, 'promise-1.lock')}` };
}

const NOTE = { pid: 7, started: '1', place: 'here', activity: 'a writer' };

it.each<[string, string, boolean]>([
  ['a whole one', JSON.stringify(NOTE), true],
  ['a pid that is no number', JSON.stringify({ ...NOTE, pid: '7' }), false],
  ['a start that is no text', JSON.stringify({ ...NOTE, started: 1 }), false],
  ['no place', JSON.stringify({ ...NOTE, place: undefined }), false],
  ['no activity', JSON.stringify({ ...NOTE, activity: undefined }), false],
  ['no object', '[]', false],
  ['no JSON', '{', false],
])('the note of a holder names it, and nobody with %s', async (_what, note, isNamed) => {
  const { nobody, queue } = waiting(note);
  const holder = isNamed ? 'process 7 (a writer)' : nobody;
  expect(await queue.enter('promise-1', 0)).toEqual({ entered: false, holder });
});

it.each([
  ['a whole note', JSON.stringify(NOTE), true],
  ['nothing else', '{', false],
])('a holder that is gone is known by %s', async (_what, note, isKnown) => {
  const turn = await waiting(note, 'gone').queue.enter('promise-1', 100);
  expect(turn.entered).toBe(isKnown);
  if (turn.entered) await turn.leave();
});

it.each([
  [0, []],
  [1, [10]],
  [10, [10]],
  [11, [10, 10]],
])('waits until %i milliseconds are over, and pauses %j', async (deadline, pauses) => {
  const { clock, queue } = waiting(undefined);
  expect((await queue.enter('promise-1', deadline)).entered).toBe(false);
  expect(clock.pauses).toEqual(pauses);
});

it('a lock that nobody touches is waited for three seconds, and a pause', async () => {
  const { clock, queue } = waiting(undefined);
  const turn = await queue.enter('promise-1', 10_000);
  expect(turn.entered).toBe(true);
  // More than three seconds, and the pause before it is taken.
  expect(clock.elapsed()).toBe(3020);
  if (turn.entered) await turn.leave();
});

it('a note that was left alone is replaced, and goes with its lock', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'promise-1.holder'), `${JSON.stringify(NOTE)}\n`);
  const queue = queueIn(folder, 'running');
  const turn = await queue.enter('promise-1', within(5000));
  expect(await queue.enter('promise-1', within(0))).toEqual({
    entered: false,
    holder: 'process 1 (a test)',
  });
  if (turn.entered) await turn.leave();
  expect(readdirSync(folder)).toEqual([]);
});

it('a turn is given back, also where another writer took the note and the lock away', async () => {
  const folder = scratchFolder();
  const turn = await queueIn(folder, 'running').enter('promise-1', within(5000));
  rmSync(join(folder, 'promise-1.holder'));
  rmdirSync(join(folder, 'promise-1.lock'));
  if (turn.entered) await turn.leave();
  expect([turn.entered, readdirSync(folder)]).toEqual([true, []]);
});

it('no queue lets each writer pass, as often as it comes', async () => {
  for (const id of ['promise-1', 'promise-1']) {
    const turn = await NO_QUEUE.enter(id, 0);
    expect(turn.entered).toBe(true);
    if (turn.entered) expect(await turn.leave()).toBeUndefined();
  }
});

it.each([
  ['promise-1.lock', true],
  ['promise-1.holder', true],
  ['.holder-1', false],
  ['.lock-1', false],
  ['promise-1.json.none', false],
])('%s is a name of a queue: %s', (name, expected) => {
  expect(isOfQueue(name)).toBe(expected);
});

type Left = 'both' | 'lock' | 'note' | 'cut-off note';

describe('a sweep', () => {
  /** A folder with the lock of a holder, touched so many seconds ago, and its note, or one of both. */
  async function left(fate: 'running' | 'gone', what: Left, secondsAgo: number) {
    const folder = scratchFolder();
    const queue = queueIn(folder, fate);
    const turn = await queue.enter('promise-1', within(5000));
    if (!turn.entered) throw new Error('it was not let in');
    const then = Date.now() / 1000 - secondsAgo;
    utimesSync(join(folder, 'promise-1.lock'), then, then);
    if (what === 'cut-off note') {
      writeFileSync(join(folder, 'promise-1.holder'), '{"pid":');
      utimesSync(join(folder, 'promise-1.holder'), then, then);
    }
    if (what === 'lock') rmSync(join(folder, 'promise-1.holder'));
    if (what === 'note' || what === 'cut-off note') rmdirSync(join(folder, 'promise-1.lock'));
    queue.sweep();
    const names = readdirSync(folder).sort();
    await turn.leave();
    return names;
  }

  it.each<[string, 'running' | 'gone', Left, number, readonly string[]]>([
    ['of a holder that is gone', 'gone', 'both', 0, []],
    ['of a holder that is gone, whose note alone is left', 'gone', 'note', 0, []],
    ['of a holder that runs', 'running', 'both', 3600, ['promise-1.holder', 'promise-1.lock']],
    ['whose note alone is left, and cut off', 'running', 'cut-off note', 3600, []],
    ['without a note', 'running', 'lock', 10, ['promise-1.lock']],
    ['without a note, for long', 'running', 'lock', 3600, []],
  ])('of the lock %s', async (_what, fate, what, secondsAgo, names) => {
    expect(await left(fate, what, secondsAgo)).toEqual(names);
  });

  /** What a sweep leaves of these names, of which one is a note; `touched`: so many milliseconds ago. */
  function sweptOf(
    names: readonly string[],
    touched: Readonly<Record<string, number>>,
    note?: object,
    fate: 'running' | 'gone' = 'running',
  ) {
    const memory = createMemoryFiles();
    const clock = fakeClock();
    for (const name of names) {
      if (!name.endsWith('.lock')) memory.makeFolder('/commits');
      if (name.endsWith('.lock')) memory.makeFolder(`/commits/${name}`);
      else memory.writeNew(`/commits/${name}`, JSON.stringify(note ?? {}));
    }
    const modified = (path: string) => {
      const ago = touched[path.slice('/commits/'.length)];
      return ago === undefined ? undefined : clock.now() - ago;
    };
    const processes: Processes = {
      self: { pid: 1, started: '1', place: 'here' },
      fate: () => fate,
    };
    const chance = { hex: () => 'ff', fraction: () => 0 };
    const world = { files: { ...memory, modified }, clock, chance, processes };
    createQueue(world, '/commits', 'a test').sweep();
    const listing = memory.list('/commits');
    return 'names' in listing ? [...listing.names].sort() : [];
  }

  const BOTH = ['a.holder', 'a.lock'];
  it.each<[string, Parameters<typeof sweptOf>, readonly string[]]>([
    ['leaves a lock of a minute', [['a.lock'], { 'a.lock': 60_000 }], ['a.lock']],
    ['takes one that is older away', [['a.lock'], { 'a.lock': 60_001 }], []],
    ['takes a note that says nothing by its own age', [['a.holder'], { 'a.holder': 60_001 }], []],
    ['goes by the age of the lock first', [BOTH, { 'a.lock': 0, 'a.holder': 60_001 }], BOTH],
    ['leaves what went meanwhile', [BOTH, {}], BOTH],
    ['leaves what a writer holds that runs, however old', [BOTH, { 'a.lock': 1e9 }, NOTE], BOTH],
    ['takes away what one held that ended', [BOTH, { 'a.lock': 0 }, NOTE, 'gone'], []],
    [
      'leaves what is none of a queue',
      [['a.json', 'file-1-1-here-x'], {}],
      ['a.json', 'file-1-1-here-x'],
    ],
  ])('%s', (_what, given, names) => {
    expect(sweptOf(...given)).toEqual(names);
  });

  it('looks at two hundred names', () => {
    const names = Array.from({ length: 250 }, (_, index) => `promise-${index}.holder`);
    expect(sweptOf(names, {}, NOTE, 'gone')).toHaveLength(50);
  });

  it('of a folder that is not there does nothing', () => {
    expect(() => queueIn('/nowhere', 'gone').sweep()).not.toThrow();
  });
});
