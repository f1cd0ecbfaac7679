import { isObject, parseDocument, textOf } from '../base/document.ts';
import type { NamedPromise } from '../promise/promise.ts';
import { readPromise } from '../promise/promise-reading.ts';

/**
 * What a store that machines share said last of a session's own promises, as this machine keeps it: a gate goes by
 * it while the store cannot be reached.
 */
export interface LastKnown {
  /** When the store said so, by the clock of this machine. */
  readonly at: string;
  /** The session's own promises that had not ended. */
  readonly promises: readonly NamedPromise[];
}

/** Whose promises they are, and where. */
export interface KnownPlace {
  readonly session: string;
  /** The store's address, as it may be shown. */
  readonly store: string;
  /** The name of the project in it. */
  readonly project: string;
}

/** The text of the file that keeps it. */
export function lastKnownText({ project, store }: KnownPlace, { at, promises }: LastKnown): string {
  const kept = promises.map(({ id, promise }) => ({ id, promise }));
  return `${JSON.stringify({ store, project, at, promises: kept })}\n`;
}

/** Reads such a text. Undefined where any part of it is not as it was written: it says nothing then. */
export function readLastKnown(text: string): LastKnown | undefined {
  const parsed = parseDocument(text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { at, promises } = parsed.value;
  if (typeof at !== 'string' || !Array.isArray(promises)) return undefined;
  const read = promises.flatMap((one) => readNamed(one) ?? []);
  return read.length === promises.length ? { at, promises: read } : undefined;
}

function readNamed(value: unknown): NamedPromise | undefined {
  if (!isObject(value) || typeof value['id'] !== 'string') return undefined;
  const reading = readPromise(value['promise']);
  return reading.ok ? { id: value['id'], promise: reading.promise } : undefined;
}

/** What is known after one promise became the session's own or was changed. */
export function withPromise(
  known: LastKnown | undefined,
  at: string,
  one: NamedPromise,
): LastKnown {
  const others = known?.promises.filter(({ id }) => id !== one.id) ?? [];
  return { at, promises: [...others, one] };
}

/** What is known after the session lost one, or it ended; undefined where nothing is left. */
export function withoutPromise(
  known: LastKnown | undefined,
  at: string,
  id: string,
): LastKnown | undefined {
  const others = known?.promises.filter((one) => one.id !== id) ?? [];
  return others.length === 0 ? undefined : { at, promises: others };
}

/** A stop at which the store could not be reached, and what the gate answered. */
export interface UncheckedStop {
  readonly at: string;
  readonly answer: UncheckedOutcome;
}

/** `held`: it blocked, once. `let-go`: the session ended or stopped unchecked. */
export type UncheckedOutcome = 'held' | 'let-go';

export function uncheckedLine({ answer, at }: UncheckedStop): string {
  return JSON.stringify({ at, answer });
}

/** The stops in a file of such lines, oldest first. A line that was cut off is left out. */
export function uncheckedStops(text: string): readonly UncheckedStop[] {
  return text.split('\n').flatMap((line) => {
    const parsed = parseDocument(line);
    if (!parsed.ok || !isObject(parsed.value)) return [];
    const at = textOf(parsed.value['at']);
    const { answer } = parsed.value;
    return at !== '' && (answer === 'held' || answer === 'let-go') ? [{ at, answer }] : [];
  });
}

/** What is known of a stop while a store cannot be reached. */
interface UnreachedStop {
  /** Whether something that was known last keeps the session, or cannot be decided on. */
  readonly isHeld: boolean;
  /** Whether the turn goes on because of a block; undefined where the host does not say. */
  readonly isContinued: boolean | undefined;
  /** The stops of the session since the store could not be reached. */
  readonly before: readonly UncheckedStop[];
}

/**
 * What the gate answers then. What is open blocks once in a turn: to hold a session longer for what cannot be looked at
 * would hold it for the network. A host that does not say whether a turn goes on is held at every other stop.
 */
export function decideUnreached({ before, isContinued, isHeld }: UnreachedStop): UncheckedOutcome {
  if (!isHeld || isContinued === true) return 'let-go';
  if (isContinued === false) return 'held';
  return before.at(-1)?.answer === 'held' ? 'let-go' : 'held';
}
