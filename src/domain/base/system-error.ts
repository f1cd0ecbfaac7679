/** The system's code of a thrown error (`ENOSPC`, …), or the error's name where it carries none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Whether an error came from the system, as opposed to a bug in the suite. */
export function isSystemError(error: unknown): boolean {
  return /^E[A-Z0-9]+$/.test(errorCode(error));
}
