/** What is known of the processes above a command, and whether that was cut off to hide what stands above. */

/** One process above a command. What cannot be seen is undefined. */
export interface Ancestor {
  readonly pid: number;
  /** The process above; 0 where nothing is. */
  readonly parent: number;
  /** The command line, word by word. Who starts a program can write anything into it. */
  readonly words: readonly string[];
  /** The path of the program's own file. */
  readonly file?: string | undefined;
  /** The process that leads its session, by its number. */
  readonly session?: number | undefined;
  /** The terminal that its session is on, by its device number; 0 where it is on none. */
  readonly terminal?: number | undefined;
  /** When it started, in hundredths of a second since the machine did. */
  readonly started?: number | undefined;
  /** The names of variables in its environment by which agents mark what they start. */
  readonly marks?: readonly string[];
}

/** The words of a program that stands above a command, and what is to be said of them. */
type ProgramKind = 'multiplexer' | 'maker' | 'shell' | 'first' | 'other';

/** First processes of machines and containers, and those of a user's session: they take in what lost its parent. */
const FIRST = new Set([
  'catatonit',
  'dinit',
  'docker-init',
  'dumb-init',
  'finit',
  'init',
  'launchd',
  'openrc-init',
  'pause',
  'podman-init',
  'procd',
  'runit',
  'runsvdir',
  's6-svscan',
  'systemd',
  'tini',
  'tini-static',
  'upstart',
]);

/** Those of them that start no shell of a person themselves, but for the one that they are made for. */
const WITHOUT_SHELLS = new Set([
  'catatonit',
  'docker-init',
  'dumb-init',
  'pause',
  'podman-init',
  's6-svscan',
  'systemd',
  'tini',
  'tini-static',
]);

/** Programs that run a shell on a terminal of their own, for others to look at. */
const MULTIPLEXERS = new Set(['tmux', 'screen', 'SCREEN', 'zellij']);

/** Programs that make terminals, or that run others apart from who started them. */
const MAKERS = new Set([
  'abduco',
  'anacron',
  'asciinema',
  'at',
  'atd',
  'batch',
  'cron',
  'crond',
  'daemon',
  'daemonize',
  'deno',
  'dtach',
  'env',
  'expect',
  'bun',
  'faketty',
  'fcron',
  'lua',
  'node',
  'nohup',
  'perl',
  'php',
  'pypy',
  'python',
  'ruby',
  'script',
  'setsid',
  'socat',
  'start-stop-daemon',
  'stdbuf',
  'systemd-run',
  'tclsh',
  'timeout',
  'ttyrec',
  'unbuffer',
  'unshare',
  'xargs',
]);

const SHELLS = new Set(['ash', 'bash', 'csh', 'dash', 'fish', 'ksh', 'mksh', 'sh', 'tcsh', 'zsh']);

/** Terminals and servers for people that are scripts of such programs, by any word of their command line. */
const FOR_PEOPLE =
  /(?:^|[\\/])(?:terminator|guake|wetty|jupyter(?:-\w+)?|jupyterhub-singleuser)$|[\\/]\.?(?:vscode|code|codium|cursor|windsurf|jetbrains)-(?:server|remote)/;

/** The name of a program by its path: without folders, the dash of a login shell, and endings of scripts. */
export function programName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.replace(/^-/, '').replace(/\.(exe|cmd|js|mjs|cjs|py)$/i, '');
}

/** What kind of program a command line runs. */
export function kindOf(words: readonly string[]): ProgramKind {
  // Some programs put a title in place of their command line: `tmux: server`.
  const [program = '', applet = ''] = words.flatMap((word) => word.split(' '));
  const name = programName(program).replace(/:$/, '');
  if (MULTIPLEXERS.has(name)) return 'multiplexer';
  if (FIRST.has(name)) return 'first';
  if (words.some((word) => FOR_PEOPLE.test(word))) return 'other';
  // The process that cron makes for a job writes its name so.
  if (MAKERS.has(unversioned(name)) || name === 'CRON') return 'maker';
  if (SHELLS.has(name)) return 'shell';
  return name === 'busybox' ? kindOf([applet, ...words.slice(2)]) : 'other';
}

