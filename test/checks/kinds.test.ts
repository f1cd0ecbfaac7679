import { describe, expect, it } from 'vitest';
import { readCheck } from '../../src/checks/kinds.ts';
import { scopeOfChecks } from '../../src/domain/promise/check.ts';
import { knownCheck } from '../rig/worlds/check-world.ts';

describe('a check is read', () => {
  it.each<[string, object]>([
    ['a command line', { kind: 'command', run: 'npm test' }],
    ['a program with its arguments', { kind: 'command', run: ['npm', 'test', ''] }],
    [
      'a command with every key',
      {
        kind: 'command',
        run: 'npm test',
        timeout_ms: 100,
        exit_code: 255,
        matches: ['^\\d+ passed$'],
        cwd: 'packages/a',
        pass_env: ['NPM_TOKEN'],
        alone: true,
        inputs: ['src/**', '!src/x'],
      },
    ],
    ['the longest time', { kind: 'command', run: 'x', timeout_ms: 86_400_000 }],
    ['no patterns', { kind: 'command', run: 'x', matches: [] }],
    ['the project itself to run in', { kind: 'command', run: 'x', cwd: '.' }],
    ['a file', { kind: 'file', path: 'dist/app.js' }],
    [
      'a file with every key',
      {
        kind: 'file',
        path: 'dist/*.js',
        type: 'javascript',
        contains: ['x'],
        min_bytes: 0,
        max_bytes: 10,
        inputs: ['dist/**'],
      },
    ],
    ...['json', 'jsonc', 'yaml', 'javascript', 'python', 'sql', 'text', 'folder', 'any'].map(
      (type): [string, object] => [`a file of type ${type}`, { kind: 'file', path: 'a', type }],
    ),
    ['a file whose name has two dots', { kind: 'file', path: 'a..b' }],
    ['a hidden file', { kind: 'file', path: '.env' }],
    ['a report', { kind: 'report', format: 'ctrf', path: 'report.json' }],
    [
      'a report with every key',
      {
        kind: 'report',
        format: 'junit',
        path: 'build/**/*.xml',
        min: 5,
        tests: ['a', 'b > c'],
        inputs: ['src/**'],
      },
    ],
    ['tool results', { kind: 'tool-results', match: 'npm test' }],
    ['tool results with inputs', { kind: 'tool-results', match: 'npm', inputs: ['a'] }],
  ])('%s', (_name, check) => {
    expect(readCheck(check)).toMatchObject({ ok: true, check: { declared: check } });
  });
});

