import { describe, expect, it } from 'vitest';
import { type PersonFacts, personFault } from '../../../src/domain/base/person.ts';

const PERSON: PersonFacts = {
  interactive: true,
  startedByAgent: false,
  ancestors: ['-bash', '/usr/lib/gnome-terminal-server', '/sbin/init'],
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
    const ancestors = ['bash -c cs doctor --repair', commandLine, '/sbin/init'];
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
    expect(personFault({ ...PERSON, ancestors: [commandLine] })).toBeUndefined();
  });
});
