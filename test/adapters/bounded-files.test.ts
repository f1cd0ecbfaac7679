import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendBounded,
  listBounded,
  makeFolders,
  NO_DEADLINE,
  namesBounded,
  readBounded,
  readPart,
  streamBounded,
} from '../../src/adapters/bounded-files.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { runsOnPosix } from '../rig/worlds/stop-gate.ts';

/** A folder with one of each kind of thing that may lie at a path. */
function kinds(): string {
  const folder = scratchFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('file'), 'text');
  writeFileSync(at('empty'), '');
  writeFileSync(at('long'), 'x'.repeat(10_000));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  writeFileSync(at('sparse'), '');
  truncateSync(at('sparse'), 200e9);
  symlinkSync('/dev/zero', at('device'));
  symlinkSync('file', at('link'));
  symlinkSync('pipe', at('link to a pipe'));
  symlinkSync('circle', at('circle'));
  return folder;
}

const MOST = 5000;
const limits = { mostBytes: MOST, leftMs: NO_DEADLINE, follow: true };
const NOT_A_FILE = { found: 'error', code: 'ENXIO' };

describe.skipIf(!runsOnPosix)('what is read of', () => {
  const rows: readonly (readonly [string, object, object])[] = [
    ['pipe', NOT_A_FILE, NOT_A_FILE],
    ['device', NOT_A_FILE, { found: 'link' }],
    ['link to a pipe', NOT_A_FILE, { found: 'link' }],
    ['circle', { found: 'link' }, { found: 'link' }],
    ['folder', { found: 'folder' }, { found: 'folder' }],
    ['none', { found: 'nothing' }, { found: 'nothing' }],
    ['file/none', { found: 'error', code: 'ENOTDIR' }, { found: 'error', code: 'ENOTDIR' }],
    ['sparse', { found: 'too-large' }, { found: 'too-large' }],
    ['long', { found: 'too-large', size: 10_000 }, { found: 'too-large', size: 10_000 }],
    ['link', { found: 'bytes', bytes: Buffer.from('text') }, { found: 'link' }],
  ];

  it.each(rows)('%s', (name, followed, own) => {
    const path = join(kinds(), name);
    expect(readBounded(path, limits)).toMatchObject(followed);
    expect(readBounded(path, { ...limits, follow: false })).toMatchObject(own);
    const streamed = streamBounded(path, limits, () => {});
    expect(streamed ?? { found: 'bytes' }).toMatchObject(name === 'link' ? {} : followed);
  });

  it.each([
    ['file', 'text'],
    ['empty', ''],
  ])('%s is all of it, in a shared buffer of any size', (name, text) => {
    const path = join(kinds(), name);
    for (const size of [0, 1, 4, 5, 100_000]) {
      const reading = readBounded(path, limits, Buffer.alloc(size));
      expect(reading).toEqual({ found: 'bytes', bytes: Buffer.from(text) });
    }
  });

  it('a file of exactly the limit is all of it', () => {
    const path = join(kinds(), 'long');
    expect(readBounded(path, { ...limits, mostBytes: 10_000 })).toMatchObject({ found: 'bytes' });
    expect(readBounded(path, { ...limits, mostBytes: 9999 })).toMatchObject({ found: 'too-large' });
  });

  it('either end of a file is that part, however large the file is', () => {
    const folder = kinds();
    const part = (name: string, what: Parameters<typeof readPart>[1]) =>
      readPart(join(folder, name), what, limits);
    expect(part('file', { first: 2 })).toEqual({
      found: 'bytes',
      bytes: Buffer.from('te'),
      size: 4,
    });
    expect(part('file', { last: 2 })).toMatchObject({ bytes: Buffer.from('xt') });
    expect(part('file', { last: 100 })).toMatchObject({ bytes: Buffer.from('text') });
    expect(part('sparse', { last: 3 })).toMatchObject({ bytes: Buffer.alloc(3) });
    expect(part('pipe', { last: 3 })).toEqual(NOT_A_FILE);
  });

  it.skipIf(process.platform !== 'linux')('a file that tells no size is all of it', () => {
    const reading = readBounded('/proc/self/stat', limits);
    expect(reading).toMatchObject({ found: 'bytes' });
  });
});

