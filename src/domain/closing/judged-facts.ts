import { evidenceOf, type JudgedFacts, judgedCriteria } from '../judging/judged-facts.ts';
import { servingPass, standingRejection } from '../judging/judgment-record.ts';
import type { JudgmentRecord } from '../promise/promise.ts';
import { tierOf } from '../promise/tier.ts';
import type { ClosingFacts } from './facts.ts';
import { judgedFindings } from './tampering.ts';

/** What a judge is shown, for every session that asks. */
export function judgedFacts({
  answerFor,
  id,
  promise,
  request: { judge, tiers },
  substance,
  tierOne,
}: ClosingFacts): JudgedFacts {
  const isByTier = judge.demand === 'ask' && judge.about === 'by-tier';
  // Criteria that an earlier run rejected are asked again: a PASS lifts only what it was asked about.
  const rejected = standingRejection(promise);
  const isRejected = (ac: string): boolean =>
    rejected !== undefined && (rejected.failed.length === 0 || rejected.failed.includes(ac));
  const isAsked: JudgedFacts['isAsked'] = (criterion) =>
    !isByTier || tierOf(criterion, promise, tiers) > 1 || isRejected(criterion.id);
  const tampering = judgedFindings(promise, tierOne?.tampering);
  const shown = substance();
  return {
    id,
    promise,
    answerFor,
    isAsked,
    ...(tampering.length === 0 ? {} : { tampering }),
    ...(shown === undefined ? {} : { substance: shown }),
  };
}

/** Whether a judge is wanted and has something to judge. */
export function isToAsk(facts: ClosingFacts): boolean {
  return facts.request.judge.demand === 'ask' && judgedCriteria(judgedFacts(facts)).length > 0;
}

/**
 * The earlier PASS that serves for the promise as it is; nothing where the judge is skipped or asked anew. Another session
 * asks for an opinion of its own.
 */
export function servedBy(facts: ClosingFacts): JudgmentRecord | undefined {
  const { promise, request } = facts;
  const { judge, serving, to } = request;
  const isFirst = (promise.judgments ?? []).length === 0;
  if (isFirst || judge.demand === 'skip' || to === 'judge') return undefined;
  if (judge.demand === 'ask' && judge.isAnew) return undefined;
  const votes = judge.demand === 'ask' ? judge.votes : 1;
  return servingPass(promise, evidenceOf(judgedFacts(facts)), { ...serving, votes });
}
