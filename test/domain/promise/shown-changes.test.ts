import { describe, expect, it } from 'vitest';
import {
  type ChangedFile,
  MOST_PATCH_BYTES,
  type PatchReading,
  shownChanges,
} from '../../../src/domain/promise/shown-changes.ts';

const file = (path: string, parts: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  added: 1,
  removed: 0,
  isNew: false,
  content: 'text',
  ...parts,
});
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** What is shown of files with these patches, and whose patches were asked for. */
function shownOf(
  files: readonly ChangedFile[],
  patches: Readonly<Record<string, string | 'binary'>> = {},
  clean = (text: string) => text,
) {
  const asked: string[] = [];
  const patchOf = ({ path }: ChangedFile): PatchReading => {
    asked.push(path);
    return { found: true, text: patches[path] ?? `${path}\n` };
  };
  return { ...shownChanges(files, patchOf, clean), asked };
}

describe('the patch', () => {
  it.each<[string, number, number, readonly string[]]>([
    ['exactly at the limit', MOST_PATCH_BYTES, MOST_PATCH_BYTES, []],
    ['one byte more', MOST_PATCH_BYTES + 1, MOST_PATCH_BYTES - 5, ['cut']],
    ['far more', 3 * MOST_PATCH_BYTES, MOST_PATCH_BYTES - 5, ['cut']],
  ])('of lines, %s', (_what, length, shown, leftOut) => {
    // Lines of 15 bytes: 682 of them end 10 bytes before the limit.
    const text = `${'x'.repeat(14)}\n`.repeat(length).slice(0, length - 1);
    const first = `head\n${text}`.slice(0, length - 1);
    const { leftOut: left, patch } = shownOf([file('a')], { a: `${first}\n` });
    expect([bytes(patch), left.map(({ why }) => why)]).toEqual([shown, leftOut]);
    expect(patch.endsWith('\n')).toBe(true);
  });

  it.each(['x', 'é', '€', '😀'])('of one line of %j is cut between characters', (character) => {
    const text = character.repeat(MOST_PATCH_BYTES);
    const { patch } = shownOf([file('a')], { a: text });
    expect(bytes(patch)).toBe(MOST_PATCH_BYTES - (MOST_PATCH_BYTES % bytes(character)));
    expect(patch).not.toContain('\ufffd');
  });

  it('asks for no patch once it is full, and shows the smallest changes first', () => {
    const files = [file('big', { added: 900 }), file('none', { added: null }), file('small')];
    const big = `${'y'.repeat(MOST_PATCH_BYTES)}\n`;
    const { asked, leftOut, patch } = shownOf(files, { big });
    expect(asked).toEqual(['small', 'big']);
    expect(patch).toMatch(/^small\ny+$/);
    expect(leftOut).toEqual([
      { path: 'big', why: 'cut' },
      { path: 'none', why: 'beyond-limit' },
    ]);
  });

  it.each(Array.from({ length: 8 }, (_, step) => MOST_PATCH_BYTES - 40 + step * 6))(
    'a secret that begins at byte %d is taken out before anything is cut',
    (start) => {
      const a = `${'~'.repeat(start)} sk-12345678 end`;
      const { patch } = shownOf([file('a')], { a }, (text) =>
        text.replaceAll('sk-12345678', '[gone]'),
      );
      expect(patch).not.toMatch(/sk-|1234/);
    },
  );

  it('names binary, secret and unreadable files, and never asks for them', () => {
    const files = [
      file('.env'),
      file('a.png', { content: 'binary' }),
      file('b'),
      file('c', { content: 'unreadable' }),
    ];
    const { asked, leftOut, patch } = shownOf(files);
    expect([asked, patch]).toEqual([['b'], 'b\n']);
    expect(leftOut).toEqual([
      { path: '.env', why: 'secret' },
      { path: 'a.png', why: 'binary' },
      { path: 'c', why: 'unreadable' },
    ]);
  });

  it('says where a file turns out to be binary when it is read', () => {
    const { leftOut } = shownChanges([file('a')], () => ({ found: false, why: 'binary' }), String);
    expect(leftOut).toEqual([{ path: 'a', why: 'binary' }]);
  });
});

describe('the summary', () => {
  it('lists files with their counts', () => {
    const files = [
      file('b.ts', { added: 10, removed: 2 }),
      file('a b', { isNew: true, added: 3 }),
      file('c.png', { content: 'binary', added: null, removed: null }),
      file('odd\nname'),
    ];
    expect(shownOf(files).summary).toBe(
      [
        '4 files changed, +14 -2 lines',
        'a b (new) +3 -0',
        'b.ts +10 -2',
        'c.png (binary)',
        '"odd\\nname" +1 -0',
      ].join('\n'),
    );
  });

  it.each([
    [100, 101, undefined],
    [101, 102, '1 more'],
    [250, 102, '150 more'],
  ])('of %d files has %d lines', (count, lines, last) => {
    const files = Array.from({ length: count }, (_, index) =>
      file(`f${String(index).padStart(3, '0')}`),
    );
    const shown = shownOf(files).summary.split('\n');
    expect(shown).toHaveLength(lines);
    if (last !== undefined) expect(shown.at(-1)).toBe(last);
  });

  it('of nothing', () => {
    expect(shownOf([])).toMatchObject({
      summary: '0 files changed, +0 -0 lines',
      patch: '',
      leftOut: [],
    });
  });
});
