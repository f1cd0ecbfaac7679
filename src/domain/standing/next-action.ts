import type { ProofStanding } from '../base/failure.ts';
import { standingRejection } from '../judging/judgment-record.ts';
import { type CompletionPromise, criterionOf, type NamedPromise } from '../promise/promise.ts';
import { restsOnProof } from '../promise/proof.ts';
import type { CheckDecision, FailedCriterion, OpenItem, OpenPromise } from './stop-check.ts';

/** A step that brings a blocked session forward. */
export type NextAction =
  | { readonly act: 'meet'; readonly id: string; readonly criterion: string }
  /** `checkout`: the folder to do it in, where that is not the project folder. */
  | { readonly act: 'prove'; readonly id: string; readonly checkout?: string | undefined }
  | { readonly act: 'start'; readonly id: string }
  | { readonly act: 'judge'; readonly id: string }
  | { readonly act: 'verify'; readonly id: string }
  /** The criterion failed too often, so the session should stop trying. */
  | {
      readonly act: 'tell-person';
      readonly id: string;
      readonly criterion: string;
      readonly failures: number;
    }
  /** A validator failed it, and only a later answer of the same one lifts that. */
  | ({ readonly act: 'answer-fail' } & FailedCriterion)
  | { readonly act: 'inspect'; readonly id: string }
  | { readonly act: 'repair' };

/** The next actions of a blocked session, in the order in which they help. */
export function nextActions(decision: CheckDecision): readonly NextAction[] {
  return [
    ...(decision.broken.length > 0 ? [{ act: 'repair' } as const] : []),
    ...decision.failed
      .filter((one) => !isLost(decision, one))
      .map((one) => ({ act: 'answer-fail', ...one }) as const),
    ...openNextActions(decision),
    ...decision.pending.map(({ id }) => ({ act: 'start', id }) as const),
    ...rejectedNextActions(decision),
    ...unverifiedNextActions(decision),
    ...decision.unknown.map(({ id }) => ({ act: 'inspect', id }) as const),
  ];
}

/** Whether a criterion failed so often that its session should stop trying. */
function isLost({ inProgress }: CheckDecision, { criterion, id }: FailedCriterion): boolean {
  return inProgress.some(
    (one) =>
      one.id === id && one.open.some((item) => item.isForPerson && item.criterion.id === criterion),
  );
}

/** The steps of promises in progress. A rejected one that lacks only the judge has its steps below. */
function openNextActions({ inProgress, rejected }: CheckDecision): readonly NextAction[] {
  const isRejected = idsOf(rejected);
  return inProgress
    .filter((one) => !isRejected.has(one.id) || hasOpenWork(one))
    .flatMap(actionsFor);
}

/** One step for each kind of thing that a promise lacks. The judge, who costs most, comes last. */
function actionsFor({ id, open }: OpenPromise): readonly NextAction[] {
  const lost = open.find(({ isForPerson }) => isForPerson);
  const actions: NextAction[] = [];
  const doable = open.filter(({ isForPerson, lack }) => !isForPerson && lack !== 'judgment');
  const unmet = doable.find((item) => !isToProve(item));
  if (unmet !== undefined) actions.push({ act: 'meet', id, criterion: unmet.criterion.id });
  const unproved = doable.filter(isToProve);
  if (unproved.length > 0) actions.push(proveAgain(id, unproved));
  if (lost !== undefined) {
    const { criterion, failures } = lost;
    actions.push({ act: 'tell-person', id, criterion: criterion.id, failures });
  }
  return actions.length > 0 ? actions : [{ act: 'judge', id }];
}

/** Whether only a run puts right what a criterion lacks: words do not take the place of a proof. */
function isToProve({ criterion, lack }: OpenItem): boolean {
  return lack === 'proof' || restsOnProof(criterion);
}

/** To prove a promise again: in the one checkout that all proofs were taken in that do not hold any more. */
export function proveAgain(
  id: string,
  unproved: readonly { readonly proof: ProofStanding }[],
): NextAction {
  const [checkout, ...others] = new Set(unproved.map(({ proof }) => proof.checkout));
  return others.length === 0 ? { act: 'prove', id, checkout } : { act: 'prove', id };
}

/** The steps of rejected promises with nothing else open: new evidence first, then the judge again. */
function rejectedNextActions({
  inProgress,
  maxRetries,
  rejected,
}: CheckDecision): readonly NextAction[] {
  const unfinished = idsOf(inProgress.filter(hasOpenWork));
  return rejected
    .filter(({ id }) => !unfinished.has(id))
    .flatMap(({ id, promise }): readonly NextAction[] => {
      const { failed = [], times = 0 } = standingRejection(promise) ?? {};
      const [criterion] = failed;
      if (criterion === undefined) return [{ act: 'judge', id }];
      return times > maxRetries
        ? [{ act: 'tell-person', id, criterion, failures: times }]
        : [newEvidence(id, promise, criterion), { act: 'judge', id }];
    });
}

/** How a criterion gets new evidence: by words, or where it is proved by running that again. */
function newEvidence(id: string, promise: CompletionPromise, criterion: string): NextAction {
  const found = criterionOf(promise, criterion);
  return found !== undefined && restsOnProof(found)
    ? { act: 'prove', id }
    : { act: 'meet', id, criterion };
}

function unverifiedNextActions({ rejected, unverified }: CheckDecision): readonly NextAction[] {
  const isRejected = idsOf(rejected);
  return unverified
    .filter(({ id }) => !isRejected.has(id))
    .map(({ id }) => ({ act: 'verify', id }) as const);
}

/** Whether a promise lacks more than the judge. */
function hasOpenWork({ open }: OpenPromise): boolean {
  return open.some(({ lack }) => lack !== 'judgment');
}

function idsOf(promises: readonly NamedPromise[]): ReadonlySet<string> {
  return new Set(promises.map(({ id }) => id));
}
