import { inOrder } from '../../domain/base/canonical.ts';
import type { ChangedText } from '../../ports.ts';

/** How much of two texts must be the same for one to be the other, moved: the share that git takes as well. */
const LEAST_ALIKE = 0.5;
/** Fewest lines of a text that can be told again by those that did not change. */
const FEWEST_LINES = 3;
/** Most lines that are compared, of all pairs of texts: some seconds. Files of one name come first. */
const MOST_LINES = 10_000_000;

interface Side {
  readonly path: string;
  readonly text: string;
}

/**
 * A change in which files that are gone and files that are new are one where they are a file that was moved: both hold
 * the same, or lines that are mostly the same below a name that ends as before. The change stays in the order of paths.
 * `standing`: paths that count as gone and are there, so that no other can be the same file.
 */
export function pairMoved(
  changes: readonly ChangedText[],
  standing: ReadonlySet<string>,
): readonly ChangedText[] {
  const gone = sidesOf(changes, ({ after, before, path }) =>
    after === undefined && !standing.has(path) ? before : undefined,
  );
  const made = sidesOf(changes, ({ after, before }) => (before === undefined ? after : undefined));
  const earlier = new Map<string, Side>();
  pairSame(gone, made, earlier);
  pairAlike(gone, made, earlier);
  if (earlier.size === 0) return changes;
  const moved = new Set([...earlier.values()].map(({ path }) => path));
  return changes
    .filter(({ after, path }) => after !== undefined || !moved.has(path))
    .map((change) => {
      const was = earlier.get(change.path);
      return was === undefined ? change : { ...change, earlierPath: was.path, before: was.text };
    });
}

function sidesOf(
  changes: readonly ChangedText[],
  textOf: (change: ChangedText) => string | undefined,
): readonly Side[] {
  return changes.flatMap((change) => {
    const text = textOf(change);
    return text === undefined || text.trim() === '' ? [] : [{ path: change.path, text }];
  });
}

/** Pairs texts that are equal, those of one name first. Files that were copied leave the others where they are. */
function pairSame(gone: readonly Side[], made: readonly Side[], earlier: Map<string, Side>): void {
  const byText = new Map<string, Side[]>();
  for (const side of gone) byText.set(side.text, [...(byText.get(side.text) ?? []), side]);
  const isOfName = (one: Side, other: Side): boolean => nameIn(one.path) === nameIn(other.path);
  for (const isTaken of [isOfName, () => true]) {
    for (const side of made) {
      const left = byText.get(side.text) ?? [];
      const at = earlier.has(side.path) ? -1 : left.findIndex((one) => isTaken(one, side));
      const [was] = at < 0 ? [] : left.splice(at, 1);
      if (was !== undefined) earlier.set(side.path, was);
    }
  }
}

interface Candidate {
  readonly was: Side;
  readonly is: Side;
  readonly alike: number;
  readonly isOfName: boolean;
}

function pairAlike(gone: readonly Side[], made: readonly Side[], earlier: Map<string, Side>): void {
  const taken = new Set([...earlier.values()].map(({ path }) => path));
  const sources = gone.filter(({ path }) => !taken.has(path)).map(withLines);
  const targets = made.filter(({ path }) => !earlier.has(path)).map(withLines);
  const candidates: Candidate[] = [];
  let room = MOST_LINES;
  for (const isOfName of [true, false]) {
    for (const was of sources) {
      for (const is of targets) {
        const isMeant = (nameIn(was.path) === nameIn(is.path)) === isOfName;
        if (!isMeant || endOf(was.path) !== endOf(is.path) || room <= 0) continue;
        room -= Math.min(was.count, is.count);
        const alike = likeness(was, is);
        if (alike >= LEAST_ALIKE) candidates.push({ was, is, alike, isOfName });
      }
    }
  }
  for (const { is, was } of candidates.sort(byLikeness)) {
    if (taken.has(was.path) || earlier.has(is.path)) continue;
    taken.add(was.path);
    earlier.set(is.path, was);
  }
}

function byLikeness(a: Candidate, b: Candidate): number {
  return (
    b.alike - a.alike ||
    Number(b.isOfName) - Number(a.isOfName) ||
    inOrder(a.was.path, b.was.path) ||
    inOrder(a.is.path, b.is.path)
  );
}

interface Lined extends Side {
  /** How often each line is there, white space around it and empty lines left out. */
  readonly lines: ReadonlyMap<string, number>;
  readonly count: number;
}

function withLines(side: Side): Lined {
  const lines = new Map<string, number>();
  let count = 0;
  for (const written of side.text.split('\n')) {
    const line = written.trim();
    if (line === '') continue;
    count += 1;
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  return { ...side, lines, count };
}

/** The share of lines that two texts have in common, from 0 to 1. */
function likeness(a: Lined, b: Lined): number {
  const [fewer, more] = a.count < b.count ? [a, b] : [b, a];
  // Not even all lines of the shorter one would be enough.
  const most = (2 * fewer.count) / (a.count + b.count);
  if (fewer.count < FEWEST_LINES || most < LEAST_ALIKE) return 0;
  let common = 0;
  for (const [line, times] of fewer.lines) common += Math.min(times, more.lines.get(line) ?? 0);
  return (2 * common) / (a.count + b.count);
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The end of a file's name, by which programs tell what is in it. */
function endOf(path: string): string {
  const name = nameIn(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(dot);
}