describe.skipIf(!runsOnPosix)('when the time is over', () => {
  const over = { ...limits, mostBytes: 1e12, leftMs: () => 0 };

  it('no file is read to its end', () => {
    const folder = kinds();
    let looks = 0;
    const soon = { ...over, leftMs: () => 3 - looks++ };
    expect(readBounded(join(folder, 'file'), over)).toEqual({ found: 'too-late' });
    expect(streamBounded(join(folder, 'sparse'), soon, () => {})).toEqual({ found: 'too-late' });
    expect(looks).toBe(4);
    expect(readPart(join(folder, 'file'), { last: 2 }, over)).toEqual({ found: 'too-late' });
  });

  it('no folder is listed', () => {
    const late = { mostNames: 100, leftMs: () => 0 };
    expect(listBounded(kinds(), late)).toEqual({ code: 'TOO_LATE' });
    expect(namesBounded(kinds(), late)).toEqual({ code: 'TOO_LATE' });
  });
});

describe.skipIf(!runsOnPosix)('a folder', () => {
  it('is listed in the order of its names, as far as it holds no more than the limit', () => {
    const folder = kinds();
    const names = readdirSync(folder).sort();
    const all = { mostNames: names.length, leftMs: NO_DEADLINE };
    expect(namesBounded(folder, all)).toEqual({ names });
    const listing = listBounded(folder, all);
    expect('entries' in listing && listing.entries.map(({ name }) => name)).toEqual(names);
    const few = { mostNames: names.length - 1, leftMs: NO_DEADLINE };
    expect(namesBounded(folder, few)).toEqual({ code: 'EMANYFILES' });
    expect(listBounded(folder, few)).toEqual({ code: 'EMANYFILES' });
  });

  it.each([
    ['pipe', 'ENOTDIR'],
    ['none', 'ENOENT'],
    ['circle', 'ELOOP'],
  ])('is not at %s', (name, code) => {
    const limits = { mostNames: 9, leftMs: NO_DEADLINE };
    expect(listBounded(join(kinds(), name), limits)).toEqual({ code });
    expect(namesBounded(join(kinds(), name), limits)).toEqual({ code });
  });

  it('is made with those above it, and may be there', () => {
    const folder = join(scratchFolder(), 'a', 'b', 'c');
    makeFolders(folder);
    makeFolders(folder);
    expect(existsSync(folder)).toBe(true);
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['pipe/a', /^ENOTDIR$/],
    ['file', /^ENOTDIR$/],
    ['file/a/b', /^ENOTDIR$/],
    ['circle/a', /^ELOOP$/],
    [`folder/${'x/'.repeat(100)}`, /^ENAMETOOLONG$/],
    ...(process.platform === 'linux'
      ? [['/proc/.claude/completion-state', /^ENOENT$/] as const, ['/sys/a', /^E/] as const]
      : []),
  ];
  it.each(refused)('cannot be made at %s', (path, code) => {
    const place = path.startsWith('/') ? path : join(kinds(), path);
    expect(() => makeFolders(place)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(code) }),
    );
  });
});

describe.skipIf(!runsOnPosix)('a line', () => {
  it('is added on a line of its own', () => {
    const path = join(scratchFolder(), 'log');
    appendBounded(path, 'one');
    writeFileSync(path, 'torn', { flag: 'a' });
    appendBounded(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('one\ntorn\ntwo\n');
  });

  it.each(['pipe', 'link', 'device', 'folder'])('is not lost in what is no file: %s', (name) => {
    expect(() => appendBounded(join(kinds(), name), 'line')).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^E/) }),
    );
  });
});
