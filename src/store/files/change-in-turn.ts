import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { Clock, Files } from '../../ports.ts';
import type { CommitOutcome, Commits } from './commit.ts';
import type { Ledger } from './ledger.ts';
import type { Queue } from './queue.ts';
import type { StateFolder } from './state-folder.ts';
import { fileSystemFailure } from './writing.ts';

/** Changes files that many processes change at once: one change after the other, none lost. */

/** Longest wait for other writers, in milliseconds: queue and commit together. */
export const LONGEST_WAIT_MS = 10_000;

/**
 * How many times that wait a writer stays while others get on. Measured: 50 judges that end at once beside a busy disk
 * wait for each other longer than ten seconds, and what each has to store was paid for.
 */
const MOST_WAITS = 6;

export const PAUSE_BETWEEN_TRIES_MS = 8;

/** What it takes to change files in turn, and to tell of it in the ledger. */
export interface ChangeWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly folder: StateFolder;
  readonly commits: Commits;
  readonly queue: Queue;
  readonly ledger: Ledger;
}

/** What is changed, for the queue and for failures. */
interface ChangedThing {
  /** The name of its place in the queue. */
  readonly place: string;
  readonly id: string;
  /** `Session` where it is no promise. */
  readonly what?: string;
  /** Longest wait for other writers, in milliseconds. */
  readonly mostMs: number;
  /**
   * Gives what changes with every change of another writer. Where it is given, the wait begins anew with each of them,
   * up to `MOST_WAITS` times.
   */
  readonly progress?: () => unknown;
}

/** One try at a change: read, decide, commit. */
export type Try<Value> = () => Result<
  { readonly outcome: 'committed'; readonly value: Value } | { readonly outcome: NotCommitted }
>;

type NotCommitted = Exclude<CommitOutcome, 'committed'>;

/** Waits for a turn and tries until a try commits, one fails, or the wait is over (`busy`). */
export async function changeInTurn<Value>(
  { clock, queue }: Pick<ChangeWorld, 'clock' | 'queue'>,
  { mostMs, place, progress, ...thing }: ChangedThing,
  attempt: Try<Value>,
): Promise<Result<Value>> {
  const start = clock.elapsed();
  const busy = (holder: string) =>
    failed({ kind: 'busy', ...thing, holder, waitedMs: clock.elapsed() - start });
  const turn = await queue.enter(place, start + mostMs);
  if (!turn.entered) return busy(turn.holder);
  try {
    let isLate = false;
    const isOver = watchWait(clock, start, mostMs, progress);
    for (;;) {
      const tried = attempt();
      if (!tried.ok) return tried;
      if (tried.value.outcome === 'committed') return success(tried.value.value);
      if (isOver()) {
        // A writer that was suspended finds the change of another one: it may try once more.
        if (tried.value.outcome === 'claimed' || isLate) return busy('other writers');
        isLate = true;
      }
      await clock.sleep(PAUSE_BETWEEN_TRIES_MS);
    }
  } finally {
    await turn.leave();
  }
}

/** Tells whether a wait is over that began at `start`; see `progress`. */
function watchWait(
  clock: Clock,
  start: number,
  mostMs: number,
  progress: () => unknown = () => undefined,
): () => boolean {
  let since = start;
  let seen = progress();
  return () => {
    const now = clock.elapsed();
    const current = progress();
    if (current !== seen) since = now;
    seen = current;
    return now - since > mostMs || now - start > MOST_WAITS * mostMs;
  };
}

/** What follows a change that is stored: a failure here undoes nothing and becomes a warning. */
export function tidyUp(path: string, act: () => void): readonly Failure[] {
  try {
    act();
    return [];
  } catch (error) {
    return [fileSystemFailure(error, 'clean up after the change, which was made', path)];
  }
}

/** The text that a file holds now, as a commit compares it; undefined where there is none. */
export function currentText(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_DOCUMENT);
  return reading.found === 'text' ? reading.text : undefined;
}
