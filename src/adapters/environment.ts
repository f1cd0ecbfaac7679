import { delimiter, isAbsolute, join } from 'node:path';
import { secretVariables, withheldVariables } from '../domain/base/child-environment.ts';
import { type Result, success } from '../domain/base/result.ts';
import type { HostSigns } from '../domain/host/attendance.ts';
import type { HookHost } from '../domain/host/hook-host.ts';
import {
  idsOfHook,
  idsOfShell,
  isLeftByHooks,
  NAMED_SESSION,
  projectVariables,
  type SessionIds,
  terminalSession,
  unnamedSession,
  withLeft,
} from '../domain/host/session-ids.ts';
import { type Session, sessionOf } from '../domain/promise/session.ts';
import {
  type FoundProject,
  findCheckout,
  findCheckoutTop,
  findProject,
  type ProjectFacts,
  SESSION_VARIABLE,
} from '../domain/session/project-folder.ts';
import type { UserFolder } from '../domain/session/transcripts/place.ts';
import { movedText } from '../domain/shown/moved-text.ts';
import type { MovedPlace, ProgramRequest } from '../ports.ts';
import { agentAbove, environmentOfAgent } from './node-ancestry.ts';
import { createFolderProbe, currentFolder } from './project-search.ts';
import { attempt } from './quiet-looks.ts';
import { fromCurrentFolder, surroundings } from './surroundings.ts';

type ProgramEnvironment = ProgramRequest['environment'];

/** What the suite takes from the environment. This file is the only one that knows its variables. */
export interface Environment {
  /** The folder whose state is used. */
  readonly projectFolder: string;
  /** The folder that checks run in and proofs are bound to: the project's, or its like in a linked worktree. */
  readonly checkout: string;
  /** The folder that printed commands name with `-C`; undefined where they lead to the project without it. */
  readonly namedProject: string | undefined;
  /** How the project folder was found, and how it stands to the session's project. */
  readonly search: Pick<FoundProject, 'via' | 'relation' | 'session'>;
  readonly session: Session | undefined;
  /** The agent's host, where one is known. */
  readonly host?: HookHost | undefined;
  /** All hosts: the work of a promise may have been done in any of them. */
  readonly hosts: readonly HookHost[];
  /** The session of shells that cannot tell theirs, in the project of a host that does not tell them. */
  readonly unnamed?: string | undefined;
  /** `CLAUDE_SESSION_DIR`, the name of the session's folder where one is set. */
  readonly sessionFolder: string | undefined;
  /** `NO_COLOR` is set to anything but an empty text, or the terminal cannot do colours. */
  readonly plainText: boolean;
  /** The agent's host says that it started this command. */
  readonly startedByAgent: boolean;
  /** `CS_DEBUG`: show where an unexpected error comes from. */
  readonly debug: boolean;
}

/** Who asks for the environment. */
interface EnvironmentQuestion {
  readonly hosts: readonly HookHost[];
  /** The value of `--project`. */
  readonly asked?: string | undefined;
  /** The host that calls a hook; a command in a shell is told by the variables. */
  readonly caller?: HookHost | undefined;
  /** Where the host says that the agent works, for one that names no project. */
  readonly folder?: string | undefined;
  /** The session that a hook left for the process of a host that does not tell it to all of its shells. */
  readonly noted?: () => string | undefined;
  /** Whether this is a person's terminal in which this session was opened for the project. */
  readonly isOpened?: (session: string) => boolean;
}

/**
 * Reads the environment, and finds the project folder. Fails where `asked` is no folder, and where the current folder
 * is gone and nothing names a project.
 */
