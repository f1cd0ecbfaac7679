import { describe, expect, it } from 'vitest';
import {
  type Ancestor,
  cutOffAt,
  isSessionCutOff,
  kindOf,
} from '../../../src/domain/base/ancestry.ts';

/** A chain from command lines, the nearest first, the last one the first process of all. */
function chainOf(...lines: readonly (string | Partial<Ancestor>)[]): readonly Ancestor[] {
  return lines.map((line, index) => {
    const pid = lines.length - index;
    const parts = typeof line === 'string' ? { words: line.split(' ') } : line;
    return { pid, parent: pid - 1, words: [], ...parts };
  });
}

describe('a chain that was cut off', () => {
  it.each<[string, readonly (string | Partial<Ancestor>)[], string]>([
    ['setsid -f script', ['sh -c cs', 'script -qec cs', '/sbin/init'], 'script'],
    ['a pty of python', ['python3 /tmp/pty.py', '/sbin/init'], 'python3'],
    ['a version of it', ['/usr/bin/python3.12 -c x', '/usr/lib/systemd/systemd'], 'python3.12'],
    ['perl', ['bash', 'perl pty.pl', '/sbin/init'], 'perl'],
    ['ruby', ['bash', 'ruby3.1 pty.rb', '/sbin/init'], 'ruby3.1'],
    ['node', ['bash', 'node /tmp/pty.js', '/sbin/init'], 'node'],
    ['expect', ['cs', 'expect -f x', '/sbin/init'], 'expect'],
    ['unbuffer', ['cs', 'unbuffer cs', '/sbin/init'], 'unbuffer'],
    ['socat', ['cs', 'socat EXEC:cs,pty -', '/sbin/init'], 'socat'],
    ['dtach', ['bash', 'dtach -n /tmp/s bash', '/sbin/init'], 'dtach'],
    ['abduco', ['bash', 'abduco -n x bash', '/sbin/init'], 'abduco'],
    ['nohup with a shell', ['script cs', 'bash -c script', '/sbin/init'], 'bash'],
    ['a script of a shell', ['script cs', 'sh /tmp/x.sh', '/sbin/init'], 'sh'],
    ['at', ['script cs', 'sh', 'atd', '/sbin/init'], 'atd'],
    ['cron', ['script cs', 'sh -c x', '/usr/sbin/CRON -f', '/sbin/init'], 'CRON'],
    ['busybox', ['cs', 'busybox script -c cs', '/sbin/init'], 'busybox'],
    [
      'below the init of a session',
      ['cs', 'script cs', '/usr/lib/systemd/systemd --user', 'x'],
      'script',
    ],
    ['below that of a container', ['cs', 'script cs', '/sbin/docker-init -- sleep inf'], 'script'],
    ['with systemd-run -t', ['bash', '/usr/lib/systemd/systemd --user', 'init'], 'bash'],
    ['the command itself, below a shell that is gone', ['node cs-promise', '/sbin/init'], 'node'],
    [
      'a shell below the init of a container',
      ['cs', 'bash -i', '/usr/bin/tini -- sleep inf'],
      'bash',
    ],
    [
      'under another name',
      ['cs', { words: ['sshd'], file: '/usr/bin/script' }, '/sbin/init'],
      'sshd',
    ],
    [
      'below what calls itself systemd',
      [{ words: ['systemd'], file: '/usr/bin/script' }, '/sbin/init'],
      'systemd',
    ],
    [
      'in a namespace of its own',
      ['cs', { words: ['script', '-qec', 'cs'], pid: 1, parent: 0 }],
      'script',
    ],
    [
      'in a container whose first process does something else',
      [
        'cs',
        { words: ['script'], session: 9, started: 90_000 },
        { words: ['sleep'], session: 1, started: 5 },
      ],
      'script',
    ],
    [
      'in the session of a first process without a terminal',
      [
        { words: ['cs'], session: 9 },
        { words: ['script', '-qec', 'cs'], session: 0 },
        { words: ['agent', '--daemon'], session: 0 },
      ],
      'script',
    ],
    [
      'below a shell, in the session of such a first process',
      [
        { words: ['cs'], session: 9 },
        { words: ['script', '-qec', 'cs'], session: 1 },
        { words: ['sh', '-c', 'script'], session: 1 },
        { words: ['sh', '-c', 'agent'], session: 1 },
      ],
      'sh',
    ],
    [
      'on a terminal of its own, in the session of a first process that has one',
      [
        { words: ['cs'], session: 9, terminal: 34817 },
        { words: ['script', '-qec', 'cs'], session: 1, terminal: 34816 },
        { words: ['bash'], session: 1, terminal: 34816 },
      ],
      'script',
    ],
  ])('%s', (_how, lines, top) => {
    expect(
      cutOffAt(chainOf(...lines))
        ?.words[0]?.split('/')
        .at(-1),
    ).toBe(top);
  });
});

