import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import { wantsPlainText } from '../adapters/environment.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { spellingOf } from '../report/command-lines.ts';
import { type HelpLayout, overviewText } from '../report/help-text.ts';
import { createSilence } from '../store/silence.ts';
import { createSuite } from '../suite.ts';
import type { Report } from './command.ts';
import { headingOf, WORDS } from './command-names.ts';
import { environmentOfShell } from './environment.ts';
import { standingHere } from './standing-here.ts';
import { styleFor } from './terminal.ts';

/** Narrowest and widest layout, in columns. A pipe gets the usual width of a terminal. */
const WIDTHS = { least: 40, usual: 80, most: 100 } as const;

/** How help is laid out where this process prints it. */
export function layout(): HelpLayout {
  const columns = surroundings().output.columns || WIDTHS.usual;
  const width = Math.min(WIDTHS.most, Math.max(WIDTHS.least, columns));
  return { width, style: styleFor({ plainText: wantsPlainText() }) };
}

/** The words for every day and what is likely next. */
export async function overview(program: string): Promise<Report> {
  const heading = headingOf('status') ?? '';
  const entries = Object.entries(WORDS).map(([name, summary]) => ({ name, summary }));
  const next = (await nextSteps(program)).map((line) => `Next: ${line}`);
  const below = [...next, `Everything else: ${program} help --all`];
  return {
    text: overviewText(program, [{ heading, entries }], below, layout()),
    json: entries.map((entry) => ({ ...entry, heading })),
  };
}

/** What `cs status` names as next. Nothing where that is not known: help waits for no store, and needs no folder. */
async function nextSteps(program: string): Promise<readonly string[]> {
  const environment = environmentOfShell();
  if (!environment.ok) return [];
  const style = styleFor(environment.value);
  const reader = { style, spelling: spellingOf(program), silence: createSilence() };
  return (await standingHere(createSuite(environment.value, reader, 'help', NO_DEADLINE))).next;
}
