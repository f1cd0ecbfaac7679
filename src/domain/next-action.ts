import { standingRejection } from './judgment-record.ts';
import type { CheckDecision, OpenPromise } from './stop-check.ts';

/** What brings a blocked session forward. */
export type NextAction =
  | { readonly act: 'meet'; readonly id: string; readonly criterion: string }
  | { readonly act: 'prove'; readonly id: string }
  | { readonly act: 'start'; readonly id: string }
  | { readonly act: 'judge'; readonly id: string }
  | { readonly act: 'verify'; readonly id: string }
  /** The criterion failed too often: trying again is no longer for the session. */
  | {
      readonly act: 'tell-person';
      readonly id: string;
      readonly criterion: string;
      readonly failures: number;
    }
  | { readonly act: 'inspect'; readonly id: string }
  | { readonly act: 'repair' };

/** The next actions of a blocked session, in the order in which they help. */
export function nextActions(decision: CheckDecision): readonly NextAction[] {
  return [
    ...(decision.broken.length > 0 ? [{ act: 'repair' } as const] : []),
    ...openNextActions(decision),
    ...decision.pending.map(({ id }) => ({ act: 'start', id }) as const),
    ...rejectedNextActions(decision),
    ...unverifiedNextActions(decision),
    ...decision.unknown.map(({ id }) => ({ act: 'inspect', id }) as const),
  ];
}

/** What a rejected promise needs for the judge is said below, with what the judge found. */
function openNextActions({ inProgress, rejected }: CheckDecision): readonly NextAction[] {
  const isRejected = new Set(rejected.map(({ id }) => id));
  return inProgress
    .filter(({ id, open }) => !isRejected.has(id) || open.some(({ lack }) => lack !== 'judgment'))
    .flatMap(actionsFor);
}

/** One action for each kind of thing that a promise lacks; what is dearest comes last. */
function actionsFor({ id, open }: OpenPromise): readonly NextAction[] {
  const [lost] = open.filter(({ isForPerson }) => isForPerson);
  const forSession = open.filter(({ isForPerson }) => !isForPerson);
  const lacks = (lack: string) => forSession.filter((item) => item.lack === lack);
  const cheap: readonly NextAction[] = [
    ...lacks('met')
      .slice(0, 1)
      .map(({ criterion }) => ({ act: 'meet', id, criterion: criterion.id }) as const),
    ...lacks('proof')
      .slice(0, 1)
      .map(() => ({ act: 'prove', id }) as const),
    ...(lost === undefined
      ? []
      : [
          {
            act: 'tell-person',
            id,
            criterion: lost.criterion.id,
            failures: lost.failures,
          } as const,
        ]),
  ];
  return cheap.length > 0 ? cheap : [{ act: 'judge', id }];
}

/** A rejected promise that has nothing else left open: new evidence first, then the judge again. */
function rejectedNextActions({
  inProgress,
  maxRetries,
  rejected,
}: CheckDecision): readonly NextAction[] {
  const unfinished = new Set(
    inProgress
      .filter(({ open }) => open.some(({ lack }) => lack !== 'judgment'))
      .map(({ id }) => id),
  );
  return rejected
    .filter(({ id }) => !unfinished.has(id))
    .flatMap(({ id, promise }): readonly NextAction[] => {
      const { failed = [], times = 0 } = standingRejection(promise) ?? {};
      const [criterion] = failed;
      if (criterion !== undefined && times > maxRetries) {
        return [{ act: 'tell-person', id, criterion, failures: times }];
      }
      const meet = criterion === undefined ? [] : [{ act: 'meet', id, criterion } as const];
      return [...meet, { act: 'judge', id }];
    });
}

function unverifiedNextActions({ rejected, unverified }: CheckDecision): readonly NextAction[] {
  const judged = new Set(rejected.map(({ id }) => id));
  return unverified
    .filter(({ id }) => !judged.has(id))
    .map(({ id }) => ({ act: 'verify', id }) as const);
}
