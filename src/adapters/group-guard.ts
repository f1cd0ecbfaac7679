import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** Is told which process groups run, and which folder is this process's own, so that they end with it however it ends. */
export interface GroupGuard {
  /** Is there before a group is started: a program that kills this process at once is ended as well. */
  prepare(): void;
  starts(group: number): void;
  ends(group: number): void;
  /** A folder that is removed with this process; undefined once it is gone. One at a time. */
  holds(folder: string | undefined): void;
}

/** No guard: what a killed process leaves running stays. */
export const NO_GUARD: GroupGuard = {
  prepare: () => undefined,
  starts: () => undefined,
  ends: () => undefined,
  holds: () => undefined,
};

/**
 * What the guard does: it keeps the groups that it is told of, and where no process is left to tell it more, it ends
 * those that still run, as a deadline would, and removes the folder.
 */
const GUARD = `
groups=' ' folder=
while IFS=' ' read -r act group; do
  case $act in
    + ) groups="$groups$group " ;;
    - ) groups="\${groups%% $group *} \${groups#* $group }" ;;
    = ) folder=$group ;;
  esac
done
end() { for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done; }
case $groups in *[0-9]*) end TERM; sleep 1; end KILL ;; esac
[ -z "$folder" ] || rm -rf -- "$folder"
`;

/** The guard of this process, once a group was about to be started. */
let guard: ChildProcess | undefined;

/**
 * A shell beside this process that holds one end of a pipe: the system closes the other one even where this
 * process is killed with -9. It is started before the first group, in a group of its own, and keeps nothing waiting.
 * A process has one, however many commands run in it. None on Windows, and none where no shell can be started.
 */
export function createGroupGuard(): GroupGuard {
  if (process.platform === 'win32') return NO_GUARD;
  const tell = (words: string): void => {
    guard?.stdin?.write(words);
  };
  return {
    prepare() {
      guard ??= startGuard();
    },
    starts: (group) => tell(`+ ${group}\n`),
    ends: (group) => tell(`- ${group}\n`),
    holds(folder = '') {
      if (folder !== '') guard ??= startGuard();
      // A name with a line break in it, or spaces at its end, would be another one to a shell.
      if (!/[\n\\]|^\s|\s$/.test(folder)) tell(`= ${folder}\n`);
    },
  };
}

function startGuard(): ChildProcess {
  // A bundle loads at once what is imported, and most commands start no program.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const shell = spawn('/bin/sh', ['-c', GUARD], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined); // It was killed: then the groups have no guard.
  shell.unref();
  if (isSocket(shell.stdin)) shell.stdin.unref();
  return shell;
}

/** Pipes to programs are sockets, which can be let go of. */
function isSocket(stream: ChildProcess['stdin']): stream is Socket {
  return stream !== null && 'unref' in stream;
}
