import type { ActEvent, ActFault } from './person-act.ts';
import type { Session } from './session.ts';

/**
 * The promise as its file holds it. Only `id`, `status` and `ownership.owned_by` are always there: other
 * programs write promises too. Keys that are not named here belong to them and survive every change.
 */
export interface CompletionPromise {
  readonly id: string;
  readonly status: string;
  readonly ownership: Ownership;
  readonly title?: string | null;
  readonly summary?: string | null;
  readonly acceptance_criteria?: readonly Criterion[] | null;
  readonly verification?: Verification | null;
  /** Every run of a judge, in the order of time. */
  readonly judgments?: readonly JudgmentRecord[] | null;
  /** What others let stand of what was found in its tests, in the order of time. */
  readonly accepted?: readonly Acceptance[] | null;
  /** The tier of its criteria, in place of the project's. */
  readonly tier?: number | null;
  /** What its session asked a person to do, since it cannot while a judge's FAIL stands. */
  readonly give_up_requested?: { readonly [key: string]: unknown } | null;
  /** The settings by which a gate could be weakened, as they were when it was made, by their keys. */
  readonly settings?: unknown;
  readonly [key: string]: unknown;
}

interface Ownership {
  /** Null where no session owns the promise. Some scripts write an empty string instead. */
  readonly owned_by: string | null;
  readonly owned_since?: string | null;
  readonly created_by?: string | null;
  readonly created_at?: string | null;
  readonly [key: string]: unknown;
}

export interface Criterion {
  readonly id: string;
  readonly status: string;
  readonly description?: string | null;
  readonly evidence?: string | null;
  readonly evidence_type?: string | null;
  readonly met_at?: string | null;
  readonly met_by?: string | null;
  /** Where a person lifted the criterion: who, when and why. The criterion keeps its status. */
  readonly waived?: Waiver | null;
  /** The checks that a program can run for it, as they were declared. */
  readonly checks?: readonly DeclaredCheck[] | null;
  /** The seal by which the suite knows that this user recorded the checks on this machine. */
  readonly trust?: string | null;
  /** The last run of the checks that passed. */
  readonly proof?: Proof | null;
  /** Whether it is held by checks that pass without the work as well. */
  readonly must_show?: boolean | null;
  /** The item of a checklist that it was made of (`CriterionSource`). */
  readonly source?: unknown;
  /** The attempts at it and their ends, in the order of time. */
  readonly attempts?: readonly Attempt[] | null;
  /** Its tier, in place of the promise's. */
  readonly tier?: number | null;
  readonly [key: string]: unknown;
}

/** A check as the promise holds it. Only its kind is certain: a later version may have written the rest. */
export interface DeclaredCheck {
  readonly kind: string;
  readonly [key: string]: unknown;
}

/**
 * The record of a run that passed. `source` says what ran: the criterion's own checks, or a command that
 * the session chose when it met the criterion.
 */
export interface Proof {
  readonly source: string;
  /** The tree fingerprint for which it holds; null where it is bound to none. */
  readonly tree: string | null;
  /** The absolute path of the checkout that it was taken in, where that is not the project folder. */
  readonly checkout?: string | null;
  /** The scope of the fingerprint (`TreeScope`). */
  readonly inputs?: readonly string[] | null;
  readonly files?: readonly string[] | null;
  /** When the newest of its files was changed, in milliseconds since 1970. */
  readonly last_change?: unknown;
  /** The digest of the checks that passed. */
  readonly checks?: string | null;
  /** What its commands say of the work (`ShownFact`). */
  readonly shown?: unknown;
  readonly [key: string]: unknown;
}

/** One attempt at a criterion. Only the validator and its verdict are always there. */
export interface Attempt {
  readonly by: string;
  readonly verdict: string;
  readonly [key: string]: unknown;
}

/** The word for a person in records. That it was a person is as certain as a terminal can show. */
export const WAIVED_BY = 'person';

export interface Waiver {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** Its line in the ledger. */
  readonly event?: ActEvent | null;
  /** Why it does not count. Found out whenever the promise is read, and never stored. */
  readonly unconfirmed?: ActFault;
}

/** Who may accept a finding in a promise's tests: a session that does not own it, or a person on a terminal. */
export const ACCEPTERS = ['session', 'person'] as const;