export function readEnvironment(question: EnvironmentQuestion): Result<Environment> {
  const env = surroundings().variables;
  const { asked, caller, hosts } = question;
  const told = sessionIds(question);
  const host = caller ?? told.host;
  const found = findProject({ ...projectFacts(question, host), asked }, folderProbe);
  if (!found.ok) return found;
  const { checkout, folder, named, relation, session, via } = found.value;
  surroundings().ownFolders = [...new Set([folder, checkout])];
  const isUntold = host !== undefined && host.variables.session.length === 0;
  const unnamed = isUntold ? unnamedSession(host, folder) : undefined;
  // A hook is told the session by its payload.
  const isAsked = caller === undefined && host !== undefined && isLeftByHooks(host);
  const left = isAsked ? (question.noted?.() ?? unnamed) : undefined;
  const startedByAgent = hosts.some(({ variables }) => variables.marks.some(readVariable));
  const ofTerminal = terminalSession(folder);
  const isAlone = caller === undefined && told.ids.length === 0 && !startedByAgent;
  const opened = isAlone && question.isOpened?.(ofTerminal) === true ? ofTerminal : left;
  return success({
    projectFolder: folder,
    checkout,
    namedProject: named,
    search: { via, relation, session },
    session: sessionOf(withLeft(told.ids, opened, readVariable(NAMED_SESSION))),
    host,
    hosts,
    unnamed,
    sessionFolder: env['CLAUDE_SESSION_DIR'] || undefined,
    plainText: wantsPlainText(),
    startedByAgent,
    debug: isDebugging(),
  });
}

function sessionIds({ caller, hosts }: EnvironmentQuestion): SessionIds<HookHost> {
  return caller === undefined
    ? idsOfShell(hosts, readVariable, agentAbove)
    : { host: caller, ids: idsOfHook(caller, hosts, readVariable) };
}

/** Whether the user wants no colours. */
export function wantsPlainText(): boolean {
  return (
    Boolean(surroundings().variables['NO_COLOR']) || surroundings().variables['TERM'] === 'dumb'
  );
}

/** The project folder and the checkout of this command, once it has read its environment. */
export function ownFolders(): readonly string[] {
  return surroundings().ownFolders;
}

const folderProbe = createFolderProbe(homeFolder);

function projectFacts(
  { folder: told, hosts }: EnvironmentQuestion,
  host: HookHost | undefined,
): Omit<ProjectFacts, 'asked'> {
  const env = surroundings().variables;
  const variable = projectVariables(hosts, host).find((name) => env[name]);
  const folder = variable === undefined ? undefined : env[variable];
  const real = told === undefined ? undefined : folderProbe.realFolder(told);
  return {
    current: real ?? currentFolder(),
    byHost:
      variable === undefined || folder === undefined
        ? undefined
        : { variable, folder: attempt(() => fromCurrentFolder(folder)) ?? folder },
    session: sessionProject(env[SESSION_VARIABLE]),
  };
}

