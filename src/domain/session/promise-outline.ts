import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  hasChecks,
  hasEvidence,
  isClosed,
  isMet,
  isWaived,
} from '../promise/promise.ts';

/** How open a promise is, as far as an edit of its file could make it less so. */
export interface PromiseOutline {
  readonly status: string;
  /** Per criterion its id, whether it counts as met, and whether it has evidence. */
  readonly criteria: readonly CriterionOutline[];
}

export interface CriterionOutline {
  readonly id: string;
  readonly isMet: boolean;
  readonly hasEvidence: boolean;
}

/**
 * How open a promise is. A criterion counts as met where it keeps no gate shut for want of it: it is waived, or
 * it is met with evidence and, where it has checks, with a proof.
 */
export function outlineOf(promise: CompletionPromise): PromiseOutline {
  return {
    status: promise.status,
    criteria: criteriaOf(promise).map((criterion) => ({
      id: criterion.id,
      isMet: countsAsMet(criterion),
      hasEvidence: hasEvidence(criterion),
    })),
  };
}

function countsAsMet(criterion: Criterion): boolean {
  const isProvedOrFree = !hasChecks(criterion) || (criterion.proof ?? null) !== null;
  return isWaived(criterion) || (isMet(criterion) && hasEvidence(criterion) && isProvedOrFree);
}

/** One thing by which a promise is less open than it was. */
export type Lessening =
  | { readonly what: 'status'; readonly before: string; readonly now: string }
  | { readonly what: 'criterion-gone'; readonly id: string }
  | { readonly what: 'criterion-met'; readonly id: string }
  /** The session does not own it any more. */
  | { readonly what: 'owner' }
  /** Nothing is known of how open it was: the register did not have it. */
  | { readonly what: 'not-known' };

/** In what a promise is less open than it was; empty where it is in nothing. */
export function lesseningsOf(before: PromiseOutline, now: PromiseOutline): readonly Lessening[] {
  const ended: readonly Lessening[] =
    isClosed(now) && !isClosed(before)
      ? [{ what: 'status', before: before.status, now: now.status }]
      : [];
  const found = numbered(now.criteria);
  const inCriteria = [...numbered(before.criteria)].map(([key, { id, isMet: wasMet }]) => {
    const criterion = found.get(key);
    if (criterion === undefined) return { what: 'criterion-gone', id } as const;
    return criterion.isMet && !wasMet ? ({ what: 'criterion-met', id } as const) : undefined;
  });
  return [...ended, ...inCriteria.filter((lessening) => lessening !== undefined)];
}

/** Both, each thing once. */
export function lesseningsTogether(
  some: readonly Lessening[],
  others: readonly Lessening[],
): readonly Lessening[] {
  const byText = new Map([...some, ...others].map((one) => [JSON.stringify(one), one]));
  return [...byText.values()];
}

/** Whether a promise is less open than it was: its status, a criterion that is gone, or one that is met now. */
export function lessOpen(before: PromiseOutline, now: PromiseOutline): boolean {
  return lesseningsOf(before, now).length > 0;
}

/** Criteria by their ids; several of one id are told apart by their number. */
function numbered(criteria: readonly CriterionOutline[]): ReadonlyMap<string, CriterionOutline> {
  const byKey = new Map<string, CriterionOutline>();
  const counts = new Map<string, number>();
  for (const criterion of criteria) {
    const count = counts.get(criterion.id) ?? 0;
    counts.set(criterion.id, count + 1);
    byKey.set(`${count}/${criterion.id}`, criterion);
  }
  return byKey;
}
