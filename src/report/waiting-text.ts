import { counted } from '../domain/base/counted.ts';
import type { WaitBar, WaitDecision, Waiting } from '../domain/session/waiting.ts';
import type { CommandLines } from './command-lines.ts';
import { brief, oneLine } from './printable.ts';

/** What is said of a session that waits for its user. */

const LONGEST_SHOWN = 500;

/** The question and what it is about. `longest`: how many characters of the question are shown. */
export function questionText(
  { needs, question }: Waiting,
  longest: number = LONGEST_SHOWN,
): string {
  return `${brief(question, longest)} (needs: ${oneLine(needs)})`;
}

/** For the user of a session that is let through. */
export function waitingLine(waiting: Waiting): string {
  return waiting.kind === 'plan'
    ? 'WAITING FOR YOU: a plan to approve'
    : `WAITING FOR YOU: ${questionText(waiting)}`;
}

/** For the user of a session that was let go although its question was never answered. */
export function askedText(waiting: Waiting): string {
  return `It asked: ${questionText(waiting)}. No one answered.`;
}

/** For the agent whose session is held: that it may ask its user, or why its question does not help. */
export function waitLines(asks: WaitDecision, lines: CommandLines): readonly string[] {
  if (asks.wait === 'barred') return [`${NO_HELP[asks.waiting.kind]} ${BARS[asks.why]}`];
  if (asks.wait === 'through' || !asks.mayAsk) return [];
  return [
    `If only the user can answer, run: ${lines.of('cs session ask "[question]"')}, then stop.`,
  ];
}

const NO_HELP: Readonly<Record<Waiting['kind'], string>> = {
  asked: 'Your question does not let this session stop:',
  plan: 'Your plan does not let this session stop:',
};

/** Why, and what to do instead. */
const BARS: Readonly<Record<WaitBar, string>> = {
  unattended:
    'no one can answer here. Decide from what is known, and state your assumptions in the evidence.',
  rejected: "a judge's FAIL stands. Do what it asks for; tell the user what you cannot do.",
  lost: 'first tell the user what happened to its promises.',
  unread: 'its promises cannot be read.',
};

/** What became of a question, for the agent that asked. */
export type AskOutcome = 'waits' | 'for-the-record' | 'not-held';

export function askOutcomeText(outcome: AskOutcome, waiting: Waiting): string {
  if (outcome === 'not-held') return 'Nothing blocks this session: ask, and stop.';
  const asked = `Asked: ${questionText(waiting)}`;
  return outcome === 'waits'
    ? `${asked}\nNext: put it to the user in your last message, and stop. This session then waits until the user's next prompt.`
    : `${asked}\nNo one can answer here, so the question is only recorded and this session stays blocked. Decide from what is known, and state your assumptions in the evidence.`;
}

export function withdrawnText(waiting: Waiting | null): string {
  return waiting === null
    ? 'This session is not waiting for anything.'
    : `Withdrawn: ${questionText(waiting)}`;
}

/** A session that waits, as the status of a project lists it. */
export interface ShownWait extends Waiting {
  readonly session: string;
}

/** `now`: in milliseconds since 1970. */
export function waitEntry({ session, ...waiting }: ShownWait, now: number): string {
  const what = waiting.kind === 'plan' ? 'a plan to approve' : questionText(waiting);
  return `  ${oneLine(session)}: ${what}, for ${durationText(now - Date.parse(waiting.at))}`;
}

const SECOND_MS = 1000;
const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A duration in its largest whole unit. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1];
  return counted(Math.floor(seconds / length), unit);
}