/** Session start exports an absolute path. Another one would name a different folder wherever a shell stands. */
function sessionProject(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * The project that a command finds which an agent's shell starts in a folder: no variable of a host is set
 * there, and `CS_PROJECT_DIR` names the session's project. It is given as `session` is where it is the same
 * folder. Undefined where the folder is gone. A few looks at single paths; no program is started.
 */
export function projectSeenFrom(folder: string, session: string): string | undefined {
  const current = folderProbe.realFolder(folder);
  if (current === undefined) return undefined;
  const found = findProject({ current, asked: undefined, byHost: undefined, session }, folderProbe);
  if (!found.ok) return undefined;
  return found.value.folder === found.value.session ? session : found.value.folder;
}

/** The checkout of a project for work in another folder than the current one; see `Environment.checkout`. */
export function checkoutSeenFrom(folder: string, project: string): string {
  return findCheckout(project, folderProbe.realFolder(folder), folderProbe);
}

/** The top of the checkout that a folder lies in; undefined where there is none. `folder`: a real path. */
export function checkoutTop(folder: string): string | undefined {
  return findCheckoutTop(folder, folderProbe);
}

/**
 * The top of the main worktree of the repository that a folder lies in; that of its own checkout where git does not
 * tell. Undefined outside of a checkout.
 */
export function mainCheckout(folder: string): string | undefined {
  const top = findCheckoutTop(folderProbe.realFolder(folder) ?? folder, folderProbe);
  return top === undefined ? undefined : (folderProbe.checkoutAt(top)?.main ?? top);
}

/** `CS_DEBUG` is set. */
export function isDebugging(): boolean {
  return Boolean(surroundings().variables['CS_DEBUG']);
}

/** The variables by which the agent's host tells its hooks more than their payload does. */
export interface HookEnvironment {
  /** The process of the host. */
  readonly hostPid: number | undefined;
  /** The id that the host itself gives the session. */
  readonly hostSession: string | undefined;
  /** `CLAUDE_ENV_FILE`: lines for the shells of the session. */
  readonly exportsFile: string | undefined;
  /** `CLAUDE_SESSION_ID` is set: the session was given an id from outside of the host. */
  readonly isSessionNamed: boolean;
}

export function readHookEnvironment(host: HookHost | undefined): HookEnvironment {
  const [session = ''] = host?.variables.session ?? [];
  const pid = surroundings().variables[host?.variables.process ?? ''] ?? '';
  return {
    hostPid: /^[1-9]\d{0,8}$/.test(pid) ? Number(pid) : undefined,
    hostSession: readVariable(session),
    exportsFile: readVariable('CLAUDE_ENV_FILE'),
    isSessionNamed: readVariable(NAMED_SESSION) !== undefined,
  };
}

/** What the agent's host says of whether a person can answer its session, to hooks and to the agent's shells. */
export function readHostSigns(): HostSigns {
  const env = surroundings().variables;
  return {
    attended: env['CLAUDE_CODE_SESSION_ATTENDED'] || undefined,
    entryPoint: env['CLAUDE_CODE_ENTRYPOINT'] || undefined,
  };
}

/** A variable of the environment, for settings that have one each; an empty value counts as not set. */
export function readVariable(name: string): string | undefined {
  return surroundings().variables[name] || undefined;
}

const APPROVED = 'CS_APPROVED';

/**
 * The digests of the settings that who started the agent's host approved, as `CS_APPROVED` names them. What the agent's
 * own shell sets it to does not count.
 */
export function approvedDigests(): readonly string[] {
  const own = readVariable(APPROVED);
  if (own === undefined) return [];
  const given = environmentOfAgent();
  const started = given?.find((one) => one.startsWith(`${APPROVED}=`))?.slice(APPROVED.length + 1);
  return (given === undefined ? own : (started ?? '')).split(/[\s,]+/);
}

/** The user's own folder. */
export function homeFolder(): string {
  const env = surroundings().variables;
  const named = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  // Asking the system takes a module that the stop gate has no other use for.
  return named || process.getBuiltinModule('node:os').homedir();
}

/** Where temporary files go: where the user says so, else where the system has them. */
export function temporaryFolder(): string {
  const names = process.platform === 'win32' ? [] : ['TMPDIR', 'TMP', 'TEMP'];
  const named = names.map(readVariable).find((folder) => folder !== undefined);
  // Asking the system takes a module that most commands have no other use for.
  return named ?? process.getBuiltinModule('node:os').tmpdir();
}

/** Where the user's programs keep their state, as the user says it; undefined where it is left to custom. */
export function stateHome(): string | undefined {
  const env = surroundings().variables;
  return (process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME']) || undefined;
}

/** Marks what runs as a check of a promise, so that a check that proves the same promise is found out. */
const PROVING = 'CS_PROVING';

/** Variables that make a program write colours although its output is no terminal. */
const COLOUR_VARIABLES = ['FORCE_COLOR', 'CLICOLOR_FORCE'];

/** Variables that git gives to its hooks. They would lead a program back to the hook's repository. */
const OF_A_HOOK = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
];

/** The ids of the promises that processes above this one are proving. */
export function promisesBeingProved(): readonly string[] {
  return (surroundings().variables[PROVING] ?? '').split(',').filter((id) => id !== '');
}

/** The folder of the user's that a host keeps. */
export function userFolderOf({ name, names, variable }: UserFolder): string {
  const moved = readVariable(variable);
  if (moved !== undefined && names === 'itself') return moved;
  return join(moved ?? homeFolder(), name);
}

/** Marks what runs inside an agent that judges, by the process that asked it. */
const JUDGING = 'CS_JUDGING';

/** Variables of the session that a program runs in. An agent that judges is not part of that session. */
const OF_A_SESSION = /^(?:CLAUDECODE$|CLAUDE_|CS_PROJECT_DIR$)/;

/** Variables of the agent's installation: where it is kept, and how it reaches a model. */
const OF_THE_INSTALLATION =
  /^CLAUDE_(?:CONFIG_DIR|CODE_(?:OAUTH_|USE_|SKIP_\w+_AUTH|CLIENT_|API_KEY_HELPER|HOST_|PROXY_|GIT_BASH_PATH|DISABLE_NONESSENTIAL_TRAFFIC))/;

/** The process that asked the judge inside of which this one runs, as far as the environment knows. */
export function judgingProcess(): number | undefined {
  const pid = surroundings().variables[JUDGING];
  return pid !== undefined && /^\d{1,9}$/.test(pid) ? Number(pid) : undefined;
}

/** The environment of an agent that judges: everything but the session that asks it. */
function judgeEnvironment(also: Readonly<Record<string, string>>): Record<string, string> {
  const own = variables(
    (name) =>
      (!OF_A_SESSION.test(name) || OF_THE_INSTALLATION.test(name)) && !OF_A_HOOK.includes(name),
  );
  return { ...own, ...also, [JUDGING]: String(process.pid) };
}

/** Variables that a hook under trial does not get: access to a model, and the marks of the suite's runs. */
const NOT_FOR_A_TRIAL = /^(?:ANTHROPIC_|CS_PROVING$|CS_JUDGING$)/;

/** The environment of a hook of another session: everything but this session, and nothing that costs. */
function hookEnvironment(also: Readonly<Record<string, string>>): Record<string, string> {
  const withheld = new Set(withheldVariables(variables(), []));
  const kept = variables(
    (name) =>
      !withheld.has(name) &&
      !NOT_FOR_A_TRIAL.test(name) &&
      (!OF_A_SESSION.test(name) || name === 'CLAUDE_CONFIG_DIR'),
  );
  return { ...kept, ...also };
}

/** The folders of plugins that the host loads for its sessions alone, as its variable names them. */
export function pluginFolders(): string | undefined {
  return surroundings().variables['CLAUDE_CODE_PLUGIN_DIRS'] || undefined;
}

/** After how many blocks in a row the host overrides its stop hooks, where that is set. */
export function stopHookBlockCap(): string | undefined {
  return surroundings().variables['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] || undefined;
}

/**
 * The environment of a program: the whole one; without keys and tokens but those that it asks for; or
 * that of an agent that judges, or of a hook that is tried out.
 */
export function childEnvironment(wanted: ProgramEnvironment): NodeJS.ProcessEnv {
  if (wanted === 'whole') return surroundings().variables;
  if ('judging' in wanted) {
    const judging = judgeEnvironment(wanted.judging);
    return wanted.moved === undefined ? judging : inCopy(judging, wanted.moved);
  }
  if ('hook' in wanted) return hookEnvironment(wanted.hook);
  const all = variables();
  const withheld = [...withheldVariables(all, wanted.passing), ...COLOUR_VARIABLES, ...OF_A_HOOK];
  for (const name of withheld) delete all[name];
  // The output is recorded and searched for patterns, so colours would only be in the way.
  const here = { ...all, NO_COLOR: '1' };
  const plain = wanted.moved === undefined ? here : inCopy(here, wanted.moved);
  return wanted.promise === undefined
    ? plain
    : { ...plain, [PROVING]: [...promisesBeingProved(), wanted.promise].join(',') };
}

/**
 * An environment whose paths lead into a copy of a checkout. Tests there are to fail where a snapshot is missing, Python
 * keeps nothing that it compiled, takes the copy's own modules and names the tests that ran.
 */
function inCopy(
  values: Readonly<Record<string, string>>,
  place: MovedPlace,
): Record<string, string> {
  const moved = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, movedText(value, place)]),
  );
  const python = [...(place.pythonRoots ?? []), moved['PYTHONPATH'] ?? ''].filter(Boolean);
  return {
    ...moved,
    CI: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    // What is installed is the checkout's: nothing is put in its place.
    UV_NO_SYNC: '1',
    PIP_DRY_RUN: '1',
    PYTEST_ADDOPTS: `${moved['PYTEST_ADDOPTS'] ?? ''} -rfEp -p no:cacheprovider`.trim(),
    ...(python.length === 0 ? {} : { PYTHONPATH: python.join(delimiter) }),
  };
}

