import type { SourceCopy } from '../rig/worlds/source-copy.ts';

/** A module of which there are several, as a contributor would add one more: what it takes, and that it works then. */
export interface Toy {
  readonly title: string;
  /** The files that it adds, by their paths. */
  readonly modules: Readonly<Record<string, string>>;
  /** The one file that it changes. */
  readonly table: string;
  readonly rows: readonly Row[];
  /** A row without which the types name a fault. */
  readonly late?: Row & { readonly fault: RegExp };
  /** Sees it at work. */
  works(copy: SourceCopy): Promise<void>;
}

/** A line that stands behind the first one of the table that holds some words. */
interface Row {
  readonly behind: string;
  readonly line: string;
}
