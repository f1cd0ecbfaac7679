import { canonicalText } from '../base/canonical.ts';
import { digestOf } from '../base/digest.ts';
import { acceptancesOf, withoutAcceptanceFaults } from '../promise/acceptance.ts';
import { beginningOf } from '../promise/beginning.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  hasChecks,
  hasEvidence,
  isClosed,
  isMetWithEvidence,
  isWaived,
} from '../promise/promise.ts';

/** How open a promise is, as far as an edit of its file could make it less so. */
export interface PromiseOutline {
  readonly status: string;
  /** Per criterion its id, whether it counts as met, whether it has evidence, and what it asks for. */
  readonly criteria: readonly CriterionOutline[];
  /** A digest of what judges said of it. Undefined where an earlier version wrote the outline. */
  readonly judged?: string | undefined;
  /**
   * A digest of when, at which commit and with which settings it was made: since then its tests are looked at.
   * Undefined where an earlier version wrote the outline.
   */
  readonly began?: string | undefined;
  /** The names of the findings in its tests whose acceptances count; missing where there are none. */
  readonly accepted?: readonly string[] | undefined;
}

export interface CriterionOutline {
  readonly id: string;
  readonly isMet: boolean;
  readonly hasEvidence: boolean;
  /**
   * A digest of what it asks for: its words, its checks and its tier. No command changes the words, so a change from
   * outside shows. Undefined where an earlier version wrote the outline.
   */
  readonly asks?: string | undefined;
  /** A digest of its proof, and of the control that earlier versions kept, which commands alone write. Undefined as above. */
  readonly proved?: string | undefined;
}

/**
 * How open a promise is. A criterion counts as met where it keeps no gate shut for want of it: it is waived, or
 * it is met with evidence and, where it has checks, with a proof.
 */
export function outlineOf(promise: CompletionPromise): PromiseOutline {
  const accepted = acceptancesOf(promise).map(({ digest }) => digest);
  return {
    status: promise.status,
    criteria: criteriaOf(promise).map((criterion) => ({
      id: criterion.id,
      isMet: countsAsMet(criterion),
      hasEvidence: hasEvidence(criterion),
      asks: askedBy(criterion, promise),
      proved: digestOf(canonicalText([criterion.proof ?? null, criterion['control'] ?? null])),
    })),
    judged: digestOf(canonicalText(withoutAcceptanceFaults(promise).judgments ?? [])),
    began: beganWith(promise),
    ...(accepted.length === 0 ? {} : { accepted }),
  };
}

function beganWith(promise: CompletionPromise): string {
  const { at, commit } = beginningOf(promise);
  const known = commit === undefined ? [] : [commit];
  return digestOf(canonicalText([at, known, promise.settings ?? null]));
}

function askedBy(criterion: Criterion, promise: CompletionPromise): string {
  const tier = criterion.tier ?? promise.tier ?? null;
  return digestOf(canonicalText([criterion.description ?? '', checksOf(criterion), tier]));
}

function countsAsMet(criterion: Criterion): boolean {
  const isProvedOrFree = !hasChecks(criterion) || (criterion.proof ?? null) !== null;
  return isWaived(criterion) || (isMetWithEvidence(criterion) && isProvedOrFree);
}

/** One thing by which a promise is less open than it was. */
export type Lessening =
  | { readonly what: 'status'; readonly before: string; readonly now: string }
  | { readonly what: 'criterion-gone'; readonly id: string }
  | { readonly what: 'criterion-met'; readonly id: string }
  /** It asks for something else: other words, other checks or another tier. */
  | { readonly what: 'criterion-changed'; readonly id: string }
  /** Its proof is not the one that a command wrote. */
  | { readonly what: 'criterion-proof'; readonly id: string }
  /** What judges said of it is not what a command wrote. */
  | { readonly what: 'judgments' }
  /** When, at which commit or with which settings it was made is not what a command wrote. */
  | { readonly what: 'beginning' }
  /** A finding in its tests was marked accepted. */
  | { readonly what: 'accepted'; readonly id: string }
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
  const inCriteria = [...numbered(before.criteria)].flatMap(([key, criterion]) =>
    lesseningsOfCriterion(criterion, found.get(key)),
  );
  const judged: readonly Lessening[] = isOther(before.judged, now.judged)
    ? [{ what: 'judgments' }]
    : [];
  const began: readonly Lessening[] = isOther(before.began, now.began)
    ? [{ what: 'beginning' }]
    : [];
  const known = new Set(before.accepted);
  const accepted = (now.accepted ?? [])
    .filter((id) => !known.has(id))
    .map((id): Lessening => ({ what: 'accepted', id }));
  return [...ended, ...inCriteria, ...judged, ...began, ...accepted];
}

function lesseningsOfCriterion(
  { asks, id, isMet: wasMet, proved }: CriterionOutline,
  now: CriterionOutline | undefined,
): readonly Lessening[] {
  if (now === undefined) return [{ what: 'criterion-gone', id }];
  return [
    ...(now.isMet && !wasMet ? [{ what: 'criterion-met', id } as const] : []),
    ...(isOther(asks, now.asks) ? [{ what: 'criterion-changed', id } as const] : []),
    ...(isOther(proved, now.proved) ? [{ what: 'criterion-proof', id } as const] : []),
  ];
}

/** Whether two digests differ; one that an earlier version did not write says nothing. */
function isOther(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

/** Both, each thing once. */
export function lesseningsTogether(
  some: readonly Lessening[],
  others: readonly Lessening[],
): readonly Lessening[] {
  const byText = new Map([...some, ...others].map((one) => [JSON.stringify(one), one]));
  return [...byText.values()];
}

/** Whether a promise is less open than it was, or may be: see `Lessening`. */
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
