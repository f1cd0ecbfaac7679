import { describe, expect, it } from 'vitest';
import {
  entryOf,
  hooksOfManifest,
  installedCopy,
  localMarketplace,
} from '../../../src/domain/host/plugin-source.ts';

/** Where plugins run from, by what the host writes down: measured of Claude Code 2.1.330. */

const NOTHING = { managed: [], own: [] };

describe('a marketplace', () => {
  const declared = (source: unknown) => ({
    managed: [],
    own: [
      {
        place: 'user' as const,
        path: 'user',
        settings: { extraKnownMarketplaces: { m: { source } } },
      },
    ],
  });

  it.each<[string, unknown, unknown, unknown]>([
    [
      'that is a folder: its plugins run from there',
      { m: { source: { source: 'directory', path: '/a' }, installLocation: '/a' } },
      undefined,
      { folder: '/a', file: undefined },
    ],
    [
      'that is a file: from the folder that it belongs to',
      { m: { source: { source: 'file', path: '/a/x/m.json' }, installLocation: '/a' } },
      undefined,
      { folder: '/a', file: '/a/x/m.json' },
    ],
    [
      'of a repository elsewhere: from the copies of the host',
      { m: { source: { source: 'github', repo: 'o/r' }, installLocation: '/a' } },
      undefined,
      undefined,
    ],
    [
      'that only settings declare',
      {},
      { source: 'directory', path: '/a' },
      { folder: '/a', file: undefined },
    ],
    [
      'that settings declare at another place than the host knows',
      { m: { source: { source: 'directory', path: '/a' }, installLocation: '/a' } },
      { source: 'directory', path: '/b' },
      { folder: '/a', file: undefined },
    ],
    ['that nobody knows', {}, undefined, undefined],
    ['of another shape', { m: 'x' }, 7, undefined],
  ])('%s', (_name, known, source, expected) => {
    const settings = source === undefined ? NOTHING : declared(source);
    expect(localMarketplace('m', Object(known), settings)).toEqual(expected);
  });

  it.each<[string, object, unknown]>([
    ['by a path', { name: 'a', source: './p' }, { folder: './p', hooks: undefined }],
    [
      'from elsewhere',
      { name: 'a', source: { source: 'npm' } },
      { folder: undefined, hooks: undefined },
    ],
    [
      'with hooks of its own',
      { name: 'a', source: './', hooks: { Stop: [] } },
      { folder: './', hooks: { Stop: [] } },
    ],
    ['that it does not have', { name: 'b', source: './p' }, undefined],
  ])('names a plugin %s', (_name, plugin, expected) => {
    expect(entryOf('a', { plugins: ['x', plugin] })).toEqual(expected);
  });
});

describe("the host's copy of a plugin", () => {
  const install = (installPath: string, projectPath?: string) => ({ installPath, projectPath });

  it.each<[string, readonly unknown[], string | undefined]>([
    ['for the user', [install('/u')], '/u'],
    ['for this project, before that of the user', [install('/p', '/project'), install('/u')], '/p'],
    ['for another project', [install('/o', '/other')], undefined],
    ['that was made anew', [install('/old'), install('/new')], '/new'],
    ['of another shape', [7], undefined],
  ])('%s', (_name, installs, expected) => {
    const list = { version: 2, plugins: { 'a@m': installs } };
    expect(installedCopy('a@m', '/project', list)).toBe(expected);
  });
});

describe("a manifest's hooks", () => {
  it.each<[unknown, readonly unknown[], readonly string[]]>([
    [undefined, [], []],
    ['./more.json', [], ['./more.json']],
    [{ Stop: [] }, [{ Stop: [] }], []],
    [['./a.json', { Stop: [] }, 7], [{ Stop: [] }], ['./a.json']],
  ])('%j', (hooks, inline, files) => {
    expect(hooksOfManifest({ name: 'a', hooks })).toEqual({ inline, files });
  });
});
