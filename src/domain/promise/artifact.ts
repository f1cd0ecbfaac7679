import { isObject, textOf } from '../base/document.ts';
import type { Proof } from './promise.ts';

/** A file that the run of a proof left and that is kept with it: a screenshot, a log, a report of coverage. */
export interface Artifact {
  /** From the project's folder in the checkout that the run was in. */
  readonly path: string;
  readonly bytes: number;
  /** Null for a file that is too large to be kept. */
  readonly sha256: string | null;
}

/** Most files of one check, and the largest that is kept, in bytes. */
export const MOST_ARTIFACTS = 50;
export const LARGEST_ARTIFACT = 20 * 1024 * 1024;

/**
 * The endings of files that can be artifacts: pictures, recordings, logs, reports, archives. Artifacts count into no
 * fingerprint, so what a program is made of is none.
 */
const ENDINGS =
  /\.(?:avif|bmp|csv|gif|gz|har|html?|info|jpe?g|json|lcov|log|md|mp4|pdf|png|sarif|svg|tgz|txt|webm|webp|xml|zip)$/i;

export function canBeArtifact(path: string): boolean {
  return ENDINGS.test(path);
}

/** The name of the file that an artifact is kept in: its digest, with the ending by which programs open it. */
export function artifactName({ path, sha256 }: Artifact): string | undefined {
  const [ending = ''] = ENDINGS.exec(path) ?? [];
  return sha256 === null || !/^[0-9a-f]{64}$/.test(sha256) || ending === ''
    ? undefined
    : `${sha256}${ending.toLowerCase()}`;
}

/** The artifacts of a proof, which another program may have written: what is none is left out. */
export function artifactsOf({ artifacts }: Proof): readonly Artifact[] {
  return artifactsIn(artifacts);
}

export function artifactsIn(value: unknown): readonly Artifact[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(({ bytes, path, sha256 }) => {
    if (typeof path !== 'string' || typeof bytes !== 'number') return [];
    return [{ path, bytes, sha256: textOf(sha256) || null }];
  });
}

/** A file among those that are kept, and when it was kept, in milliseconds since 1970. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

/** How long artifacts are kept, and how many bytes of all together. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_KEPT = 200 * 1024 * 1024;

/** The files that are kept no longer: those that are too old, and the oldest of more than there is room for. */
export function outdated(kept: readonly KeptFile[], now: number): readonly string[] {
  let bytes = 0;
  return kept
    .toSorted((a, b) => b.at - a.at)
    .filter((file) => {
      bytes += file.bytes;
      return bytes > MOST_KEPT || now - file.at > KEPT_MS;
    })
    .map(({ name }) => name);
}
