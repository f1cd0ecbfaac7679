import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costLineSchema } from '../../build/schemas/cost-line.ts';
import { eventSchema } from '../../build/schemas/event.ts';
import { judgeResultSchema } from '../../build/schemas/judge-result.ts';
import { bin, name as packageName } from '../../package.json' with { type: 'json' };
import { COMMANDS, type CommandName } from '../../src/cli/commands.ts';
import { programs } from '../../src/doctor/rows/programs.ts';
import { EFFECT_OF_FAILURE } from '../../src/domain/base/failure.ts';
import { INSTALLATIONS } from '../../src/domain/host/guarded-command.ts';
import { chooseModel, MODEL_ALIASES } from '../../src/domain/judging/model.ts';
import { MOST_VOTES } from '../../src/domain/judging/panel.ts';
import { UNJUDGED, type UnjudgedCause } from '../../src/domain/judging/unjudged.ts';
import { models } from '../../src/domain/models.json' with { type: 'json' };
import {
  SETTINGS,
  TIMEOUT_RANGE,
  takesText,
  variablesOf,
} from '../../src/domain/settings/setting.ts';
import { EXIT } from '../../src/report/exit.ts';
import { MOST_PROMPT_TOKENS } from '../../src/reviews/asking/question.ts';
import { MOST_WHOLE_CRITERIA } from '../../src/reviews/promise/prompt.ts';
import { TAMPERING_KINDS } from '../../src/tampering/change.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { branchesOf, jsonSchema, propertiesIn, valuesIn } from './json-schema.ts';
import { commandLinesIn, linksIn, sectionOf } from './markdown.ts';
import { AGENT_PAGES, PAGES } from './pages.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');

const REFERENCE = read('docs/commands.md');
const JUDGE = read('docs/judge.md');
const NAMES = Object.keys(COMMANDS).filter(isCommandName);

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

async function optionsOf(name: CommandName): Promise<readonly string[]> {
  const command = await COMMANDS[name].load();
  return Object.keys(command?.options ?? {}).map((option) => `--${option}`);
}

