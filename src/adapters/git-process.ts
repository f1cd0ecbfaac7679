import { errorCode } from '../domain/system-error.ts';
import { gitEnvironment } from './environment.ts';

/** Longest wait for git, in milliseconds: it answers about 5,000 files in some 20. */
const GIT_TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 1024 * 1024 * 1024;

/** What the project's or the user's git configuration must not change about what is seen. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.quotePath=false',
  // Attributes that are no content of the checkout could pass any content through a program.
  'core.attributesFile=',
  ...(process.platform === 'win32'
    ? []
    : ['core.fileMode=true', 'core.symlinks=true', 'core.ignoreCase=false']),
];

/** Says how much time is left for something, in milliseconds. */
export type TimeLeft = () => number;

/** For what has no deadline of its own: git is waited for as long as ever. */
export const NO_DEADLINE: TimeLeft = () => Number.POSITIVE_INFINITY;

/** The reason where there is no git on this machine. */
export const GIT_IS_MISSING = 'git is not installed';

export type GitAnswer =
  | { readonly ok: true; readonly output: Buffer }
  /** `code` is null where git did not come to an end by itself. */
  | { readonly ok: false; readonly code: number | null; readonly reason: string };

/** How git is asked beside its arguments. */
export interface GitQuestion {
  /** What it reads; nothing where it is left out. */
  readonly input?: Buffer;
  /** How long it is waited for, in milliseconds, where that is less than usual. */
  readonly mostMs?: number;
}

/** Runs git in a folder and waits for it. Never throws. */
export function askGit(
  folder: string,
  args: readonly string[],
  { input = Buffer.alloc(0), mostMs = GIT_TIMEOUT_MS }: GitQuestion = {},
): GitAnswer {
  // Loaded here and not above: the stop gate of a session without proofs starts no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const { error, signal, status, stderr, stdout } = spawnSync('git', [...settings, ...args], {
    cwd: folder,
    env: gitEnvironment(),
    input,
    maxBuffer: LARGEST_ANSWER,
    // A program that overhears the polite signal would be waited for without end.
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
  return code === 'ETIMEDOUT' ? 'git did not answer in time' : `git could not be run (${code})`;
}
