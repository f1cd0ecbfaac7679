import { unexpectedFailure } from '../domain/base/unexpected.ts';
import type { Session } from '../domain/promise/session.ts';
import { commandLinesFor, type Spelling } from '../report/command-lines.ts';
import { checkSession, type SessionCheck } from '../session/check.ts';
import { environmentOfShell } from './environment.ts';

/** What the check is asked for beside its answer. */
export interface CheckQuestion {
  readonly verbose: boolean;
  /** The value of `--project`. */
  readonly project: string | undefined;
  readonly spelling: Spelling;
  /** The session that is asked about, where it is not the one of the environment. */
  readonly session?: Session | undefined;
}

/**
 * Checks by the environment, at once where no database is asked. Every error on the way is a failure, which keeps the
 * gate shut.
 */
export function check(question: CheckQuestion): SessionCheck | Promise<SessionCheck> {
  const broken = (error: unknown): SessionCheck => ({
    failure: unexpectedFailure(error),
    lines: commandLinesFor(undefined, question.spelling),
  });
  try {
    const found = checkIn(question);
    return found instanceof Promise ? found.catch(broken) : found;
  } catch (error) {
    return broken(error);
  }
}

function checkIn({ project, session: asked, spelling }: CheckQuestion) {
  const environment = environmentOfShell(project);
  if (!environment.ok) {
    return { failure: environment.failure, lines: commandLinesFor(undefined, spelling) };
  }
  const session = asked ?? environment.value.session;
  if (session !== undefined) {
    return checkSession({ environment: environment.value, session, spelling });
  }
  const lines = commandLinesFor(environment.value.namedProject, spelling);
  return { failure: { kind: 'no-session' }, lines } as const;
}
