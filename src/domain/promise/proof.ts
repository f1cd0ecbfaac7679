import { canonicalText } from '../base/canonical.ts';
import { digestOf } from '../base/digest.ts';
import { isObject } from '../base/document.ts';
import type { ProofStanding } from '../base/failure.ts';
import { type Criterion, checksOf, type DeclaredCheck, hasChecks, type Proof } from './promise.ts';
import { isTreeOf, type TakenTree, type TakeTree, type TreeScope } from './tree.ts';

/** Where a proof comes from: the criterion's own checks, or a command that the session chose. */
export const PROOF_SOURCES = { checks: 'checks', selfChosen: 'self-chosen' } as const;

/** How a criterion's proof stands. Calls `takeTree` only where the answer depends on the files. */
export function proofStanding(criterion: Criterion, takeTree: TakeTree): ProofStanding {
  const proof = criterion.proof ?? undefined;
  if (hasChecks(criterion)) {
    if (proof === undefined || proof.source !== PROOF_SOURCES.checks) {
      return { standing: 'unproved', reason: '' };
    }
    if (proof.checks !== digestOfChecks(checksOf(criterion))) {
      return { standing: 'checks-changed', reason: '' };
    }
  }
  return proof === undefined ? { standing: 'none', reason: '' } : standingOf(proof, takeTree);
}

function standingOf(proof: Proof, takeTree: TakeTree): ProofStanding {
  if ((proof['failed_at'] ?? null) !== null) return { standing: 'unproved', reason: '' };
  if (proof.tree === null) {
    const reason = typeof proof['not_bound'] === 'string' ? proof['not_bound'] : '';
    return { standing: 'not-bound', reason };
  }
  const now = takeTree(scopeOf(proof), checkoutOf(proof));
  if (isTreeOf(now, proof.tree)) return { standing: 'fresh', reason: '' };
  const where = heldAgainst(proof, now);
  const checkout = now.isInstead === true ? undefined : checkoutOf(proof);
  return now.bound
    ? { standing: 'stale', reason: where, checkout, changed: changedFiles(proof, now) }
    : { standing: 'unknown', reason: [now.reason, where].filter(Boolean).join(', '), checkout };
}

/**
 * The files that changed since a proof, by their times: it keeps no digest of each. Undefined where it does not tell
 * how new they were, or was held against other files than its own.
 */
function changedFiles(proof: Proof, now: TakenTree): readonly string[] | undefined {
  const { last_change: moment } = proof;
  return typeof moment === 'number' ? now.changedSince?.(moment) : undefined;
}

/** Which checkout a proof was held against; empty for the project folder that it was taken in. */
function heldAgainst(proof: Proof, { isInstead = false }: TakenTree): string {
  const checkout = checkoutOf(proof);
  if (checkout === undefined) return '';
  return isInstead
    ? `compared with the project folder: its checkout ${checkout} is gone`
    : `in the checkout ${checkout}`;
}

/** The absolute path of the checkout that a proof was taken in, where that is not the project folder. */
export function checkoutOf({ checkout }: Proof): string | undefined {
  return checkout || undefined;
}

/** A criterion that is proved in another checkout, with content that the project folder does not have. */
export interface ElsewhereProof {
  readonly ac_id: string;
  readonly checkout: string;
}

/**
 * The criteria whose proof is of another checkout, where the project folder holds other content in the files
 * that it depends on. Takes the fingerprint of the project folder only where there is such a proof.
 */
export function provedElsewhere(
  criteria: readonly Criterion[],
  takeTree: TakeTree,
): readonly ElsewhereProof[] {
  return criteria.flatMap(({ id, proof }) => {
    const checkout = proof ? checkoutOf(proof) : undefined;
    if (!proof?.tree || checkout === undefined) return [];
    const own = takeTree(scopeOf(proof));
    return isTreeOf(own, proof.tree) ? [] : [{ ac_id: id, checkout }];
  });
}

/**
 * Whether a criterion rests on a run that passed, and that no later run of the same has contradicted. Its
 * files may have changed since: then it is to be run again.
 */
export function restsOnProof({ proof }: Criterion): boolean {
  return proof !== undefined && proof !== null && (proof['failed_at'] ?? null) === null;
}

/** A criterion that is proved, and why its proof cannot be compared with the checkout. */
export interface UnboundProof {
  readonly ac_id: string;
  readonly reason: string;
}

/** The criteria whose proof holds, and is bound to no state of the files: it never goes stale. */
export function unboundProofs(criteria: readonly Criterion[]): readonly UnboundProof[] {
  return criteria.flatMap((criterion) => {
    if (criterion.proof?.tree !== null) return [];
    const { reason, standing } = proofStanding(criterion, () => NOTHING_TO_COMPARE);
    return standing === 'not-bound' ? [{ ac_id: criterion.id, reason }] : [];
  });
}

const NOTHING_TO_COMPARE = { bound: false, why: 'unreadable', reason: '' } as const;

/** Whether a standing lets the gates open. */
export function isProved({ standing }: ProofStanding): boolean {
  return standing === 'none' || standing === 'fresh' || standing === 'not-bound';
}

/** The scope of the files that a proof depends on. */
export function scopeOf({ files, inputs }: Proof): TreeScope {
  return { inputs: inputs ?? null, files: files ?? [] };
}

/** The globs and files that a proof depends on; undefined where that is all of the checkout. */
export function narrowedTo({
  files,
  inputs,
}: Pick<Proof, 'files' | 'inputs'>): readonly string[] | undefined {
  return inputs == null ? undefined : [...new Set([...inputs, ...(files ?? [])])];
}

/** The path of a program that ran for a proof and is neither the system's nor the project's own. */
export function programOf({ program }: Proof): string | undefined {
  return isObject(program) && typeof program['path'] === 'string' ? program['path'] : undefined;
}

/** The digest of checks as they were declared: a proof holds for these and no others. */
export function digestOfChecks(checks: readonly DeclaredCheck[]): string {
  return digestOf(canonicalText(checks));
}
