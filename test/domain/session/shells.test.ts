import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SHELL_NAMES, shellNamed, shellOfPlatform } from '../../../src/domain/session/shells.ts';

/** What a shell is asked to set, and its line; undefined where it cannot take the value. */
const LINES: readonly (readonly [shell: string, value: string, line: string | undefined])[] = [
  ['sh', 'a', 'export X="a"'],
  ['bash', '"$HOME" `id` \\', 'export X="\\"\\$HOME\\" \\`id\\` \\\\"'],
  ['fish', "it's \\ $HOME", "set -gx X 'it\\'s \\\\ $HOME'"],
  ['powershell', "it's $HOME", "$env:X = 'it''s $HOME'"],
  ['pwsh', 'a\u2019b', "$env:X = 'a\u2019\u2019b'"],
  ['cmd', 'a & b', 'set "X=a & b"'],
  ...['"', '%PATH%', '!x!', '^', 'a\nb'].map((value) => ['cmd', value, undefined] as const),
];

it.each(LINES)('%s sets %j by %j', (shell, value, line) => {
  expect(shellNamed(shell)?.setLine('X', value)).toBe(line);
});

it.each([
  ['sh', 'eval "$(cs session init)"'],
  ['fish', 'cs session init --shell fish | source'],
  ['powershell', 'cs session init --shell powershell | Out-String | Invoke-Expression'],
  ['cmd', 'for /f "delims=" %i in (\'cs session init --shell cmd\') do @%i'],
])('%s evaluates lines by %s', (shell, line) => {
  expect(shellNamed(shell)?.evaluation('cs session init')).toBe(line);
});

it('a shell is found by each of its names, and the usual one by none', () => {
  expect(SHELL_NAMES.filter((name) => shellNamed(name) === undefined)).toEqual([]);
  expect(shellNamed(undefined)?.name).toBe('sh');
  expect(shellNamed('tcsh')).toBeUndefined();
  expect([shellOfPlatform('win32').name, shellOfPlatform('linux').name]).toEqual([
    'powershell',
    'sh',
  ]);
});

/** Values that a shell could take for something else. */
const ODD = ['plain', "it's", '"x" $HOME `id` \\', 'a\nb', '$(exit 3)', '!!', '%PATH%', 'é 日本'];

describe.each([
  ['sh', ['-c']],
  ['bash', ['-c']],
  ['zsh', ['-c']],
  ['fish', ['-c']],
  ['pwsh', ['-NoProfile', '-Command']],
] as const)('the real %s', (name, options) => {
  const isThere = spawnSync(name, ['--version']).status === 0 || name === 'sh';
  it.skipIf(!isThere || process.platform === 'win32').each(ODD)('sets %j', (value) => {
    const line = shellNamed(name)?.setLine('X', value) ?? '';
    const { stdout } = spawnSync(name, [...options, `${line}\nprintenv X`], { encoding: 'utf8' });
    expect(stdout).toBe(`${value}\n`);
  });
});
