import { delimiter, dirname } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import type { TimeLeft } from '../bounded-files.ts';
import { gitEnvironment } from '../environment.ts';
import { programFor } from '../program-path.ts';
import { endlessFile, workTreeOf } from './folder.ts';

/** Longest wait for git, in milliseconds: it answers about 5,000 files in some 20. */
const GIT_TIMEOUT_MS = 30_000;
/** Longest wait for git's look at a checkout, in milliseconds: the lanes have to answer after that. */
const LOOK_TIMEOUT_MS = 10_000;
const LARGEST_OUTPUT = 1024 * 1024 * 1024;

/**
 * Options that keep the project's and the user's git configuration from changing the answers, and from having
 * programs started that it names.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  // No folder at all: of a hook that is not there nothing is run. Git of Windows knows the name, too.
  'core.hooksPath=/dev/null',
  'core.pager=',
  'core.untrackedCache=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.quotePath=false',
  // Attributes outside of the checkout's content could pass any file through a program.
  'core.attributesFile=',
  // A folder that only looks like a repository is none. Versions before 2.38 do not know this.
  'safe.bareRepository=explicit',
  ...(process.platform === 'win32'
    ? []
    : ['core.fileMode=true', 'core.symlinks=true', 'core.ignoreCase=false']),
];

/** The reason for a person where this machine has no git. */
const GIT_IS_MISSING = 'git is not installed';

/** The reason for a person where git was ended because it took too long. */
const GIT_IS_LATE = 'git did not answer in time';

export type GitOutput =
  | { readonly ok: true; readonly output: Buffer }
  /** `code` is null where git did not end by itself. */
  | { readonly ok: false; readonly code: number | null; readonly reason: string };

/** How git is asked beside its arguments. */
export interface GitQuestion {
  /** The open file that git's standard input is; it has none where this is left out. */
  readonly stdin?: number;
  /** Longest wait in milliseconds, where that is less than usual. */
  readonly mostMs?: number;
  /** A folder and an index that git takes in the place of those of the checkout. */
  readonly apart?: { readonly gitFolder: string; readonly index: string };
  /** Settings for this question alone, whatever characters their names have. Git before 2.31 does not know the way. */
  readonly settings?: readonly (readonly [key: string, value: string])[];
}

/** How long one look of git at a checkout may take, in milliseconds. */
export function lookMs(timeLeft: TimeLeft): number {
  return Math.min(LOOK_TIMEOUT_MS, timeLeft());
}

/**
 * Runs git in a folder and waits for it. Git is not started where it would never end, nor a git that lies in the
 * project, in the checkout around the folder, or in a folder of `PATH` that is not named absolutely. Never throws.
 */
export function askGit(
  folder: string,
  args: readonly string[],
  { apart, stdin, mostMs = GIT_TIMEOUT_MS, settings: own = [] }: GitQuestion = {},
): GitOutput {
  const endless = endlessFile(folder);
  if (endless !== undefined) {
    return { ok: false, code: null, reason: `${endless} is not a regular file` };
  }
  const { passedOver, program } = programFor('git', folder);
  if (program === undefined) {
    const reason =
      passedOver === undefined
        ? GIT_IS_MISSING
        : `${passedOver} is in the project, which must not supply its own git: install it elsewhere`;
    return { ok: false, code: null, reason };
  }
  // Loaded only here: the stop gate of a session without proofs starts no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const { error, signal, status, stderr, stdout } = spawnSync(program, [...settings, ...args], {
    cwd: folder,
    env: {
      ...gitEnvironment(),
      ...checkoutVariables(folder),
      ...(apart === undefined ? {} : { GIT_DIR: apart.gitFolder, GIT_INDEX_FILE: apart.index }),
      ...settingVariables(own),
    },
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
    maxBuffer: LARGEST_OUTPUT,
    // A program that ignores SIGTERM would be waited for without end.
    killSignal: 'SIGKILL',
    timeout: Math.max(1, Math.min(GIT_TIMEOUT_MS, Math.floor(mostMs))),
    windowsHide: true,
  });
  if (error !== undefined) return { ok: false, code: null, reason: reasonOf(errorCode(error)) };
  if (status === 0) return { ok: true, output: stdout };
  const said = faultIn(stderr.toString('utf8'));
  const reason = said === '' ? `git exited with ${signal ?? status}` : said;
  return { ok: false, code: status, reason };
}

function settingVariables(
  settings: NonNullable<GitQuestion['settings']>,
): Readonly<Record<string, string>> {
  if (settings.length === 0) return {};
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}

const FILTER = /^filter\.[\s\S]*\.(?:clean|smudge|process|required)$/;

/** Settings that keep git from passing files through programs, which its configuration may name for any of them. */
export function withoutFilters(folder: string): NonNullable<GitQuestion['settings']> {
  const names = ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'];
  const answer = askGit(folder, names, { mostMs: LOOK_TIMEOUT_MS });
  const keys = answer.ok ? answer.output.toString('utf8').split('\0') : [];
  return [...new Set(keys)].flatMap((key) =>
    FILTER.test(key) ? [[key, key.endsWith('.required') ? 'false' : ''] as const] : [],
  );
}

/** The line by which git says what is wrong, and the command that gets it to answer again, where there is one. */
function faultIn(said: string): string {
  const lines = said.trim().split('\n');
  const fault = lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? '';
  // Git names this one itself, on a line of its own.
  const own = lines.find((line) => /^\s+git config --global --add safe\.directory /.test(line));
  const way = own?.trim() ?? (BROKEN_INDEX.test(fault) ? NEW_INDEX : undefined);
  return way === undefined ? fault : `${fault}; to mend it: ${way}`;
}

const BROKEN_INDEX = /\bindex file (?:corrupt|smaller than expected)|\bbad (?:index|signature)\b/;
const NEW_INDEX = 'rm "$(git rev-parse --git-path index)" && git reset';

/**
 * What holds git to the checkout that a folder lies in: the files beside its `.git` are looked at, wherever
 * `core.worktree` points, and where that `.git` is broken no repository above it takes its place.
 */
function checkoutVariables(folder: string): Readonly<Record<string, string>> {
  const top = workTreeOf(folder);
  if (top === undefined) return {};
  const above = dirname(top);
  const ceiling =
    above === top || above.includes(delimiter) ? {} : { GIT_CEILING_DIRECTORIES: above };
  return { GIT_WORK_TREE: top, ...ceiling };
}

function reasonOf(code: string): string {
  if (code === 'ENOENT') return GIT_IS_MISSING;
  return code === 'ETIMEDOUT' ? GIT_IS_LATE : `git could not be run (${code})`;
}
