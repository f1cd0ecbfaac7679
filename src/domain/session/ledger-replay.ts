import { canonicalText } from '../base/canonical.ts';
import { textsIn } from '../base/document.ts';
import { type ReadLine, recordsAbout } from '../promise/ledger.ts';
import type { FileLine } from '../promise/ledger-chain.ts';
import { digestOfSaid } from '../promise/person-act.ts';
import { memoryIdOf } from './gate-memory.ts';

/** What a ledger says when it is read from its first line to its last. */

/** A line of the ledger, by where it stands. `line`: counted from 1; `offset`, `end`: in bytes. */
export interface LineMark {
  readonly line: number;
  readonly offset: number;
  readonly end: number;
  readonly event: string | null;
  readonly at: string | null;
}

/** The last line on a file, and what it says of it. */
export interface Trail extends LineMark {
  readonly before: string | null;
  readonly after: string | null;
  readonly external: boolean;
  /** It says that the file was moved to the quarantine, whatever it held. */
  readonly isQuarantined: boolean;
}

/** A change of a file by something else than the suite, as the line that took it over shows it. */
export interface TakenOver extends LineMark {
  readonly path: string;
  /**
   * `changed-before`: the file was not as the line before on it had left it; `there-before`: no line before was about
   * it; `less-open`: something else had made a promise of the suite less open.
   */
  readonly what: 'changed-before' | 'there-before' | 'less-open';
}

/** What a person did, as events tell. */
export interface PersonActs {
  readonly acts: readonly RecordedAct[];
  /** The last line that took one back; undefined where none did. */
  readonly takenBack: LineMark | undefined;
}

/** `digest`: of its line, without files. */
export interface RecordedAct extends LineMark {
  readonly digest: string;
}

export interface Replay {
  /** Takes the next line. `line`: counted from 1. */
  take(line: number, place: FileLine, read: ReadLine): readonly TakenOver[];
  trails(): ReadonlyMap<string, Trail>;
  /** Of a file that was compared: its trail is not asked for again. */
  forget(path: string): void;
  actsOf(act: Act): PersonActs | undefined;
}

/**
 * An end of a session, by the name of its memory; that a session goes on with the end of another one; a criterion
 * that was waived; or a finding in the tests of a promise that was accepted.
 */
export type Act =
  | { readonly act: 'ended' | 'continued'; readonly memory: string }
  | { readonly act: 'waived'; readonly promise: string; readonly criterion: string }
  | { readonly act: 'accepted'; readonly promise: string; readonly finding: string };

interface ReplayWorld {
  readonly sha256: (text: string) => string;
  /** Whether the change of a line that ends there is known to have been carried out. */
  readonly isCarriedOut: (end: number) => boolean;
}

/** Holds what the last line on each file says: it grows with the files, and not with the ledger. */
export function createReplay({ isCarriedOut, sha256 }: ReplayWorld): Replay {
  const trails = new Map<string, Trail>();
  const persons = new Map<string, PersonActs>();

  function note(key: string, mark: LineMark, isTakenBack: boolean, read: ReadLine): void {
    const { acts, takenBack } = persons.get(key) ?? { acts: [], takenBack: undefined };
    const digest = () => digestOfSaid(read.fields, sha256);
    persons.set(
      key,
      isTakenBack
        ? { acts, takenBack: mark }
        : { acts: [...acts, { ...mark, digest: digest() }], takenBack },
    );
  }

  return {
    take(line, { end, start }, read) {
      const mark = { line, offset: start, end, event: read.event ?? null, at: timeIn(read) };
      for (const act of actsIn(read)) {
        note(keyOf(act), mark, read.event === 'session.reopened', read);
      }
      return recordsAbout(read).flatMap(({ after, before, external, isQuarantined, path }) => {
        const last = trails.get(path);
        const trail = { ...mark, after, before, external: external === true };
        trails.set(path, { ...trail, isQuarantined: isQuarantined === true });
        if (isQuarantined === true) return [];
        const what = takenOverBy({ before, external: trail.external }, last, isCarriedOut);
        return what === undefined ? [] : [{ ...mark, path, what }];
      });
    },
    trails: () => trails,
    forget: (path) => void trails.delete(path),
    actsOf: (act) => persons.get(keyOf(act)),
  };
}

/** What a line on a file shows that something else did to it since the last line on it. */
function takenOverBy(
  { before, external }: Pick<Trail, 'before' | 'external'>,
  last: Trail | undefined,
  isCarriedOut: (end: number) => boolean,
): TakenOver['what'] | undefined {
  if (last === undefined) return before === null ? undefined : 'there-before';
  if (external && !last.external) return 'less-open';
  if (last.isQuarantined) return before === null ? undefined : 'changed-before';
  const wasCutOff = before === last.before && !isCarriedOut(last.end);
  return before === last.after || wasCutOff ? undefined : 'changed-before';
}

function timeIn({ fields }: ReadLine): string | null {
  const at = fields['timestamp'];
  return typeof at === 'string' ? at : null;
}

function actsIn({ event, fields }: ReadLine): readonly Act[] {
  const { ac_id: criterion, digests, promise_id: promise, session } = fields;
  switch (event) {
    case 'session.ended':
    case 'session.reopened':
      return typeof session === 'string' ? [{ act: 'ended', memory: memoryIdOf(session) }] : [];
    case 'session.continued':
      return typeof session === 'string' ? [{ act: 'continued', memory: memoryIdOf(session) }] : [];
    case 'criterion.waived':
      return typeof promise === 'string' && typeof criterion === 'string'
        ? [{ act: 'waived', promise, criterion }]
        : [];
    case 'tampering.accepted':
      return typeof promise === 'string'
        ? textsIn(digests).map((finding) => ({ act: 'accepted', promise, finding }))
        : [];
    default:
      return [];
  }
}

function keyOf(act: Act): string {
  return canonicalText(act);
}
