import type { Failure } from './failure.ts';
import { errorCode, isSystemError } from './system-error.ts';

/** An error that nothing nearer to it turned into a failure: the system's, or a bug. */
export function unexpectedFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (!isSystemError(error)) return { kind: 'unexpected', message };
  const path = error instanceof Error && 'path' in error ? String(error.path) : message;
  return { kind: 'file-system', action: 'go on', path, code: errorCode(error) };
}
