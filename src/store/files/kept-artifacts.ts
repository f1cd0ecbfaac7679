import { join } from 'node:path';
import { isSystemError } from '../../domain/base/system-error.ts';
import {
  type Artifact,
  artifactName,
  type KeptFile,
  LARGEST_ARTIFACT,
  outdated,
} from '../../domain/promise/artifact.ts';
import type { Digests, Files } from '../../ports.ts';
import { stateFolderOf } from './state-folder.ts';
import { prepareFolders, replaceByDraft } from './writing.ts';

interface ArtifactsWorld {
  readonly files: Files;
  readonly digests: Pick<Digests, 'of'>;
  /** Letters and digits that no other process has. */
  readonly uniqueName: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The artifacts of one project, by what they hold: what is written is the same for all that name it. */
export interface KeptArtifacts {
  /** Keeps a file's bytes as far as that is possible, and removes what is kept no longer. */
  keep(path: string, bytes: Buffer): Artifact;
  /** Where an artifact lies, from the project's folder; undefined where it is not kept here. */
  placeOf(artifact: Artifact): string | undefined;
  /** What an artifact holds; undefined where it is not kept here, or something else lies in its place. */
  read(artifact: Artifact): Buffer | undefined;
}

export function openKeptArtifacts(world: ArtifactsWorld, projectFolder: string): KeptArtifacts {
  const { digests, files, now, uniqueName } = world;
  const state = stateFolderOf(projectFolder);
  const folder = state.artifacts;
  return {
    keep(path, bytes) {
      const artifact = { path, bytes: bytes.length, sha256: digests.of(bytes) };
      const name = artifactName(artifact);
      if (name === undefined) return artifact;
      try {
        if (prepareFolders(files, state, [folder]) !== undefined) return artifact;
        replaceByDraft(files, join(folder, `.${uniqueName()}`), join(folder, name), bytes);
        const old = outdated(keptFiles(files, folder), now()).filter((one) => one !== name);
        for (const one of old) files.remove(join(folder, one));
      } catch (error) {
        // Its digest stands with the proof, and readers are told that it is not kept.
        if (!isSystemError(error)) throw error;
      }
      return artifact;
    },
    placeOf(artifact) {
      const name = artifactName(artifact);
      const isKept = name !== undefined && files.exists(join(folder, name));
      return isKept ? ['.claude', 'completion-state', 'artifacts', name].join('/') : undefined;
    },
    read(artifact) {
      const name = artifactName(artifact);
      if (name === undefined) return undefined;
      const whole = { from: 0, most: LARGEST_ARTIFACT };
      const reading = files.readSlice(join(folder, name), whole);
      const isIt = reading.found === 'bytes' && digests.of(reading.bytes) === artifact.sha256;
      return isIt ? reading.bytes : undefined;
    },
  };
}

function keptFiles(files: Files, folder: string): readonly KeptFile[] {
  const listing = files.list(folder);
  const names = 'names' in listing ? listing.names : [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const reading = files.readSlice(path, { last: 1 });
    const at = files.modified(path);
    return reading.found === 'bytes' && at !== undefined ? [{ name, bytes: reading.size, at }] : [];
  });
}
