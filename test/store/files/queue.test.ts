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
import { createQueue, type Queue } from '../../../src/store/files/queue.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';

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
});
