import type { Failure } from './failure.ts';
import { errorCode, isSystemError } from './system-error.ts';

/** An error that nothing nearer to it turned into a failure: the system's, or a bug. */
export function unexpectedFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return isSystemError(error)
    ? { kind: 'file-system', action: 'do this', path: message, code: errorCode(error) }
    : { kind: 'unexpected', message };
}
