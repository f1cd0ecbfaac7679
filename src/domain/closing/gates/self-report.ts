import { failed, success } from '../../base/result.ts';
import { criteriaOf } from '../../promise/promise.ts';
import { openCriteria } from '../../promise/self-report.ts';
import type { Gate } from '../gate.ts';

/** Gate 1: every criterion is met with evidence; a promise without any has a proof in words. */
export const selfReport: Gate = ({ id, promise, request }) => {
  if (criteriaOf(promise).length === 0) {
    return (request.proof ?? '').trim() === ''
      ? failed({ kind: 'proof-missing', id })
      : success({ self_report: 'proof' });
  }
  const open = openCriteria(promise);
  return open.length === 0
    ? success({ self_report: 'passed' })
    : failed({ kind: 'criteria-open', id, status: promise.status, open });
};
