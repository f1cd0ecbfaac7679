import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import type { Session } from '../domain/promise/session.ts';
import { type CommandLines, commandLinesFor, type Spelling } from '../report/command-lines.ts';
import type { DecidedFolders } from '../report/decided-folders.ts';
import { environmentOfShell } from './environment.ts';
import { decideSession, type SessionLook } from './session-look.ts';

/** What the check is asked for beside its answer. */
export interface CheckQuestion {
  readonly verbose: boolean;
  /** The value of `--project`. */
  readonly project: string | undefined;
  readonly spelling: Spelling;
  /** The session that is asked about, where it is not the one of the environment. */
  readonly session?: Session | undefined;
}

/** What the check found: a decision for every folder, or what keeps it from one. */
export type CheckOutcome =
  | { readonly decided: DecidedFolders }
  | { readonly failure: Failure; readonly lines: CommandLines };

/**
 * Looks and decides by the environment, at once where no database is asked. Every error on the way is a failure, which
 * keeps the gate shut.
 */
export function check(question: CheckQuestion): CheckOutcome | Promise<CheckOutcome> {
  const broken = (error: unknown): CheckOutcome => ({
    failure: unexpectedFailure(error),
    lines: commandLinesFor(undefined, question.spelling),
  });
  try {
    const outcome = look(question);
    return outcome instanceof Promise ? outcome.catch(broken) : outcome;
  } catch (error) {
    return broken(error);
  }
}

function look({
  project,
  session: asked,
  spelling,
}: CheckQuestion): CheckOutcome | Promise<CheckOutcome> {
  const environment = environmentOfShell(project);
  if (!environment.ok) {
    return { failure: environment.failure, lines: commandLinesFor(undefined, spelling) };
  }
  const session = asked ?? environment.value.session;
  if (session === undefined) {
    const lines = commandLinesFor(environment.value.namedProject, spelling);
    return { failure: { kind: 'no-session' }, lines };
  }
  const looked = decideSession({ environment: environment.value, session, spelling });
  const outcomeOf = (found: SessionLook): CheckOutcome =>
    'failure' in found ? found : { decided: { session: session.id, ...found } };
  return looked instanceof Promise ? looked.then(outcomeOf) : outcomeOf(looked);
}