describe('what is no check says which key is wrong', () => {
  const command = (parts: object) => ({ kind: 'command', run: 'x', ...parts });
  const report = (parts: object) => ({ kind: 'report', format: 'tap', path: 'a', ...parts });
  const file = (parts: object) => ({ kind: 'file', path: 'a', ...parts });

  it.each<[string, unknown, string]>([
    ['a text', 'npm test', 'it is not an object'],
    ['a list', [], 'it is not an object'],
    ['nothing', null, 'it is not an object'],
    ['no kind', { run: 'x' }, '`kind`'],
    ['another kind', { kind: 'http', run: 'x' }, '`kind`'],
    ['a kind that every object has', { kind: 'constructor' }, '`kind`'],
    ['a kind that is no text', { kind: ['file'], path: 'a' }, '`kind`'],
    ['no run', { kind: 'command' }, '`run`'],
    ['an empty run', command({ run: '' }), '`run`'],
    ['a blank run', command({ run: ' ' }), '`run`'],
    ['no arguments at all', command({ run: [] }), '`run`'],
    ['an empty program', command({ run: ['', 'a'] }), '`run`'],
    ['an argument that is no text', command({ run: ['a', 1] }), '`run`'],
    ['too short a time', command({ timeout_ms: 99 }), '`timeout_ms`'],
    ['too long a time', command({ timeout_ms: 86_400_001 }), '`timeout_ms`'],
    ['half a millisecond', command({ timeout_ms: 100.5 }), '`timeout_ms`'],
    ['a time in words', command({ timeout_ms: '1000' }), '`timeout_ms`'],
    ['null for a time', command({ timeout_ms: null }), '`timeout_ms`'],
    ['a negative exit code', command({ exit_code: -1 }), '`exit_code`'],
    ['an exit code that none can have', command({ exit_code: 256 }), '`exit_code`'],
    ['patterns that are no list', command({ matches: 'x' }), '`matches`'],
    ['a pattern that is none', command({ matches: ['('] }), '`matches`: "("'],
    ['a pattern of another language', command({ matches: ['(?i)x'] }), '`matches`'],
    ['a folder outside', command({ cwd: '..' }), '`cwd`'],
    ['a folder outside, further in', command({ cwd: 'a/../../b' }), '`cwd`'],
    ['a folder from the root', command({ cwd: '/tmp' }), '`cwd`'],
    ['an empty folder', command({ cwd: '' }), '`cwd`'],
    ['a blank folder, which the schema refuses', command({ cwd: ' ' }), '`cwd`'],
    ['names that are no list', command({ pass_env: 'A' }), '`pass_env`'],
    ['alone in words', command({ alone: 'yes' }), '`alone`'],
    ['inputs that are no list', command({ inputs: 'src' }), '`inputs`'],
    ['no inputs at all', command({ inputs: [] }), '`inputs`'],
    ['an empty input', command({ inputs: [''] }), '`inputs`'],
    ['an input with too many braces', command({ inputs: ['{a,b}'.repeat(7)] }), '`inputs`'],
    ['a key of a later version', command({ retries: 3 }), '`retries` is unknown'],
    ['a key of another kind', command({ path: 'a' }), '`path` is unknown'],
    ['a misspelt key', command({ timeout: 5 }), '`timeout` is unknown'],
    ['no path', { kind: 'file' }, '`path`'],
    ['an empty path', file({ path: '' }), '`path`'],
    ['a path outside', file({ path: '../a' }), '`path`'],
    ['a path outside of Windows', file({ path: '..\\a' }), '`path`'],
    ['a path from the root', file({ path: '/etc/passwd' }), '`path`'],
    ['a path from a drive', file({ path: 'C:\\a' }), '`path`'],
    ['a path on another machine', file({ path: '\\\\host\\a' }), '`path`'],
    ['a path with a null character', file({ path: 'a\0b' }), '`path`'],
    ['a type that nobody knows', file({ type: 'toml' }), '`type`'],
    ['a size that is negative', file({ min_bytes: -1 }), '`min_bytes`'],
    ['half a byte', file({ max_bytes: 0.5 }), '`max_bytes`'],
    ['contents that are no pattern', file({ matches: ['['] }), '`matches`'],
    ['a key of commands', file({ run: 'x' }), '`run` is unknown'],
    ['no format', { kind: 'report', path: 'a.json' }, '`format`'],
    [
      'a format that nobody knows',
      report({ format: 'trx' }),
      '`format` is not one of ctrf, jest, junit, tap',
    ],
    ['no report', { kind: 'report', format: 'tap' }, '`path`'],
    ['a report outside', report({ path: '../a.tap' }), '`path`'],
    ['no tests wanted', report({ min: 0 }), '`min`'],
    ['half a test', report({ min: 1.5 }), '`min`'],
    ['more tests than are read', report({ min: 400_001 }), '`min`'],
    ['a list of no tests', report({ tests: [] }), '`tests`'],
    ['a test without a name', report({ tests: [' '] }), '`tests`'],
    ['no match', { kind: 'tool-results' }, '`match`'],
    ['an empty match', { kind: 'tool-results', match: '' }, '`match`'],
    ['a match that is no text', { kind: 'tool-results', match: ['a'] }, '`match`'],
  ])('%s', (_name, value, words) => {
    const reading = readCheck(value);
    expect(reading).toEqual({ ok: false, reason: expect.stringContaining(words) });
  });
});

describe('what a list of checks depends on', () => {
  const run = { kind: 'command', run: 'x' };
  const narrow = { kind: 'command', run: 'x', inputs: ['src/**', 'a'] };
  const file = { kind: 'file', path: 'dist/app.js' };
  const report = { kind: 'report', format: 'tap', path: 'a.tap' };

  it.each<[string, readonly object[], readonly string[] | null, readonly string[]]>([
    ['a command: all', [run], null, []],
    ['a command with inputs: those', [narrow], ['a', 'src/**'], []],
    ['one that names no inputs among others: all', [narrow, run], null, []],
    ['a file: all, and the file itself', [file], null, ['dist/app.js']],
    ['a file beside inputs of a command: all', [narrow, file], null, ['dist/app.js']],
    ['the same inputs twice: once', [narrow, narrow], ['a', 'src/**'], []],
    ['the same file twice: once', [file, file], null, ['dist/app.js']],
    ['a report: all but the report', [run, report], ['!a.tap', '**'], []],
    ['a report beside a file: the file too', [report, file], ['!a.tap', '**'], ['dist/app.js']],
    [
      'a report beside inputs: those without it',
      [narrow, { ...report, inputs: ['b'] }],
      ['!a.tap', 'a', 'b', 'src/**'],
      [],
    ],
    ['nothing: all', [], null, []],
  ])('%s', (_name, checks, inputs, files) => {
    expect(scopeOfChecks(checks.map(knownCheck))).toEqual({ inputs, files });
  });

  it.each<[string, readonly object[], readonly string[] | null, readonly string[]]>([
    ['a command: all but that', [run], ['!b.tap', '**'], []],
    ['a command with inputs: those without it', [narrow], ['!b.tap', 'a', 'src/**'], []],
    ['one whose inputs are that: it', [{ ...run, inputs: ['b.tap'] }], ['b.tap'], []],
    ['one that looks at it: it too', [{ ...file, path: 'b.tap' }], ['!b.tap', '**'], ['b.tap']],
    ['a report of its own: all but both', [run, report], ['!a.tap', '!b.tap', '**'], []],
  ])('beside the report of another criterion, %s', (_name, checks, inputs, files) => {
    expect(scopeOfChecks(checks.map(knownCheck), ['b.tap'])).toEqual({ inputs, files });
  });
});
