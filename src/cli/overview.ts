import { wantsPlainText } from '../adapters/environment.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { type HelpLayout, overviewText } from '../report/help-text.ts';
import type { Report } from './command.ts';
import { headingOf, WORDS } from './command-names.ts';
import { styleFor } from './terminal.ts';

/** Narrowest and widest layout, in columns. A pipe gets the usual width of a terminal. */
const WIDTHS = { least: 40, usual: 80, most: 100 } as const;

/** How help is laid out where this process prints it. */
export function layout(): HelpLayout {
  const columns = surroundings().output.columns || WIDTHS.usual;
  const width = Math.min(WIDTHS.most, Math.max(WIDTHS.least, columns));
  return { width, style: styleFor({ plainText: wantsPlainText() }) };
}

/** The words for every day. It looks at no project: what is next there, `cs` alone says. */
export function overview(program: string): Report {
  const heading = headingOf('status') ?? '';
  const entries = Object.entries(WORDS).map(([name, summary]) => ({ name, summary }));
  const below = [`What is next here: ${program}`, `Everything else: ${program} help --all`];
  return {
    text: overviewText(program, [{ heading, entries }], below, layout()),
    json: entries.map((entry) => ({ ...entry, heading })),
  };
}
