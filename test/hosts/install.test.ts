import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeProgram } from '../rig/worlds/hooked-project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { installClient } from './install.mjs';

const CLIENT = {
  name: 'agent',
  package: '@scope/agent',
  version: '1.2.3',
  program: ['@scope/agent-*/agent'],
};
const PLATFORM_PACKAGE = 'node_modules/@scope/agent-this-platform';

/** A cache folder, and an npm that does as these lines of a shell say in the folder of the install. */
function npmThat(lines: string): string {
  const root = scratchFolder();
  const programs = join(root, 'programs');
  mkdirSync(programs);
  writeProgram(join(programs, 'npm'), lines);
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return join(root, 'cache');
}

const installs = (version = CLIENT.version): string =>
  `mkdir -p ${PLATFORM_PACKAGE} && cd ${PLATFORM_PACKAGE} && printf '#!/bin/sh\\necho ${version}\\n' > agent && chmod +x agent`;

describe.skipIf(process.platform === 'win32')('the install of a real host', () => {
  it('gives a program that runs, and is not made twice', () => {
    const cache = npmThat(`${installs()}`);
    const first = installClient(CLIENT, cache);
    vi.stubEnv('PATH', '');
    expect(installClient(CLIENT, cache)).toEqual(first);
    const program = join(cache, 'agent-1.2.3', PLATFORM_PACKAGE, 'agent');
    expect(first).toEqual({ program });
    expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe('1.2.3\n');
  });

  it('takes what was interrupted for nothing, and removes it in the end', () => {
    const cache = npmThat(installs());
    const [old, recent] = [join(cache, 'making-old'), join(cache, 'making-recent')];
    for (const folder of [old, recent])
      mkdirSync(join(folder, PLATFORM_PACKAGE), { recursive: true });
    utimesSync(old, 0, 0);
    expect(installClient(CLIENT, cache)).toHaveProperty('program');
    expect(readdirSync(cache)).toEqual(['agent-1.2.3', 'making-recent']);
  });

  it('goes by the install of another run that was faster', () => {
    const there = `"$PWD/../agent-1.2.3"`;
    const cache = npmThat(`${installs()}; cd "$OLDPWD" && cp -r . ${there}`);
    expect(installClient(CLIENT, cache)).toHaveProperty('program');
    expect(readdirSync(cache)).toEqual(['agent-1.2.3']);
  });

  it.each([
    'npm error code ECONNREFUSED',
    'npm error code EAI_AGAIN',
    'npm error code E503',
    'npm error code SELF_SIGNED_CERT_IN_CHAIN',
  ])('says that there is none where npm says "%s"', (words) => {
    const cache = npmThat(`echo '${words}' >&2; exit 1`);
    expect(installClient(CLIENT, cache)).toEqual({ missing: expect.stringContaining(words) });
    expect(readdirSync(cache)).toEqual([]);
  });

  it('says that there is none for a platform that has no package', () => {
    const cache = npmThat('mkdir -p node_modules/@scope/agent');
    expect(installClient(CLIENT, cache)).toEqual({
      missing: expect.stringContaining('no program'),
    });
  });

  it.each([
    ['a version that does not exist', "echo 'npm error code ETARGET' >&2; exit 1", /ETARGET/],
    ['a program that says another version', installs('1.2.4'), /1\.2\.4/],
    ['a full disk', "echo 'npm error code ENOSPC' >&2; exit 1", /ENOSPC/],
  ])('fails over %s', (_fault, lines, words) => {
    const cache = npmThat(lines);
    expect(() => installClient(CLIENT, cache)).toThrow(words);
    expect(readdirSync(cache)).toEqual([]);
  });
});
