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

/** Below so many columns, what a name means stands below it. */
const NARROW = 60;

/** Longest name that has its meaning beside it. */
const LONGEST_NAME = 26;

/** Splits a text into lines of so many columns at most, between words. A longer word has a line of its own. */
export function wrapped(text: string, width: number): readonly string[] {
  return filled(text.split(' '), width);
}

function filled(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A text on lines that begin with `indent`. */
function paragraph(text: string, indent: string, width: number): readonly string[] {
  return wrapped(text, width - indent.length).map((line) => indent + line);
}

/** The help of one command, by lines. */
export function commandHelpText(help: CommandHelp, layout: HelpLayout): string {
  const { examples, options, page, program, summary, usage } = help;
  const { style, width } = layout;
  const [first = '', ...others] = usage;
  return [
    ...paragraph(summary, '', width),
    '',
    ...usageLines(`Usage: ${program} ${first}`.trimEnd(), width),
    ...(others.length === 0 ? [] : ['', style.bold('Forms:')]),
    ...others.flatMap((form) => hanging(`${program} ${form}`, '  ', width)),
    ...options.flatMap((section) => ['', ...sectionLines(section, layout)]),
    '',
    style.bold('Examples:'),
    ...examples.flatMap((example) => exampleLines(example, layout)),
    '',
    `Docs: ${page}`,
  ].join('\n');
}

function usageLines(line: string, width: number): readonly string[] {
  return hanging(line, '', width);
}

/** What stays on one line of a usage: an option with its value, and what stands in one pair of brackets. */
const USAGE_WORD = /\[[^[\]]*\]\S*|--\S+ [^-[(|\s]\S*|\S+/g;

/** The way to call a command, whose further lines stand further in than the first. */
function hanging(text: string, indent: string, width: number): readonly string[] {
  const words = text.match(USAGE_WORD) ?? [];
  const [first = '', ...rest] = filled(words, width - indent.length - 4);
  return [indent + first, ...rest.map((line) => `${indent}    ${line}`)];
}

function exampleLines({ name, summary }: HelpEntry, { style, width }: HelpLayout) {
  return [
    ...paragraph(`# ${summary}`, '  ', width).map((line) => style.dim(line)),
    // Whole, so that it can be copied.
    `  ${name}`,
  ];
}

/** A heading and its entries, each beside its name where there is room. */
export function sectionLines({ entries, heading }: HelpSection, layout: HelpLayout): string[] {
  const { style, width } = layout;
  const names = entries.map(({ name }) => name.length).filter((length) => length <= LONGEST_NAME);
  const column = Math.max(0, ...names) + 4;
  const isNarrow = width < NARROW;
  return [
    style.bold(`${heading}:`),
    ...entries.flatMap(({ name, summary }) => {
      if (isNarrow || name.length > LONGEST_NAME) {
        const indent = isNarrow ? '      ' : ' '.repeat(column);
        return [`  ${name}`, ...paragraph(summary, indent, width)];
      }
      const [first = '', ...rest] = paragraph(summary, ' '.repeat(column), width);
      return [`  ${name}`.padEnd(column) + first.trimStart(), ...rest];
    }),
  ];
}

/** Commands under their headings, and what stands below them, by lines. */
export function overviewText(
  program: string,
  sections: readonly HelpSection[],
  below: readonly string[],
  layout: HelpLayout,
): string {
  const { width } = layout;
  return [
    ...paragraph('Makes a coding agent\'s "done" mean something.', '', width),
    '',
    ...hanging(`Usage: ${program} <command> [options]`, '', width),
    ...sections.flatMap((section) => ['', ...sectionLines(section, layout)]),
    '',
    ...below.flatMap((line) => hanging(line, '', width)),
  ].join('\n');
}
