import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Files } from '../../../src/ports.ts';
import { createLineFiles } from '../../../src/store/files/line-files.ts';
import { bundleScript } from '../../rig/worlds/bundle.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { textAt } from '../../rig/worlds/scratch-register.ts';
import { stepping } from '../../rig/worlds/stepping.ts';

const LIMIT = 1024 * 1024;
/** More steps than adding a line or cutting a file down takes. */
const STEPS = 24;

const NODE_FILES = createNodeFiles(NO_DEADLINE);

let unique = 0;

function lineFilesOn(files: Files) {
  return createLineFiles(files, () => {
    unique += 1;
    return `cut-${unique}`;
  });
}

const OTHER = lineFilesOn(NODE_FILES);

/** A file that does not exist yet, in a folder of its own. */
function scratchFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lines');
}

/** Leaves the lines that are to be kept. */
function cutDown(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('keep'))
    .map((line) => `${line}\n`)
    .join('');
}

function linesAt(path: string): readonly string[] {
  return (textAt(path) ?? '').split('\n').filter((line) => line !== '');
}

/** Acts, and does something else as another process just before one step of it; ends where it is killed. */
function interrupted(step: number, other: () => void, act: (files: Files) => void): void {
  act(
    stepping(NODE_FILES, (at) => {
      if (at === step) other();
    }),
  );
}

function killed(step: number, act: (files: Files) => void): void {
  const death = new Error('killed');
  try {
    interrupted(
      step,
      () => {
        throw death;
      },
      act,
    );
  } catch (error) {
    if (error !== death) throw error;
  }
}

const EACH_STEP = Array.from({ length: STEPS }, (_, step) => step);

describe('a file of lines', () => {
  it('is made for the user alone, and grows by whole lines', () => {
    const path = scratchFile();
    expect(OTHER.append(path, 'first', true)).toBe(6);
    expect(OTHER.append(path, 'second', false)).toBe(13);
    expect(textAt(path)).toBe('first\nsecond\n');
    if (process.platform !== 'win32') expect(NODE_FILES.rights(path)).toBe(0o600);
  });

  it('keeps a line apart from one whose writer was cut off', () => {
    const path = scratchFile();
    writeFileSync(path, 'first\nsec');
    OTHER.append(path, 'third', false);
    expect(textAt(path)).toBe('first\nsec#torn\nthird\n');
  });

  it.each<[string, string, string | undefined]>([
    ['to what is kept', 'keep a\ndrop\n', 'keep a\n'],
    ['to nothing, and is gone', 'drop\n', undefined],
  ])('is cut down %s', (_what, before, after) => {
    const path = scratchFile();
    writeFileSync(path, before);
    expect(OTHER.cut(path, LIMIT, cutDown)).toBe(true);
    expect(textAt(path)).toBe(after);
    expect(readdirSync(join(path, '..'))).toEqual(after === undefined ? [] : ['lines']);
  });

  it.each<[string, (path: string) => void]>([
    ['is not there', () => {}],
    ['is too large', (path) => writeFileSync(path, 'x'.repeat(LIMIT + 1))],
    ['is a folder', (path) => mkdirSync(path)],
  ])('stays as it is where it %s', (_what, make) => {
    const path = scratchFile();
    make(path);
    expect(OTHER.cut(path, LIMIT, () => '')).toBe(false);
    expect(readdirSync(join(path, '..'))).toEqual(_what === 'is not there' ? [] : ['lines']);
  });
});

describe.each<[string, string, readonly string[]]>([
  ['is cut down', 'keep a\ndrop\n', ['keep a']],
  ['is removed', 'drop\n', []],
])('while a file %s', (_what, before, kept) => {
  it.each(EACH_STEP)('a line that is added before step %i stays', (step) => {
    const path = scratchFile();
    writeFileSync(path, before);
    const added: string[] = [];
    const add = () => {
      OTHER.append(path, 'keep b', false);
      added.push('keep b');
    };
    interrupted(step, add, (files) => lineFilesOn(files).cut(path, LIMIT, cutDown));
    expect(linesAt(path).filter((line) => line !== 'drop')).toEqual([...kept, ...added]);
  });

  it.each(EACH_STEP)('a kill before step %i loses no line, and the next line tidies up', (step) => {
    const path = scratchFile();
    writeFileSync(path, before);
    killed(step, (files) => lineFilesOn(files).cut(path, LIMIT, cutDown));
    OTHER.append(path, 'keep b', false);
    expect(linesAt(path).filter((line) => line !== 'drop')).toEqual([...kept, 'keep b']);
    expect(readdirSync(join(path, '..'))).toEqual(['lines']);
  });

  it.each(EACH_STEP)('and a line is added: a cut before step %i of that leaves it', (step) => {
    const path = scratchFile();
    writeFileSync(path, before);
    interrupted(
      step,
      () => OTHER.cut(path, LIMIT, cutDown),
      (files) => lineFilesOn(files).append(path, 'keep b', true),
    );
    expect([...new Set(linesAt(path))].filter((line) => line !== 'drop')).toEqual([
      ...kept,
      'keep b',
    ]);
  });
});

it.each([true, false])(
  'a line that has to be on the disk is so with its folder: %s',
  (isDurable) => {
    const path = scratchFile();
    const flushed: string[] = [];
    const flushFolder = (folder: string) => void flushed.push(folder);
    lineFilesOn({ ...NODE_FILES, flushFolder }).append(path, 'first', isDurable);
    expect(flushed).toEqual(isDurable ? [dirname(path)] : []);
  },
);

it('a line whose file is another one each time is given up after fifty tries', () => {
  const path = scratchFile();
  let tries = 0;
  const identityOf = () => {
    tries += 1;
    return `${tries}`;
  };
  const append = () => lineFilesOn({ ...NODE_FILES, identityOf }).append(path, 'first', false);
  expect(append).toThrow(
    expect.objectContaining({ code: 'EBUSY', path, message: `${path} does not stay` }),
  );
  expect([tries, linesAt(path).length]).toEqual([50, 50]);
});

it.each<[string, Error, boolean]>([
  ['the system refuses stays as it is', Object.assign(new Error('no'), { code: 'EACCES' }), false],
  ['a bug stops says so', new TypeError('a bug'), true],
])('a cut that %s', (_what, error, isThrown) => {
  const path = scratchFile();
  writeFileSync(path, 'drop\n');
  const rename = () => {
    throw error;
  };
  const cut = () => lineFilesOn({ ...NODE_FILES, rename }).cut(path, LIMIT, cutDown);
  if (isThrown) expect(cut).toThrow('a bug');
  else expect(cut()).toBe(false);
  expect([textAt(path), readdirSync(dirname(path))]).toEqual(['drop\n', ['lines']]);
});

it('many processes add lines while others cut the file down: every line is there', async () => {
  const path = scratchFile();
  const script = await bundleScript('line-writer');
  const names = ['a', 'b', 'c', 'd'];
  const outcomes = await Promise.all(
    names.map((name) => outcomeOf(spawn(process.execPath, [script, path, name, '60']))),
  );
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
  const expected = names.flatMap((name) =>
    Array.from({ length: 60 }, (_, index) => `keep ${name}-${index}`),
  );
  const found = readFileSync(path, 'utf8').split('\n');
  expect(expected.filter((line) => !found.includes(line))).toEqual([]);
});