/** That a finding in the tests may stand. */
export interface Acceptance {
  /** The name of the finding. */
  readonly digest: string;
  /** One of `ACCEPTERS`. */
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** The session that accepted it; null for a person without one. */
  readonly session?: string | null;
  /** Its line in the ledger. */
  readonly event?: ActEvent | null;
  /** Why it does not count. Found out whenever the promise is read, and never stored. */
  readonly unconfirmed?: ActFault;
}

/** The record of one run of a judge. Only `status` and `verdict` are always there. */
export interface JudgmentRecord {
  readonly status: string;
  readonly verdict: string;
  readonly [key: string]: unknown;
}

export interface Verification {
  readonly verified_at?: string | null;
  readonly verified_by?: string | null;
  readonly type?: string | null;
  readonly proof?: string | null;
  /** How each gate was passed. */
  readonly gates?: unknown;
  readonly [key: string]: unknown;
}

/** A promise with the id by which commands find it: the name of its file. */
export interface NamedPromise {
  readonly id: string;
  readonly promise: CompletionPromise;
}

/** Whether a promise has ended. The file of one that has belongs into the history. */
export function isClosed({ status }: Pick<CompletionPromise, 'status'>): boolean {
  return status === 'verified' || status === 'cancelled';
}

/** The owner, or null for an orphan. */
export function ownerOf(promise: CompletionPromise): string | null {
  return promise.ownership.owned_by || null;
}

/** Whether a session owns a promise, under any of its ids. */
export function isOwnedBy(promise: CompletionPromise, session: Session): boolean {
  const owner = ownerOf(promise);
  return owner !== null && session.ids.includes(owner);
}

/** The name of a promise for people: its title, else its summary. */
export function titleOf(promise: CompletionPromise): string {
  return promise.title || promise.summary || '(untitled)';
}

export function criteriaOf(promise: CompletionPromise): readonly Criterion[] {
  return promise.acceptance_criteria ?? [];
}

/** The criterion of an id, the first where several have it. */
export function criterionOf(promise: CompletionPromise, id: string): Criterion | undefined {
  return criteriaOf(promise).find((criterion) => criterion.id === id);
}

export function isMet(criterion: Criterion): boolean {
  return criterion.status === 'met';
}

/** Whether a person lifted it. What only its file says of that does not count (`person-act.ts`). */
export function isWaived({ waived }: Criterion): boolean {
  return (waived ?? null) !== null && waived?.unconfirmed === undefined;
}

/** Whether a criterion is met and says by what. One that a hand marked met without a word of evidence is not. */
export function isMetWithEvidence(criterion: Criterion): boolean {
  return isMet(criterion) && hasEvidence(criterion);
}

/** Whether a criterion still keeps its promise open: not met with evidence, and not waived. */
export function isOpen(criterion: Criterion): boolean {
  return !isMetWithEvidence(criterion) && !isWaived(criterion);
}

/** The criteria that the gates ask about: those that are not waived. */
export function criteriaToProve(promise: CompletionPromise): readonly Criterion[] {
  return criteriaOf(promise).filter((criterion) => !isWaived(criterion));
}

/** The checks of a criterion, as they were declared. */
export function checksOf(criterion: Criterion): readonly DeclaredCheck[] {
  return criterion.checks ?? [];
}

export function hasChecks(criterion: Criterion): boolean {
  return checksOf(criterion).length > 0;
}

export function hasEvidence(criterion: Criterion): boolean {
  return !isBlank(criterion.evidence ?? '');
}

/** Whether a text shows nothing to who reads it: it is empty, or made of blanks and marks that no one sees. */
export function isBlank(text: string): boolean {
  // Nearly every text is empty or shows a character of ASCII: to build the classes of all others takes Node 2 ms.
  if (text.trim() === '') return true;
  if (/[!-~]/.test(text)) return false;
  // U+2800 is a Braille pattern without a dot.
  return !/[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** How many criteria a promise has, and how many of them are met with evidence and waived. */
export function progressOf(promise: CompletionPromise) {
  const criteria = criteriaOf(promise);
  return {
    met: criteria.filter(isMetWithEvidence).length,
    total: criteria.length,
    waived: criteria.filter(isWaived).length,
  };
}
