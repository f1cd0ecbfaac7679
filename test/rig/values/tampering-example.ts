import type { TamperingKind, TextChange } from '../../../src/tampering/change.ts';

/** A change of which it is known whether it weakens a test. */
export interface TamperingExample {
  /** What was done, in a few words: unique in its language. */
  readonly name: string;
  /** The kinds of which one at least must be reported; none where the change is honest. */
  readonly expected: readonly TamperingKind[];
  /** The files of the change: what each held before and after; null where it was not there. */
  readonly files: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
  /** Where a file was, by where it is now. */
  readonly moves?: Readonly<Record<string, string>>;
}

/** An example as the look for tampering takes it. */
export function changeOf({ files, moves = {} }: TamperingExample): readonly TextChange[] {
  return Object.entries(files).map(([path, [before, after]]) => ({
    path,
    earlierPath: moves[path],
    before: before ?? undefined,
    after: after ?? undefined,
  }));
}
