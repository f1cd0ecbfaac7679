import { ancestryOfThisProcess } from '../adapters/person-facts.ts';
import { surroundings } from '../adapters/surroundings.ts';
import type { Failure } from '../domain/base/failure.ts';
import { personFault } from '../domain/base/person.ts';
import type { Suite } from '../suite.ts';
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

/**
 * Asks a person at a terminal for confirmation. Gives the failure where there is no person or the person does
 * not confirm. What this confirms opens gates, so an agent must not be able to do it.
 */
export async function personRefusal(
  confirmation: Confirmation,
  { environment }: Suite,
): Promise<Failure | undefined> {
  const refuse = (reason: string): Failure => ({
    kind: 'person-needed',
    action: confirmation.action,
    reason,
  });
  const fault = faultOfPerson(environment);
  if (fault !== undefined) return refuse(fault);
  surroundings().errors.stream().write(`${confirmation.shown}\n`);
  const typed = await ask(confirmation.question);
  return typed === confirmation.typed ? undefined : refuse('it was not confirmed');
}
