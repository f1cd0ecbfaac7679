import { failed, success } from '../../base/result.ts';
import { criteriaToProve } from '../../promise/promise.ts';
import { tierOf, votesFor } from '../../promise/tier.ts';
import type { Gate } from '../gate.ts';

/** A tier that asks for a vote is not met by one judge, and one that asks for a judge not by none. */
export const tier: Gate = ({ id, promise, request: { judge, tiers } }) => {
  if (judge.demand === 'skip') return success({});
  const given = judge.demand === 'none' ? 0 : judge.votes;
  const short = criteriaToProve(promise).find((one) => votesFor(one, promise, tiers) > given);
  if (short === undefined) return success({});
  const asks = `${short.id} has tier ${tierOf(short, promise, tiers)}`;
  if (given === 0) {
    return failed({ kind: 'unjudged', id, reason: `${asks}, but no judge was called.` });
  }
  const votes = votesFor(short, promise, tiers);
  const reason = `${asks}, which requires ${votes} votes, not ${given}.`;
  return failed({ kind: 'unjudged', id, reason, votes });
};
