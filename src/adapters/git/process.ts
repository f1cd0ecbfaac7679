import { errorCode } from '../../domain/base/system-error.ts';
import type { TimeLeft } from '../bounded-files.ts';
import { gitEnvironment } from '../environment.ts';
import { endlessFile } from './folder.ts';

/** Longest wait for git, in milliseconds: it answers about 5,000 files in some 20. */
const GIT_TIMEOUT_MS = 30_000;
/** Longest wait for git's look at a checkout, in milliseconds: the lanes have to answer after that. */
const LOOK_TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 1024 * 1024 * 1024;

/** Options that keep the project's and the user's git configuration from changing the answers. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.quotePath=false',
  // Attributes outside of the checkout's content could pass any file through a program.
  'core.attributesFile=',
  ...(process.platform === 'win32'
    ? []
    : ['core.fileMode=true', 'core.symlinks=true', 'core.ignoreCase=false']),
];

/** The reason for a person where this machine has no git. */
export const GIT_IS_MISSING = 'git is not installed';

/** The reason for a person where git was ended because it took too long. */
export const GIT_IS_LATE = 'git did not answer in time';

export type GitAnswer =
  | { readonly ok: true; readonly output: Buffer }
  /** `code` is null where git did not end by itself. */
  | { readonly ok: false; readonly code: number | null; readonly reason: string };

/** How git is asked beside its arguments. */
export interface GitQuestion {
  /** Git's standard input; empty where it is left out. */
  readonly input?: Buffer;
  /** Longest wait in milliseconds, where that is less than usual. */
  readonly mostMs?: number;
}

/** How long one look of git at a checkout may take, in milliseconds. */
export function lookMs(timeLeft: TimeLeft): number {
  return Math.min(LOOK_TIMEOUT_MS, timeLeft());
}

/** Runs git in a folder and waits for it. Git is not started where it would never end. Never throws. */
export function askGit(
  folder: string,
  args: readonly string[],
  { input = Buffer.alloc(0), mostMs = GIT_TIMEOUT_MS }: GitQuestion = {},
): GitAnswer {
  const endless = endlessFile(folder);
  if (endless !== undefined) {
    return { ok: false, code: null, reason: `${endless} is no regular file` };
  }
  // Loaded only here: the stop gate of a session without proofs starts no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const { error, signal, status, stderr, stdout } = spawnSync('git', [...settings, ...args], {
    cwd: folder,
    env: gitEnvironment(),
    input,
    maxBuffer: LARGEST_ANSWER,
    // A program that ignores SIGTERM would be waited for without end.
    killSignal: 'SIGKILL',
    timeout: Math.max(1, Math.min(GIT_TIMEOUT_MS, Math.floor(mostMs))),
    windowsHide: true,
  });
  if (error !== undefined) return { ok: false, code: null, reason: reasonOf(errorCode(error)) };
  if (status === 0) return { ok: true, output: stdout };
  const said = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  const reason = said === '' ? `git ended with ${signal ?? status}` : said;
  return { ok: false, code: status, reason };
}

function reasonOf(code: string): string {
  if (code === 'ENOENT') return GIT_IS_MISSING;
  return code === 'ETIMEDOUT' ? GIT_IS_LATE : `git could not be run (${code})`;
}
