import { isObject } from '../base/document.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** Work as the issue tracker beads (`bd`) knows it. */
export interface Bead {
  readonly id: string;
  readonly title: string;
  /** 0 is the most urgent. */
  readonly priority: number;
  /** The issues that it waits for; empty where the tracker does not say. */
  readonly waitsFor: readonly string[];
}

/** The priority of an issue that names none, as beads has it. */
const USUAL_PRIORITY = 2;

/**
 * The issues in what `bd … --json` printed: a list, or an object that holds one; words may stand in front.
 * Nothing where there is no such list.
 */
export function readBeads(output: string): readonly Bead[] | undefined {
  const list = listIn(output);
  return list?.flatMap((entry) => readBead(entry) ?? []);
}

function listIn(output: string): readonly unknown[] | undefined {
  const start = output.search(/[[{]/);
  if (start < 0) return undefined;
  try {
    const value: unknown = JSON.parse(output.slice(start));
    if (Array.isArray(value)) return value;
    return isObject(value) ? Object.values(value).find(Array.isArray) : undefined;
  } catch {
    return undefined;
  }
}

function readBead(entry: unknown): Bead | undefined {
  if (!isObject(entry)) return undefined;
  const { blocked_by, id, priority, title } = entry;
  if (typeof id !== 'string' || id === '') return undefined;
  return {
    id,
    title: typeof title === 'string' ? title : '',
    priority: isPriority(priority) ? priority : USUAL_PRIORITY,
    waitsFor: Array.isArray(blocked_by) ? blocked_by.flatMap(nameOf) : [],
  };
}

function isPriority(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4;
}

function nameOf(blocker: unknown): readonly string[] {
  if (typeof blocker === 'string') return [blocker];
  const id = isObject(blocker) ? blocker['id'] : undefined;
  return typeof id === 'string' ? [id] : [];
}

/** The most urgent issues first, and at most `most` of them. */
export function mostUrgent(beads: readonly Bead[], most: number): readonly Bead[] {
  return beads.toSorted((a, b) => a.priority - b.priority).slice(0, most);
}

/** A file of the issues that is not committed, and a digest of what it holds; null where that cannot be read. */
export type UncommittedFile = readonly [path: string, digest: string | null];

/** The state of a session with what was not committed as it started. */
export function withIssuesAtStart(
  state: StopGateState,
  files: readonly UncommittedFile[],
): StopGateState {
  return { ...state, beads_at_start: files };
}

/** What was not committed as a session started; undefined where that was not looked at. */
export function issuesAtStartIn({
  beads_at_start: files,
}: StopGateState): readonly UncommittedFile[] | undefined {
  if (!Array.isArray(files)) return undefined;
  return files.flatMap((file): readonly UncommittedFile[] => {
    if (!Array.isArray(file) || typeof file[0] !== 'string') return [];
    return [[file[0], typeof file[1] === 'string' ? file[1] : null]];
  });
}

/** The files that are not committed now and are not as they were at the start. */
export function changedSinceStart(
  atStart: readonly UncommittedFile[],
  now: readonly UncommittedFile[],
): readonly string[] {
  const before = new Map(atStart);
  return now.flatMap(([path, digest]) =>
    before.has(path) && before.get(path) === digest ? [] : [path],
  );
}
