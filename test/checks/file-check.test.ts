import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckWorld } from '../../src/checks/check-world.ts';
import { LARGEST_PARSED } from '../../src/checks/syntax.ts';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import { checkWorld, outcomeOfCheck } from '../rig/worlds/check-world.ts';
import { scratchProject } from '../rig/worlds/repository.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;
type Parts = Readonly<Record<string, unknown>>;

const resultsOfCheck = async (check: object, world: CheckWorld) =>
  (await outcomeOfCheck(check, world)).results;

async function resultsOf(files: Files, parts: Parts) {
  const { folder, write } = scratchProject();
  for (const [path, content] of Object.entries(files)) write(path, content);
  return resultsOfCheck({ kind: 'file', ...parts }, checkWorld({ folder }));
}

describe('a file passes', () => {
  it.each<[string, Files, Parts]>([
    ['that is there', { a: 'x' }, { path: 'a' }],
    ['in a folder', { 'd/a': 'x' }, { path: 'd/a' }],
    ['whose path begins with ./', { a: 'x' }, { path: './a' }],
    ['of the syntax that its name says', { 'a.json': '{}' }, { path: 'a.json' }],
    ['of another syntax that is asked for', { 'a.conf': 'a: 1' }, { path: 'a.conf', type: 'yaml' }],
    ['that is not parsed where any will do', { 'a.json': '{' }, { path: 'a.json', type: 'any' }],
    ['that is text', { a: 'x\n' }, { path: 'a', type: 'text' }],
    ['that is exactly large enough', { a: 'xx' }, { path: 'a', min_bytes: 2, max_bytes: 2 }],
    ['that may be empty, and is', { a: '' }, { path: 'a', min_bytes: 0 }],
    [
      'a line of which matches',
      { a: 'x\nversion 1\ny' },
      { path: 'a', matches: ['^version \\d$'] },
    ],
    ['that matches several patterns', { a: 'x\ny' }, { path: 'a', matches: ['x', '^y$'] }],
    [
      'that contains texts',
      { a: 'f(x) { a-b/c }' },
      { path: 'a', contains: ['f(x) {', 'a-b/c }'] },
    ],
    ['the last line of which matches', { a: 'x\ny' }, { path: 'a', matches: ['^y$'] }],
    ['one of many by a glob', { 'd/a.js': '1', 'd/b.js': '2' }, { path: 'd/*.js' }],
    ['whose very name has brackets', { 'app/[id]/a.js': '1' }, { path: 'app/[id]/a.js' }],
    ['a folder where one is expected', { 'd/a': 'x' }, { path: 'd', type: 'folder' }],
  ])('%s', async (_name, files, parts) => {
    expect(verdictOfResults(await resultsOf(files, parts))).toBe('PASS');
  });
});

describe('a file fails', () => {
  it.each<[string, Files, Parts, string]>([
    ['that is not there', {}, { path: 'a' }, 'it does not exist'],
    ['that is a folder', { 'a/b': 'x' }, { path: 'a' }, 'it is a folder'],
    ['that lies in a file', { a: 'x' }, { path: 'a/b' }, 'it does not exist'],
    ['that is empty', { a: '' }, { path: 'a' }, 'empty'],
    ['that is empty, whatever its type', { 'a.json': '' }, { path: 'a.json' }, 'empty'],
    ['that is too small', { a: 'x' }, { path: 'a', min_bytes: 2 }, '2 to any number'],
    ['that is too large', { a: 'xxx' }, { path: 'a', max_bytes: 2 }, '1 to 2 bytes'],
    ['that cannot be parsed', { 'a.json': '{' }, { path: 'a.json' }, 'not valid json'],
    ['whose capitals hide its type', { 'A.JSON': '{' }, { path: 'A.JSON' }, 'not valid json'],
    [
      'of another syntax than is asked for',
      { 'a.txt': '{' },
      { path: 'a.txt', type: 'json' },
      'not valid json',
    ],
    ['that is no text', { a: Uint8Array.of(0xff, 0x80) }, { path: 'a', type: 'text' }, 'UTF-8'],
    [
      'whose text ends in half a character',
      { a: Uint8Array.of(0x41, 0xc3) },
      { path: 'a', type: 'text' },
      'UTF-8',
    ],
    ['with null characters', { a: 'x\0' }, { path: 'a', type: 'text' }, 'null characters'],
    [
      'no line of which matches',
      { a: 'x\ny' },
      { path: 'a', matches: ['^xy$'] },
      'no line matches',
    ],
    [
      'that only a pattern would find, asked for a text',
      { a: 'abc' },
      { path: 'a', contains: ['a.c'] },
      'no line contains a.c: a',
    ],
    [
      'asked for a text that was meant as a pattern',
      { a: 'abc' },
      { path: 'a', contains: ['^abc$'] },
      'no line contains ^abc$ as a text (for a pattern, use matches)',
    ],
    [
      'one pattern of which is missing',
      { a: 'x' },
      { path: 'a', contains: ['x', 'z'] },
      'no line contains z',
    ],
    ['where a glob takes nothing', { a: 'x' }, { path: '*.js' }, 'no file matches it'],
    ['where a glob takes folders only', { 'd/e/a': 'x' }, { path: 'd/*' }, 'no file matches it'],
    [
      'where one of many is broken',
      { 'a.json': '{}', 'b.json': '{' },
      { path: '*.json' },
      'b.json',
    ],
    ['where one of many is empty', { 'a.js': '1', 'b.js': '' }, { path: '*.js' }, 'b.js'],
    [
      'where one of many does not match',
      { a1: 'x', a2: 'y' },
      { path: 'a*', contains: ['x'] },
      'a2',
    ],
    [
      'a file where a folder is expected',
      { a: 'x' },
      { path: 'a', type: 'folder' },
      'not a folder',
    ],
    ['nothing where a folder is expected', {}, { path: 'a', type: 'folder' }, 'does not exist'],
  ])('%s', async (_name, files, parts, words) => {
    const results = await resultsOf(files, parts);
    expect(verdictOfResults(results)).toBe('FAIL');
    const failed = results.filter(({ status }) => status === 'FAIL');
    expect(failed.map(({ detail }) => detail).join('\n')).toContain(words);
  });
});

