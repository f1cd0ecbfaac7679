import { join } from 'node:path';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { gitPaths } from '../adapters/git/base.ts';
import { isBelowGit } from '../adapters/git/folder.ts';
import { programOnPath } from '../adapters/program-path.ts';
import { type Bead, readBeads, type UncommittedFile } from '../domain/session/beads.ts';
import type { SeenStop } from './look.ts';

/** A list, or why it could not be made, in words for the user. */
type Listed<Item> = readonly Item[] | { readonly reason: string };

type IssueList = 'ready' | 'blocked';

/** git and `bd`, as they are asked about the project. */
export type Tracker = ReturnType<typeof createTracker>;

/** How much of what `bd` prints is read, in bytes. */
const MOST_PRINTED = 8 * 1024 * 1024;

/** git and `bd` for the project of a stop. */
export function createTracker({
  environment,
  hasIssues,
}: Pick<SeenStop, 'environment' | 'hasIssues'>) {
  const { checkout, projectFolder: folder } = environment;
  const program = hasIssues ? programOnPath('bd', environment).program : undefined;
  return {
    /** Whether the project has issues of beads and the machine has `bd` to work with them. */
    isThere: program !== undefined,
    /** The files of the project's issues with changes that are not committed, and digests of what they hold. */
    uncommittedIssues: (mostMs: number): Listed<UncommittedFile> => {
      const paths = uncommittedIn(folder, [ISSUES], mostMs);
      return 'reason' in paths ? paths : paths.map((path) => [path, digestOfIssues(folder, path)]);
    },
    /** The files of the checkout that the session works in with changes that are not committed. */
    uncommittedFiles: (mostMs: number) => uncommittedIn(checkout, ['.'], mostMs),
    /** The issues that `bd` lists. Waits at most so many milliseconds. */
    listIssues: async (what: IssueList, mostMs: number): Promise<Listed<Bead>> =>
      program === undefined
        ? { reason: 'bd is not installed' }
        : listIssues(program, folder, what, mostMs),
  };
}

/** The folder of the issues. Git names its files from the top of the checkout. */
const ISSUES = '.beads';

/** How much of a file of issues is read, in bytes. */
const MOST_READ = 64 * 1024 * 1024;

function digestOfIssues(folder: string, path: string): string | null {
  try {
    return NODE_DIGESTS.ofFile(join(folder, path.slice(path.indexOf(`${ISSUES}/`))), MOST_READ);
  } catch {
    // It was removed, or is no file.
    return null;
  }
}

function uncommittedIn(folder: string, paths: readonly string[], mostMs: number): Listed<string> {
  if (!isBelowGit(folder)) return { reason: 'not a git repository' };
  const status = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'];
  const listed = gitPaths(folder, [...status, '--', ...paths], { mostMs });
  if (!listed.ok) return { reason: listed.reason };
  // The state folder changes with every stop. Users who do not ignore it know that.
  const isState = (path: string): boolean => path.includes('.claude/completion-state/');
  return listed.value.map((line) => line.slice(3)).filter((path) => !isState(path));
}

async function listIssues(
  program: string,
  folder: string,
  what: IssueList,
  mostMs: number,
): Promise<Listed<Bead>> {
  const { createNodeRun } = await import('../adapters/programs.ts');
  const printed: Buffer[] = [];
  let size = 0;
  const { ended } = await createNodeRun().program({
    command: [program, what, '--json'],
    folder,
    timeoutMs: Math.max(1, mostMs),
    environment: { passing: [] },
    endsAtOnce: true,
    onOutput(chunk, stream) {
      size += chunk.length;
      if (stream === 'stdout' && size <= MOST_PRINTED) printed.push(chunk);
    },
  });
  if (ended.how === 'timeout') return { reason: 'bd did not answer in time' };
  if (ended.how !== 'exit' || ended.code !== 0) return { reason: `bd ${what} failed` };
  const text = Buffer.concat(printed).toString('utf8');
  // Some versions say in words that the list is empty.
  const issues = readBeads(text);
  return issues ?? (/[[{]/.test(text) ? { reason: `bd ${what} printed no list` } : []);
}
