import type { Failure } from '../domain/base/failure.ts';
import type { HookCall } from './hook-call.ts';

/**
 * Takes over into the user's register what commands of the session left in the project because they could not write
 * it. A hook runs outside of the shells that a host locks in. Gives what stays in the project and cannot be read.
 */
export function takeOverMarks({
  session,
  suite: { environment, files, register },
}: HookCall): readonly Failure[] {
  const project = files.realPath(environment.projectFolder);
  if (session === undefined || project === undefined) return [];
  return register.takeOver(session.ids, project);
}
