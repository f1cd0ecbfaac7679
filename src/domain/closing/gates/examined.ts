import { failed, success } from '../../base/result.ts';
import { beginningOf } from '../../promise/beginning.ts';
import type { Gate } from '../gate.ts';
import { tamperingSetting } from '../tampering.ts';

/**
 * It could be told whether tests were weakened. A promise that was made outside of git has no commit to compare with, and
 * one of an earlier version names none: they are not kept open.
 */
export const examined: Gate = (facts) => {
  const { id, promise } = facts;
  const look = facts.tierOne?.tampering;
  const { commit } = beginningOf(promise);
  if (look === undefined || commit === undefined) return success({});
  if (tamperingSetting(facts) === 'warn') return success({});
  if (!look.examined) return failed({ kind: 'tampering-unexamined', id, reason: look.reason });
  // Where the commit is gone, the look went by the time, and began at another one.
  if (commit === null || look.base.startsWith(commit)) return success({});
  const reason = `git no longer has commit ${commit.slice(0, 12)}, at which the promise was created`;
  return failed({ kind: 'tampering-unexamined', id, reason });
};
