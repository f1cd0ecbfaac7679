import type { Session } from './session.ts';

/**
 * The promise as its file holds it. Only `id`, `status` and `ownership.owned_by` can be counted on
 * (CONTRACT); keys that are not named here belong to others and survive every change.
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
  /** What it takes to close it, over the project's `tier`. */
  readonly tier?: number | null;
  readonly [key: string]: unknown;
}

export interface Ownership {
  /** Null, or an empty string as some scripts write it: orphaned. */
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
  /** Who lifted the criterion, where a person did (DESIGN §4). It keeps its status. */
  readonly waived?: Waiver | null;
  /** What a program can check of it, as it was declared. */
  readonly checks?: readonly DeclaredCheck[] | null;
  /** The seal by which the user who declared the checks knows them again. */
  readonly trust?: string | null;
  /** The last run of the checks that passed. */
  readonly proof?: Proof | null;
  /** What the last control of its commands came to. */
  readonly control?: { readonly [key: string]: unknown } | null;
  /** What was tried of it and how that ended, in the order of time. */
  readonly attempts?: readonly Attempt[] | null;
  /** What it takes to close it, over the promise's `tier`. */
  readonly tier?: number | null;
  readonly [key: string]: unknown;
}

/** A check as the promise holds it; only its kind can be counted on. */
export interface DeclaredCheck {
  readonly kind: string;
  readonly [key: string]: unknown;
}

/**
 * That something which can be run was run and passed. `source`: the criterion's own checks, or a
 * command that the session chose when it met the criterion.
 */
export interface Proof {
  readonly source: string;
  /** The tree fingerprint that it holds for; null: it is bound to none. */
  readonly tree: string | null;
  /** What a glance at the checkout showed when the fingerprint was taken. */
  readonly glance?: string | null;
  /** What the fingerprint is of, as `TreeScope` says. */
  readonly inputs?: readonly string[] | null;
  readonly files?: readonly string[] | null;
  /** The digest of the checks that passed. */
  readonly checks?: string | null;
  readonly [key: string]: unknown;
}

/** One attempt at a criterion. Only who answered, and how, can be counted on. */
export interface Attempt {
  readonly by: string;
  readonly verdict: string;
  readonly [key: string]: unknown;
}

/** Who waives, as the record says it. That it was a person is the terminal's word (DESIGN §4). */
export const WAIVED_BY = 'person';

export interface Waiver {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** What is kept of one run of a judge. Only `status` and `verdict` can be counted on. */
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

/** A promise under the id that its file's name gives it, which is the id that commands take. */
export interface NamedPromise {
  readonly id: string;
  readonly promise: CompletionPromise;
}

/** Whether a promise has ended, so that its file belongs into the history. */
export function isClosed(promise: CompletionPromise): boolean {
  return promise.status === 'verified' || promise.status === 'cancelled';
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

/** What to call a promise: its title, else its summary. */
export function titleOf(promise: CompletionPromise): string {
  return promise.title || promise.summary || '(untitled)';
}

export function criteriaOf(promise: CompletionPromise): readonly Criterion[] {
  return promise.acceptance_criteria ?? [];
}

export function isMet(criterion: Criterion): boolean {
  return criterion.status === 'met';
}

export function isWaived(criterion: Criterion): boolean {
  return (criterion.waived ?? null) !== null;
}

/** Whether a criterion still keeps its promise open: neither met nor waived. */
export function isOpen(criterion: Criterion): boolean {
  return !isMet(criterion) && !isWaived(criterion);
}

/** The criteria that the gates ask about: those that nobody waived. */
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
  return (criterion.evidence ?? '').trim() !== '';
}

export interface Progress {
  readonly met: number;
  readonly total: number;
  readonly waived: number;
}

export function progressOf(promise: CompletionPromise): Progress {
  const criteria = criteriaOf(promise);
  return {
    met: criteria.filter(isMet).length,
    total: criteria.length,
    waived: criteria.filter(isWaived).length,
  };
}
