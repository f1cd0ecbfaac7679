import { withheldVariables } from '../domain/child-environment.ts';
import { hostLimitOf } from '../domain/liveness.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { type Session, sessionOf } from '../domain/session.ts';
import type { ProgramRequest } from '../ports.ts';

type ProgramEnvironment = ProgramRequest['environment'];

/** What the suite takes from the environment. This file is the only one that reads it. */
export interface Environment {
  /** The folder whose state is meant: `CLAUDE_PROJECT_DIR`, else where the command was started. */
  readonly projectFolder: string;
  readonly session: Session | undefined;
  /** `CLAUDE_SESSION_DIR`, the name of the session's folder where one is set. */
  readonly sessionFolder: string | undefined;
  /** `NO_COLOR` is set to anything but an empty text, or the terminal cannot do colours. */
  readonly plainText: boolean;
  /** The agent's host says that it started this command. */
  readonly startedByAgent: boolean;
  /** `CS_DEBUG`: show where an unexpected error comes from. */
  readonly debug: boolean;
}

/** Reads the environment. Fails where it names no project and the current folder is gone. */
export function readEnvironment(): Result<Environment> {
  const { env } = process;
  const projectFolder = env['CLAUDE_PROJECT_DIR'] || currentFolder();
  if (projectFolder === undefined) {
    return failed({
      kind: 'file-system',
      action: 'find the current folder',
      path: '.',
      code: 'ENOENT',
    });
  }
  return success({
    projectFolder,
    session: sessionOf([env['CLAUDE_SESSION_ID'], env['CLAUDE_CODE_SESSION_ID']]),
    sessionFolder: env['CLAUDE_SESSION_DIR'] || undefined,
    plainText: Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb',
    startedByAgent: Boolean(env['CLAUDECODE']) || Boolean(env['CLAUDE_CODE_ENTRYPOINT']),
    debug: Boolean(env['CS_DEBUG']),
  });
}

/** What the agent's host tells its hooks beside their payload. */
export interface HookEnvironment {
  /** `CLAUDE_PID`: the process of the host. */
  readonly hostPid: number | undefined;
  /** `CLAUDE_ENV_FILE`: lines for the shells of the session. */
  readonly exportsFile: string | undefined;
  /** `CLAUDE_SESSION_ID` is set: the session was given an id from outside of the host. */
  readonly isSessionNamed: boolean;
}

export function readHookEnvironment(): HookEnvironment {
  const { env } = process;
  const pid = env['CLAUDE_PID'] ?? '';
  return {
    hostPid: /^[1-9]\d{0,8}$/.test(pid) ? Number(pid) : undefined,
    exportsFile: env['CLAUDE_ENV_FILE'] || undefined,
    isSessionNamed: Boolean(env['CLAUDE_SESSION_ID']),
  };
}

/** A variable of the environment, for settings that have one each; an empty value counts as not set. */
export function readVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The user's own folder. */
export function homeFolder(): string {
  const { env } = process;
  const named = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  // Asking the system takes a module that the stop gate has no other use for.
  return named || process.getBuiltinModule('node:os').homedir();
}

/** Marks what runs as a check of a promise, so that a check that proves the same promise is found out. */
const PROVING = 'CS_PROVING';

/** What asks a program for colours although nobody's terminal is there. */
const COLOUR_VARIABLES = ['FORCE_COLOR', 'CLICOLOR_FORCE'];

/** What a hook of git tells programs, which would lead them back to the repository of the hook. */
const OF_A_HOOK = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
];

/** The promises that are being proved by programs above this one. */
export function promisesBeingProved(): readonly string[] {
  return (process.env[PROVING] ?? '').split(',').filter((id) => id !== '');
}

/**
 * How many blocks in a row the host lets a hook make before it overrides it: Claude Code says so in a
 * variable, and 0 is no limit. Another host is not known to have one.
 */
export function hostBlockLimit(): number {
  const { env } = process;
  if (!env['CLAUDECODE']) return Number.POSITIVE_INFINITY;
  return hostLimitOf(stopHookBlockCap());
}

/** Where the agent's host keeps its transcripts. */
export function agentFolder(): string {
  return process.env['CLAUDE_CONFIG_DIR'] || `${homeFolder()}/.claude`;
}

/** Marks what runs inside an agent that judges, by the process that asked it. */
const JUDGING = 'CS_JUDGING';