describe('docs/commands.md names', () => {
  test.each(NAMES)('every option of %s in its section', async (name) => {
    const heading = Object.hasOwn(bin, `cs-${name}`) ? `cs-${name}` : `cs ${name}`;
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

  test('every kind of weakened test, in the words of the code', () => {
    const section = sectionOf(REFERENCE, 'cs tamper');
    const rows = [...section.matchAll(/^\| `([a-z][\w-]*)` \| (.+) \|$/gm)];
    expect(Object.fromEntries(rows.map(([, kind, words]) => [kind, words]))).toEqual(
      TAMPERING_KINDS,
    );
  });

  test('every environment variable', () => {
    const readers = ['src/adapters/environment.ts', 'src/domain/host/session-ids.ts'];
    const uses = readers
      .map(read)
      .join('\n')
      .matchAll(/(?:env\[|(?:PROVING|JUDGING|NAMED_SESSION) = )'(\w+)'/g);
    const names = [...uses].map(([, name]) => name);
    const section = sectionOf(REFERENCE, 'Environment');
    for (const name of [...names, ...SETTINGS.flatMap(variablesOf), 'ANTHROPIC_BASE_URL']) {
      expect(section).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
    }
    expect(names).toEqual(
      expect.arrayContaining([
        'CLAUDE_SESSION_ID',
        'ANTHROPIC_API_KEY',
        'CS_PROVING',
        'CS_JUDGING',
      ]),
    );
    expect(section).toContain('`CS_STRUCTURED_FINDINGS`');
  });

  test('every value of a gate that was passed', () => {
    const rows = [...sectionOf(REFERENCE, 'cs-verify').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
    const documented = new Map(rows.map(([, gate, values = '']) => [gate, values]));
    const verified = branchesOf(jsonSchema(eventSchema)).find(
      ({ properties }) => properties?.['event']?.const === 'promise.verified',
    );
    const gates = verified?.properties?.['gates']?.properties ?? {};
    for (const [gate, { enum: values = [] }] of Object.entries(gates)) {
      for (const value of values) expect(documented.get(gate), gate).toContain(`\`${value}\``);
    }
    expect(Object.keys(gates)).toEqual([
      'self_report',
      'proofs',
      'changed_files',
      'always',
      'tampering',
      'validation',
      'judge',
    ]);
  });
});

describe('docs/judge.md names', () => {
  test('every field of the answer', () => {
    const sections = sectionOf(JUDGE, 'The answer') + sectionOf(JUDGE, 'Structured findings');
    for (const key of propertiesIn(jsonSchema(judgeResultSchema))) {
      expect(sections).toContain(`\`${key}\``);
    }
    for (const value of valuesIn(jsonSchema(judgeResultSchema))) {
      expect(sections).toContain(`\`${value}\``);
    }
  });

  test('every field of the cost log', () => {
    const section = sectionOf(JUDGE, 'The cost log');
    const keys = propertiesIn(jsonSchema(costLineSchema));
    for (const key of keys) expect(section).toContain(`\`${key}\``);
    expect(keys).toContain('vote');
  });

  test('every cause of a review that could not be had, and no other, with what comes of it', () => {
    const rows = sectionOf(JUDGE, 'When it cannot be judged').matchAll(
      /^\| `([\w-]+)` \| .* \| (\w+) \| `(\w+)` \| (\d+) \|$/gm,
    );
    const documented = [...rows].map(([, ...cells]) => cells);
    const expected = Object.entries(UNJUDGED).map(([cause, { effect, status }]) =>
      effect === 'refuse'
        ? [cause, 'FAIL', status, String(exitCodeOf(cause))]
        : [cause, 'WARN', status, '0'],
    );
    expect(documented.sort()).toEqual(expected.sort());
  });

  test('every model that has a price, what it costs and how long it lives', () => {
    const section = sectionOf(JUDGE, 'Models and prices');
    for (const [id, model] of Object.entries(models)) {
      const [row = ''] = section.split('\n').filter((line) => line.startsWith(`| \`${id}\` |`));
      expect(row).toContain(`| ${model.prices.map(({ input }) => input).join(' / ')} |`);
      expect(row).toContain(`| ${model.prices.map(({ output }) => output).join(' / ')} |`);
      expect(row).toContain('retires_on' in model ? model.retires_on : '|  |');
      expect(row.includes('| yes |'), id).toBe('thinks' in model);
    }
    for (const alias of MODEL_ALIASES) {
      const model = chooseModel(alias, 0);
      expect(section).toContain(`| \`${'id' in model ? model.id : ''}\` | \`${alias}\` |`);
    }
  });

  test('the limits', () => {
    const section = sectionOf(JUDGE, 'Limits');
    expect(section).toContain(`${MOST_PROMPT_TOKENS.toLocaleString('en')} tokens`);
    expect(section).toContain(`more than ${MOST_WHOLE_CRITERIA} criteria`);
    expect(section).toContain(`| votes of a run | 1 to ${MOST_VOTES};`);
    expect(sectionOf(JUDGE, 'Votes')).toContain(`asks 1 to ${MOST_VOTES} times at once`);
    const { least, most } = TIMEOUT_RANGE;
    expect(section).toContain(`\`judge.timeoutMs\` takes ${least / 1000} to ${most / 1000} s`);
  });
});

describe('docs/configuration.md', () => {
  const page = read('docs/configuration.md');

  test.each(SETTINGS)('says of $key what it takes, its default and its variables', (setting) => {
    const { key, default: standard } = setting;
    const [row = ''] = page.split('\n').filter((line) => line.startsWith(`| \`${key}\` |`));
    const variables = variablesOf(setting).map((name) => `\`${name}\``);
    expect(row).toContain(`| \`${JSON.stringify(standard)}\` |`);
    expect(row.replaceAll('`', '')).toContain(`| ${takesText(setting)} |`);
    expect(row).toContain(`| ${variables.join(', ')} |`);
    expect(row).toContain(setting.strictest === undefined ? '| the nearest |' : '| the strictest');
    expect(page).toContain(`\n- \`${key}\`: `);
  });

  test('names no other key', () => {
    const rows = [...sectionOf(page, 'Settings').matchAll(/^\| `([\w.]+)` \|/gm)];
    expect(rows.map(([, key]) => key)).toEqual(SETTINGS.map(({ key }) => key));
  });
});

/** What the caller's own doing ends a command with. */
function exitCodeOf(cause: string): number {
  const interrupted: UnjudgedCause = 'interrupted';
  return cause === interrupted ? EXIT.interrupted : EXIT.failed;
}

test('docs/state.md names every event of the ledger', () => {
  const events = read('src/domain/promise/event.ts').matchAll(/event: '([\w.]+)'/g);
  const section = sectionOf(read('docs/state.md'), 'The ledger');
  for (const [, event] of events) expect(section).toContain(`\`${event}\``);
  expect(section).toContain('`promise.created`');
});

test('the README names the installation that hooks and doctor advise, and the one from a clone', () => {
  const section = sectionOf(read('README.md'), 'Installation');
  expect(INSTALLATIONS.global).toBe(`npm install -g ${packageName}`);
  expect(section).toContain(`\n${INSTALLATIONS.global}\n`);
  expect(section).toContain('\nnpm install && npm link\n');
  const [advice] = programs.judge([{ names: 'cs', inProject: undefined, by: undefined }]);
  expect(advice?.advice).toContain(INSTALLATIONS.global);
  expect(advice?.advice).toContain('npm link');
});

describe.each([...PAGES, ...AGENT_PAGES])('%s', (page) => {
  test('names no option that its command does not have', async () => {
    for (const line of commandLinesIn(read(page))) {
      const [program = '', first = ''] = line.split(' ');
      const name = program === 'cs' ? first : program.slice('cs-'.length);
      if (!isCommandName(name)) continue;
      const known = [...(await optionsOf(name)), '--help', '--version', '--cs-complete'];
      // What stands behind --, or on the next line of a text in JSON, is another's.
      const unquoted = line.replace(/ -- .*$|\\n.*$/, '').replace(/"[^"]*"|'[^']*'/g, '""');
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
