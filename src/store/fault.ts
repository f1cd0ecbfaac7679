import type { Failure } from '../domain/failure.ts';
import { errorCode, isSystemError } from '../domain/system-error.ts';

/** A system's error as a failure; a bug is thrown on. `action` completes "cannot …". */
export function fileSystemFailure(error: unknown, action: string, path: string): Failure {
  if (!isSystemError(error)) throw error;
  const at = error instanceof Error && 'path' in error ? String(error.path) : path;
  return { kind: 'file-system', action, path: at, code: errorCode(error) };
}
