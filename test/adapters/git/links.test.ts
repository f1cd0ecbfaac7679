import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkedFolder } from '../../../src/adapters/git/links.ts';
import { scratchFolder } from '../../rig/worlds/repository.ts';

it.each<[name: string, text: string, folder: string | undefined]>([
  ['a path', 'gitdir: /a/.git/worktrees/b\n', '/a/.git/worktrees/b'],
  ['a path with spaces, quotes and umlauts', 'gitdir: /a "ä b"/.git\n', '/a "ä b"/.git'],
  ['a path with a line break in it', 'gitdir: /a\nb/.git/worktrees/c\n', '/a\nb/.git/worktrees/c'],
  ['a path of a system with other line ends', 'gitdir: /a/.git\r\n', '/a/.git'],
  ['nothing', 'gitdir: \n', undefined],
  ['something else', 'a\ngitdir: /a\n', undefined],
])('a file .git that names %s leads there', (_name, text, folder) => {
  const entry = join(scratchFolder(), '.git');
  writeFileSync(entry, text);
  expect(linkedFolder(entry)).toBe(folder);
});
