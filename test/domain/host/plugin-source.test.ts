import { describe, expect, it } from 'vitest';
import { diagnosePlugin, type OwnPlugin } from '../../../src/domain/host/plugin-diagnosis.ts';
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

describe("the suite's plugin", () => {
  const at = (by: 'marketplace' | 'copy' | 'session', hooks = 1): OwnPlugin => ({
    place: { root: '/root', by },
    hooks,
  });

  it.each<[string, OwnPlugin, boolean, string, string]>([
    ['its copy', at('copy'), false, 'ok', 'runs from /root'],
    ['a folder', at('marketplace'), false, 'ok', "not from the host's copy"],
    ['a session', at('session'), false, 'ok', 'for this session only'],
    ['a folder of the project', at('marketplace'), true, 'note', 'runs from /root'],
    ['a folder without hooks', at('marketplace', 0), false, 'note', 'the host silently runs none'],
    [
      'no folder',
      { place: { why: 'it is gone', isMarketplaceLost: false }, hooks: 0 },
      false,
      'note',
      'it is gone',
    ],
  ])('in %s', (_name, plugin, isInProject, status, detail) => {
    const found = diagnosePlugin(plugin, () => isInProject);
    expect([found.check, found.status]).toEqual(['hooks.plugin', status]);
    expect(found.detail).toContain(detail);
    expect(found.advice === undefined).toBe(status === 'ok');
  });

  it.each<[boolean, string]>([
    [true, 'claude plugin marketplace add <folder>'],
    [false, 'claude plugin install completion-promise'],
  ])('that is not found, its marketplace lost: %s: what to do', (isMarketplaceLost, advice) => {
    const place = { why: 'it is gone', isMarketplaceLost };
    expect(diagnosePlugin({ place, hooks: 0 }, () => false).advice).toContain(advice);
  });

  it('in the project: an agent could change its own gate', () => {
    expect(diagnosePlugin(at('marketplace'), () => true).follows).toContain('change its own gate');
  });
});
