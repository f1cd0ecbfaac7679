import { criteriaToProve } from '../../promise/promise.ts';
import { notShown } from '../../shown/fact.ts';
import { type Gate, unless } from '../gate.ts';

/** No criterion that is to show the work rests on checks that pass without it as well. */
export const shown: Gate = ({ id, promise, request }) => {
  const criteria = notShown(criteriaToProve(promise), promise, request.shown);
  const named = criteria.map((one) => ({ id: one.id, description: one.description ?? '' }));
  return unless(named.length === 0 ? undefined : { kind: 'not-shown', id, criteria: named });
};
