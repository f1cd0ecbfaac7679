import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUITE } from '../../rig/worlds/suite.ts';

const fileOf = (name: string): string => join(SUITE, 'dist', `${name}.cjs`);

/** The files of the suite, and the modules of Node, that are loaded with a bundle before anything of it is called. */
function loadedWith(name: string): { readonly files: string[]; readonly builtins: string[] } {
  const program = `require(${JSON.stringify(fileOf(name))});
    console.log(JSON.stringify({ files: Object.keys(require.cache), builtins: process.moduleLoadList }));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
}

const LANES = [
  'cs',
  'check',
  'check-output',
  'stop-gate',
  'stop-gate-response',
  'standing-at-stop',
  'session-hooks',
  'meet',
  'status',
];

describe.each(LANES)('at the start of %s', (name) => {
  it('none of its parts is loaded, and nothing that starts programs', () => {
    const { builtins, files } = loadedWith(name);
    expect(files).toEqual([realpathSync(fileOf(name))]);
    expect(builtins).not.toContain('NativeModule child_process');
  });

  it('all that is read is ASCII, which Node reads in half the time', () => {
    expect(readFileSync(fileOf(name), 'latin1')).toMatch(/^[\0-\x7f]*$/);
  });
});
