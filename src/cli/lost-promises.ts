import type { Failure } from '../domain/base/failure.ts';
import type { Session } from '../domain/promise/session.ts';
import type { LossByRegister } from '../domain/session/lost-promise.ts';
import { lossesByRegister } from '../session/alterations.ts';
import { knownSession, openForCommand } from '../session/look.ts';
import type { Suite } from '../suite.ts';

/**
 * The promises of a session that something else than the suite removed or changed, in any folder, and that it was
 * not told of.
 */
export async function lostPromises(
  suite: Suite,
  session: Session,
): Promise<readonly LossByRegister[]> {
  const { projectFolder } = suite.environment;
  const world = await openForCommand(suite, session, [projectFolder]);
  return lossesByRegister(knownSession(world, { projectFolder, session }), session, suite.files);
}

/** Keeps that a session is told of them. Gives what could not be kept. */
export function keepTold({ register }: Suite, lost: readonly LossByRegister[]): readonly Failure[] {
  return lost.flatMap(
    ({ id, now, project, session }) => register.told(session, { project, id }, now) ?? [],
  );
}
