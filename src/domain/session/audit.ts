import type { ChainFault } from '../promise/ledger-chain.ts';
import { isAddedElsewhere, isCarriedOut, type KeptHead } from './kept-head.ts';
import type { LineMark, PersonActs, RecordedAct, TakenOver, Trail } from './ledger-replay.ts';

/** Whether the files of a state folder are as its ledger says. */

/** What does not fit. */
export type Misfit =
  | ChainFault['why']
  /** The ledger ends before a head that was kept of it; or another line stands where that head was. */
  | 'cut-short'
  | 'other-line'
  /** Something else made a promise of the suite less open, and a later command took that over. */
  | 'less-open'
  /** A file is not as the last line on it left it. */
  | 'changed'
  | 'put-back'
  | 'gone'
  | 'came-back'
  | 'unread'
  /** It is both in promises/ and in history/; or in the history and has not ended. */
  | 'twice'
  | 'not-ended'
  /** What only a person may do stands in a file, and no line tells of it; or one took it back. */
  | 'end-unrecorded'
  | 'end-taken-back'
  /** It is the end of another session, and no line says that this one goes on in the place of that. */
  | 'end-not-inherited'
  /** Its line was added by something that keeps no head for this user. */
  | 'act-added-elsewhere'
  | 'waiver-unrecorded'
  | 'acceptance-unrecorded';

/** What something else than the suite did, which is no tampering by itself. */
export type External =
  | Exclude<TakenOver['what'], 'less-open'>
  /** No line is about the file. */
  | 'unrecorded'
  /** The whole log is of a version that chained nothing. */
  | 'old-log'
  /** The head that is kept outside of the project cannot be read. */
  | 'head-unread';

export interface AuditFinding<What = Misfit | External> {
  readonly what: What;
  /** From the state folder, with `/`. */
  readonly path: string;
  /** The line of the ledger that it shows at, or that told last of the file: counted from 1. */
  readonly line: number | null;
  /** Where that line begins, in bytes. */
  readonly offset: number | null;
  /** The time of that line, and its event. */
  readonly since: string | null;
  readonly event: string | null;
  /** What more is to be said: why it cannot be read, which criterion, which head. */
  readonly detail: string | null;
}

/** What an audit came to. */
export interface Audit {
  /** The path of the ledger. */
  readonly ledger: string;
  readonly lines: number;
  readonly bytes: number;
  readonly since: string | null;
  readonly until: string | null;
  /**
   * The head that is kept outside of the project: `at-end` of the ledger; `behind` it, as after a crash or where
   * another user wrote; `missing`: what was cut off the end does not show; `lost`: the ledger does not have it.
   */
  readonly head: 'at-end' | 'behind' | 'missing' | 'lost';
  /** Where it is kept. */
  readonly headFile: string;
  /** How many files were compared. */
  readonly files: number;
  readonly misfits: readonly AuditFinding<Misfit>[];
  readonly externals: readonly AuditFinding<External>[];
  /** How many more of each kind there are than are listed. */
  readonly leftOut: { readonly misfits: number; readonly externals: number };
}

/** A file as it is now. */
export type FileNow =
  | { readonly there: 'nothing' }
  | { readonly there: 'unread'; readonly reason: string }
  | {
      readonly there: 'file';
      readonly digest: string;
      /** Of an answers' log whose last line a crash cut off: the digest of what stands before that line. */
      readonly digestBeforeTornEnd?: string;
      /** Where a promise lies; other files have one place. */
      readonly place: 'open' | 'history' | 'both' | 'only';
      /** Whether a promise has ended; undefined where it cannot be read, or is none. */
      readonly hasEnded?: boolean;
    };

/** The detail of a changed file that says of itself that it ended, while the last line on it is of something else. */
export const UNRECORDED_CLOSE = 'close';

function isClose(event: string | null): boolean {
  return event === 'promise.verified' || event === 'promise.cancelled';
}

