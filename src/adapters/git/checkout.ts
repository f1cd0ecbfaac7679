import { errorCode } from '../../domain/base/system-error.ts';
import {
  type TreeDigest,
  type TreeEntry,
  type TreeScope,
  treeText,
} from '../../domain/promise/tree.ts';
import type { Checkout, TreeSnapshot } from '../../ports.ts';
import { type TimeLeft, TOO_LARGE, TOO_LATE, TOO_MANY_FILES } from '../bounded-files.ts';
import { sha256 } from '../file-digest.ts';
import { createNodeClock, millisecondsSinceStart } from '../node-clock.ts';
import { changeTimes } from './change-times.ts';
import { besideEntries, createSelector, type Selection } from './selection.ts';

/**
 * The checkout that contains a project's folder. What git does not answer in time is unknown. `now`: the time, in
 * milliseconds since 1970.
 */
export function createNodeCheckout(
  folder: string,
  timeLeft: TimeLeft,
  now: () => number = createNodeClock().now,
): Checkout {
  return { snapshot: () => createSnapshot(folder, timeLeft, now) };
}

/** How long a person or an agent waits for one look at the checkout, in milliseconds. */
export const LOOKING_MS = 120_000;

/** The same for commands that a person or an agent waits for. Each look has a deadline of its own. */
export function createPatientCheckout(folder: string): Checkout {
  const { now } = createNodeClock();
  return {
    snapshot() {
      const start = millisecondsSinceStart();
      const timeLeft = (): number => LOOKING_MS - (millisecondsSinceStart() - start);
      return createSnapshot(folder, timeLeft, now);
    },
  };
}

function createSnapshot(folder: string, timeLeft: TimeLeft, now: () => number): TreeSnapshot {
  const select = createSelector(folder, timeLeft, now);
  const views = new Map<string, ScopeView>();
  const viewOf = (scope: TreeScope): ScopeView => {
    const key = JSON.stringify([scope.inputs, scope.files]);
    const view =
      views.get(key) ??
      createScopeView(
        scope,
        () => select(scope.inputs),
        () => besideEntries(folder, scope.files, timeLeft),
        (entries) => changeTimes(folder, entries, timeLeft),
      );
    views.set(key, view);
    return view;
  };
  return {
    digest(scope, known) {
      const view = viewOf(scope);
      const isSame = known !== undefined && view.glance()?.digest === known.glance;
      return isSame ? { bound: true, digest: known.digest } : view.read().tree;
    },
    glance(scope) {
      const glance = viewOf(scope).glance();
      return glance?.isSettled ? glance.digest : undefined;
    },
    entries: (scope) => viewOf(scope).read().entries,
    changeTimes: (scope) => viewOf(scope).changeTimes(),
  };
}

/** What one moment shows of a scope. Each part is looked at when it is first asked about, and only then. */
interface ScopeView {
  /** Nothing where no file of the scope can be told without reading it. */
  glance(): { readonly digest: string; readonly isSettled: boolean } | undefined;
  read(): { readonly tree: TreeDigest; readonly entries: readonly TreeEntry[] };
  changeTimes(): ReadonlyMap<string, number>;
}

function createScopeView(
  { inputs }: TreeScope,
  select: () => Selection,
  readBeside: () => readonly TreeEntry[],
  readTimes: (entries: readonly TreeEntry[]) => ReadonlyMap<string, number>,
): ScopeView {
  const selection = lazily(() => attempted(select));
  const beside = lazily(() => attempted(readBeside));
  const glance = lazily(() => {
    // Nothing of the checkout counts: what counts beside it is read in any case.
    if (inputs?.length === 0) return undefined;
    const [own, others] = [selection(), beside()];
    if (!own.ok || !others.ok || !own.value.found) return undefined;
    const { look } = own.value;
    if (look === undefined) return undefined;
    const { digest, isSettled } = look();
    return { digest: sha256(digest + treeText(others.value)), isSettled };
  });
  const read = lazily(() => {
    const others = beside();
    if (!others.ok) return unread(others.reason);
    if (inputs?.length === 0) return bound(others.value);
    const own = selection();
    if (!own.ok) return unread(own.reason);
    if (!own.value.found) return { tree: own.value.tree, entries: [] };
    const entries = attempted(own.value.entries);
    return entries.ok ? bound([...entries.value, ...others.value]) : unread(entries.reason);
  });
  const times = lazily(() => {
    const looked = attempted(() => readTimes(read().entries));
    return looked.ok ? looked.value : new Map<string, number>();
  });
  return { glance, read, changeTimes: times };
}

function bound(entries: readonly TreeEntry[]): ReturnType<ScopeView['read']> {
  return { tree: { bound: true, digest: sha256(treeText(entries)) }, entries };
}

function unread(reason: string): ReturnType<ScopeView['read']> {
  return { tree: { bound: false, why: 'unreadable', reason }, entries: [] };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  [TOO_MANY_FILES, 'its globs match too many files'],
  [TOO_LATE, 'there was no time left to read its files'],
  [TOO_LARGE, 'a file is larger than 4 GB'],
]);

type Attempted<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** A value, or the reason for a person why it cannot be read. */
function attempted<Value>(look: () => Value): Attempted<Value> {
  try {
    return { ok: true, value: look() };
  } catch (error) {
    const code = errorCode(error);
    return { ok: false, reason: REASONS.get(code) ?? `a file cannot be read (${code})` };
  }
}
