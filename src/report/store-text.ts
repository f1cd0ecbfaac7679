import { counted } from '../domain/base/counted.ts';
import { oneLine } from './printable.ts';

/** Where a project's state is kept, and how that stands. */
interface StoreStatus {
  /** `files`, or the kind of store that machines share. */
  readonly store: string;
  /** The folder, or the address without its password. */
  readonly place: string;
  /** The name of the project in the database; null where it has none, or needs none. */
  readonly project: string | null;
  /** The version of the tables; null where there are none, or need none. */
  readonly tables: number | null;
  /** The version that this suite works with. */
  readonly wanted: number | null;
}

/** A store that machines share, for those who read of what lies in it. */
export interface ShownStore {
  /** Its address without a password. */
  readonly place: string;
  /** The name of the project there; null where it has none. */
  readonly project: string | null;
}

/** Where the state of a project lies, in a few words. */
export function shownStoreText({ place, project }: ShownStore): string {
  return `${oneLine(place)}, project ${project === null ? '(without a name)' : oneLine(project)}`;
}

export function storeStatusText({ place, project, store, tables, wanted }: StoreStatus): string {
  if (store === 'files') return `store: files in ${oneLine(place)}`;
  return [
    `store: ${oneLine(place)}`,
    `project: ${project === null ? 'it has no name there' : oneLine(project)}`,
    `tables: ${tables === null ? 'none' : `version ${tables}`}; this suite works with version ${wanted}`,
  ].join('\n');
}

/** What a copy brought, or found there from an earlier run. */
interface StoreCopy {
  readonly from: string;
  readonly to: string;
  readonly lines: number;
  readonly documents: number;
  readonly calls: number;
}

export function storeCopyText({ calls, documents, from, lines, to }: StoreCopy): string {
  const what = [
    counted(lines, 'line of the ledger', 'lines of the ledger'),
    counted(documents, 'document'),
    counted(calls, 'call'),
  ];
  return `Copied from ${oneLine(from)} to ${oneLine(to)}: ${what.join(', ')}.`;
}

/** Said once where a change of a project waits for those before it. `others`: how many more wait. */
export function waitingForOthers(waited: {
  readonly holder: string;
  readonly others: number;
}): string {
  const { holder, others } = waited;
  const more = others === 0 ? '' : ` (${others} more ${others === 1 ? 'waits' : 'wait'})`;
  return `Waiting for ${oneLine(holder)} to change this project in the store${more}.`;
}
