import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { programFor } from '../../src/adapters/program-path.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

afterEach(() => vi.unstubAllEnvs());

/** A folder with a program in some of its folders, and the project and its checkout in it. */
function worldWith(...programs: readonly string[]) {
  const root = scratchFolder();
  for (const path of ['checkout/.git', 'checkout/project/sub', 'elsewhere']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  for (const program of programs) {
    mkdirSync(dirname(join(root, program)), { recursive: true });
    writeFileSync(join(root, program), '#!/bin/sh\n');
    chmodSync(join(root, program), 0o755);
  }
  return root;
}

describe.skipIf(process.platform === 'win32')('a program for work in a project is found', () => {
  it.each<[string, readonly string[], readonly string[], string | undefined]>([
    ['in the first folder that has it', ['a/x', 'b/x'], ['a', 'b'], 'a/x'],
    [
      'behind one of the project',
      ['checkout/project/bin/x', 'a/x'],
      ['checkout/project/bin', 'a'],
      'a/x',
    ],
    [
      'behind one of the checkout around it',
      ['checkout/bin/x', 'a/x'],
      ['checkout/bin', 'a'],
      'a/x',
    ],
    ['beside the checkout', ['checkouts/x'], ['checkouts'], 'checkouts/x'],
    ['nowhere else than in the project', ['checkout/project/x'], ['checkout/project'], undefined],
    ['nowhere', [], ['a'], undefined],
  ])('%s', (_name, programs, folders, expected) => {
    const root = worldWith(...programs);
    vi.stubEnv('PATH', folders.map((folder) => join(root, folder)).join(delimiter));
    const { passedOver, program } = programFor('x', join(root, 'checkout/project'));
    expect(program).toBe(expected === undefined ? undefined : join(root, expected));
    const isPassedOver = expected === undefined && programs.length > 0;
    expect(passedOver).toBe(isPassedOver ? join(root, programs[0] ?? '') : undefined);
  });

  it.each([
    ['the folder of the link lies in the project', 'checkout/bin/x', 'real/x', 'checkout/bin'],
    ['what the link leads to does', 'a/x', 'checkout/x', 'a'],
  ])('and a link is none where %s', (_name, link, real, folder) => {
    const root = worldWith(real);
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(root, real), join(root, link));
    vi.stubEnv('PATH', join(root, folder));
    expect(programFor('x', join(root, 'checkout/project')).program).toBeUndefined();
  });

  it.each(['', '.', 'a', './a', '../a'])('and not by the entry %j', (entry) => {
    const root = worldWith('a/x');
    vi.stubEnv('PATH', [entry, join(root, 'nothing')].join(delimiter));
    expect(programFor('x', root)).toEqual({ program: undefined, passedOver: undefined });
  });

  it('where the project is the root of the file system', () => {
    const root = worldWith('a/x');
    vi.stubEnv('PATH', join(root, 'a'));
    expect(programFor('x', '/').program).toBe(join(root, 'a/x'));
  });
});
