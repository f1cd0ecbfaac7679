import { commandLine } from '../domain/account/command-line.ts';
import { textsIn } from '../domain/base/document.ts';
import type { FailureOf } from '../domain/base/failure.ts';
import type { Criterion } from '../domain/promise/promise.ts';
import { type ShownFact, shownFactIn } from '../domain/shown/fact.ts';
import type { CommandLines } from './command-lines.ts';
import type { FailureWords } from './failure-words.ts';
import { firstFew } from './first-few.ts';
import { brief, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** What commands say of the work: whether they fail without it. The same sentences wherever a command is shown. */

/** Most names of tests in a sentence, and the longest text of outside in it. */
const MOST_NAMES = 3;
const LONGEST = 160;

/** `2 of its 5 new or changed tests fail without the work: A, B.` */
export function shownSentence(shown: ShownFact): string {
  switch (shown.kind) {
    case 'shown':
      return `${failWords(shown.count, shown.among)} without the work: ${namesOf(shown)}.`;
    case 'not-built':
      return `Its tests cannot be built without the work (${brief(shown.missing, LONGEST)}): that shows that something is new, not that it works.`;
    case 'kept':
      return 'It passes without the work as well: it does not show it.';
    case 'no-test-changed':
      return 'No test changed with this work.';
    case 'not-told':
      return `Could not be told: ${brief(shown.reason.replace(/\.$/, ''), LONGEST)}.`;
  }
}

function failWords(count: number, among: number): string {
  const verb = count === 1 ? 'fails' : 'fail';
  if (among === 1 && count === 1) return 'Its new or changed test fails';
  if (among >= count) return `${count} of its ${among} new or changed tests ${verb}`;
  return `${count} of its tests ${verb}`;
}

function namesOf({ count, failing }: Extract<ShownFact, { readonly kind: 'shown' }>): string {
  const { named } = firstFew(failing, MOST_NAMES);
  const more = count - named.length;
  const names = named.map((name) => brief(name, LONGEST)).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** The same, marked where it is little to go by. */
export function shownLine(shown: ShownFact, style: Style): string {
  const sentence = oneLine(shownSentence(shown));
  return shown.kind === 'kept' ? style.caution(sentence) : sentence;
}

/** A line for each criterion whose proof says something of the work: `AC-1, npm test: No test changed with this work.` */
export function shownLines(criteria: readonly Criterion[]): readonly string[] {
  return criteria.flatMap(({ id, proof }) => {
    const shown = shownFactIn(proof?.shown);
    if (shown === undefined) return [];
    const command = commandLine(textsIn(proof?.['argv']));
    return [`${oneLine(id)}, ${brief(command, LONGEST)}: ${oneLine(shownSentence(shown))}`];
  });
}

/** The line that tells the agent what would show its work; none where that is shown, or could not be told. */
export function showingHint(shown: readonly (ShownFact | undefined)[]): readonly string[] {
  const isLacking = shown.some((one) => one?.kind === 'kept' || one?.kind === 'no-test-changed');
  return isLacking ? ['What would show the work: a test that fails without it.'] : [];
}

/** Criteria that are held because their checks pass without the work as well. */
export function notShownWords(
  { criteria, id }: FailureOf<'not-shown'>,
  lines: CommandLines,
): FailureWords {
  return {
    message: `Promise ${oneLine(id)} cannot be verified. These checks pass without the work as well:`,
    advice: [
      ...criteria.map((one) => `    ${oneLine(one.id)}: ${oneLine(one.description)}`),
      `Next: write a test that fails without the work, and run: ${lines.prove(id)}`,
    ],
  };
}
