import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costLineSchema } from '../../build/schemas/cost-line.ts';
import { judgeResultSchema } from '../../build/schemas/judge-result.ts';
import { stopGateStateSchema } from '../../build/schemas/stop-gate-state.ts';
import { bin, name as packageName } from '../../package.json' with { type: 'json' };
import { COMMANDS, type CommandName, commandIn } from '../../src/cli/commands.ts';
import { programs } from '../../src/doctor/rows/programs.ts';
import { EFFECT_OF_FAILURE } from '../../src/domain/base/failure.ts';
import { INSTALLATIONS } from '../../src/domain/host/guarded-command.ts';
import { chooseModel, MODEL_ALIASES } from '../../src/domain/judging/model.ts';
import { MOST_VOTES } from '../../src/domain/judging/panel.ts';
import { UNJUDGED } from '../../src/domain/judging/unjudged.ts';
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
import { jsonSchema, propertiesIn } from './json-schema.ts';
import { commandLinesIn, linksIn, sectionOf } from './markdown.ts';
import { AGENT_PAGES, PAGES } from './pages.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');

const REFERENCE = read('docs/commands.md');
const JUDGE = read('docs/judge.md');
const NAMES = Object.keys(COMMANDS).filter(isCommandName);

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Options that the opening of the page tells of for all commands. */
const TOLD_ONCE = ['--json', '--project'];

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(CHECKOUT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(CHECKOUT, join(entry.parentPath, entry.name)));
}

async function optionsOf(name: CommandName): Promise<readonly string[]> {
  const command = await COMMANDS[name]();
  return Object.keys(command?.options ?? {}).map((option) => `--${option}`);
}

