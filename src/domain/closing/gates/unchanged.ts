import { failed, success } from '../../base/result.ts';
import { evidenceOf } from '../../judging/judged-facts.ts';
import {
  standingRejection,
  unchangedSinceRejected,
  VOTES_TO_LIFT,
} from '../../judging/judgment-record.ts';
import type { Gate } from '../gate.ts';
import { isToAsk, judgedFacts } from '../judged-facts.ts';

/** A model is not asked again over evidence that was rejected: one more voice lifts nothing. A vote can. */
export const unchanged: Gate = (facts) => {
  const { id, judged, promise } = facts;
  const { judge } = facts.request;
  const isOneVoice = judge.demand === 'ask' && judge.isModel && judge.votes < VOTES_TO_LIFT;
  const isFirst = (promise.judgments ?? []).length === 0;
  const isOver = judged !== undefined && judged !== 'passes';
  if (!isOneVoice || isFirst || isOver || !isToAsk(facts)) return success({});
  const criteria = unchangedSinceRejected(promise, evidenceOf(judgedFacts(facts)));
  const at = standingRejection(promise)?.at ?? '';
  return criteria.length === 0
    ? success({})
    : failed({ kind: 'unchanged-since-rejected', id, at, criteria, votes: VOTES_TO_LIFT });
};