/** What kinds of program a process is, by its command line and by its file. */
function kindsOf({ file, words }: Ancestor): readonly ProgramKind[] {
  const byFile = file === undefined ? [] : [kindOf([file, ...words.slice(1)])];
  return [kindOf(words), ...byFile];
}

/** Whether a process makes terminals and is none of the runtimes, which run the services of containers, too. */
function isMakerAlone(one: Ancestor): boolean {
  const names = [one.file, one.words[0]].map((path) => unversioned(programName(path ?? '')));
  return kindsOf(one).includes('maker') && !names.some((name) => RUNTIMES.has(name));
}

const RUNTIMES = new Set([
  'bun',
  'deno',
  'env',
  'lua',
  'node',
  'perl',
  'php',
  'pypy',
  'python',
  'ruby',
]);

/** `python3.12` is `python`. */
function unversioned(name: string): string {
  return name.replace(/[\d.]+$/, '');
}

/** How long after the first process what it starts itself has started, in hundredths of a second. */
const AT_ONCE = 200;

/**
 * The program at the top of a chain that was cut off: what stood above it is hidden, since it ended and the first
 * process took it in. Undefined where the chain is whole, or ends in a program as those that people use.
 * `ancestors`: the command itself, then the nearest first.
 */
export function cutOffAt(ancestors: readonly Ancestor[]): Ancestor | undefined {
  const at = ancestors.findIndex(isFirst);
  const first = ancestors[at];
  const top = ancestors[at - 1];
  // A container is made for a shell or a service. What makes terminals as the first process hides what is around it.
  if (first?.pid === 1 && isMakerAlone(first)) return first;
  if (first === undefined || top === undefined) return undefined;
  if (isOwnChild(top, first, ancestors.slice(0, at))) return undefined;
  const kinds = kindsOf(top);
  if (kinds.includes('maker')) return top;
  if (!kinds.includes('shell')) return undefined;
  // A shell of a person is below what shows its terminal. Some first processes start one on a console.
  const isForOthers = top.words.slice(1).some((word) => !/^--?(?:\w*l|login|i)$/.test(word));
  const isShellless = WITHOUT_SHELLS.has(programName(first.words[0] ?? ''));
  return isForOthers || isShellless ? top : undefined;
}

/**
 * Whether the process that began the session of a command on a terminal is gone: a person's is the shell above it.
 * `ancestors`: as above.
 */
export function isSessionCutOff(ancestors: readonly Ancestor[]): boolean {
  const session = ancestors[0]?.session ?? 0;
  return session > 0 && !ancestors.some(({ pid }) => pid === session);
}

/** Whether a process takes in what lost its parent. */
function isFirst({ file, parent, pid, words }: Ancestor): boolean {
  return pid === 1 || parent === 0 || kindOf(file === undefined ? words : [file]) === 'first';
}

/** Whether the first process started this one itself, and did not take it in. `below`: the command up to this one. */
function isOwnChild(top: Ancestor, first: Ancestor, below: readonly Ancestor[]): boolean {
  // Where that cannot be seen, a first process of a container is taken for what runs in it.
  const isInit = kindOf(first.words) === 'first' || first.words.join('') === '';
  const isOfItsSession = top.session !== undefined && top.session === first.session;
  if (!isInit && isOfItsSession && mayServePerson(first, below)) return true;
  if (top.started === undefined || first.started === undefined) return false;
  return first.pid === 1 && top.started - first.started <= AT_ONCE;
}

/**
 * Whether a person can stand below a process of the first one's session. What lost its parent there keeps its
 * session, so the session alone does not tell it from what the first process started.
 */
function mayServePerson(first: Ancestor, below: readonly Ancestor[]): boolean {
  // Entered from outside of its container: the first process of all takes in the lost ones, this one never.
  if (first.pid !== 1) return true;
  const isOnItsTerminal = (first.terminal ?? 0) > 0 && below[0]?.session === first.session;
  return (
    isOnItsTerminal || below.slice(1).some((one) => kindsOf(one).every((kind) => kind === 'other'))
  );
}

/** The server of a multiplexer among the ancestors; undefined where there is none. */
export function multiplexerIn(ancestors: readonly Ancestor[]): Ancestor | undefined {
  return ancestors.find((one) => kindsOf(one).includes('multiplexer'));
}
