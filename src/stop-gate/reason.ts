import { brief, printable } from '../report/printable.ts';
import type { Block } from './checker.ts';

/** What the model is told of a block, as the host shows it. */
export function reasonOf({ lines }: Pick<Block, 'lines'>): string {
  return printable(lines.join('\n'));
}

/** How much of what is open a second block names. */
const LONGEST_AGAIN = 300;

/** The same in one line, for a model that was told the whole before: what is still open, and the next step. */
export function reasonAgain({ lines }: Pick<Block, 'lines'>): string {
  const all = plainLines(lines);
  const open = firstOpen(all);
  // Where files cannot be read, the way out is the last line.
  const next = all.find((line) => line.startsWith(NEXT)) ?? all.at(-1);
  return [
    `Still blocked: ${brief(open, LONGEST_AGAIN)}`,
    ...(next === undefined ? [] : [next]),
  ].join(' ');
}

/** What a block holds a session for, in one line without its opening. */
export function heldFor({ lines }: Pick<Block, 'lines'>): string {
  return firstOpen(plainLines(lines));
}

const NEXT = 'Next:';

/** How blocks begin. What they hold a session for follows. */
export const OPENING = /^(?:Blocked|This session should continue): */;

/** A line that only names the folder that the next ones are about. */
const FOLDER = /^IN .+:$/;

/** The first line that says what is open, with the line that follows it where it only announces one. */
function firstOpen(lines: readonly string[]): string {
  const said = lines.filter((line) => line !== '' && !FOLDER.test(line) && !line.startsWith(NEXT));
  const [first = '', second = ''] = said;
  return first.endsWith(':') ? `${first} ${second}`.trim() : first;
}

/** The lines of a block, without its opening. */
function plainLines(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((text) => printable(text).split('\n'))
    .map((line) => line.replace(OPENING, '').trim());
}
