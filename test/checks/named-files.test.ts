import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import type { Transcript } from '../../src/ports.ts';
import { checkWorld, outcomeOfCheck } from '../rig/worlds/check-world.ts';
import { scratchProject } from '../rig/worlds/repository.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

async function resultsOf(path: string, content: string, parts: object = {}) {
  const { folder, write } = scratchProject();
  write(path, content);
  const world = checkWorld({ folder });
  return (await outcomeOfCheck({ kind: 'file', path, ...parts }, world)).results;
}

const PYTHON = {
  name: 'a.py',
  whole: 'import nothing_there\nraise SystemExit(3)\n',
  broken: 'def a(:\n',
};

describe('a file is parsed by what its name says it is', () => {
  it.each([
    { name: 'a.json', whole: '{"a": [1]}\n', broken: '{"a": [1}\n' },
    { name: 'tsconfig.json', whole: '{ // why\n "a": 1, }\n', broken: '{ // why\n "a" 1 }\n' },
    { name: 'a.yaml', whole: 'a: [1]\n---\nb: 2\n', broken: 'a: [1\n' },
    { name: 'a.yml', whole: 'a: 1\n', broken: 'a: 1\n b: 2\n' },
    { name: 'a.js', whole: 'import a from "a"; await a;\n', broken: 'const = 1;\n' },
    { name: 'a.cjs', whole: 'const a = require("a"); return;\n', broken: 'function (\n' },
    { name: 'a.mjs', whole: 'export const a = 1;\n', broken: 'export const;\n' },
    { name: 'a.jsx', whole: 'export const a = <b c="d" />;\n', broken: 'export const a = <b;\n' },
    { name: 'a.sql', whole: 'SELECT a FROM b WHERE c = 1;\n', broken: 'SELEC a FROM b;\n' },
    ...(hasPython ? [PYTHON] : []),
  ])('$name', async ({ broken, name, whole }) => {
    expect(verdictOfResults(await resultsOf(name, whole))).toBe('PASS');
    const failed = (await resultsOf(name, broken)).filter(({ status }) => status === 'FAIL');
    expect(failed).toMatchObject([
      { name: `syntax_${name}`, detail: expect.stringMatching(/^not valid /) },
    ]);
  });
});

describe('what else is expected of a file', () => {
  it.each([
    ['is there', 'a.txt', 'a\n', {}, 'PASS', 'file_exists_a.txt: 2 bytes'],
    ['is not empty', 'a.txt', '', {}, 'FAIL', 'file_nonempty_a.txt: empty: a.txt: 0 bytes'],
    ['may be empty', 'a.txt', '', { min_bytes: 0 }, 'PASS', 'file_size_a.txt: within its bounds'],
    [
      'is large enough',
      'a.txt',
      'abc',
      { min_bytes: 4 },
      'FAIL',
      '3 bytes; expected 4 to any number of',
    ],
    ['is small enough', 'a.txt', 'abc', { max_bytes: 2 }, 'FAIL', 'expected 1 to 2 bytes'],
    ['holds a pattern', 'a.txt', 'ok 1\n', { matches: ['^ok \\d$'] }, 'PASS', 'matches ^ok \\d$'],
    ['lacks a pattern', 'a.txt', 'x\n', { matches: ['^ok'] }, 'FAIL', 'no line matches ^ok: a.txt'],
    ['is of a type that it has', 'a', '{}', { type: 'json' }, 'PASS', 'valid json'],
    ['is of a type that it has not', 'a.txt', 'a', { type: 'json' }, 'FAIL', 'not valid json: a'],
    ['is no text', 'a.bin', 'a\0b', { type: 'text' }, 'FAIL', 'it contains null characters'],
    ['is not parsed', 'a.json', '{', { type: 'any' }, 'PASS', 'file_nonempty_a.json'],
    ['is not a folder', 'a.txt', 'a', { type: 'folder' }, 'FAIL', 'it is a file, not a folder'],
  ])('%s', async (_what, name, content, parts, verdict, says) => {
    const results = await resultsOf(name, content, parts);
    expect(verdictOfResults(results)).toBe(verdict);
    const told = results.map((one) => `${one.name}: ${one.detail}`).join('\n');
    expect(told).toContain(says);
  });

  it.each([
    ['missing.txt', 'it does not exist'],
    ['folder', 'it is a folder; expected a file'],
    ['folder/*.js', 'no file matches it'],
    ['a.txt/b', 'it does not exist'],
  ])('%s: %s', async (path, says) => {
    const { folder, write } = scratchProject();
    write('a.txt', 'a\n');
    mkdirSync(join(folder, 'folder'));
    const { results } = await outcomeOfCheck({ kind: 'file', path }, checkWorld({ folder }));
    expect(verdictOfResults(results)).toBe('FAIL');
    expect(results.map(({ detail }) => detail).join('\n')).toContain(says);
  });
});

describe('the last tool call that matches', () => {
  it.each<[string, ReturnType<Transcript['lastCall']>, string, string]>([
    ['passed', { found: 'call', name: 'Bash', failed: false }, 'PASS', 'did not fail'],
    ['failed', { found: 'call', name: 'Bash', failed: true }, 'FAIL', '(Bash) failed'],
    [
      'is still under way',
      { found: 'call', name: 'Bash', failed: undefined },
      'BLOCKED',
      'has no result',
    ],
    ['is none', { found: 'none' }, 'FAIL', 'no tool call of this session matches npm test'],
    [
      'is in no transcript',
      { found: 'no-transcript', reason: 'no transcript of it' },
      'BLOCKED',
      'no transcript of it',
    ],
  ])('%s', async (_what, call, verdict, says) => {
    const transcript = { ...checkWorld().transcript, lastCall: () => call };
    const check = { kind: 'tool-results', match: 'npm test' };
    const { results } = await outcomeOfCheck(check, checkWorld({ transcript }));
    expect(verdictOfResults(results)).toBe(verdict);
    expect(results.map(({ detail }) => detail).join('\n')).toContain(says);
  });
});