/** How a file stands to the last line on it; undefined where it fits. `trail`: undefined where no line is about it. */
export function standingOf(
  now: FileNow,
  trail: Trail | undefined,
  isCarriedOut: (end: number) => boolean,
): { readonly what: Misfit | 'unrecorded'; readonly detail: string | null } | undefined {
  const said = (what: Misfit | 'unrecorded', detail: string | null = null) => ({ what, detail });
  if (trail === undefined) return now.there === 'nothing' ? undefined : said('unrecorded');
  const mayBeBefore = !isCarriedOut(trail.end);
  if (now.there === 'nothing') {
    if (trail.after === null) return undefined;
    if (trail.before !== null) return said('gone');
    return mayBeBefore ? undefined : said('gone');
  }
  // A line that a repair wrote says nothing of what the file held before.
  if (trail.isQuarantined) return mayBeBefore ? undefined : said('came-back');
  if (now.there === 'unread') return said('unread', now.reason);
  if (now.place === 'both') return said('twice');
  if (now.place === 'history' && now.hasEnded === false) return said('not-ended');
  if (now.digest === trail.after) return undefined;
  const isBefore = now.digest === trail.before || now.digestBeforeTornEnd === trail.before;
  if (isBefore) return mayBeBefore ? undefined : said('put-back');
  if (trail.after === null) return said('came-back');
  return said('changed', now.hasEnded === true && !isClose(trail.event) ? UNRECORDED_CLOSE : null);
}

/** The event that an act in a file names, where it names one. */
export interface ActReference {
  readonly offset: number;
  readonly digest: string;
}

/** What a ledger says of an act that stands in a file. */
interface ToldOfAct {
  /** The acts of its kind. */
  readonly told: PersonActs | undefined;
  /** Of an end of another session: what is told of this one, and the line that it names. */
  readonly inherited?: {
    readonly ends: PersonActs | undefined;
    readonly told: PersonActs | undefined;
    readonly reference: ActReference;
  };
}

/**
 * What is wrong with an act of a person that stands in a file; undefined where the ledger has it. `by`: the line that
 * shows it. A file of a version whose acts name no event counts where any event tells of it.
 */
export function recordedActFault(
  { inherited, told }: ToldOfAct,
  reference: ActReference | undefined,
  kept: KeptHead | undefined,
): { readonly fault: 'unrecorded' | 'not-inherited' } | ShownFault | undefined {
  const act = reference === undefined ? told?.acts.at(-1) : actAt(told, reference);
  if (act === undefined) return { fault: 'unrecorded' };
  const taking = inherited && actAt(inherited.told, inherited.reference);
  if (inherited !== undefined && taking === undefined) return { fault: 'not-inherited' };
  const back = backAfter(told, act, kept) ?? (taking && backAfter(inherited?.ends, taking, kept));
  if (back !== undefined) return { fault: 'taken-back', by: back };
  const by = [act, ...(taking === undefined ? [] : [taking])].find(({ end }) =>
    isAddedElsewhere(kept, end),
  );
  return by === undefined ? undefined : { fault: 'added-elsewhere', by };
}

interface ShownFault {
  readonly fault: 'taken-back' | 'added-elsewhere';
  readonly by: LineMark;
}

function actAt(told: PersonActs | undefined, at: ActReference): RecordedAct | undefined {
  return told?.acts.find(({ digest, offset }) => offset === at.offset && digest === at.digest);
}

/** The line behind an act that took it back, where it is known that it came true. */
function backAfter(
  told: PersonActs | undefined,
  { offset }: LineMark,
  kept: KeptHead | undefined,
): LineMark | undefined {
  const back = told?.takenBack;
  return back !== undefined && back.offset > offset && isCarriedOut(kept, back.end)
    ? back
    : undefined;
}

/** A head that was kept of the ledger, and where. */
export interface HeadClaim {
  readonly bytes: number;
  readonly digest: string;
  /** In words for a person. */
  readonly source: string;
  readonly at: string | null;
}

/** Holds heads against the lines of a ledger as they come. */
interface HeadCheck {
  /** The heads that another line stands in place of, seen now. */
  pass(line: {
    readonly end: number;
    readonly digest: string;
    readonly isEnded: boolean;
  }): readonly HeadClaim[];
  /** The heads that lie behind the end of the ledger. */
  rest(): readonly HeadClaim[];
}

export function createHeadCheck(claims: readonly HeadClaim[]): HeadCheck {
  const waiting = [...claims].sort((a, b) => a.bytes - b.bytes);
  let next = 0;
  return {
    pass({ digest, end, isEnded }) {
      const wrong: HeadClaim[] = [];
      for (let claim = waiting[next]; claim !== undefined; claim = waiting[next]) {
        if (claim.bytes > end) break;
        const isThere = claim.bytes === end && isEnded && claim.digest === digest;
        if (!isThere) wrong.push(claim);
        next += 1;
      }
      return wrong;
    },
    rest: () => waiting.slice(next),
  };
}
