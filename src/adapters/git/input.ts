import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import { temporaryFolder } from '../environment.ts';
import { askGit, type GitOutput, type GitQuestion } from './process.ts';

/**
 * Asks git with a text on its standard input, as `askGit` does. The text comes from a file that has no name any more: the
 * sandbox in which a host runs shells without a network does not let a pipe's end be told, and git would wait for more.
 */
export function askGitAbout(
  input: string,
  folder: string,
  args: readonly string[],
  question: GitQuestion,
): GitOutput {
  const opened = namelessFile(input);
  if ('code' in opened) {
    return { ok: false, code: null, reason: `no temporary file can be made (${opened.code})` };
  }
  try {
    return askGit(folder, args, { ...question, stdin: opened.descriptor });
  } finally {
    closeSync(opened.descriptor);
  }
}

/** A file of this text, open for reading from its beginning, or the system's code where it cannot be made. */
function namelessFile(text: string): { readonly descriptor: number } | { readonly code: string } {
  const path = join(temporaryFolder(), `cs-git-${process.pid}-${process.hrtime.bigint()}`);
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return { descriptor: openSync(path, 'r') };
  } catch (error) {
    return { code: errorCode(error) };
  } finally {
    rmSync(path, { force: true });
  }
}
