import { failuresInARow, isForPerson } from '../judging/attempts.ts';
import { standingRejection } from '../judging/judgment-record.ts';
import {
  criteriaToProve,
  isClosed,
  isMetWithEvidence,
  isOwnedBy,
  type NamedPromise,
} from '../promise/promise.ts';
import type { Session } from '../promise/session.ts';
import type { CheckDecision, OpenItem } from '../standing/stop-check.ts';

/** What a user sees of a session at a glance: how far it is, and what keeps it. */

export interface StatusLineFacts {
  readonly session: Session;
  /** What the check found in each folder; without those in which a person ended the session. */
  readonly folders: readonly {
    readonly promises: readonly NamedPromise[];
    readonly decision: CheckDecision;
  }[];
  /** How many promises something else than the suite removed or changed. */
  readonly lost: number;
  readonly isWaiting: boolean;
  /** Whether the stop gate gave up holding the session at its last stop. */
  readonly isLetGo: boolean;
}

/** What keeps a promise open beside work that is not done yet, the worst first. */
export const TROUBLES = [
  'rejected',
  'for-person',
  'failed',
  'unknown-status',
  'stale',
  'not-started',
  'not-judged',
  'none',
  'not-verified',
] as const;

export type Trouble = (typeof TROUBLES)[number];

/** How one promise stands. */
export interface PromiseStanding {
  readonly met: number;
  readonly total: number;
  readonly trouble: Trouble;
  /** The criterion that it is about; undefined where it is about the whole promise. */
  readonly criterion: string | undefined;
}

export interface StatusLine {
  /** The promise that needs most; undefined where the session has none that is open. */
  readonly promise: PromiseStanding | undefined;
  /** How many promises it has beside that one. */
  readonly others: number;
  readonly lost: number;
  /** How many files could not be read. */
  readonly broken: number;
  readonly isLetGo: boolean;
  readonly isWaiting: boolean;
}

export function statusLine(facts: StatusLineFacts): StatusLine {
  const { folders, isLetGo, isWaiting, lost, session } = facts;
  const standings = folders.flatMap(({ decision, promises }) =>
    promises
      .filter(({ promise }) => isOwnedBy(promise, session) && !isClosed(promise))
      .map((promise) => standingOf(promise, decision)),
  );
  const rankOf = ({ trouble }: PromiseStanding): number => TROUBLES.indexOf(trouble);
  const [promise] = standings.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    promise,
    others: Math.max(0, standings.length - 1),
    lost,
    broken: folders.reduce((sum, { decision }) => sum + decision.broken.length, 0),
    isLetGo: isLetGo && folders.some(({ decision }) => !decision.mayEnd),
    isWaiting,
  };
}

function standingOf(named: NamedPromise, decision: CheckDecision): PromiseStanding {
  const { id, promise } = named;
  const criteria = criteriaToProve(promise);
  const open = decision.inProgress.find((one) => one.id === id)?.open ?? [];
  const isStarted = promise.status === 'in_progress';
  const met = isStarted ? criteria.length - open.length : criteria.filter(isMetWithEvidence).length;
  return { met, total: criteria.length, ...troubleOf(named, open, decision.maxRetries) };
}

/** The worst that there is about a promise; `open` are its open criteria where it is started. */
function troubleOf(
  { promise }: NamedPromise,
  open: readonly OpenItem[],
  maxRetries: number,
): Pick<PromiseStanding, 'trouble' | 'criterion'> {
  const rejection = standingRejection(promise);
  if (rejection !== undefined) return { trouble: 'rejected', criterion: rejection.failed[0] };
  const failed = criteriaToProve(promise).filter((one) => failuresInARow(promise, one) > 0);
  const lost = failed.find((one) => isForPerson(promise, one, maxRetries));
  if (lost !== undefined) return { trouble: 'for-person', criterion: lost.id };
  if (failed[0] !== undefined) return { trouble: 'failed', criterion: failed[0].id };
  if (promise.status === 'pending') return { trouble: 'not-started', criterion: undefined };
  if (promise.status !== 'in_progress') return { trouble: 'unknown-status', criterion: undefined };
  const about = (trouble: Trouble, isSo: (item: OpenItem) => boolean) => {
    const criterion = open.find(isSo)?.criterion.id;
    return criterion === undefined ? undefined : { trouble, criterion };
  };
  return (
    about('stale', ({ lack, proof }) => lack === 'proof' && proof.standing !== 'unproved') ??
    about('none', ({ lack }) => lack !== 'judgment') ??
    about('not-judged', () => true) ?? { trouble: 'not-verified', criterion: undefined }
  );
}