describe('a chain of a person', () => {
  it.each<[string, readonly (string | Partial<Ancestor>)[]]>([
    ['on a console', ['-bash', '/bin/login -p --', '/sbin/init']],
    ['over ssh', ['-zsh', 'sshd: u@pts/0', 'sshd: u [priv]', '/usr/sbin/sshd -D', '/sbin/init']],
    [
      'in a terminal of a desktop',
      ['bash', 'gnome-terminal-server', 'systemd --user', '/sbin/init'],
    ],
    [
      'in one that the session started',
      ['zsh', '/usr/bin/kitty', '/usr/lib/systemd/systemd --user', 'x'],
    ],
    ['in one that is a script', ['bash', 'python3 /usr/bin/terminator', 'systemd --user', 'x']],
    ['on macOS', ['-zsh', 'login -fp u', '/Applications/iTerm.app/iTermServer', '/sbin/launchd']],
    ['in WSL', ['-bash', '/init', '/init']],
    ['on a console of Alpine', ['-sh', '/sbin/init']],
    [
      'in an editor far away',
      ['bash', 'node /home/u/.vscode-server/bin/x/out/server-main.js', 'init'],
    ],
    ['in a notebook', ['bash', '/opt/conda/bin/python /opt/conda/bin/jupyter-lab', '/sbin/init']],
    ['with a script of their own', ['script -q log', 'bash', 'xterm', '/sbin/init']],
    ['in a program of their own', ['python3 menu.py', 'bash', 'xterm', '/sbin/init']],
    ['entered a container', [{ words: ['bash'], pid: 40, parent: 0 }]],
    [
      'whose container runs a service',
      ['bash', { words: ['node', 'code-server'], pid: 1, parent: 0 }],
    ],
    ['whose container runs a shell', [{ words: ['bash'], pid: 1, parent: 0 }]],
    [
      'whose container runs a shell on their terminal, and a command of it',
      [
        { words: ['node', 'cs-promise'], session: 1, terminal: 34816 },
        { words: ['bash'], session: 1, terminal: 34816 },
      ],
    ],
    [
      'on a terminal that a service of the container shows',
      [
        { words: ['bash'], session: 9 },
        { words: ['ttyd', 'bash'], session: 1 },
        { words: ['sh', '/entry.sh'], session: 1 },
        { words: ['sh', '-c', '/entry.sh'], session: 1 },
      ],
    ],
    [
      'who entered a container and runs a script',
      [
        { words: ['cs'], pid: 42, parent: 41, session: 41 },
        { words: ['script', 'log'], pid: 41, parent: 40, session: 40 },
        { words: ['bash'], pid: 40, parent: 0, session: 40 },
      ],
    ],
    [
      'whose container starts them by an init',
      [
        'script cs',
        { words: ['npm test'], started: 103 },
        { words: ['dumb-init', 'npm'], started: 100 },
      ],
    ],
    ['of which nothing can be seen', []],
    ['of which only the nearest can be seen', [{ words: ['script'], pid: 9, parent: 8 }]],
  ])('%s', (_how, lines) => {
    expect(cutOffAt(chainOf(...lines))).toBeUndefined();
  });
});

it.each<[string, number | undefined, boolean]>([
  ['itself', 3, false],
  ['what stands above it', 2, false],
  ['what is gone', 7, true],
  ['what is outside of its container', 0, false],
  ['nothing that can be seen', undefined, false],
])('a session that was begun by %s: cut off is %3$s', (_what, session, isCut) => {
  const [own, ...above] = chainOf('node cs', 'bash', 'xterm');
  expect(isSessionCutOff(own === undefined ? [] : [{ ...own, session }, ...above])).toBe(isCut);
});

it.each([
  ['tmux: server', 'multiplexer'],
  ['tmux', 'multiplexer'],
  ['SCREEN', 'multiplexer'],
  ['-bash', 'shell'],
  ['C:\\Windows\\python.exe', 'maker'],
  ['/usr/bin/zsh', 'shell'],
  ['', 'other'],
  ['pythonista', 'other'],
])('%j is a %s', (program, kind) => {
  expect(kindOf([program])).toBe(kind);
});
