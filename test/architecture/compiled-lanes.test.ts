import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copySuite } from '../rig/worlds/copied-suite.ts';
import { createProject } from '../rig/worlds/project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const ID_LENGTH = 16;

/** What a disk loses at once, in bytes. */
const SECTOR = 512;

const CACHE = readFileSync(join(SUITE, 'dist', 'check.cache'));

/** The same with a sector that holds nothing but one byte, all over. */
function lost(at: number, byte = 0): Buffer {
  const sector = Math.floor(at / SECTOR) * SECTOR;
  return Buffer.from(CACHE).fill(byte, sector, sector + SECTOR);
}

/** What can have become of the compiled form of the check between the build and its use. */
const FATES: readonly (readonly [string, Buffer | undefined])[] = [
  ['as it was built', CACHE],
  ['not there', undefined],
  ['empty', Buffer.alloc(0)],
  ['cut off', CACHE.subarray(0, 1000)],
  [
    'of another file',
    Buffer.concat([Buffer.from('0'.repeat(ID_LENGTH)), CACHE.subarray(ID_LENGTH)]),
  ],
  ['rubbish', Buffer.concat([CACHE.subarray(0, ID_LENGTH), Buffer.alloc(50_000, 7)])],
  ['with a lost sector at its beginning', lost(SECTOR)],
  ['with a lost sector in its middle', lost(CACHE.length / 3)],
  ['with a sector of something else', lost(CACHE.length / 2, 0x5a)],
  ['with a lost sector at its end', lost(CACHE.length - SECTOR)],
  ['with nothing behind its first half', Buffer.from(CACHE).fill(0, CACHE.length / 2)],
];

describe('the check decides the same where its compiled form is', () => {
  it.each(FATES)('%s', async (_fate, cache) => {
    const suite = copySuite([]);
    const place = join(suite.folder, 'dist', 'check.cache');
    if (cache === undefined) rmSync(place);
    else writeFileSync(place, cache);
    const project = createProject();
    await project.startedPromise('first');
    const blocked = await suite.run(project, 'cs-verify', ['--check']);
    expect([blocked.code, blocked.stderr.includes('AC-1 (first)')]).toEqual([2, true]);
    const [name = ''] = project.list('promises');
    await project.run('cs', [
      'meet',
      name.replace('.json', ''),
      '--ac-id',
      'AC-1',
      '--evidence',
      'seen',
    ]);
    expect(await suite.run(project, 'cs-verify', ['--check'])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

it('a check that cannot be loaded keeps the gate shut', async () => {
  const suite = copySuite(['check']);
  const project = createProject();
  const { code, stderr } = await suite.run(project, 'cs-verify', ['--check']);
  expect([code, stderr.includes('cannot start')]).toEqual([2, true]);
});
