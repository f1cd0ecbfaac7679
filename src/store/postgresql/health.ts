import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Finding, Repair } from '../../domain/judging/finding.ts';
import { createFileHealth } from '../files/state-health.ts';
import type { StateHealth } from '../state-health.ts';
import {
  changeDocuments,
  lookAtDocuments,
  pathOfPlace,
  placed,
  type StateWorld,
  shownPlace,
} from './unit.ts';

const EVERYTHING = [{ of: 'everything' }] as const;

/** Whether the state in a database can be used and is sound. */
export function createHealth(world: StateWorld): StateHealth {
  const { database, folder } = world;
  return {
    isShared: true,
    place: database.place,
    quarantine: shownPlace(world, folder.quarantine),
    async isThere() {
      const looked = await lookAtDocuments(world, 'read the state', [], (files) =>
        files.exists(folder.root),
      );
      // What cannot be looked at may be there.
      return !looked.ok || looked.value;
    },
    async refusal() {
      const looked = await lookAtDocuments(world, 'read the state', [], () => undefined);
      if (looked.ok) return undefined;
      const { failure } = looked;
      return 'reason' in failure && typeof failure.reason === 'string'
        ? failure.reason
        : failure.kind;
    },
    async inspect() {
      const looked = await lookAtDocuments(world, 'read the state', EVERYTHING, (files) =>
        createFileHealth({ ...world, files, ledger: NO_WRITER }, folder).inspect(),
      );
      return looked.ok ? looked.value.map((finding) => shownFinding(finding, world)) : [];
    },
    async repair(finding): Promise<Result<Repair>> {
      const meant =
        'file' in finding
          ? { ...finding, file: { ...finding.file, path: pathOfPlace(world, finding.file.path) } }
          : { ...finding, path: pathOfPlace(world, finding.path) };
      const repaired = await changeDocuments(world, 'repair the state', EVERYTHING, (unit) =>
        createFileHealth({ ...world, ...unit }, folder).repair(meant),
      );
      if (!repaired.ok) return failed(placed(repaired.failure, world));
      const { from, to } = repaired.value;
      return success({
        ...repaired.value,
        from: shownPlace(world, from),
        to: shownPlace(world, to),
      });
    },
  };
}

const NO_WRITER = {
  hold() {
    throw new RangeError('nothing is changed by reading');
  },
  progress: () => undefined,
};

function shownFinding(finding: Finding, world: StateWorld): Finding {
  if ('file' in finding) {
    return { ...finding, file: { ...finding.file, path: shownPlace(world, finding.file.path) } };
  }
  return 'path' in finding ? { ...finding, path: shownPlace(world, finding.path) } : finding;
}
