import { failed, type Result } from '../domain/base/result.ts';

/** A command line that cannot be run as it stands: what is wrong, and what to do about it. */
export function usage(message: string, hint?: string): Result<never> {
  return failed({ kind: 'usage', message, hint });
}

/** Says that a project has no fleet. */
export function noFleet(): Result<never> {
  return usage(
    'The state of this project lies in its folder, so there is no fleet',
    'To share it between machines, see docs/store.md',
  );
}
