import { describe, expect, it } from 'vitest';
import type { Ancestor } from '../../../src/domain/base/ancestry.ts';
import { type PersonFacts, personFault } from '../../../src/domain/base/person.ts';

/** Programs above each other, the nearest first, by their command lines. */
function chainOf(...lines: readonly string[]): readonly Ancestor[] {
  return lines.map((line, index) => {
    const pid = lines.length - index;
    return { pid, parent: pid - 1, words: line.split(' ') };
  });
}

const PERSON: PersonFacts = {
  interactive: true,
  startedByAgent: false,
  ancestors: chainOf('-bash', '/usr/lib/gnome-terminal-server', '/sbin/init'),
};

it('finds nothing against a person in a shell on a terminal', () => {
  expect(personFault(PERSON)).toBeUndefined();
});

it.each<[string, Partial<PersonFacts>, string]>([
  ['a pipe', { interactive: false }, 'this is not a terminal'],
  [
    'an environment that an agent marked',
    { startedByAgent: true },
    'an agent started this command',
  ],
  [
    'programs that cannot be seen where they could',
    { isBlind: true },
    'the parent processes of this command cannot be inspected',
  ],
  [
    'more programs than are looked at',
    { isEndless: true },
    'this command has too many parent processes to inspect',
  ],
  [
    'a chain that was cut off',
    { ancestors: chainOf('sh -c cs', '/usr/bin/script -qec cs', '/sbin/init') },
    'its process tree was cut off: script has no parent process',
  ],
  [
    'a terminal whose session was begun by what is gone',
    {
      ancestors: [{ pid: 9, parent: 8, words: ['node'], session: 7 }, ...chainOf('xterm', 'init')],
    },
    'its process tree was cut off: the process that started this terminal session is gone',
  ],
  ['both', { interactive: false, startedByAgent: true }, 'an agent started this command'],
])('refuses %s', (_name, facts, reason) => {
  expect(personFault({ ...PERSON, ...facts })).toBe(reason);
});

describe('an agent anywhere above the command', () => {
  it.each([
    ['by its bare name', 'claude', 'claude'],
    ['with arguments', 'claude -p "do it"', 'claude'],
    ['by its path', '/home/u/.local/bin/claude --resume', 'claude'],
    ['a program of Windows', 'C:\\Tools\\claude.exe', 'claude'],
    ['a command file of Windows', 'C:\\npm\\codex.cmd exec', 'codex'],
    ['a script that node runs', 'node /usr/local/bin/claude', 'claude'],
    ['a script with an ending', '/usr/bin/node /opt/codex/bin/codex.js', 'codex'],
    ['a module that node runs', 'node /usr/lib/gemini.mjs', 'gemini'],
    ['a script that python runs', '/usr/bin/python3 /usr/bin/aider', 'aider'],
    ['a script that bun runs', 'bun /opt/opencode', 'opencode'],
    // The usual first line of such scripts: `#!/usr/bin/env -S node --no-warnings --enable-source-maps`
    [
      'a script that node runs with options',
      'node --no-warnings --enable-source-maps /usr/bin/claude',
      'claude',
    ],
    ['a script that python runs with options', 'python3 -u /usr/bin/aider', 'aider'],
    [
      'its package as npm unpacks it',
      'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js',
      'claude',
    ],
    ['another agent', 'cursor-agent', 'cursor-agent'],
    ['and another', '/usr/bin/goose session', 'goose'],
  ])('%s: %s', (_name, commandLine, agent) => {
    const ancestors = chainOf('bash -c cs doctor --repair', commandLine, '/sbin/init');
    expect(personFault({ ...PERSON, ancestors })).toBe(`${agent} started this command`);
  });
});

describe('what only looks like an agent', () => {
  it.each([
    ['an editor with such a file open', 'vim claude'],
    ['a file that is named so', 'less /home/u/claude.md'],
    ['a folder that is named so', 'bash /home/claude/script.sh'],
    ['a user of that name', '-bash claude'],
    ['another script of node', 'node /usr/bin/vitest'],
    ['a longer name', 'claudette'],
    ['an empty command line', ''],
  ])('%s: %j', (_name, commandLine) => {
    expect(
      personFault({ ...PERSON, ancestors: chainOf(commandLine, 'xterm', 'init') }),
    ).toBeUndefined();
  });
});

describe('an agent whose name is hidden', () => {
  const refusalOf = (ancestor: Partial<Ancestor>) =>
    personFault({
      ...PERSON,
      ancestors: [{ pid: 9, parent: 8, words: ['bash'], ...ancestor }, ...PERSON.ancestors],
    });

  it('by what it calls itself: its file names it', () => {
    const words = ['sshd', '-p', 'do it'];
    expect(refusalOf({ words, file: '/usr/bin/claude' })).toBe('claude started this command');
  });

  it('from the command, which has no mark: a process above has one', () => {
    expect(refusalOf({ marks: ['CLAUDECODE'] })).toBe(
      'an agent started this command: the environment of bash has CLAUDECODE',
    );
  });
});

describe('a terminal of a multiplexer', () => {
  const inTmux = chainOf('-bash', 'tmux: server', '/sbin/init');
  const person = chainOf('tmux attach', '-zsh', 'sshd: u@pts/0', '/usr/sbin/sshd', '/sbin/init');
  const hidden = chainOf('tmux attach', 'script -qec tmux', '/sbin/init');
  const agent = chainOf('tmux attach', 'bash -c tmux', 'claude', '/sbin/init');
  const nested = chainOf('tmux attach', '-bash', 'tmux: server', '/sbin/init');
  type Attached = PersonFacts['attached'];

  it.each<[string, Attached, string | undefined]>([
    ['that a person looks at', [person], undefined],
    ['that a person looks at beside an agent', [agent, person], undefined],
    ['that nobody looks at', [], 'no one is attached to this terminal of tmux'],
    ['that does not say who', undefined, 'tmux does not say who is attached to this terminal'],
    [
      'that a hidden program looks at',
      [hidden],
      'what is attached to it in tmux is not a person: its process tree was cut off: script has no parent process',
    ],
    [
      'that an agent looks at',
      [agent],
      'what is attached to it in tmux is not a person: claude started this command',
    ],
    [
      'that another shows',
      [nested],
      'what is attached to it in tmux is not a person: it is inside another tmux',
    ],
  ])('%s', (_what, attached, fault) => {
    expect(personFault({ ...PERSON, ancestors: inTmux, attached })).toBe(fault);
  });
});
