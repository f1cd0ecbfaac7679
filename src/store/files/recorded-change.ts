import { relative, sep } from 'node:path';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { FileRecord } from '../../domain/promise/ledger.ts';
import type { ActEvent } from '../../domain/promise/person-act.ts';
import type { LedgerHead } from '../../domain/session/register.ts';
import type { Clock, Digests } from '../../ports.ts';
import { type ChangeWorld, changeInTurn, LONGEST_WAIT_MS, type Try } from './change-in-turn.ts';
import type { Commits } from './commit.ts';
import type { HeldLedger, IntendedChange, Intent, Ledger } from './ledger.ts';
import { NO_QUEUE } from './queue.ts';
import type { StateFolder } from './state-folder.ts';
import type { DraftWorld } from './writing.ts';

/** Changes that stand in the ledger before they happen. */

/** What it takes to write files that have one writer at a time, the last of which wins. */
export interface RecordWorld extends DraftWorld {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly ledger: Ledger;
}

/** A file to be replaced, by a commit of its revision, and what the ledger says of it. */
export interface Replacement {
  readonly path: string;
  /** The text as it was read; undefined where there was no file. */
  readonly base: string | undefined;
  readonly content: string;
  readonly current: () => string | undefined;
  readonly change: IntendedChange;
  /** Of a person's act: gives the text and the change by the place of its event, in the place of those above. */
  readonly naming?: (event: ActEvent) => Result<NamedAct>;
  /**
   * Called once the ledger is held and the file is still the base, before anything is written. Gives why the change
   * must not be made.
   */
  readonly announce?: () => Failure | undefined;
}

/** The text that names the event of an act, and what the ledger says of its file. */
export interface NamedAct {
  readonly content: string;
  readonly files: readonly FileRecord[];
}

/** `head`: the end of the ledger after the change; null where none is kept. */
export type Replaced =
  | { readonly outcome: 'committed'; readonly head: LedgerHead | null }
  | { readonly outcome: 'moved' | 'claimed' };

/** Tries once to replace a file, under the hold of the ledger. Fails where the ledger cannot be written. */
export function replaceRecorded(
  { commits, ledger }: { readonly commits: Commits; readonly ledger: Ledger },
  replacement: Replacement,
): Result<Replaced> {
  const held = ledger.hold((hold) => replaceHolding(hold, commits, replacement));
  return held?.value ?? success({ outcome: 'claimed' });
}

function replaceHolding(
  held: HeldLedger,
  commits: Commits,
  replacement: Replacement,
): Result<Replaced> {
  const named = withEventNamed(held, replacement);
  if (!named.ok) return named;
  const { announce, base, change, content, current, path } = named.value;
  const kept: { fault?: Failure | undefined; intent?: Intent } = {};
  const outcome = commits.replace(path, base, content, current, () => {
    // The file is still the base: the last moment before it is replaced.
    kept.fault = announce?.();
    if (kept.fault !== undefined) return false;
    kept.intent = held.intend(change);
    return kept.intent.outcome === 'added';
  });
  const { fault, intent } = kept;
  if (fault !== undefined) return failed(fault);
  if (intent?.outcome === 'refused') return failed(intent.failure);
  if (outcome === 'withdrawn' || intent?.outcome !== 'added') {
    return success({ outcome: outcome === 'moved' ? 'moved' : 'claimed' });
  }
  if (outcome !== 'committed') return success({ outcome });
  // The file is replaced.
  held.carriedOut?.();
  return success({ outcome, head: intent.head });
}

/** A replacement whose text names the event of the person's act that it is, where it is one. */
function withEventNamed(held: HeldLedger, replacement: Replacement): Result<Replacement> {
  const { change, naming } = replacement;
  if (naming === undefined) return success(replacement);
  const foreseen = held.foresee(change);
  if (!foreseen.ok) return foreseen;
  const named = naming(foreseen.value);
  if (!named.ok) return named;
  const { content, files } = named.value;
  const intended = { ...change, files, foreseen: foreseen.value };
  return success({ ...replacement, content, change: intended });
}

/**
 * What the ledger says of a file whose text changes; undefined: there is no file. An empty one is none, either: its
 * writer was killed between making and filling it.
 */
export function recordOfTexts(
  { digests, folder }: { readonly digests: Digests; readonly folder: StateFolder },
  path: string,
  before: string | undefined,
  after: string,
): FileRecord {
  return {
    path: recordedPath(folder, path),
    before: before === undefined || before === '' ? null : digests.of(before),
    after: digests.of(after),
  };
}

/** A path as the ledger names it: from the state folder, with `/`. */
export function recordedPath({ root }: StateFolder, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** What waits for the ledger, in failures. */
const THE_LEDGER = { place: '', id: 'events.jsonl', what: 'The ledger' };

/** Tries a change of what has no queue until a try commits, one fails, or the wait for other writers is over. */
export function changeInLedger<Value>(
  { clock }: Pick<ChangeWorld, 'clock'>,
  attempt: Try<Value>,
): Promise<Result<Value>> {
  return changeInTurn(
    { clock, queue: NO_QUEUE },
    { ...THE_LEDGER, mostMs: LONGEST_WAIT_MS },
    attempt,
  );
}

/**
 * Does something under the hold of the ledger, once `change` stands in it. Fails as `act` does, or where the ledger
 * cannot be written: then `act` was not called.
 */
export function actRecorded<Value>(
  world: Pick<ChangeWorld, 'clock' | 'ledger'>,
  plan: () => Result<{ readonly change: IntendedChange; act(): Value }>,
): Promise<Result<Value>> {
  return changeInLedger(world, () => {
    const held = world.ledger.hold((hold): ReturnType<Try<Value>> => {
      const planned = plan();
      if (!planned.ok) return planned;
      const intent = hold.intend(planned.value.change);
      if (intent.outcome === 'refused') return failed(intent.failure);
      if (intent.outcome === 'lost') return success({ outcome: 'claimed' });
      const value = planned.value.act();
      hold.carriedOut?.();
      return success({ outcome: 'committed', value });
    });
    return held?.value ?? success({ outcome: 'claimed' });
  });
}

/** Adds a change to the ledger that has happened already. What fails is a warning. */
export async function recordAfterwards(
  world: Pick<ChangeWorld, 'clock' | 'ledger'>,
  change: IntendedChange,
): Promise<readonly Failure[]> {
  const recorded = await actRecorded(world, () => success({ change, act: () => undefined }));
  return recorded.ok ? [] : [recorded.failure];
}
