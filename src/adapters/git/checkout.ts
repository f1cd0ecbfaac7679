import { statSync } from 'node:fs';
import { join } from 'node:path';
import { lazily } from '../../domain/base/lazily.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import {
  type NotBound,
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
import { readGitTree, type SeenTree, type TreeFile } from './tree.ts';

/** The checkout that contains a project's folder. What git does not answer in time is unknown. */
export function createNodeCheckout(
  folder: string,
  timeLeft: TimeLeft,
  clock: Clock = createNodeClock(),
): Checkout {
  return { snapshot: () => createSnapshot(folder, timeLeft, clock, keptLooks(clock)) };
}

/** How long a person or an agent waits for one look at the checkout, in milliseconds. */
export const LOOKING_MS = 120_000;

/** The same for commands that a person or an agent waits for. Each look has a deadline of its own. */
export function createPatientCheckout(folder: string): Checkout {
  return patientCheckout(folder, keptLooks);
}

/**
 * The same for what closes a promise: it goes by no earlier look, which every program of the user could edit, reads every
 * file, and keeps nothing.
 */
export function createCheckoutSeenAnew(folder: string): Checkout {
  return patientCheckout(folder, () => undefined);
}

function patientCheckout(folder: string, kept: (clock: Clock) => KeptLooks | undefined): Checkout {
  return {
    snapshot() {
      const start = millisecondsSinceStart();
      const timeLeft = (): number => LOOKING_MS - (millisecondsSinceStart() - start);
      const clock = createNodeClock();
      return createSnapshot(folder, timeLeft, clock, kept(clock));
    },
  };
}

function keptLooks(clock: Clock): KeptLooks {
  return createKeptLooks(join(userStateFolder(), 'looks'), clock);
}

function createSnapshot(
  folder: string,
  timeLeft: TimeLeft,
  clock: Clock,
  kept: KeptLooks | undefined,
): TreeSnapshot {
  const tree = lazily(() => {
    const looking = { timeLeft, now: clock.now(), kept };
    return attempted(() => readGitTree(folder, looking));
  });
  const readings = new Map<string, ScopeReading>();
  const readingOf = (scope: TreeScope): ScopeReading => {
    const key = JSON.stringify([scope.inputs, scope.files]);
    const reading = readings.get(key) ?? createScopeReading(folder, scope, tree, timeLeft);
    readings.set(key, reading);
    return reading;
  };
  return {
    digest: (scope) => readingOf(scope).digest(),
    entries(scope) {
      const found = readingOf(scope).found();
      return 'bound' in found ? [] : found.entries;
    },
    committed() {
      const found = readingOf({ inputs: null, files: [] }).found();
      if ('bound' in found) return [];
      const isCommitted = ({ file, isUnseen }: TreeFile) => !isUnseen || file.mode !== undefined;
      return found.listed.filter(isCommitted).map(entryOf);
    },
    changeTimes(scope) {
      const found = readingOf(scope).found();
      return 'bound' in found ? new Map() : changeTimes(folder, found);
    },
  };
}

/** What one moment shows of a scope. Each part is looked at when it is first asked about, and only then. */
interface ScopeReading {
  digest(): TreeDigest;
  found(): ScopeFiles | NotBound;
}

/** The files of a scope; `listed`: of those the ones that git lists, with what no fingerprint sees. */
interface ScopeFiles {
  readonly entries: readonly TreeEntry[];
  readonly listed: readonly TreeFile[];
}

function createScopeReading(
  folder: string,
  { files, inputs }: TreeScope,
  tree: () => SeenTree | NotBound,
  timeLeft: TimeLeft,
): ScopeReading {
  const beside = lazily(() => attempted(() => besideEntries(folder, files, timeLeft)));
  const found = lazily(() => {
    const others = beside();
    if ('bound' in others) return others;
    const own = attempted(() => ownFiles(folder, inputs, tree, timeLeft));
    return 'bound' in own ? own : { ...own, entries: [...own.entries, ...others] };
  });
  const digest = lazily(() => {
    const others = beside();
    if ('bound' in others) return others;
    const seen = inputs?.length === 0 ? undefined : tree();
    if (seen === undefined || 'bound' in seen) return digestOf(found(), others);
    const of = `${seen.id} ${JSON.stringify(inputs)} ${treeText(others)}`;
    const [known, former] = seen.recall(of)?.split(' ') ?? [];
    if (known !== undefined) return { bound: true, digest: known, former } as const;
    const now = digestOf(found(), others);
    if (now.bound) seen.remember(of, [now.digest, now.former ?? []].flat().join(' '));
    seen.keep();
    return now;
  });
  return { digest, found };
}

function digestOf(found: ScopeFiles | NotBound, beside: readonly TreeEntry[]): TreeDigest {
  if ('bound' in found) return found;
  const digest = sha256(treeText(found.entries));
  if (!found.listed.some(({ isUnseen }) => isUnseen)) return { bound: true, digest };
  // What no fingerprint sees need not be readable.
  const former = attempt(() => sha256(treeText([...found.listed.map(entryOf), ...beside])));
  return { bound: true, digest, former };
}

/** What inputs take of a checkout. Throws an error with a code where a file cannot be read. */
function ownFiles(
  folder: string,
  inputs: TreeScope['inputs'],
  tree: () => SeenTree | NotBound,
  timeLeft: TimeLeft,
): ScopeFiles | NotBound {
  if (inputs?.length === 0) return { entries: [], listed: [] };
  const seen = tree();
  if ('bound' in seen) {
    if (inputs === null || seen.why === 'unreadable') return seen;
    const entries = selectBeside(folder, inputs, timeLeft);
    return 'bound' in entries ? entries : { entries, listed: [] };
  }
  const listed = selectFiles(seen, inputs);
  if ('bound' in listed) return listed;
  return { entries: listed.filter(({ isUnseen }) => !isUnseen).map(entryOf), listed };
}

/** Throws an error with a code where the file cannot be read. */
function entryOf({ file, look, path }: TreeFile): TreeEntry {
  return { path: nameOf(path), mode: modeOf(file), object: look.objectOf(file) };
}

/** By the system's own time of a change, which no program can set. What cannot be looked at is left out. */
function changeTimes(folder: string, { entries, listed }: ScopeFiles): ReadonlyMap<string, number> {
  const times = new Map(listed.map(({ file, path }) => [nameOf(path), file.changed]));
  const known = entries.flatMap(({ path }) => {
    const changed = times.get(path) ?? attempt(() => statSync(join(folder, path)).ctimeMs);
    return changed === undefined ? [] : [[path, changed] as const];
  });
  return new Map(known);
}

const REASONS: ReadonlyMap<string, string> = new Map([
  [TOO_MANY_FILES, 'its globs match too many files'],
  [TOO_LATE, 'there was no time left to read its files'],
  [TOO_LARGE, 'a file is larger than 4 GB'],
]);

/** A value, or the reason for a person why it cannot be had. */
function attempted<Value>(look: () => Value): Value | NotBound {
  try {
    return look();
  } catch (error) {
    const code = errorCode(error);
    const reason = REASONS.get(code) ?? `a file cannot be read (${code})`;
    return { bound: false, why: 'unreadable', reason };
  }
}
