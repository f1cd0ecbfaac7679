import type { CheckWorld } from '../checks/check-world.ts';
import { type BeforeRun, leftFiles } from '../checks/left-files.ts';
import type { RunnableCriterion } from '../checks/provable.ts';
import { type CheckResult, passed, verdictOfResults } from '../domain/base/check-result.ts';
import { counted } from '../domain/base/counted.ts';
import { type Artifact, LARGEST_ARTIFACT } from '../domain/promise/artifact.ts';
import type { Git } from '../ports.ts';

export interface ArtifactWorld {
  readonly checks: Pick<CheckWorld, 'files'>;
  readonly git: Pick<Git, 'tracked'>;
  /** Keeps a file with a proof, as far as that is possible. */
  readonly keepArtifact: (path: string, bytes: Buffer) => Artifact;
}

export interface LeftArtifacts {
  readonly artifacts: readonly Artifact[];
  /** One for each path or glob that was asked for. */
  readonly results: readonly CheckResult[];
}

/** Keeps what a criterion's run left; of one that did not pass, nothing is kept. `results`: its own. */
export function leftArtifacts(
  { checks }: RunnableCriterion,
  results: readonly CheckResult[],
  before: BeforeRun,
  world: ArtifactWorld,
): LeftArtifacts {
  if (verdictOfResults(results) !== 'PASS') return { artifacts: [], results: [] };
  const { files } = world.checks;
  const left = leftFiles(checks, before, files, world.git.tracked);
  const faults = left.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  if (faults.length > 0) return { artifacts: [], results: faults };
  const told = left.map(({ glob, paths }) => {
    const artifacts = paths.map((path) => artifactAt(path, world));
    return { artifacts, result: passed(`artifact_${glob}`, writtenWords(artifacts)) };
  });
  return {
    artifacts: told.flatMap(({ artifacts }) => artifacts),
    results: told.map(({ result }) => result),
  };
}

function artifactAt(path: string, { checks: { files }, keepArtifact }: ArtifactWorld): Artifact {
  const bytes = files.bytes(path, LARGEST_ARTIFACT);
  if (bytes !== undefined) return keepArtifact(path, bytes);
  const look = files.look(path);
  return { path, bytes: look.there === 'file' ? look.size : 0, sha256: null };
}

/** Says how many files the run wrote, not whether they are kept: `cs ci` keeps none, and a full disk can prevent it. */
function writtenWords(artifacts: readonly Artifact[]): string {
  const large = artifacts.filter(({ sha256 }) => sha256 === null).length;
  const most = `more than ${LARGEST_ARTIFACT >> 20} MB`;
  const left = large === 0 ? '' : `, ${large} of them too large to keep (${most})`;
  return `${counted(artifacts.length, 'file')} written by this run${left}`;
}
