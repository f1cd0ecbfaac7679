import { checkLabel } from '../base/check-label.ts';
import { isObject, textOf } from '../base/document.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  isWaived,
  ownerOf,
  type Proof,
  titleOf,
} from '../promise/promise.ts';
import { narrowedTo } from '../promise/proof.ts';
import { type TestChanges, testChangesIn } from '../promise/tampering.ts';
import { keptSelfValidated } from '../standing/answers.ts';

/** What of a change of a promise its user is told, as a receipt. */

/** One thing that happened, as it follows from a change of a promise. */
export type ReceiptFact = { readonly name: string } & (
  | {
      readonly what: 'proved';
      /** What ran, or was looked at. */
      readonly subject: string;
      readonly source: string;
      readonly only: readonly string[] | undefined;
      /** How many tests ran, where the runner says so. */
      readonly ran: number | undefined;
      readonly tests: TestChanges;
    }
  | {
      readonly what: 'verified';
      readonly title: string;
      readonly isPartial: boolean;
      /** Whether a judge was wanted and could not be had. */
      readonly isUnjudged: boolean;
      readonly tests: TestChanges;
    }
  | { readonly what: 'skipped'; readonly title: string; readonly gate: 'validation' | 'judge' }
  | { readonly what: 'accepted'; readonly finding: string; readonly by: string }
  | { readonly what: 'waived'; readonly criterion: string; readonly reason: string }
  | { readonly what: 'answered'; readonly criterion: string }
);

/** A change of a promise. */
interface Changed {
  readonly id: string;
  readonly before: CompletionPromise | undefined;
  readonly after: CompletionPromise;
}

/** Whose user is told of a change; undefined where no session owns the promise. */
export function receiverOf({ after, before }: Changed): string | undefined {
  return ownerOf(after) ?? (before && ownerOf(before)) ?? undefined;
}

/** What of a change its user is told. */
export function receiptsOf({ after, before, id }: Changed): readonly ReceiptFact[] {
  const earlier = new Map((before ? criteriaOf(before) : []).map((one) => [one.id, one]));
  const criteria = criteriaOf(after);
  const known = new Set((before?.accepted ?? []).map(({ digest }) => digest));
  return [
    ...criteria.flatMap((one) => provedIn(id, one, earlier.get(one.id))),
    ...(before?.status === 'verified' || after.status !== 'verified' ? [] : closedIn(id, after)),
    ...(after.accepted ?? []).flatMap(({ by, digest }): readonly ReceiptFact[] =>
      known.has(digest)
        ? []
        : [{ what: 'accepted', name: `accepted:${id}:${digest}`, finding: digest, by }],
    ),
    ...criteria.flatMap((one) => waivedIn(id, one, earlier.get(one.id))),
  ];
}

function provedIn(
  id: string,
  { id: criterion, proof }: Criterion,
  before: Criterion | undefined,
): readonly ReceiptFact[] {
  if (!proof || (proof['failed_at'] ?? null) !== null || isSameProof(proof, before?.proof)) {
    return [];
  }
  const { source, tests_run: ran } = proof;
  return [
    {
      what: 'proved',
      name: `proved:${id}:${criterion}`,
      subject: subjectOf(proof) || criterion,
      source,
      only: narrowedTo(proof),
      ran: typeof ran === 'number' ? ran : undefined,
      tests: testChangesIn(proof['tests']),
    },
  ];
}

function isSameProof(proof: Proof, before: Proof | null | undefined): boolean {
  return before != null && JSON.stringify(proof) === JSON.stringify(before);
}

/** The first check of a proof, as people read it. */
function subjectOf({ results }: Proof): string {
  const [first] = Array.isArray(results) ? results.filter(isObject) : [];
  return checkLabel(textOf(first?.['name']));
}

function closedIn(id: string, after: CompletionPromise): readonly ReceiptFact[] {
  const { verification } = after;
  const gates = isObject(verification?.gates) ? verification.gates : {};
  const title = titleOf(after);
  const skipped = (['validation', 'judge'] as const).filter((gate) => gates[gate] === 'skipped');
  return [
    {
      what: 'verified',
      name: `verified:${id}`,
      title,
      isPartial: gates['validation'] === 'partial',
      isUnjudged: gates['judge'] === 'unavailable',
      tests: testChangesIn(verification?.['tests']),
    },
    ...skipped.map(
      (gate): ReceiptFact => ({ what: 'skipped', name: `skipped:${id}:${gate}`, title, gate }),
    ),
    ...keptSelfValidated(after).map(
      (criterion): ReceiptFact => ({
        what: 'answered',
        name: `answered:${id}:${criterion}`,
        criterion,
      }),
    ),
  ];
}

function waivedIn(
  id: string,
  criterion: Criterion,
  before: Criterion | undefined,
): readonly ReceiptFact[] {
  if (!isWaived(criterion) || (before !== undefined && isWaived(before))) return [];
  const reason = criterion.waived?.reason ?? '';
  return [
    { what: 'waived', name: `waived:${id}:${criterion.id}`, criterion: criterion.id, reason },
  ];
}
