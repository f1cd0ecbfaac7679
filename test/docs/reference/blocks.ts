import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../../../src/checks/languages.ts';
import { chooseModel, MODEL_ALIASES } from '../../../src/domain/judging/model.ts';
import { UNJUDGED } from '../../../src/domain/judging/unjudged.ts';
import { models } from '../../../src/domain/models.json' with { type: 'json' };
import { SETTINGS, takesText, variablesOf } from '../../../src/domain/settings/setting.ts';
import { CAPS } from '../../../src/report/cap-text.ts';
import { commandLinesFor } from '../../../src/report/command-lines.ts';
import { failureText } from '../../../src/report/failure-text.ts';
import { HELP_TOPICS } from '../../../src/report/help-topics.ts';
import { CHECKERS } from '../../../src/stop-gate/checkers.ts';
import { TAMPERING_KINDS } from '../../../src/tampering/change.ts';
import { SAMPLE_FAILURES } from '../../rig/values/failures.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { answersBlock, eventsBlock, filesBlock } from './answers.ts';
import { commandsBlock } from './commands.ts';
import { VARIABLES } from './variables.ts';

/**
 * What the pages say by tables of the code. A page has the place of each between two comments, and `npm run texts`
 * writes it there; everything else of a page is written by hand.
 */
export const BLOCKS: Readonly<Record<string, () => string | Promise<string>>> = {
  commands: commandsBlock,
  'exit-codes': () => topic('exit-codes'),
  errors: errorsBlock,
  environment: environmentBlock,
  settings: settingsBlock,
  approval: approvalBlock,
  unjudged: unjudgedBlock,
  models: modelsBlock,
  checkers: checkersBlock,
  caps: () => list(Object.entries(CAPS).map(([why, words]) => `\`${why}\`: ${words}`)),
  'weakened-tests': () =>
    list(Object.entries(TAMPERING_KINDS).map(([kind, words]) => `\`${kind}\`: ${words}`)),
  languages: languagesBlock,
  answers: answersBlock,
  files: filesBlock,
  events: eventsBlock,
};

/** A page with its blocks as the code has them now. */
export async function renewed(page: string): Promise<string> {
  const text = readFileSync(join(CHECKOUT, page), 'utf8');
  const parts = text.split(/(?<=^<!-- begin [a-z-]+ -->\n)[\s\S]*?(?=^<!-- end [a-z-]+ -->$)/m);
  const names = blocksIn(text);
  const blocks = await Promise.all(names.map((name) => blockNamed(name)));
  return parts.map((part, index) => part + (blocks[index] ?? '')).join('');
}

/** The names of the blocks that a page has places for. */
export function blocksIn(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- begin ([a-z-]+) -->$/gm)].map(([, name = '']) => name);
}

async function blockNamed(name: string): Promise<string> {
  const make = BLOCKS[name];
  if (make === undefined) throw new Error(`no block "${name}"`);
  return `\n${(await make()).trim()}\n\n`;
}

export const list = (lines: readonly string[]): string =>
  lines.map((line) => `- ${line}`).join('\n');

/** What `cs help <topic>` tells. */
function topic(name: string): string {
  const entries = HELP_TOPICS[name]?.sections.flatMap((section) => section.entries) ?? [];
  return list(entries.map((entry) => `\`${entry.name}\`: ${entry.summary}`));
}

function errorsBlock(): string {
  const lines = commandLinesFor(undefined, 'cs');
  const samples = Object.values(SAMPLE_FAILURES);
  return list(
    samples.map((sample) => {
      const { message } = failureText(sample, lines);
      return `\`${sample.kind}\`: ${plain(message.split('\n')[0] ?? '')}`;
    }),
  );
}

/** A text in which nothing is Markdown. */
const plain = (text: string): string => text.replace(/[<>*_`[\]|]/g, '\\$&');

function environmentBlock(): string {
  const settings = SETTINGS.flatMap((setting) =>
    variablesOf(setting).map((name) => `\`${name}\``),
  ).join(', ');
  return `${list(Object.entries(VARIABLES).map(([names, words]) => `${ticked(names)}: ${words}`))}

Each [setting](configuration.md#settings) has a variable as well: ${settings}.`;
}

const ticked = (names: string): string =>
  names
    .split(' ')
    .map((name) => `\`${name}\``)
    .join(', ');

function settingsBlock(): string {
  const lines = SETTINGS.map(
    (setting) =>
      `\`${setting.key}\` (\`${JSON.stringify(setting.default)}\`): ${setting.summary}. ${capital(takesText(setting))}.`,
  );
  const strict = SETTINGS.filter(({ strictest }) => strictest !== undefined);
  return `${list(lines)}

The strictest source counts for ${strict.map(({ key }) => `\`${key}\``).join(', ')}; the nearest for all others.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Which keys of a project's file wait for its user, by what they do. */
function approvalBlock(): string {
  const effects = {
    connects: 'connect',
    spends: 'spend',
    exports: 'send more of the work',
    runs: 'run, and hold sessions to it',
    demands: 'ask a close for more',
  };
  return list(
    Object.entries(effects).map(([acts, words]) => {
      const keys = SETTINGS.filter((setting) => setting.acts === acts);
      return `${words}: ${keys.map(({ key }) => `\`${key}\``).join(', ')}`;
    }),
  );
}

function unjudgedBlock(): string {
  return list(
    Object.entries(UNJUDGED).map(([cause, { effect, says, status }]) => {
      const outcome = effect === 'refuse' ? 'FAIL' : 'WARN';
      return `\`${cause}\`: ${says}. ${outcome}, \`${status}\``;
    }),
  );
}

function modelsBlock(): string {
  const aliases = new Map(
    MODEL_ALIASES.map((alias) => {
      const model = chooseModel(alias, 0);
      return ['id' in model ? model.id : '', alias];
    }),
  );
  return list(
    Object.entries(models).map(([id, model]) => {
      const prices = model.prices.map(({ input, output }) => `${input} in, ${output} out`);
      const alias = aliases.get(id);
      const words = [
        ...(alias === undefined ? [] : [`alias \`${alias}\``]),
        prices.join('; long prompts '),
        ...('retires_on' in model ? [`retires on ${model.retires_on}`] : []),
      ];
      return `\`${id}\`: ${words.join('; ')}`;
    }),
  );
}

function checkersBlock(): string {
  return list(CHECKERS.map(({ name, priority }) => `P${priority} ${name}`));
}

function languagesBlock(): string {
  return list(
    LANGUAGES.map(
      ({ extensions, name }) => `${name}: ${extensions.map((one) => `\`.${one}\``).join(', ')}`,
    ),
  );
}
