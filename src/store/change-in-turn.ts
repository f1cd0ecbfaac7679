import { DEEPEST_NESTING, isNestedDeeper, LARGEST_DOCUMENT } from '../domain/document.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Clock, Files } from '../ports.ts';
import type { CommitOutcome } from './commit.ts';
import { fileSystemFailure } from './fault.ts';
import type { Queue } from './queue.ts';
import { jsonDocument } from './replace-file.ts';

/** How files are changed that many processes change at once: one after the other, losing nothing. */

/** Longest wait for other writers, in milliseconds: queue and commit together. */
export const LONGEST_WAIT_MS = 10_000;

export const PAUSE_BETWEEN_TRIES_MS = 8;

/** What is changed, for the queue and for failures. */
export interface ChangedThing {
  /** The name of its place in the queue. */
  readonly place: string;
  readonly id: string;
  /** `Session` where it is no promise. */
  readonly what?: string;
  /** Longest wait for other writers, in milliseconds. */
  readonly mostMs: number;
}

/** One try at a change: read, decide, commit. */
export type Try<Value> = () => Result<
  { readonly outcome: 'committed'; readonly value: Value } | { readonly outcome: NotCommitted }
>;

type NotCommitted = Exclude<CommitOutcome, 'committed'>;

/** Waits for a turn and tries until a try commits, one fails, or the wait is over (`busy`). */
export async function changeInTurn<Value>(
  { clock, queue }: { readonly clock: Clock; readonly queue: Queue },
  { mostMs, place, ...thing }: ChangedThing,
  attempt: Try<Value>,
): Promise<Result<Value>> {
  const start = clock.elapsed();
  const busy = (holder: string) =>
    failed({ kind: 'busy', ...thing, holder, waitedMs: clock.elapsed() - start });
  const turn = await queue.enter(place, start + mostMs);
  if (!turn.entered) return busy(turn.holder);
  try {
    let isLate = false;
    for (;;) {
      const tried = attempt();
      if (!tried.ok) return tried;
      if (tried.value.outcome === 'committed') return success(tried.value.value);
      if (clock.elapsed() - start > mostMs) {
        // A writer that was stopped meanwhile finds another's change: it may try once more.
        if (tried.value.outcome === 'claimed' || isLate) return busy('other writers');
        isLate = true;
      }
      await clock.sleep(PAUSE_BETWEEN_TRIES_MS);
    }
  } finally {
    await turn.leave();
  }
}

/** A value as the text of its file. Refuses what could not be read back. */
export function storableText(
  thing: { readonly id: string; readonly what?: string },
  value: unknown,
): Result<string> {
  if (isNestedDeeper(value, DEEPEST_NESTING)) {
    return failed({ kind: 'not-storable', ...thing, reason: 'it is nested too deep' });
  }
  const text = jsonDocument(value);
  return Buffer.byteLength(text) > LARGEST_DOCUMENT
    ? failed({
        kind: 'not-storable',
        ...thing,
        reason: 'it would become too large to be read again',
      })
    : success(text);
}

export function textOf(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_DOCUMENT);
  return reading.found === 'text' ? reading.text : undefined;
}

/** Turns what the file system throws into a failure. `action` completes "cannot …". */
export async function guarded<Value>(
  action: string,
  path: string,
  act: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    return failed(fileSystemFailure(error, action, path));
  }
}