/** What tells a program of the session that it runs in, which an agent that judges is no part of. */
const OF_A_SESSION = /^(?:CLAUDECODE$|CLAUDE_)/;

/** What the agent's own installation is set up with: where it is kept, and how it gets to a model. */
const OF_THE_INSTALLATION =
  /^CLAUDE_(?:CONFIG_DIR|CODE_(?:OAUTH_|USE_|SKIP_\w+_AUTH|CLIENT_|API_KEY_HELPER|HOST_|PROXY_|GIT_BASH_PATH|DISABLE_NONESSENTIAL_TRAFFIC))/;

/** The process that asked the judge inside of which this one runs, as far as the environment knows. */
export function judgingProcess(): number | undefined {
  const pid = process.env[JUDGING];
  return pid !== undefined && /^\d{1,9}$/.test(pid) ? Number(pid) : undefined;
}

/** The environment of an agent that judges: everything but the session that asks it. */
function judgeEnvironment(also: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(definedVariables()).filter(
    ([name]) => !OF_A_SESSION.test(name) || OF_THE_INSTALLATION.test(name),
  );
  return { ...Object.fromEntries(own), ...also, [JUDGING]: String(process.pid) };
}

/** What no hook that is tried out may have: access to a model, and the marks of the suite's own runs. */
const NOT_FOR_A_TRIAL = /^(?:ANTHROPIC_|CS_PROVING$|CS_JUDGING$)/;

/** The environment of a hook of another session: everything but this session, and nothing that costs. */
function hookEnvironment(also: Readonly<Record<string, string>>): Record<string, string> {
  const all = definedVariables();
  const withheld = new Set(withheldVariables(all, []));
  const kept = Object.entries(all).filter(
    ([name]) =>
      !withheld.has(name) &&
      !NOT_FOR_A_TRIAL.test(name) &&
      (!OF_A_SESSION.test(name) || /^CLAUDE_CONFIG_DIR$/.test(name)),
  );
  return { ...Object.fromEntries(kept), ...also };
}

/** After how many blocks in a row the host overrides its stop hooks, where that is set. */
export function stopHookBlockCap(): string | undefined {
  return process.env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] || undefined;
}

/**
 * The environment of a program: the whole one; without keys and tokens but those that it asks for; or
 * that of an agent that judges, or of a hook that is tried out.
 */
export function childEnvironment(wanted: ProgramEnvironment): NodeJS.ProcessEnv {
  if (wanted === 'whole') return process.env;
  if ('judging' in wanted) return judgeEnvironment(wanted.judging);
  if ('hook' in wanted) return hookEnvironment(wanted.hook);
  const all = definedVariables();
  const withheld = [...withheldVariables(all, wanted.passing), ...COLOUR_VARIABLES, ...OF_A_HOOK];
  for (const name of withheld) delete all[name];
  // What is written down and searched for patterns is read by nobody's terminal.
  const plain = { ...all, NO_COLOR: '1' };
  return wanted.promise === undefined
    ? plain
    : { ...plain, [PROVING]: [...promisesBeingProved(), wanted.promise].join(',') };
}

/** The values that no check's output may be kept with: of what is withheld, and of what is passed. */
export function secretValues(passing: readonly string[]): readonly string[] {
  const all = definedVariables();
  // A secret of several lines may be shown line by line.
  return [...withheldVariables(all, []), ...passing].flatMap((name) => {
    const value = all[name] ?? '';
    return [value, ...value.split('\n').filter((line) => line !== value)];
  });
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}

/** The environment that git is started with: what would lead it to another repository is left out. */
export function gitEnvironment(): Record<string, string> {
  const kept = Object.entries(definedVariables()).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

/** Where the user's own ignore rules for git may lie, by custom. */
export function userIgnoreFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || `${homeFolder()}/.config`;
  return `${folder}/git/ignore`;
}

/** How the Messages API is reached, as the environment says it. */
export interface ApiAccess {
  /** `ANTHROPIC_API_KEY`, or else `ANTHROPIC_AUTH_TOKEN`: nothing is sent where neither is set. */
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly baseUrl: string | undefined;
}

export function readApiAccess(): ApiAccess {
  const { env } = process;
  return {
    apiKey: env['ANTHROPIC_API_KEY'] || undefined,
    authToken: env['ANTHROPIC_AUTH_TOKEN'] || undefined,
    baseUrl: env['ANTHROPIC_BASE_URL'] || undefined,
  };
}

/** Where the command was started; nothing where that folder was removed since. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
