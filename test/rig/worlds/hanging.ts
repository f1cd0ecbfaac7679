import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGitProject, type GitProject } from './git-project.ts';
import { type Outcome, outcomeOf, type RunOptions } from './project.ts';
import { prove, startWith } from './proving.ts';

/** Inputs over which a program that reads them without care waits for ever, or reads for ever. */

/** Longer than any command takes: one that hangs is ended, and fails its test. */
const BACKSTOP_MS = 240_000;

/** Runs a bin to its end; one that hangs is killed. */
export async function endOf(
  project: GitProject,
  bin: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const child = project.start(bin, args, options);
  const backstop = setTimeout(() => child.kill('SIGKILL'), BACKSTOP_MS);
  const outcome = await outcomeOf(child);
  clearTimeout(backstop);
  return outcome;
}

/** Puts a pipe that nobody writes to in place of whatever is at a path. */
export function pipeAt(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  execFileSync('mkfifo', [path]);
}

/** Puts a file of so many bytes there that takes no room on the disk. */
export function sparseAt(path: string, bytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

/** Puts a link to a device that never ends there. */
export function deviceAt(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  symlinkSync('/dev/zero', path);
}

/** A project whose one open promise has a proof of a command, and one of a file where it is told so. */
export async function provedProject(
  check: readonly string[] = ['--command', 'AC-1=true'],
): Promise<{ readonly project: GitProject; readonly id: string }> {
  const project = createGitProject({
    '.gitignore': 'large.bin\n',
    'a.txt': 'one\n',
    'part/.gitattributes': '* text\n',
    'part/b.txt': 'two\n',
  });
  project.put('large.bin', 'small\n');
  const id = await startWith(project, '--ac', 'It is done', ...check);
  const { code, stderr } = await prove(project, id);
  if (code !== 0) throw new Error(`nothing was proved: ${stderr}`);
  return { project, id };
}

/** What is done to a proved project, and what the gate says of it. */
export type HangingInput = readonly [
  what: string,
  act: (project: GitProject) => void,
  said: RegExp | string,
];

const at = (path: string, put: (place: string) => void) => (project: GitProject) =>
  put(join(project.folder, path));
const inHome = (path: string) => (project: GitProject) =>
  pipeAt(join(project.folder, '..', 'home', path));

/** Inputs of which a gate says at once that they cannot be read. */
export const REFUSED: readonly HangingInput[] = [
  ['a pipe as .gitattributes at the top', at('.gitattributes', pipeAt), '.gitattributes is no'],
  ['a device as attributes of a folder', at('part/.gitattributes', deviceAt), /AC-1/],
  ['a pipe as attributes of a folder', at('part/.gitattributes', pipeAt), /AC-1/],
  ['a pipe as .gitignore', at('.gitignore', pipeAt), '.gitignore is not a regular file'],
  ['a pipe as .git/commondir', at('.git/commondir', pipeAt), 'commondir is not a regular file'],
  ['a pipe as .git/index', at('.git/index', pipeAt), 'index is not a regular file'],
  ['a pipe as .git/config', at('.git/config', pipeAt), 'config is not a regular file'],
  ['a pipe as .git/HEAD', at('.git/HEAD', pipeAt), 'HEAD is not a regular file'],
  [
    'a device as .git/packed-refs',
    at('.git/packed-refs', deviceAt),
    'packed-refs is not a regular',
  ],
  ['a pipe as .git/info/exclude', at('.git/info/exclude', pipeAt), 'exclude is not a regular file'],
  ['a pipe as .git/info/attributes', at('.git/info/attributes', pipeAt), 'attributes is no'],
  ["a pipe as the user's .gitconfig", inHome('.gitconfig'), '.gitconfig is not a regular file'],
  [
    "a pipe as the user's ignore rules",
    inHome('.config/git/ignore'),
    'ignore is not a regular file',
  ],
  ['a file of 2 GB as .git', at('.git', (path) => sparseAt(path, 2e9)), /AC-1/],
  ['a file of 2 GB as attributes', attributesOf(2e9), /AC-1/],
];

function attributesOf(bytes: number) {
  return (project: GitProject): void =>
    sparseAt(join(project.folder, 'part/.gitattributes'), bytes);
}

/** Inputs over which git itself waits, so that the gate knows only after a while. */
export const LATE: readonly HangingInput[] = [
  ['a pipe as ignore rules of a folder', at('new/.gitignore', pipeAt), /AC-1/],
];
