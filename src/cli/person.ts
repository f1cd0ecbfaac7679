import { ancestryOfThisProcess } from '../adapters/person-facts.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import { personFault } from '../domain/base/person.ts';
import type { Suite } from '../suite.ts';
import { forPerson } from './print.ts';
import { ask, isInteractive } from './terminal.ts';

/** What a person is asked to confirm. */
export interface Confirmation {
  /** Completes "Only a person can …". */
  readonly action: string;
  /** What is shown before the question, fit to be printed. */
  readonly shown: string;
  readonly question: string;
  /** The text to type, which is not typed by accident. */
  readonly typed: string;
}

/** Why this does not look like a person at a terminal; undefined where it does. */
export function faultOfPerson({
  startedByAgent,
}: Pick<Suite['environment'], 'startedByAgent'>): string | undefined {
  return personFault({ interactive: isInteractive(), startedByAgent, ...ancestryOfThisProcess() });
}

/** The failure of a command that only a person may run, where none runs it. `action`: see `Confirmation`. */
export function noPersonHere(action: string, { environment }: Suite): Failure | undefined {
  const reason = faultOfPerson(environment);
  return reason === undefined ? undefined : { kind: 'person-needed', action, reason };
}

/**
 * Asks a person at a terminal for confirmation. Gives the failure where there is no person or the person does
 * not confirm. What this confirms opens gates, so an agent must not be able to do it.
 */
export async function personRefusal(
  { action, question, shown, typed }: Confirmation,
  suite: Suite,
): Promise<Failure | undefined> {
  const absent = noPersonHere(action, suite);
  if (absent !== undefined) return absent;
  surroundings()
    .errors.stream()
    .write(forPerson(`${shown}\n`));
  const answer = await ask(question);
  return answer === typed
    ? undefined
    : { kind: 'person-needed', action, reason: 'it was not confirmed' };
}