describe('docs/commands.md names', () => {
  test.each(NAMES)('every option of %s in its section', async (name) => {
    const section = sectionOf(REFERENCE, `cs ${name}`);
    for (const option of await optionsOf(name)) {
      if (!TOLD_ONCE.includes(option)) expect(section).toMatch(new RegExp(`${option}[ \`]`));
    }
  });

  test.each(TOLD_ONCE)('%s once, for all commands', (option) => {
    const [opening] = REFERENCE.split(/^## /m);
    expect(opening).toContain(`\`${option}`);
  });

  test('every exit code', () => {
    const section = sectionOf(REFERENCE, 'Exit codes');
    for (const code of Object.values(EXIT)) expect(section).toContain(`\n- \`${code}\`: `);
  });

  test('every kind of error, and no other', () => {
    const documented = sectionOf(REFERENCE, 'Errors').matchAll(/^- `([\w-]+)`: /gm);
    const kinds = [...documented].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual(Object.keys(EFFECT_OF_FAILURE).sort());
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
      expect(section).toContain(`\`${name}\``);
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
});

test('docs/checks.md names every kind of weakened test, in the words of the code', () => {
  const section = sectionOf(read('docs/checks.md'), 'On every close');
  const rows = [...section.matchAll(/^- `([a-z][\w-]*)`: (.+)$/gm)];
  expect(Object.fromEntries(rows.map(([, kind, words]) => [kind, words]))).toEqual(TAMPERING_KINDS);
});

describe('docs/judge.md names', () => {
  test('every cause of a review that could not be had, and no other, with what comes of it', () => {
    const rows = sectionOf(JUDGE, 'The verdict').matchAll(
      /^- `([\w-]+)`: .*\. (FAIL|WARN), `(\w+)`$/gm,
    );
    const documented = [...rows].map(([, ...cells]) => cells);
    const expected = Object.entries(UNJUDGED).map(([cause, { effect, status }]) => [
      cause,
      effect === 'refuse' ? 'FAIL' : 'WARN',
      status,
    ]);
    expect(documented.sort()).toEqual(expected.sort());
  });

  test('every model that has a price, what it costs and how long it lives', () => {
    const section = sectionOf(JUDGE, 'Models and prices');
    for (const [id, model] of Object.entries(models)) {
      const [row = ''] = section.split('\n').filter((line) => line.startsWith(`- \`${id}\`: `));
      for (const { input, output } of model.prices)
        expect(row).toContain(`${input} in, ${output} out`);
      if ('retires_on' in model) expect(row).toContain(model.retires_on);
    }
    for (const alias of MODEL_ALIASES) {
      const model = chooseModel(alias, 0);
      expect(section).toContain(`\`${'id' in model ? model.id : ''}\`: alias \`${alias}\``);
    }
  });

  test('the limits', () => {
    const section = sectionOf(JUDGE, 'Limits on spending').replaceAll('\n', ' ');
    expect(section).toContain(`${MOST_PROMPT_TOKENS.toLocaleString('en')} tokens`);
    expect(section).toContain(`more than ${MOST_WHOLE_CRITERIA} criteria`);
    const { least, most } = TIMEOUT_RANGE;
    expect(section).toContain(`1 to ${MOST_VOTES} votes and ${least / 1000} to ${most / 1000} s`);
  });
});

describe('docs/json.md names', () => {
  const page = read('docs/json.md');

  test.each([
    ["the judge's answer", judgeResultSchema],
    ['a line of the cost log', costLineSchema],
    ["a session's file", stopGateStateSchema],
  ])('every key of %s', (_what, schema) => {
    for (const key of propertiesIn(jsonSchema(schema))) expect(page).toContain(`\`${key}\``);
  });
});

describe('docs/configuration.md', () => {
  const page = read('docs/configuration.md');

  test.each(SETTINGS)('says of $key what it is for, what it takes and its default', (setting) => {
    const { default: standard, key, strictest, summary } = setting;
    const start = `- \`${key}\` (\`${JSON.stringify(standard)}\`): ${summary}.`;
    const [row = ''] = page.split('\n').filter((line) => line.startsWith(start));
    expect(row.toLowerCase()).toContain(takesText(setting).toLowerCase());
    const strict = /^The strictest source counts for (.*);/m.exec(page)?.[1] ?? '';
    expect(strict.includes(`\`${key}\``)).toBe(strictest !== undefined);
  });

  test('names no other key', () => {
    const rows = [...sectionOf(page, 'Settings').matchAll(/^- `([\w.]+)` \(/gm)];
    expect(rows.map(([, key]) => key)).toEqual(SETTINGS.map(({ key }) => key));
  });
});

test('docs/state.md names every event of the ledger', () => {
  const events = read('src/domain/promise/event.ts').matchAll(/event: '([\w.]+)'/g);
  const section = sectionOf(read('docs/state.md'), 'The ledger');
  for (const [, event] of events) expect(section).toContain(`\`${event}\``);
  expect(section).toContain('`promise.created`');
});

test('doctor and guards advise the installation that the README has', () => {
  expect(read('README.md')).toContain('\nnpm install && npm link\n');
  expect(INSTALLATIONS.global).toContain('npm install; npm link');
  const [advice] = programs.judge([{ names: 'cs', inProject: undefined, by: undefined }]);
  expect(advice?.advice).toContain(INSTALLATIONS.global);
});

/** Everything that is printed, installed or read by users, but for the one place that tells of later. */
const TOLD = [
  ...filesBelow('src'),
  ...filesBelow('bin'),
  ...filesBelow('hooks'),
  ...PAGES,
  ...AGENT_PAGES,
  'action.yml',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
];

test('nothing tells to install the package by a name that no registry has', () => {
  const named = new RegExp(
    `npm (?:i|install|exec)\\b[^\\n\`]*[\\s"']${packageName}(?![\\w-])|npx (?:-\\S+ )*(?:${packageName}|cs)\\b`,
  );
  const telling = TOLD.filter((path) => {
    const text = read(path);
    const today = path === 'docs/install.md' ? text.split('## Once it is published')[0] : text;
    return named.test(today ?? '');
  });

  expect(telling).toEqual([]);
});

const WORDS = PAGES.filter((page) => page !== 'docs/migrating.md');

test.each([...WORDS, ...AGENT_PAGES])(
  '%s speaks the words of cs, not those of the scripts',
  (page) => {
    const dropIns = Object.keys(bin).filter((name) => name.startsWith('cs-') && name !== 'cs-hook');
    const prose = read(page).replaceAll(/\]\([^)]*\)/g, ']');
    const spoken = [...prose.matchAll(/\bcs-[a-z]+(?:-[a-z]+)*/g)].map(([name]) => name);

    expect(spoken.filter((name) => dropIns.includes(name))).toEqual([]);
  },
);

test('the docs have at most 40,000 words', () => {
  const words = PAGES.map(
    (page) =>
      read(page)
        .split(/\s+/)
        .filter((word) => word !== '').length,
  );

  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(40_000);
});

describe.each([...PAGES, ...AGENT_PAGES])('%s', (page) => {
  test('names no option that its command does not have', async () => {
    for (const line of commandLinesIn(read(page))) {
      const [program = '', ...words] = line.split(' ');
      const { name = '' } = commandIn(program, words);
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
