import { NODE_DIGESTS } from '../../../adapters/file-digest.ts';
import { millisecondsSinceStart } from '../../../adapters/node-clock.ts';
import { stateFoldersAround } from '../../../adapters/state-folder-walk.ts';
import { type Diagnosis, diagnoseOtherStates } from '../../../domain/host/diagnosis.ts';
import { inProject } from '../../../report/command-lines.ts';
import { createFileView } from '../../../store/files/state-view.ts';
import type { Suite } from '../../../suite.ts';

/** How far the search for other state folders goes: a person waits for it. */
const MOST_FOLDERS = 20_000;
const MOST_MS = 2000;

/** Examines the state folders below the project folder and above it: their promises are kept elsewhere. */
export function examineOtherStates({ environment, files }: Suite): readonly Diagnosis[] {
  const start = millisecondsSinceStart();
  const leftMs = (): number => MOST_MS - (millisecondsSinceStart() - start);
  const project = files.realPath(environment.projectFolder);
  if (project === undefined) return [];
  const walk = stateFoldersAround(project, { leftMs, mostFolders: MOST_FOLDERS });
  const states = walk.folders.map((folder) => {
    const { broken, promises } = createFileView(
      { digests: NODE_DIGESTS, files },
      folder,
    ).listActive(() => true);
    return {
      folder,
      isAbove: project.startsWith(folder),
      open: promises.length,
      broken: broken.length,
      option: inProject(folder),
    };
  });
  return diagnoseOtherStates(states, walk.isWhole);
}
