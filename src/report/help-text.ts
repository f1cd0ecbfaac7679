import { laidOut, unbroken } from './layout.ts';
import type { Style } from './style.ts';

/** How a help text is laid out: for a terminal of so many columns, in the style of the reader. */
export interface HelpLayout {
  /** Columns, from 40. */
  readonly width: number;
  readonly style: Style;
}

/** A name with what it is, as a help text lists them. */
export interface HelpEntry {
  readonly name: string;
  readonly summary: string;
}

/** Entries under one heading. */
export interface HelpSection {
  readonly heading: string;
  readonly entries: readonly HelpEntry[];
}

/** What the help of one command tells. */
interface CommandHelp {
  /** As it is called: `cs meet`, or `cs-promise`. */
  readonly program: string;
  readonly summary: string;
  /** The usual way to call it, and the other ways. */
  readonly usage: readonly string[];
  readonly options: readonly HelpSection[];
  readonly examples: readonly HelpEntry[];
  /** Where more is told. */
  readonly page: string;
}

/** Longest name that has its meaning beside it. */
const LONGEST_NAME = 26;

/** The help of one command, by lines. */
export function commandHelpText(help: CommandHelp, { style, width }: HelpLayout): string {
  const { examples, options, page, program, summary, usage } = help;
  const [first = '', ...others] = usage;
  const lines = [
    summary,
    '',
    `Usage: ${usageText(program, first)}`,
    ...(others.length === 0 ? [] : ['', style.bold('Forms:')]),
    ...others.map((form) => `  ${usageText(program, form)}`),
    ...options.flatMap((section) => ['', ...sectionLines(section, style)]),
    '',
    style.bold('Examples:'),
    ...examples.flatMap((example) => [style.dim(`  # ${example.summary}`), `  ${example.name}`]),
    '',
    `Docs: ${page}`,
  ];
  return laidOut(lines.join('\n'), width);
}

/** What stays on one line of a usage: an option with its value, and what stands in one pair of brackets. */
const USAGE_WORD = /\[[^[\]]*\]\S*|--\S+ [^-[(|\s]\S*|\S+/g;

/** A way to call a command, which is not one to copy. */
function usageText(program: string, form: string): string {
  const [first = '', ...others] = form.match(USAGE_WORD) ?? [];
  return [`${program} ${first}`.trimEnd(), ...others].map(unbroken).join(' ');
}

/** A heading and its entries, each beside its name. */
export function sectionLines({ entries, heading }: HelpSection, style: Style): readonly string[] {
  const names = entries.map(({ name }) => name.length).filter((length) => length <= LONGEST_NAME);
  const column = Math.max(0, ...names) + 4;
  return [
    style.bold(`${heading}:`),
    ...entries.map(({ name, summary }) => `${`  ${name}  `.padEnd(column)}${summary}`),
  ];
}

/** Commands under their headings, and what stands below them, by lines. */
export function overviewText(
  program: string,
  sections: readonly HelpSection[],
  below: readonly string[],
  { style, width }: HelpLayout,
): string {
  const lines = [
    'Makes a coding agent\'s "done" mean something.',
    '',
    `Usage: ${unbroken(program)} <command> [options]`,
    ...sections.flatMap((section) => ['', ...sectionLines(section, style)]),
    '',
    ...below,
  ];
  return laidOut(lines.join('\n'), width);
}