/** The values that are removed from a check's output before it is kept: withheld ones and passed ones. */
export function secretValues(passing: readonly string[]): readonly string[] {
  const all = variables();
  // A secret of several lines may be shown line by line.
  return [...secretVariables(all), ...passing].flatMap((name) => {
    const value = all[name] ?? '';
    return [value, ...value.split('\n').filter((line) => line !== value)];
  });
}

/** The variables of this process, or those whose names are wanted. */
function variables(isWanted: (name: string) => boolean = () => true): Record<string, string> {
  return Object.fromEntries(
    Object.entries(surroundings().variables).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isWanted(entry[0]),
    ),
  );
}

/** The whole environment, without the folders of `PATH` that lie in a folder. */
export function environmentWithout(folder: string): Record<string, string> {
  const isLeft = (name: string): boolean => name.toUpperCase() === 'PATH';
  return Object.fromEntries(
    Object.entries(variables()).map(([name, value]) => [
      name,
      isLeft(name)
        ? value
            .split(delimiter)
            .filter((one) => !one.startsWith(folder))
            .join(delimiter)
        : value,
    ]),
  );
}

/** The environment that git is started with, without the variables that lead it to another repository, or to a program. */
export function gitEnvironment(): Record<string, string> {
  const kept = variables((name) => !name.startsWith('GIT_'));
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    // Nothing that is missing is fetched: git would start whatever the repository's configuration names for it.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
  };
}

