import { failed, success } from '../../base/result.ts';
import { criteriaToProve } from '../../promise/promise.ts';
import { partialAmong, validationProblems } from '../../validation/validation.ts';
import type { Gate } from '../gate.ts';

/** Gate 2: another looked at every criterion, as far as the settings ask for that. */
export const validation: Gate = ({ answerFor, id, promise, request }) => {
  const wanted = request.validation;
  const criteria = criteriaToProve(promise);
  if (criteria.length === 0) return success({ validation: 'no-criteria' });
  if (wanted === 'skipped' || wanted === 'off') return success({ validation: wanted });
  const problems = validationProblems(criteria, answerFor).filter(
    ({ why }) => wanted !== 'when-present' || why !== 'missing',
  );
  if (problems.length > 0) return failed({ kind: 'validation-blocked', id, problems });
  if (wanted === 'when-present') return success({ validation: wanted });
  return success({
    validation: partialAmong(criteria, answerFor).length > 0 ? 'partial' : 'passed',
  });
};
