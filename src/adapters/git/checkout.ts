import { statSync } from 'node:fs';
import { join } from 'node:path';
import { lazily } from '../../domain/base/lazily.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import {
  type TreeDigest,
  type TreeEntry,
  type TreeScope,
  treeText,
} from '../../domain/promise/tree.ts';
import type { Checkout, Clock, TreeSnapshot } from '../../ports.ts';
import { type TimeLeft, TOO_LARGE, TOO_LATE, TOO_MANY_FILES } from '../bounded-files.ts';
import { sha256 } from '../file-digest.ts';
import { createNodeClock, millisecondsSinceStart } from '../node-clock.ts';
import { attempt } from '../quiet-looks.ts';
import { userStateFolder } from '../user-folder.ts';
import { createKeptLooks, type KeptLooks } from './kept-looks.ts';
import { nameOf } from './latin-paths.ts';
import { modeOf } from './look.ts';
import { besideEntries, selectBeside, selectFiles } from './selection.ts';
import { type GitTree, readGitTree, type TreeFile } from './tree.ts';

/** The checkout that contains a project's folder. What git does not answer in time is unknown. */
export function createNodeCheckout(
  folder: string,
  timeLeft: TimeLeft,
  clock: Clock = createNodeClock(),
): Checkout {
  return { snapshot: () => createSnapshot(folder, timeLeft, clock) };
}

/** How long a person or an agent waits for one look at the checkout, in milliseconds. */
export const LOOKING_MS = 120_000;

/** The same for commands that a person or an agent waits for. Each look has a deadline of its own. */
export function createPatientCheckout(folder: string): Checkout {
  return {
    snapshot() {
      const start = millisecondsSinceStart();
      const timeLeft = (): number => LOOKING_MS - (millisecondsSinceStart() - start);
      return createSnapshot(folder, timeLeft, createNodeClock());
    },
  };
}

/** Beside the register. */
function keptLooks(clock: Clock): KeptLooks {
  return createKeptLooks(join(userStateFolder(), 'looks'), clock);
}

function createSnapshot(folder: string, timeLeft: TimeLeft, clock: Clock): TreeSnapshot {
  const tree = lazily((): GitTree => {
    const looking = { timeLeft, now: clock.now(), kept: keptLooks(clock) };
    const read = attempted(() => readGitTree(folder, looking));
    return read.ok ? read.value : { seen: false, why: 'unreadable', reason: read.reason };
  });
  const views = new Map<string, ScopeView>();
  const viewOf = (scope: TreeScope): ScopeView => {
    const key = JSON.stringify([scope.inputs, scope.files]);
    const view = views.get(key) ?? createScopeView(folder, scope, tree, timeLeft);
    views.set(key, view);
    return view;
  };
  const entries: TreeSnapshot['entries'] = (scope) => {
    const read = viewOf(scope).read();
    return 'entries' in read ? read.entries : [];
  };
  return {
    digest: (scope) => viewOf(scope).digest(),
    entries,
    committed: () => {
      const read = viewOf({ inputs: null, files: [] }).read();
      const files = 'entries' in read ? read.files : [];
      return files
        .filter(({ file, isUnseen }) => !isUnseen || file.mode !== undefined)
        .map(entryOf);
    },
    changeTimes: (scope) => viewOf(scope).changeTimes(),
  };
}

/** What one moment shows of a scope. Each part is looked at when it is first asked about, and only then. */
interface ScopeView {
  digest(): TreeDigest;
  read(): ScopeFiles;
  changeTimes(): ReadonlyMap<string, number>;
}

/** What a scope holds, or why there is no fingerprint of it. */
type ScopeFiles =
  | {
      readonly entries: readonly TreeEntry[];
      /** Those that git lists, and those that no fingerprint sees. */
      readonly files: readonly TreeFile[];
    }
  | Extract<TreeDigest, { readonly bound: false }>;

function createScopeView(
  folder: string,
  { files, inputs }: TreeScope,
  tree: () => GitTree,
  timeLeft: TimeLeft,
): ScopeView {
  const beside = lazily(() => attempted(() => besideEntries(folder, files, timeLeft)));
  const read = lazily(() => {
    const others = beside();
    if (!others.ok) return unread(others.reason);
    const own = attempted(() => ownFiles(folder, inputs, tree, timeLeft));
    if (!own.ok) return unread(own.reason);
    if ('bound' in own.value) return own.value;
    return { ...own.value, entries: [...own.value.entries, ...others.value] };
  });
  const digest = lazily((): TreeDigest => {
    const others = beside();
    if (!others.ok) return unread(others.reason);
    const seen = inputs?.length === 0 ? undefined : tree();
    if (seen === undefined || !seen.seen) return digestOf(read(), others.value);
    const of = `${seen.id} ${JSON.stringify(inputs)} ${treeText(others.value)}`;
    const [known, former] = seen.recall(of)?.split(' ') ?? [];
    if (known !== undefined) return boundTo(known, former);
    const now = digestOf(read(), others.value);
    if (now.bound) seen.remember(of, [now.digest, now.former ?? []].flat().join(' '));
    seen.keep();
    return now;
  });
  const changeTimes = lazily(() => {
    const found = read();
    if ('bound' in found) return new Map();
    const listed = new Map(found.files.map(({ file, path }) => [nameOf(path), file.changed]));
    const times = found.entries.flatMap(({ path }) => {
      const changed = listed.get(path) ?? attempt(() => statSync(join(folder, path)).ctimeMs);
      return changed === undefined ? [] : [[path, changed] as const];
    });
    return new Map(times);
  });
  return { digest, read, changeTimes };
}

function digestOf(found: ScopeFiles, beside: readonly TreeEntry[]): TreeDigest {
  if ('bound' in found) return found;
  const { entries, files } = found;
  // What no fingerprint sees need not be readable.
  const former = files.some(({ isUnseen }) => isUnseen)
    ? attempt(() => sha256(treeText([...files.map(entryOf), ...beside])))
    : undefined;
  return boundTo(sha256(treeText(entries)), former);
}

function boundTo(digest: string, former: string | undefined): TreeDigest {
  return { bound: true, digest, ...(former === undefined ? {} : { former }) };
}

/** What inputs take of a checkout. Throws an error with a code where a file cannot be read. */
function ownFiles(
  folder: string,
  inputs: TreeScope['inputs'],
  tree: () => GitTree,
  timeLeft: TimeLeft,
): ScopeFiles {
  if (inputs?.length === 0) return { entries: [], files: [] };
  const seen = tree();
  if (!seen.seen) {
    const { reason, why } = seen;
    if (inputs === null || why === 'unreadable') return { bound: false, why, reason };
    const beside = selectBeside(folder, inputs, timeLeft);
    return beside.found ? { entries: beside.entries, files: [] } : beside.tree;
  }
  const selected = selectFiles(seen, inputs);
  if (!selected.found) return selected.tree;
  const entries = selected.files.filter(({ isUnseen }) => !isUnseen).map(entryOf);
  return { entries, files: selected.files };
}

/** Throws an error with a code where the file cannot be read. */
function entryOf({ file, look, path }: TreeFile): TreeEntry {
  return { path: nameOf(path), mode: modeOf(file), object: look.objectOf(file) };
}

function unread(reason: string): Extract<TreeDigest, { readonly bound: false }> {
  return { bound: false, why: 'unreadable', reason };
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
