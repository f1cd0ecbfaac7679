import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import type { KeptArtifactOf } from '../domain/account/facts.ts';
import { endingOf } from '../domain/base/cutting.ts';
import { type KeptArtifacts, openKeptArtifacts } from '../store/files/kept-artifacts.ts';
import type { Suite } from '../suite.ts';

/** The artifacts of this project's proofs. */
export function keptArtifactsOf({ chance, clock, environment, files }: Suite): KeptArtifacts {
  const world = {
    files,
    digests: NODE_DIGESTS,
    uniqueName: () => chance.hex(6),
    now: clock.now,
  };
  return openKeptArtifacts(world, environment.projectFolder);
}

/** How much of a log's end a report holds, in characters. */
const LONGEST_TAIL = 2000;

/** What a report tells of artifacts. */
export function toldArtifacts(kept: KeptArtifacts): KeptArtifactOf {
  return (artifact) => {
    const place = kept.placeOf(artifact);
    if (place === undefined) return undefined;
    const log = /\.(?:log|txt)$/i.test(artifact.path) ? kept.read(artifact) : undefined;
    return { place, tail: endingOf(log?.toString('utf8') ?? '', LONGEST_TAIL) };
  };
}
