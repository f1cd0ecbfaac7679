import { nextActions } from '../domain/standing/next-action.ts';
import { type CommandLines, nextLine } from './command-lines.ts';
import type { DecidedFolders } from './decided-folders.ts';

/** What decides on the next command. */
interface StepFacts {
  readonly hasSession: boolean;
  /** What is decided of the session, in each folder in which it promised something; undefined where nothing is. */
  readonly decided: DecidedFolders | undefined;
  /** The promise that is met and the first criterion of it that Gate 2 lacks an answer for, where that is known. */
  readonly unanswered: { readonly id: string; readonly criterion: string } | undefined;
  /** Nothing could be decided. */
  readonly isBroken: boolean;
  /** Whether anything of the suite is at work here: hooks of a host, or a promise. */
  readonly isInstalled: boolean;
  /** Whether a person can promise here without a session. */
  readonly isTerminal: boolean;
}

/** Most commands that are named as the next ones. */
const MOST_STEPS = 3;

/** The commands that come next: what the gate waits for, else what is left to close, else a new promise. */
export function nextSteps(
  { decided, hasSession, isBroken, isInstalled, isTerminal, unanswered }: StepFacts,
  lines: CommandLines,
): readonly string[] {
  if (isBroken) return [lines.of('cs doctor')];
  const folders = decided?.folders ?? [];
  const steps = folders.flatMap(({ decision, lines: there }) =>
    nextActions(decision).map((action) => nextLine(action, there)),
  );
  if (steps.length > 0) return steps.slice(0, MOST_STEPS);
  if (unanswered !== undefined) return [lines.validate(unanswered.id, unanswered.criterion)];
  const [close] = folders.flatMap(({ decision, lines: there }) =>
    decision.met.map(({ id }) => there.verify(id)),
  );
  if (close !== undefined) return [close];
  const setup = isInstalled ? [] : [lines.of('cs setup')];
  if (hasSession || isTerminal) return [...setup, lines.create()];
  return isInstalled ? [`eval "$(${lines.init()})"`] : setup;
}
