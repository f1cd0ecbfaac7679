import { constants } from 'node:fs';
import type { Asker, Disk } from './disk.ts';

/** A program that is no command of the suite, as a model of it: between two of its steps others may run. */
export type Program = Generator<
  undefined,
  { readonly code: number; readonly output: string },
  undefined
>;

/** The programs that checks run: `grep -q WORD FILE`, `true` and `false`. */
export function* programOf(disk: Disk, asker: Asker, argv: readonly string[]): Program {
  yield;
  const line = argv[0] === '/bin/sh' ? (argv[2] ?? '') : argv.join(' ');
  const [name, ...words] = line.split(' ');
  if (name === 'true') return { code: 0, output: '' };
  if (name === 'grep' && words[0] === '-q') {
    const text = textIn(disk, asker, words[2] ?? '');
    yield;
    if (text === undefined)
      return { code: 2, output: `grep: ${words[2]}: No such file or directory\n` };
    return { code: text.includes(words[1] ?? '') ? 0 : 1, output: '' };
  }
  return {
    code: name === 'false' ? 1 : 127,
    output: name === 'false' ? '' : `sh: ${name}: not found\n`,
  };
}

function textIn(disk: Disk, asker: Asker, path: string): string | undefined {
  try {
    const file = disk.open(asker, path, constants.O_RDONLY, 0);
    return disk.read(file, 1024 * 1024, 0).toString('utf8');
  } catch {
    return undefined;
  }
}
