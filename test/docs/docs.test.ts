import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandName } from '../../src/cli/commands.ts';
import { EXIT } from '../../src/cli/exit.ts';
import { EFFECT_OF_FAILURE } from '../../src/domain/failure.ts';
import { CHECKOUT } from '../rig/project.ts';
import { commandLinesIn, linksIn, sectionOf } from './markdown.ts';
import { AGENT_PAGES, PAGES } from './pages.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');

const REFERENCE = read('docs/commands.md');
const NAMES = Object.keys(COMMANDS).filter(isCommandName);

/** Commands that have no `cs-…` name of their own. */
const ONLY_UNDER_CS = ['meet', 'doctor', 'completion'];

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

async function optionsOf(name: CommandName): Promise<readonly string[]> {
  const command = await COMMANDS[name].load();
  return Object.keys(command.options).map((option) => `--${option}`);
}

describe('docs/commands.md names', () => {
  test.each(NAMES)('every option of %s in its section', async (name) => {
    const heading = ONLY_UNDER_CS.includes(name) ? `cs ${name}` : `cs-${name}`;
    const section = sectionOf(REFERENCE, heading);
    for (const option of await optionsOf(name)) {
      expect(section).toMatch(new RegExp(`^\\| \`${option}[ \`]`, 'm'));
    }
  });

  test('every exit code', () => {
    const section = sectionOf(REFERENCE, 'Exit codes');
    for (const code of Object.values(EXIT)) expect(section).toContain(`\n| ${code} | `);
    expect(section.match(/^\| \d+ /gm)).toHaveLength(Object.values(EXIT).length);
  });

  test('every kind of error, and no other', () => {
    const documented = sectionOf(REFERENCE, 'Errors').matchAll(/^\| `([\w-]+)` \| /gm);
    const kinds = [...documented].map(([, kind]) => kind).filter((kind) => kind !== 'kind');
    expect(kinds.sort()).toEqual(Object.keys(EFFECT_OF_FAILURE).sort());
  });

  test('every environment variable', () => {
    const names = read('src/adapters/environment.ts').matchAll(/env\['(\w+)'\]/g);
    const section = sectionOf(REFERENCE, 'Environment');
    for (const [, name] of names) expect(section).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
    expect(section).toContain('`CLAUDE_SESSION_ID`');
  });
});

test('docs/state.md names every event of the log', () => {
  const events = read('src/domain/event.ts').matchAll(/event: '([\w.]+)'/g);
  const section = sectionOf(read('docs/state.md'), 'The log');
  for (const [, event] of events) expect(section).toContain(`\`${event}\``);
  expect(section).toContain('`promise.created`');
});

test('the README names every exit code', () => {
  const section = sectionOf(read('README.md'), 'Exit codes');
  for (const code of Object.values(EXIT)) expect(section).toContain(`\n| ${code} | `);
});

describe.each([...PAGES, ...AGENT_PAGES])('%s', (page) => {
  test('names no option that its command does not have', async () => {
    for (const line of commandLinesIn(read(page))) {
      const [program = '', first = ''] = line.split(' ');
      const name = program === 'cs' ? first : program.slice('cs-'.length);
      if (!isCommandName(name)) continue;
      const known = [...(await optionsOf(name)), '--help', '--version', '--cs-complete'];
      const unquoted = line.replace(/"[^"]*"|'[^']*'/g, '""');
      for (const [option] of unquoted.matchAll(/(?<=\s)--[a-z][a-z-]*\b/g)) {
        expect(known, `in \`${line}\``).toContain(option);
      }
    }
  });

  test('links to what is there', () => {
    for (const target of linksIn(read(page))) {
      expect(existsSync(join(CHECKOUT, dirname(page), target)), target).toBe(true);
    }
  });
});
