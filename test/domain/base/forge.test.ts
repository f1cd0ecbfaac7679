import { expect, it } from 'vitest';
import { commitUrl, fileUrl, forgeOf } from '../../../src/domain/base/forge.ts';

const commit = 'a'.repeat(40);
const github = { forge_url: 'https://github.com/acme/shop/', commit, folder: '' };

it.each([
  ['github.com/acme/shop', 'https://github.com/acme/shop/'],
  ['gitlab.example.org/team/sub/shop', 'https://gitlab.example.org/team/sub/shop/-/'],
  ['git.example.org/acme/shop', ''],
  ['file:srv/github.com/shop', ''],
])('%s is shown at "%s"', (repository, url) => {
  expect(forgeOf(repository)).toBe(url);
});

it.each<[string, object, string, string | undefined]>([
  ['a line', {}, 'a b/x(1).js', `https://github.com/acme/shop/blob/${commit}/a%20b/x%281%29.js#L3`],
  [
    'a project in a folder',
    { folder: 'app/' },
    'x.js',
    `https://github.com/acme/shop/blob/${commit}/app/x.js#L3`,
  ],
  ['half of a character', {}, '\ud800', `https://github.com/acme/shop/blob/${commit}/%EF%BF%BD#L3`],
  ['a path that leads out', {}, '../../evil/x', undefined],
  ['a folder that leads out', { folder: '../../../evil/' }, 'x', undefined],
  ['no commit', { commit: '' }, 'x', undefined],
  ['a commit that is none', { commit: 'main/../..' }, 'x', undefined],
  ['no forge', { forge_url: '' }, 'x', undefined],
  ['an address that runs something', { forge_url: 'javascript:alert(1)//' }, 'x', undefined],
  ['an address that ends a link', { forge_url: 'https://a/b) [x](c/' }, 'x', undefined],
])('the address of a file: %s', (_name, parts, path, url) => {
  expect(fileUrl({ ...github, ...parts }, path, 3)).toBe(url);
});

it('a commit has an address where its forge is known', () => {
  expect(commitUrl(github)).toBe(`https://github.com/acme/shop/commit/${commit}`);
  expect(commitUrl({ ...github, forge_url: '' })).toBeUndefined();
});
