import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, printable, shellWord } from '../../src/report/printable.ts';

/** What a POSIX shell makes of words that were pasted into a command line. */
function readByShell(words: readonly string[]): readonly string[] {
  const out = execFileSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
  return out.split('\0').slice(0, -1);
}

const hasShell = process.platform !== 'win32';

describe('a word that a shell would not touch stands as it is', () => {
  it.each(['promise-1a2b3c4d', 'AC-1', '/tmp/a_b.json', 'a:b@c%d+e=f,g', '--check', '-'])(
    '%s',
    (word) => {
      expect(shellWord(word)).toBe(word);
    },
  );
});

describe('everything else is quoted', () => {
  it.each([
    ['', "''"],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['$(reboot)', "'$(reboot)'"],
    ['`reboot`', "'`reboot`'"],
    ['a;b', "'a;b'"],
    ['a\nreboot', "'a reboot'"],
    ['~', "'~'"],
    ['*', "'*'"],
    ['!!', "'!!'"],
    ['a\\', "'a\\'"],
    ['\x1b[2J', "'\\x1b[2J'"],
    ['é', "'é'"],
  ])('%j becomes %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });
});

describe.skipIf(!hasShell)('a real shell', () => {
  it.each([
    ['', 'nothing'],
    ["'", 'a quote'],
    ["''''", 'quotes'],
    ['"$HOME"', 'a variable'],
    ['\\', 'a backslash'],
    ["\\'", 'a backslash and a quote'],
    ['$(echo x)', 'a command'],
    ['a  b', 'blanks within'],
    [' a ', 'blanks around it'],
    ['#a', 'a comment'],
    ['🙂 é 检', 'other scripts'],
  ])('reads %j back (%s)', (text) => {
    expect(readByShell([shellWord(text)])).toEqual([text]);
  });

  it('reads back any text that fits on one line and has nothing to write out', () => {
    const fitting = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((text) => printable(text).replaceAll('\n', ' '));
    fc.assert(
      fc.property(fc.array(fitting, { minLength: 20, maxLength: 40 }), (texts) => {
        const trimmed = texts.map((text) => text.trim());
        expect(readByShell(trimmed.map(shellWord))).toEqual(trimmed);
      }),
      { numRuns: 15 },
    );
  });

  it('never reads more than one word, and runs nothing, whatever the text is', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 20 });
    fc.assert(
      fc.property(texts, (hostile) => {
        const read = readByShell(hostile.map(shellWord));
        expect(read.map((word) => word.trim())).toEqual(hostile.map(oneLine));
      }),
      { numRuns: 15 },
    );
  });
});