describe('a file is skipped, and not passed', () => {
  it.each<[string, Files, Parts]>([
    ['that is a template', { 'a.yaml': 'a: {{ b }}\n{{ c }}\n' }, { path: 'a.yaml' }],
    [
      'one of many that is',
      { 'a.yaml': 'a: 1', 'b.yaml': '{{ a }}\nb: {{ c\n' },
      { path: '*.yaml' },
    ],
    [
      'that is too large to parse',
      { 'a.json': ' '.repeat(LARGEST_PARSED + 1) },
      { path: 'a.json' },
    ],
  ])('%s', async (_name, files, parts) => {
    expect(verdictOfResults(await resultsOf(files, parts))).toBe('BLOCKED');
  });
});

describe('odd files', () => {
  const { platform } = process;

  it('a link to a file counts as the file', async () => {
    const { folder, write } = scratchProject();
    write('a.json', '{}');
    symlinkSync('a.json', join(folder, 'b.json'));
    const results = await resultsOfCheck({ kind: 'file', path: 'b.json' }, checkWorld({ folder }));
    expect(verdictOfResults(results)).toBe('PASS');
  });

  it('a link that leads nowhere is not there', async () => {
    const { folder } = scratchProject();
    symlinkSync('nowhere', join(folder, 'b.json'));
    const results = await resultsOfCheck({ kind: 'file', path: 'b.json' }, checkWorld({ folder }));
    expect(verdictOfResults(results)).toBe('FAIL');
  });

  it('links that lead in a circle end the search', async () => {
    const { folder, write } = scratchProject();
    write('d/a.json', '{}');
    symlinkSync('..', join(folder, 'd', 'up'));
    symlinkSync('loop', join(folder, 'loop'));
    const world = checkWorld({ folder });
    const many = await resultsOfCheck({ kind: 'file', path: '**/*.json' }, world);
    expect(many).toContainEqual(expect.objectContaining({ detail: '2 bytes' }));
    const [one] = await resultsOfCheck({ kind: 'file', path: 'loop' }, world);
    expect(one?.status).toBe('FAIL');
  });

  it.skipIf(platform === 'win32')('a pipe is not waited for', async () => {
    const { folder } = scratchProject();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const [result] = await resultsOfCheck({ kind: 'file', path: 'pipe' }, checkWorld({ folder }));
    expect(result).toMatchObject({
      status: 'FAIL',
      detail: expect.stringContaining('not a regular'),
    });
  });

  it('a line of many megabytes is searched', async () => {
    const results = await resultsOf(
      { a: `${'x'.repeat(8_000_000)}needle` },
      { path: 'a', contains: ['needle'] },
    );
    expect(verdictOfResults(results)).toBe('PASS');
  });

  it('no more than a few of many files are named', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_each, n) => [`${n}.json`, '{']));
    const results = await resultsOf(files, { path: '*.json' });
    expect(results.at(-1)?.detail).toContain('and 15 more');
  });

  it.each([['.git/config'], ['.claude/completion-state/events.jsonl']])(
    'a glob does not take %s',
    async (path) => {
      const [result] = await resultsOf({ [path]: 'x' }, { path: '**/*' });
      expect(result).toMatchObject({ status: 'FAIL', detail: 'no file matches it' });
    },
  );
});
