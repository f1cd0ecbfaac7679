import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Files, Processes } from '../../../src/ports.ts';
import { createQueue, type Queue } from '../../../src/store/files/queue.ts';

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function queueIn(
  folder: string,
  fate: 'running' | 'gone',
  files: Files = createNodeFiles(NO_DEADLINE),
): Queue {
  const processes: Processes = {
    self: { pid: 1, started: '1', place: 'here' },
    fate: () => fate,
  };
  const world = { files, clock: createNodeClock(), chance: createNodeChance(), processes };
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

it('takes the lock of a holder that is gone at once', async () => {
  const folder = scratchFolder();
  expect(await queueIn(folder, 'running').enter('promise-1', within(5000))).toMatchObject({
    entered: true,
  });
  expect(await queueIn(folder, 'gone').enter('promise-1', within(2000))).toMatchObject({
    entered: true,
  });
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
  expect(turn).toEqual({ entered: false, holder: `whoever holds ${lock}` });
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
