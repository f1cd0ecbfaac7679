import { join } from 'node:path';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import type { Clock, Files, ProcessIdentity, World } from '../../ports.ts';

/**
 * The queue of a promise's writers: they come one after the other instead of redoing each other's work. It
 * only orders them. What protects a change is the commit by revision: proper-lockfile's
 * takeover of a stale lock is not exclusive.
 */
export interface Queue {
  /** Waits for a turn, until `deadline` on the monotonic clock; then says who holds the lock. */
  enter(id: string, deadline: number): Promise<QueueTurn>;
  /** Removes the locks and notes of holders that have ended. */
  sweep(): void;
}

type QueueTurn =
  | { readonly entered: true; leave(): Promise<void> }
  | { readonly entered: false; readonly holder: string };

/** Times in milliseconds. The library refuses a `stale` below two seconds. */
const STALE_MS = 5000;
const HEARTBEAT_MS = 1000;
/** A living holder touches its lock every second: one that did not for this long is stuck. */
const HOLDER_PATIENCE_MS = 3000;
const SHORTEST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 24;

/** The endings of a queue's names, which stand beside the claims: a lock, which is an empty folder, and a note. */
const LOCK = '.lock';
const NOTE = '.holder';

/** Whether a name in the commits' folder is one of a queue. */
export function isOfQueue(name: string): boolean {
  return name.endsWith(LOCK) || name.endsWith(NOTE);
}

/** The id that a name of a queue is about. */
function withoutEnding(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/** Largest note that a holder leaves, in bytes. */
const LARGEST_NOTE = 4096;

export function createQueue(world: World, folder: string, activity: string): Queue {
  const { chance, clock, files, processes } = world;
  return {
    sweep: () => sweep(world, folder),
    async enter(id, deadline) {
      const lock = join(folder, id + LOCK);
      const note = join(folder, id + NOTE);
      const watch = watchHeartbeat(files, clock, lock);
      for (;;) {
        const release = await tryLock(files, lock);
        if (release !== undefined) {
          writeNote(files, note, { ...processes.self, activity });
          return {
            entered: true,
            leave: async () => {
              quietly(() => files.remove(note));
              await release();
            },
          };
        }
        const holder = readNote(files, note);
        const isGone = holder !== undefined && processes.fate(holder) === 'gone';
        if (isGone || watch.isStill()) {
          quietly(() => files.remove(note));
          quietly(() => files.removeFolder(lock));
          // A lock that cannot be removed is passed by: the commit alone protects the change.
          if (files.exists(lock)) return WITHOUT_LOCK;
        }
        if (clock.elapsed() >= deadline) {
          return { entered: false, holder: describeHolder(holder, lock) };
        }
        const spread = LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS;
        await clock.sleep(SHORTEST_PAUSE_MS + chance.fraction() * spread);
      }
    },
  };
}

const WITHOUT_LOCK: QueueTurn = { entered: true, leave: async () => undefined };

/** A queue that lets every writer pass at once. */
export const NO_QUEUE: Queue = { enter: async () => WITHOUT_LOCK, sweep: () => undefined };

/** How many names one sweep looks at: a sweep must not make a change wait. */
const MOST_SWEPT = 200;

/** A lock without a whole note is of a holder that was killed before it wrote one, once it is that old, in milliseconds. */
const OLD_LOCK_MS = 60_000;

/** A wrong guess removes the lock of a living writer, which costs it its place in the queue and nothing else. */
function sweep({ clock, files, processes }: World, folder: string): void {
  const listing = files.list(folder);
  const names = 'names' in listing ? listing.names.slice(0, MOST_SWEPT) : [];
  // A writer that ends on a signal takes its lock along, and leaves its note.
  for (const id of new Set(names.filter(isOfQueue).map(withoutEnding))) {
    const lock = join(folder, id + LOCK);
    const note = join(folder, id + NOTE);
    const holder = readNote(files, note);
    const touched = files.modified(lock) ?? files.modified(note) ?? clock.now();
    const isGone =
      holder === undefined
        ? clock.now() - touched > OLD_LOCK_MS
        : processes.fate(holder) === 'gone';
    if (!isGone) continue;
    quietly(() => files.remove(note));
    quietly(() => files.removeFolder(lock));
  }
}

/**
 * Takes the lock if it is free. Loaded here: commands that only read never need the library. Its work is done at once,
 * since one folder is made sooner than a thread is started for it.
 */
async function tryLock(files: Files, lock: string): Promise<(() => Promise<void>) | undefined> {
  const { default: lockfile } = await import('proper-lockfile');
  try {
    const release = lockfile.lockSync(lock, {
      lockfilePath: lock,
      realpath: false,
      retries: 0,
      stale: STALE_MS,
      update: HEARTBEAT_MS,
      // Losing the place in the queue harms nothing; the library's default would end the process.
      onCompromised: () => undefined,
    });
    return async () => quietly(release);
  } catch (error) {
    // The lock is held, or its path holds something else; or (ENOENT) a writer that removed a dead holder's
    // lock removed the one just made here. Where the path is empty, no lock can be made at all.
    if (files.exists(lock) || ['ELOCKED', 'ENOENT'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Sees whether a lock is still touched, by this process's clock: the lock's own times may be wrong. */
function watchHeartbeat(files: Files, clock: Clock, lock: string): { isStill(): boolean } {
  let lastTouch: number | undefined;
  let since = clock.elapsed();
  return {
    isStill() {
      const touch = files.modified(lock);
      if (touch !== lastTouch) {
        lastTouch = touch;
        since = clock.elapsed();
      }
      return clock.elapsed() - since > HOLDER_PATIENCE_MS;
    },
  };
}

type HolderNote = ProcessIdentity & { readonly activity: string };

function writeNote(files: Files, path: string, holder: HolderNote): void {
  quietly(() => files.remove(path));
  quietly(() => files.appendLine(path, JSON.stringify(holder)));
}

function readNote(files: Files, path: string): HolderNote | undefined {
  const reading = files.read(path, LARGEST_NOTE);
  if (reading.found !== 'text') return undefined;
  const parsed = parseDocument(reading.text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { pid, started, place, activity } = parsed.value;
  return typeof pid === 'number' &&
    typeof started === 'string' &&
    typeof place === 'string' &&
    typeof activity === 'string'
    ? { pid, started, place, activity }
    : undefined;
}

function describeHolder(holder: HolderNote | undefined, lock: string): string {
  return holder === undefined
    ? `the holder of ${lock}`
    : `process ${holder.pid} (${holder.activity})`;
}

/** For steps that may fail without harm: the queue only orders writers. */
function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
