import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { Session } from '../domain/promise/session.ts';
import type { LossByRegister } from '../domain/session/lost-promise.ts';
import { openViews } from '../state/views.ts';
import { furtherFolders, lossesByRegister, readRegister } from '../store/session-folders.ts';
import type { Suite } from '../suite.ts';

/**
 * The promises of a session that something else than the suite removed or changed, in any folder, and that it was
 * not told of.
 */
export async function lostPromises(
  { environment, files, register }: Suite,
  session: Session,
): Promise<readonly LossByRegister[]> {
  const { promises } = readRegister(register, session);
  const { projectFolder } = environment;
  const viewOf = await openViews({
    files,
    registered: promises,
    folders: [projectFolder, ...promises.map(({ project }) => project)],
    expected: { owners: session.ids, promises: promises.map(({ id }) => id) },
  });
  const further = furtherFolders({ files, viewOf }, projectFolder, [], promises);
  const folders = [{ folder: projectFolder, view: viewOf(projectFolder) }, ...further];
  return lossesByRegister({ digests: NODE_DIGESTS, files }, folders, promises, session);
}

/** Keeps that a session is told of them. Gives what could not be kept. */
export function keepTold({ register }: Suite, lost: readonly LossByRegister[]): readonly Failure[] {
  return lost.flatMap(
    ({ id, now, project, session }) => register.told(session, { project, id }, now) ?? [],
  );
}
