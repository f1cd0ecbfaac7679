import { UNPAID } from '../../domain/judging/payment.ts';
import type { Backend } from '../backend.ts';
import { createRubricJudge, RUBRIC } from './rubric-judge.ts';

/** The rules of evidence, for users without any model. */
export const rubricBackend: Backend = {
  name: RUBRIC,
  advice: null,
  causeOfLack: 'no-program',
  find: () => ({
    backend: RUBRIC,
    isModel: false,
    paidBy: UNPAID.free,
    lacks: undefined,
    commandFor: () => null,
    open: createRubricJudge,
  }),
};
