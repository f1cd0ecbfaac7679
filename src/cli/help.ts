import type { Failure } from '../domain/base/failure.ts';
import {
  commandHelpText,
  type HelpEntry,
  type HelpSection,
  overviewText,
  sectionLines,
} from '../report/help-text.ts';
import { HELP_TOPICS } from '../report/help-topics.ts';
import { laidOut } from '../report/layout.ts';
import { type Command, type Option, optionsOf, type Report } from './command.ts';
import { GONE, headingOf, isWord, WORDS } from './command-names.ts';
import { COMMANDS, commandIn, commandNamed, isWholeSuite } from './commands.ts';
import { layout } from './overview.ts';
import { nearest } from './parse.ts';

/** Under which the help lists options that name no group of their own. */
const OTHER_OPTIONS = 'Options';

/** The help of a command. `program`: as it was called, such as `cs meet` or `cs-promise`. */
export async function helpOf(command: Command, program: string): Promise<string> {
  const name = program.replace(/^(?:cs|completion-promise) /, '');
  const whole = program.includes(' ') ? `cs ${name}` : program;
  return commandHelpText(
    {
      program,
      summary: command.summary,
      usage: command.usage,
      options: [...optionSections(command), ...(await below(name))],
      examples: command.examples.map(([line, what]) => ({
        name: line.replaceAll('$0', program),
        summary: what,
      })),
      page: `docs/commands.md#${whole.replaceAll(' ', '-')}`,
    },
    layout(),
  );
}

/** What stands under a command that is a noun as well. */
async function below(noun: string): Promise<readonly HelpSection[]> {
  const entries = (await entriesUnder(noun)).filter(({ name }) => name !== noun);
  return entries.length === 0 ? [] : [{ heading: 'More under it', entries }];
}

/** The options under their headings, in the order in which the command has them. */
function optionSections(command: Command): readonly HelpSection[] {
  const sections = new Map<string, HelpEntry[]>();
  for (const [name, option] of Object.entries(optionsOf(command))) {
    const heading = option.group ?? OTHER_OPTIONS;
    const entries = sections.get(heading) ?? [];
    entries.push({ name: optionText(name, option), summary: option.summary });
    sections.set(heading, entries);
  }
  const asking = sections.get(OTHER_OPTIONS) ?? [];
  sections.set(OTHER_OPTIONS, [...asking, { name: '-h, --help', summary: 'Show this help' }]);
  return [...sections]
    .sort(([a], [b]) => Number(a === OTHER_OPTIONS) - Number(b === OTHER_OPTIONS))
    .map(([heading, entries]) => ({ heading, entries }));
}

/** `-C, --project <folder>` */
export function optionText(name: string, { alias, completes, takes, value }: Option): string {
  const letter = alias === undefined ? '' : `-${alias}, `;
  const shown = value === undefined ? valueText(takes, completes) : ` ${value}`;
  return `${letter}--${name}${shown}`;
}

function valueText(takes: Option['takes'], completes: Option['completes']): string {
  if (takes === 'nothing') return '';
  if (takes === 'word-and-text') return ' <id> <text>';
  if (typeof completes !== 'string') return takes === 'text' ? ' <text>' : ' <value>';
  return { promise: ' <id>', criterion: ' <AC-n>', folder: ' <folder>' }[completes];
}

/** All commands under their headings. */
async function sections(): Promise<readonly HelpSection[]> {
  const headings = new Set(Object.keys(COMMANDS).flatMap((name) => headingOf(name) ?? []));
  const listed = await Promise.all(
    [...headings].map(async (heading) => ({ heading, entries: await entriesUnder(heading) })),
  );
  const single = listed.filter(({ entries }) => entries.length === 1);
  return [
    ...listed.filter(({ entries }) => entries.length > 1),
    { heading: 'more', entries: single.flatMap(({ entries }) => entries) },
  ];
}

async function entriesUnder(heading: string): Promise<readonly HelpEntry[]> {
  const names = Object.keys(COMMANDS).filter((name) => headingOf(name) === heading);
  const summaryOf = async (name: string) =>
    isWord(name) ? WORDS[name] : ((await commandNamed(name))?.summary ?? '');
  return Promise.all(names.map(async (name) => ({ name, summary: await summaryOf(name) })));
}

/** Every command and topic. */
export async function wholeOverview(program: string): Promise<Report> {
  const topics = entriesOf(HELP_TOPICS).map(({ name, summary }) => ({
    name: `help ${name}`,
    summary,
  }));
  const listed = await sections();
  const shown = [...listed, { heading: 'help', entries: topics }];
  const below = [`${program} help <command> tells more of one.`];
  return {
    text: overviewText(program, shown, below, layout()),
    json: listed.flatMap(({ entries, heading }) => entries.map((entry) => ({ ...entry, heading }))),
  };
}

const entriesOf = (table: Readonly<Record<string, { readonly summary: string }>>) =>
  Object.entries(table).map(([name, { summary }]) => ({ name, summary }));

/** What `cs help <word>` tells: of a command or a topic. */
export async function helpOn(
  word: string,
  program: string,
): Promise<{ readonly text: string } | { readonly failure: Failure }> {
  const topic = Object.hasOwn(HELP_TOPICS, word) ? HELP_TOPICS[word] : undefined;
  if (topic !== undefined) {
    const { page, sections, summary } = topic;
    const { style, width } = layout();
    const lines = sections.flatMap((section) => ['', ...sectionLines(section, style)]);
    return { text: laidOut([summary, ...lines, '', `Docs: ${page}`].join('\n'), width) };
  }
  const [, dropIn] = /^cs-(.+)$/.exec(word) ?? [];
  const { name = word } =
    dropIn === undefined ? commandIn('cs', word.split(' ')) : commandIn(word, []);
  const command = await commandNamed(name);
  if (command === undefined) {
    const under = await entriesUnder(word);
    if (under.length === 0) return { failure: unknownCommand(word, program) };
    const { style, width } = layout();
    return {
      text: laidOut(sectionLines({ heading: word, entries: under }, style).join('\n'), width),
    };
  }
  return { text: await helpOf(command, dropIn === undefined ? `${program} ${name}` : word) };
}

/** Commands, and the words that people try for each. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  do: 'new create add make',
  'promise start': 'begin',
  meet: 'done complete',
  verify: 'finish close',
  prove: 'test',
  status: 'ls view info',
  'status --mine': 'mine',
  'status --history': 'history',
  'promise --add-ac': 'edit change',
  'promise cancel': 'rm remove delete',
  'promise validate': 'pass fail',
  'session end': 'end',
  setup: 'install',
  'setup undo': 'undo',
  judge: 'review',
  'judge --votes 3': 'vote',
  config: 'settings',
  'doctor --repair': 'repair',
};

/** A command that is not there, with the one that was probably meant. */
export function unknownCommand(name: string, program: string): Failure {
  const instead = Object.hasOwn(GONE, name) ? GONE[name] : undefined;
  if (instead !== undefined)
    return { kind: 'usage', message: `cs ${name} is gone.`, hint: instead };
  const help = `Try: ${isWholeSuite(program) ? program : 'cs'} --help`;
  const [other] = Object.keys(OTHER_WORDS).filter((one) =>
    OTHER_WORDS[one]?.split(' ').includes(name),
  );
  const meant = other ?? nearest(name, [...Object.keys(COMMANDS), 'help', '--help', '--version']);
  return {
    kind: 'usage',
    message: name.startsWith('-') ? `Unknown option: ${name}` : `Unknown command: ${name}`,
    hint: meant === undefined ? help : `Did you mean ${program} ${meant}?\n${help}`,
  };
}
