import { failed, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { chainedLines, type FileRecord } from '../../domain/promise/ledger.ts';
import { type ActEvent, actDigest } from '../../domain/promise/person-act.ts';
import type { Clock, Digests } from '../../ports.ts';
import type { Commits } from '../files/commit.ts';
import type { IntendedChange, Intent, Ledger } from '../files/ledger.ts';

/** The ledger of a project while one transaction holds the project's row: what it adds is collected, and stored then. */
export interface CollectedLedger {
  readonly ledger: Ledger;
  /** The lines that were added, with what they say of files. */
  added(): readonly AddedLine[];
  head(): LedgerEnd;
}

interface AddedLine {
  readonly line: number;
  readonly start: number;
  readonly text: string;
  readonly event: string;
  readonly promise: string | null;
  readonly session: string | null;
  readonly files: readonly FileRecord[];
}

/** Where a ledger ends. */
export interface LedgerEnd {
  readonly lines: number;
  readonly bytes: number;
  readonly digest: string | null;
}

interface LedgerWorld {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly sessionId: string | null;
}

/** Thrown by a change that turns out to be one of the ledger, where the ledger is not held: it is to begin anew. */
export class LedgerNeeded extends Error {}

/** `end`: undefined where the ledger is not held. */
export function collectLedger(world: LedgerWorld, end: LedgerEnd | undefined): CollectedLedger {
  const lines: AddedLine[] = [];
  let head = end ?? { lines: 0, bytes: 0, digest: null };
  // One time for all: a line must become what was foreseen of it.
  const at = timestamp(world.clock.now());
  const planned = (change: IntendedChange) => plan(world, at, head, change);

  function intend(change: IntendedChange): Intent {
    const { act, added, end: next } = planned(change);
    if (change.foreseen !== undefined && !isSameAct(change.foreseen, act))
      return { outcome: 'lost' };
    const from = head.bytes;
    lines.push(...added);
    head = next;
    if (next.digest === null) return { outcome: 'added', head: null };
    return { outcome: 'added', head: { bytes: next.bytes, digest: next.digest }, from };
  }

  return {
    ledger: {
      hold(act) {
        if (end === undefined) throw new LedgerNeeded('the ledger is not held');
        return {
          value: act({
            intend,
            foresee(change) {
              const { act: foreseen } = planned(change);
              return foreseen === undefined
                ? failed({ kind: 'unexpected', message: 'a change without an event is no act' })
                : success(foreseen);
            },
          }),
        };
      },
      progress: () => undefined,
    },
    added: () => lines,
    head: () => head,
  };
}

/** What a change adds to a ledger that ends so, and where its last event will stand. */
function plan(
  { digests, sessionId }: LedgerWorld,
  at: string,
  end: LedgerEnd,
  { events, files = [], sessionId: acting }: IntendedChange,
): {
  readonly added: readonly AddedLine[];
  readonly end: LedgerEnd;
  readonly act: ActEvent | undefined;
} {
  const session = acting ?? sessionId;
  const lines = events.map((event) => ({ timestamp: at, session_id: session, ...event }));
  const { last, texts } = chainedLines(lines, files, end.digest, digests.of);
  const added: AddedLine[] = [];
  let bytes = end.bytes;
  for (const [index, text] of texts.entries()) {
    const line = lines[index];
    const promise = line !== undefined && 'promise_id' in line ? String(line.promise_id) : null;
    added.push({
      line: end.lines + index + 1,
      start: bytes,
      text,
      event: line?.event ?? '',
      promise,
      session: line?.session_id ?? null,
      files: index === texts.length - 1 ? files : [],
    });
    bytes += Buffer.byteLength(text) + 1;
  }
  const [written] = added.slice(-1);
  const digest = written === undefined ? undefined : actDigest(written.text, digests.of);
  const act =
    written === undefined || digest === undefined ? undefined : { offset: written.start, digest };
  return { added, end: { lines: end.lines + added.length, bytes, digest: last }, act };
}

function isSameAct(one: ActEvent, other: ActEvent | undefined): boolean {
  return one.offset === other?.offset && one.digest === other.digest;
}

/** Commits in memory: what is stored of them, and whether, is decided with the transaction. */
export function collectedCommits(
  put: (path: string, content: string) => void,
  draftName: () => string,
): Commits {
  return {
    replace(path, base, content, current, confirm = () => true) {
      if (current() !== base) return 'moved';
      if (!confirm()) return 'withdrawn';
      put(path, content);
      return 'committed';
    },
    draftName,
    sweep: () => undefined,
  };
}
