import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import { type RecordState, recordOf } from '../../domain/promise/ledger.ts';
import type { PromiseRecords } from '../promise-store.ts';
import { readLedger } from './ledger-reading.ts';
import { recordedPath } from './recorded-change.ts';
import { type FolderWorld, idFile, type StateFolder } from './state-folder.ts';

/** How often promises are looked at that other writers change meanwhile. */
const MOST_LOOKS = 5;

/**
 * How promises stand to the ledger. Left out are those without a file that can be read, and those that were changed
 * between each look at their file and the one at the ledger.
 */
export function recordsOfPromises(world: FolderWorld, ids: readonly string[]): PromiseRecords {
  const states = new Map<string, RecordState>();
  let left = ids.filter(isSafeId);
  for (let looks = 0; left.length > 0 && looks < MOST_LOOKS; looks += 1) {
    const { broken, looked } = lookAt(world, left);
    if (broken !== undefined) return { states: new Map(), broken };
    // A file that stayed the same around the look at the ledger was that file then.
    const isSettled = ({ digest, id, state }: LookedAt) =>
      state === 'recorded' || digestOfPromise(world, id) === digest;
    for (const one of looked.filter(isSettled)) states.set(one.id, one.state);
    left = looked.map(({ id }) => id).filter((id) => !states.has(id));
  }
  return { states, broken: undefined };
}

interface LookedAt {
  readonly id: string;
  readonly digest: string;
  readonly state: RecordState;
}

/** Looks at the files of promises, and then at the ledger. */
function lookAt(
  world: FolderWorld,
  ids: readonly string[],
): { readonly looked: readonly LookedAt[]; readonly broken: BrokenFile | undefined } {
  const { folder } = world;
  const found = ids.flatMap((id) => {
    const digest = digestOfPromise(world, id);
    return digest === undefined ? [] : [{ id, path: pathInLedger(folder, id), digest }];
  });
  const paths = found.map(({ path }) => path);
  const { broken, records } = readLedger(world, folder.events, paths);
  const last = new Map(records.map((record) => [record.path, record]));
  const looked = found.map(({ digest, id, path }) => ({
    id,
    digest,
    state: recordOf(path, digest, [last.get(path) ?? []].flat()),
  }));
  return { looked, broken };
}

/** The path that the ledger knows a promise by, wherever it lies: to move it to the history changes no byte. */
function pathInLedger(folder: StateFolder, id: string): string {
  return recordedPath(folder, idFile(folder.promises, id));
}

function digestOfPromise({ digests, files, folder }: FolderWorld, id: string): string | undefined {
  for (const place of [folder.promises, folder.history]) {
    const reading = files.read(idFile(place, id), LARGEST_DOCUMENT);
    if (reading.found === 'text') return digests.of(reading.text);
    if (reading.found !== 'nothing') return undefined;
  }
  return undefined;
}
