import type { Failure } from '../domain/base/failure.ts';
import { evidenceOf, type JudgedFacts, judgedCriteria } from '../domain/judging/judged-facts.ts';
import { servingPass } from '../domain/judging/judgment-record.ts';
import { isOwnedBy, type JudgmentRecord } from '../domain/promise/promise.ts';
import { closedFault, ownershipFault } from '../domain/promise/promise-changes.ts';
import type { Session } from '../domain/promise/session.ts';
import {
  proofFault,
  selfReportFault,
  tierFault,
  type VerifyRequest,
  type Views,
  validationFault,
} from './cheap-gates.ts';
import { unchangedFault } from './judge-gate.ts';
import { tamperedFault, unexaminedFault } from './tampering.ts';
import { tierOneFault } from './tier-one.ts';

/** What stands in the way of a real run of the judge, as a dry run tells it: all of it, and not the first alone. */
interface InTheWay {
  /** Why nobody would be asked. */
  readonly unasked: readonly Failure[];
  /** Why the promise would stay open although the judge passes it. */
  readonly unclosed: readonly Failure[];
  /** The earlier PASS that would serve in place of a run. */
  readonly served: JudgmentRecord | undefined;
}

/** Holds a promise against every gate that needs no model. `session`: who would ask; undefined where none is set. */
export function inTheWay(
  facts: JudgedFacts,
  request: VerifyRequest,
  views: Views,
  session: Session | undefined,
): InTheWay {
  const { id, judge } = request;
  const { promise } = facts;
  const { tierOne } = views;
  const isOwner = session === undefined || isOwnedBy(promise, session);
  const gate2 = validationFault(promise, request, views) ?? tierFault(promise, request);
  const evidence = evidenceOf(facts);
  const isAnew = judge.demand === 'ask' && judge.isAnew;
  const votes = judge.demand === 'ask' ? judge.votes : 1;
  const served =
    isOwner && !isAnew ? servingPass(promise, evidence, { ...request.serving, votes }) : undefined;
  const nothing = judgedCriteria(facts).length === 0;
  return {
    unasked: given([
      session === undefined ? { kind: 'no-session' } : undefined,
      closedFault(id, promise, 'be judged'),
      proofFault(promise, request, views),
      nothing ? undefined : selfReportFault(promise, request),
      tierOne && tierOneFault(id, tierOne),
      unexaminedFault(request, promise, tierOne?.tampering),
      isOwner ? gate2 : undefined,
      unchangedFault(promise, evidence, request),
    ]),
    unclosed: given([
      session === undefined ? undefined : ownershipFault(id, promise, request.actor()),
      isOwner ? undefined : gate2,
      // A judge who sees them and passes the promise accepts them.
      tamperedFault(
        request,
        promise,
        tierOne?.tampering,
        facts.tampering?.map(({ digest }) => digest) ?? [],
      ),
    ]),
    served,
  };
}

function given(faults: readonly (Failure | undefined)[]): readonly Failure[] {
  return faults.filter((fault) => fault !== undefined);
}
