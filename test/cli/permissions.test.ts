import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NamedCommand } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { harmlessCalls, harmlessRules } from '../../src/cli/permissions.ts';
import { promiseFile } from '../rig/values/promises.ts';
import { createHookedProject, hook } from '../rig/worlds/hooked-project.ts';
import { createProject } from '../rig/worlds/project.ts';

/** What an agent may call without its user being asked, where the user wants that. */

const COMMANDS = await allCommands();

describe('the calls that are allowed', () => {
  it('are these, and no command whose every call is harmless is left out', () => {
    const calls = COMMANDS.flatMap(harmlessCalls);
    expect(calls.filter((call) => call.startsWith('cs-'))).toEqual([
      'cs-verify --check',
      'cs-verify --replay',
      'cs-status',
      'cs-promise --add-ac',
      'cs-promise --start',
      'cs-promise --list',
      'cs-promise --mine',
      'cs-promise --show',
      'cs-promise --adopt',
      'cs-init --show',
      'cs-init --check-orphans',
    ]);
    expect(calls).toEqual(
      expect.arrayContaining(['cs status', 'cs judge cost', 'cs promise --show']),
    );
  });

  it.each([
    'prove',
    'meet',
    'promise store-validation',
    'promise validate',
    'do',
    'judge',
    'promise cancel',
    'promise release',
    'promise waive',
    'doctor',
    'hooks',
    'session end',
    'setup undo',
    'judge reality-check',
    'judge continuation-review',
  ])('are none of cs %s', (name) => {
    const command = COMMANDS.find((one) => one.name === name);
    expect(command === undefined ? ['no such command'] : harmlessCalls(command)).toEqual([]);
  });

  it('are written as rules for all lines that begin so', () => {
    expect(harmlessRules(COMMANDS)).toContain('Bash(cs-verify --check:*)');
  });
});

/** The actions of a command that are not harmless, each with a value where it takes one. */
const effectful = ({ command }: NamedCommand): readonly (readonly string[])[] =>
  Object.entries(command.effects).flatMap(([action, effects]) => {
    if (!Array.isArray(effects) || effects.length === 0) return [];
    if (!Object.hasOwn(command.options, action)) return [[action, 'tier', '2']];
    const takes = command.options[action]?.takes ?? 'nothing';
    return [takes === 'nothing' ? [`--${action}`] : [`--${action}`, 'promise-0000aaaa']];
  });

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'cs session ask': ['Which database?'],
  'cs completion': ['bash'],
  'cs config get': ['tier'],
  'cs promise adopt': ['promise-0000cccc'],
  'cs promise start': ['promise-0000aaaa'],
  'cs status': ['promise-0000aaaa'],
  '--show': ['promise-0000aaaa'],
  '--start': ['promise-0000aaaa'],
  '--add-ac': ['promise-0000aaaa', 'More'],
  '--adopt': ['promise-0000cccc'],
  '--replay': ['promise-0000aaaa'],
};

/** The words of a call behind `cs`, with the values that it needs. */
function wordsOf(call: string): readonly string[] {
  const [, ...words] = call.split(' ');
  const isInit = words[1] === 'init';
  const values = VALUES[call] ?? (isInit ? [] : (VALUES[words.at(-1) ?? ''] ?? []));
  return [...words, ...values];
}

const CALLS = COMMANDS.flatMap((one) =>
  harmlessCalls(one)
    .filter((call) => call.startsWith('cs '))
    .map((call) => ({ call, one })),
);

describe('a line that begins like an allowed one', () => {
  const tried = CALLS.filter(({ one }) => !Array.isArray(one.command.effects)).flatMap(
    ({ call, one }) => effectful(one).map((more) => ({ call, more })),
  );

  it.each(tried)('$call is refused with $more', async ({ call, more }) => {
    const project = createProject();
    const { code, stderr } = await project.run('cs', [...wordsOf(call), ...more]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: /)]);
    expect(project.exists('promises')).toBe(false);
  });
});

it('all allowed calls together execute nothing, spend nothing and close nothing', async () => {
  const project = createHookedProject();
  const ran = join(project.folder, 'ran');
  const check = { kind: 'command', argv: ['sh', '-c', `touch '${ran}'`] };
  const criterion = { id: 'AC-1', description: 'x', status: 'pending', checks: [check] };
  const session = 'the-session';
  for (const [id, owner] of [
    ['promise-0000aaaa', session],
    ['promise-0000cccc', null],
  ] as const) {
    const parts = { status: 'pending', acceptance_criteria: [criterion] };
    project.write(`promises/${id}.json`, promiseFile(id, owner, parts));
  }
  project.writeSettings({ hooks: { Stop: [hook(`touch '${ran}'; cs-hook stop || exit 2`)] } });
  const env = { CLAUDE_SESSION_ID: session };
  for (const { call } of CALLS) {
    const { stderr } = await project.cs(wordsOf(call), { env });
    expect(stderr).not.toMatch(/Unknown|required|Try: /);
  }
  const checked = await project.cs(['verify', '--check'], { env });
  expect(checked.code).toBe(2);
  expect(existsSync(ran)).toBe(false);
  expect(project.exists('judge-cost-log.jsonl')).toBe(false);
  expect(project.list('promises').filter((name) => name.endsWith('.json'))).toHaveLength(2);
});