/** Where the user's own ignore rules for git may lie, by custom. */
export function userIgnoreFile(): string {
  const folder = surroundings().variables['XDG_CONFIG_HOME'] || `${homeFolder()}/.config`;
  return `${folder}/git/ignore`;
}

/** The files of the user's own that git reads whatever it is asked, where they lie by custom. */
export function userGitFiles(): readonly string[] {
  const folder = surroundings().variables['XDG_CONFIG_HOME'] || `${homeFolder()}/.config`;
  const named = ['config', 'ignore', 'attributes'].map((name) => `${folder}/git/${name}`);
  return [`${homeFolder()}/.gitconfig`, ...named];
}

/** The key that attestations are signed with, as the environment names it. */
interface AttestKey {
  /** `CS_ATTEST_KEY`: its file. */
  readonly path: string | undefined;
  /** `CS_ATTEST_PASSPHRASE`: for one that is encrypted. */
  readonly passphrase: string | undefined;
}

export function readAttestKey(): AttestKey {
  const env = surroundings().variables;
  return {
    path: env['CS_ATTEST_KEY'] || undefined,
    passphrase: env['CS_ATTEST_PASSPHRASE'] || undefined,
  };
}

/** How the Messages API is reached, as the environment says it. */
interface ApiAccess {
  /** `ANTHROPIC_API_KEY`, or else `ANTHROPIC_AUTH_TOKEN`: nothing is sent where neither is set. */
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly baseUrl: string | undefined;
}

export function readApiAccess(): ApiAccess {
  const env = surroundings().variables;
  return {
    apiKey: env['ANTHROPIC_API_KEY'] || undefined,
    authToken: env['ANTHROPIC_AUTH_TOKEN'] || undefined,
    baseUrl: env['ANTHROPIC_BASE_URL'] || undefined,
  };
}
