import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import type { Shown } from '../../../src/domain/shown/outcome.ts';
import type { Seals } from '../../../src/ports.ts';
import { openKeptShown } from '../../../src/store/files/kept-shown.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const FILE = stateFolderOf('/project').shown;

function sealsOf(user: string): Seals {
  const seal = (text: string) => sha256(`${user}: ${text}`);
  return { seal, isSealed: (text, given) => seal(text) === given };
}

const NO_KEY: Seals = {
  seal() {
    throw systemError('EACCES', '/home/key');
  },
  isSealed() {
    throw systemError('EACCES', '/home/key');
  },
};

function world() {
  const files = createMemoryFiles();
  files.makeFolder('/project');
  return {
    files,
    kept: (seals = sealsOf('user')) => openKeptShown(files, '/project', seals),
    lines: () => (files.files.get(FILE) ?? '').split('\n').filter((line) => line !== ''),
  };
}

const SHOWN: Shown = { kind: 'shown', failing: ['adds', 'nimmt ä'], among: 3 };
const KEPT: Shown = { kind: 'kept' };

describe('what a run without the work said', () => {
  it.each<Shown>([
    SHOWN,
    KEPT,
    { kind: 'not-built', missing: './sum' },
    { kind: 'no-test-changed' },
    { kind: 'not-told', reason: 'it took too long' },
  ])('is known again by what it depends on, and by nothing else: $kind', (shown) => {
    const { kept } = world();
    kept().write('key-1', shown);
    expect([kept().read('key-1'), kept().read('key-2')]).toEqual([shown, undefined]);
  });

  it('is what was said last', () => {
    const { kept } = world();
    for (const shown of [SHOWN, KEPT]) kept().write('key-1', shown);
    expect(kept().read('key-1')).toEqual(KEPT);
  });

  it.each<[string, (line: string) => string]>([
    ['of which the outcome was edited', (line) => line.replace('"among":3', '"among":9')],
    ['that stands for another key', (line) => line.replace('key-1', 'key-2')],
    ['without its seal', (line) => line.replace('"seal":', '"seat":')],
    ['with another seal', (line) => line.replace(/"seal":"./, '"seal":"x')],
    ['that says nothing', (line) => line.replace('"kind":"shown"', '"kind":"x"')],
    ['without an outcome', (line) => line.replace('"shown":', '"show":')],
    ['that was cut off', (line) => line.slice(0, -1)],
  ])('is not what a line says %s, and one before it counts', (_what, spoil) => {
    const { files, kept, lines } = world();
    kept().write('key-1', SHOWN);
    const [line = ''] = lines();
    expect(spoil(line)).not.toBe(line);
    files.remove(FILE);
    kept().write('key-2', KEPT);
    kept().write('key-1', KEPT);
    files.appendLine(FILE, spoil(line));
    expect([kept().read('key-1'), kept().read('key-2')]).toEqual([KEPT, KEPT]);
  });

  it('to another user counts for none but that one', () => {
    const { kept } = world();
    kept(sealsOf('another')).write('key-1', SHOWN);
    expect(kept().read('key-1')).toBeUndefined();
    expect(kept(sealsOf('another')).read('key-1')).toEqual(SHOWN);
  });

  it('is neither kept nor read where the key cannot be', () => {
    const { kept, lines } = world();
    kept(NO_KEY).write('key-1', SHOWN);
    expect(lines()).toEqual([]);
    kept().write('key-1', SHOWN);
    expect(kept(NO_KEY).read('key-1')).toBeUndefined();
  });
});
