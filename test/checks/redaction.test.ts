import { describe, expect, it } from 'vitest';
import { redactedCheck, redactWords } from '../../src/checks/redaction.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

describe('the words of a command line without secrets', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [
      ['npm', 'test', ''],
      ['npm', 'test', ''],
    ],
    [
      ['echo', TOKEN, 'x'],
      ['echo', '[redacted: GitHub token]', 'x'],
    ],
    [
      ['sshpass', '-p', 'hunter2', 'ssh', 'host'],
      ['sshpass', '-p', '[redacted: password of a command]', 'ssh', 'host'],
    ],
    [
      ['mysql', '-u', 'root', '-phunter2'],
      ['mysql', '-u', 'root', '-p[redacted: password of a command]'],
    ],
    [
      ['sshpass', '-p', 'correct-horse-battery', 'ssh', 'host'],
      ['sshpass', '-p', '[redacted: own API key]', 'ssh', 'host'],
    ],
    [
      ['deploy', '--password', 'hunter', 'production'],
      ['deploy', '--password', '[redacted: password of a command]', 'production'],
    ],
    [
      ['sh', '-c', `echo ${TOKEN}`],
      ['sh', '-c', 'echo [redacted: GitHub token]'],
    ],
    [
      ['echo', 'correct-horse-battery'],
      ['echo', '[redacted: own API key]'],
    ],
  ])('%j', (words, clean) => {
    expect(redactWords(words, ['correct-horse-battery'])).toEqual(clean);
  });

  it('of a very long line', () => {
    const words = [...Array.from({ length: 5000 }, (_, index) => `word-${index}`), TOKEN];
    expect(redactWords(words, []).at(-1)).toBe('[redacted: GitHub token]');
  });
});

it('a check without secrets keeps everything else', () => {
  const check = { kind: 'command', run: `echo ${TOKEN}`, matches: [TOKEN], timeout_ms: 100 };
  expect(redactedCheck(check, [])).toEqual({
    kind: 'command',
    run: 'echo [redacted: GitHub token]',
    matches: ['[redacted: GitHub token]'],
    timeout_ms: 100,
  });
  const release = { kind: 'command', run: 'release --password hunter all' };
  expect(redactedCheck(release, [])['run']).toBe(
    'release --password [redacted: password of a command] all',
  );
  const plain = { kind: 'file', path: 'a', inputs: ['src/**'], alone: true };
  expect(redactedCheck(plain, [])).toEqual(plain);
});
