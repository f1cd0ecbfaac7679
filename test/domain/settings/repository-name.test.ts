import { describe, expect, it } from 'vitest';
import { namingRemote, remotesIn } from '../../../src/domain/settings/git-remotes.ts';
import { isProjectName, repositoryName } from '../../../src/domain/settings/repository-name.ts';

describe('a repository is named the same for every way to reach it', () => {
  it.each([
    ['git@example.com:team/shop.git', 'example.com/team/shop'],
    ['git@Example.COM:/team/shop', 'example.com/team/shop'],
    ['ssh://git@example.com/team/shop.git', 'example.com/team/shop'],
    ['ssh://git@example.com:22/team/shop/', 'example.com/team/shop'],
    ['https://example.com/team/shop', 'example.com/team/shop'],
    ['https://me:secret@example.com/team/shop.git', 'example.com/team/shop'],
    ['https://example.com:8443//team//shop.git?x=1', 'example.com/team/shop'],
    ['git://example.com/Team/Shop', 'example.com/Team/Shop'],
    ['file:///srv/git/shop.git', 'file:srv/git/shop'],
    ['/srv/git/shop.git', 'file:srv/git/shop'],
    ['C:\\git\\shop.git', 'file:C:/git/shop'],
  ])('%s', (remote, name) => {
    expect(repositoryName(remote)).toBe(name);
  });

  it.each([[''], ['  '], ['https://example.com'], ['https://'], ['git@example.com:'], ['a\u0000b']])(
    '%j names none',
    (remote) => {
      expect(repositoryName(remote)).toBeUndefined();
    },
  );
});

it.each([
  ['team/shop', true],
  ['', false],
  [' shop', false],
  ['shop\n', false],
  ['x'.repeat(301), false],
])('%j as the name of a project: %s', (name, isOne) => {
  expect(isProjectName(name)).toBe(isOne);
});

describe("git's own configuration", () => {
  it.each<[string, string, readonly string[]]>([
    ['one remote', '[remote "origin"]\n\turl = git@a:b/c.git\n', ['origin git@a:b/c.git']],
    ['the first URL of each', '[remote "o"]\nurl = one\nurl = two\n', ['o one']],
    ['quotes and comments', '[remote "o"]\n url = "a;b" ; c\n', ['o a;b']],
    ['a line that goes on', '[remote "o"]\n url = a\\\nb\n', ['o ab']],
    ['an escaped name', '[remote "a\\"b"]\nurl = x\n', ['a"b x']],
    ['other sections', '[branch "main"]\nremote = origin\n[url "x"]\ninsteadOf = y\n', []],
    ['no text', '', []],
  ])('%s', (_what, text, expected) => {
    expect(remotesIn(text).map(({ name, url }) => `${name} ${url}`)).toEqual(expected);
  });

  it.each<[readonly string[], string | undefined]>([
    [['fork', 'origin'], 'origin'],
    [['upstream'], 'upstream'],
    [['fork', 'upstream'], undefined],
    [[], undefined],
  ])('of %j, %s names the project', (names, expected) => {
    expect(namingRemote(names.map((name) => ({ name, url: 'x' })))?.name).toBe(expected);
  });
});
