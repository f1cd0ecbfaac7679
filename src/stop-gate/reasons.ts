import type { Bead } from '../domain/beads.ts';
import type { LostPromise } from '../domain/lost-promise.ts';
import type { Todo } from '../domain/todos.ts';
import { checkText } from '../report/check-text.ts';
import { showLine } from '../report/command-lines.ts';
import { failureLines } from '../report/failure-text.ts';
import { firstFew } from '../report/first-few.ts';
import { brief, indented, oneLine } from '../report/printable.ts';
import type { Block, ReviewFacts } from './checkers.ts';

/** How many files, issues, items or steps a reason names before it only counts them. */
const MOST_NAMED = 5;
const LONGEST_TITLE = 120;
const LONGEST_REASON = 2000;

/** Why a session may not end, and the next step, for the model that reads it. */
export function reasonOf(block: Block): string {
  return linesOf(block).join('\n');
}

/** The same for the user of a session that was let go. */
export function leftUndone(block: Block): string {
  const [first = '', ...rest] = linesOf(block).join('\n').split('\n');
  const opening = first.replace(/^This session (?:may not end(?: yet)?|should go on)[,:]? */, '');
  const forAgents = /^If it cannot be done, tell the user\./;
  const others = rest.filter((line) => !forAgents.test(line));
  return [`Left undone: ${opening}`.trimEnd(), ...others].join('\n');
}

function linesOf(block: Block): readonly string[] {
  switch (block.checker) {
    case 'promises': {
      const { stderr } = checkText(block.decision, false);
      return [stderr.trimEnd(), ...lostLines(block.lost)];
    }
    case 'promises-unread':
      return [
        'This session may not end: its promises cannot be read.',
        failureLines(block.failure),
      ];
    case 'lost-promises':
      return [LOST, ...lostLines(block.lost), TELL_OF_LOST];
    case 'beads-sync':
      return [
        `This session may not end: .beads/ holds changes that are not committed: ${named(block.files, oneLine)}.`,
        'Next: bd sync   # or: git add .beads && git commit -m "Sync issues"',
      ];
    case 'blocked-work':
      return blockedLines(block.blocked);
    case 'todos':
      return [
        `This session may not end: ${block.open.length} item(s) of its own list are open: ${named(block.open, todoText)}.`,
        'Next: finish them, and set them to completed; take out what is not to be done, and tell the user why.',
      ];
    case 'continuation-review':
      return ['This session should go on:', ...reviewLines(block.review)];
    case 'reality-check':
      return [
        'This session may not end: the work does not satisfy what the user asked for:',
        ...reviewLines(block.review),
      ];
  }
}

const LOST =
  'This session may not end yet: promises that it had open at its last stop are not open any more, and none of them was verified.';
const TELL_OF_LOST =
  'Next: tell the user what became of them and why. If the work is still wanted, promise it anew: cs-promise --create "<title>" --ac "<criterion>"';

function blockedLines(blocked: readonly Bead[]): readonly string[] {
  return [
    'This session may not end yet: it orchestrates others, and work is blocked that nobody was told of:',
    ...firstFew(blocked, MOST_NAMED).named.map((bead) => `  ${beadText(bead)}`),
    ...moreLine(blocked.length),
    'Next: clear what blocks it, or tell whoever waits for it. This is said once for each of them: bd blocked',
  ];
}

function todoText({ status, text }: Todo): string {
  return `${brief(text, LONGEST_TITLE)} (${oneLine(status)})`;
}

function lostLines(lost: readonly LostPromise[]): readonly string[] {
  return [...firstFew(lost, MOST_NAMED).named.map(lostLine), ...moreLine(lost.length)];
}

function lostLine({ how, id }: LostPromise): string {
  switch (how) {
    case 'vanished':
      return `${oneLine(id)} was open at the last stop; its file is gone.`;
    case 'cancelled':
      return `${oneLine(id)} was open at the last stop; it was cancelled: ${showLine(id)}`;
    case 'released':
      return `${oneLine(id)} was open at the last stop; it was released, and nobody owns it: ${showLine(id)}`;
    case 'taken-over':
      return `${oneLine(id)} was open at the last stop; another session owns it now: ${showLine(id)}`;
  }
}

/** One issue, the way the tracker's own lists put it. */
export function beadText({ id, priority, title, waitsFor }: Bead): string {
  const waits = waitsFor.length === 0 ? '' : `, waits for ${waitsFor.map(oneLine).join(', ')}`;
  return `${oneLine(id)} [P${priority}] ${brief(title, LONGEST_TITLE)}${waits}`;
}

function reviewLines({ next, questions, reason }: ReviewFacts): readonly string[] {
  return [
    indented(reason.slice(0, LONGEST_REASON), 2),
    ...firstFew(next, MOST_NAMED).named.map(
      (step) => `Next: ${indented(step.slice(0, LONGEST_REASON), 2)}`,
    ),
    ...firstFew(questions, MOST_NAMED).named.map(
      (question) => `Ask the user: ${indented(question.slice(0, LONGEST_REASON), 2)}`,
    ),
  ];
}

function named<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const few = firstFew(items, MOST_NAMED);
  return `${few.named.map(text).join(', ')}${few.more > 0 ? ` and ${few.more} more` : ''}`;
}

function moreLine(count: number): readonly string[] {
  return count > MOST_NAMED ? [`  and ${count - MOST_NAMED} more`] : [];
}
