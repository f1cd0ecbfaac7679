import { canonicalText } from './canonical.ts';
import { digestOf } from './digest.ts';
import { type Criterion, checksOf, type DeclaredCheck, hasChecks, type Proof } from './promise.ts';
import type { TakeTree, TreeScope } from './tree.ts';

/** Where a proof comes from: the criterion's own checks, or a command that the session chose. */
export const PROOF_SOURCES = { checks: 'checks', selfChosen: 'self-chosen' } as const;

/**
 * How it stands with what a criterion can be proved by (DESIGN §4).
 * - `none`: it has no checks, and was not met by running anything.
 * - `unproved`: it has checks, and no proof of them.
 * - `checks-changed`: what was proved are not the checks that it has now.
 * - `stale`: what the proof depends on has changed since.
 * - `unknown`: whether it changed cannot be told just now.
 * - `fresh`: it passed, and nothing that it depends on has changed.
 * - `not-bound`: it passed, and cannot be held against the checkout.
 */
export interface ProofStanding {
  readonly standing:
    | 'none'
    | 'unproved'
    | 'checks-changed'
    | 'stale'
    | 'unknown'
    | 'fresh'
    | 'not-bound';
  /** Why, where there is more to say. */
  readonly reason: string;
}

/** How a criterion's proof stands. Takes the fingerprint of the project only where it has to. */
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
  const known = proof.glance ? { glance: proof.glance, digest: proof.tree } : undefined;
  const now = takeTree(scopeOf(proof), known);
  if (!now.bound) return { standing: 'unknown', reason: now.reason };
  return { standing: now.digest === proof.tree ? 'fresh' : 'stale', reason: '' };
}

/** Whether a standing lets the gates open. */
export function isProved({ standing }: ProofStanding): boolean {
  return standing === 'none' || standing === 'fresh' || standing === 'not-bound';
}

/** What a proof depends on. */
export function scopeOf({ files, inputs }: Proof): TreeScope {
  return { inputs: inputs ?? null, files: files ?? [] };
}

/** The digest of checks as they were declared: a proof holds for these and no others. */
export function digestOfChecks(checks: readonly DeclaredCheck[]): string {
  return digestOf(canonicalText(checks));
}
