import { digestOf } from '../base/digest.ts';
import { type Criterion, criteriaOf, isOpen, type NamedPromise } from '../promise/promise.ts';
import type { ClosedCount } from './bound.ts';
import type { Todo } from './todos.ts';

/** What counts as progress between two stops: a change in promises, proofs or todos. */

/**
 * A digest of the state of some promises. It leaves out attempts and judgments that failed: failing again
 * is no progress.
 */
export function workDigest(promises: readonly NamedPromise[]): string {
  const states = promises.map(({ id, promise }) => [
    id,
    promise.status,
    promise.tier ?? null,
    criteriaOf(promise).map(stateOf),
  ]);
  return digestOf(JSON.stringify(states));
}

function stateOf({
  checks,
  description,
  evidence,
  id,
  proof,
  status,
  tier,
  waived,
}: Criterion): unknown {
  // When and for how long a proof ran changes with every run.
  const proved = proof == null ? null : [proof.source, proof.tree, proof.checks ?? null];
  const asked = [id, description ?? null, checks ?? null, tier ?? null];
  return [...asked, status, evidence ?? null, waived != null, proved];
}

/** A digest of a session's own list. */
export function todosDigest(todos: readonly Todo[]): string {
  return todos.length === 0
    ? ''
    : digestOf(JSON.stringify(todos.map(({ status, text }) => [text, status])));
}

/** How many criteria of each promise are closed: met with evidence, or waived. */
export function closedCounts(promises: readonly NamedPromise[]): readonly ClosedCount[] {
  return promises.map(({ id, promise }) => [
    id,
    criteriaOf(promise).filter((criterion) => !isOpen(criterion)).length,
  ]);
}
