import { NO_TOKENS } from '../../domain/judging/model.ts';
import {
  neededEvidence,
  type RubricJudgment,
  rubricJudgments,
} from '../../domain/judging/rubric.ts';
import type { Judge, JudgeReply } from '../../ports.ts';
import { asksNoModel } from '../backend.ts';
import { unanswered } from '../reply.ts';

/** The name of this backend, and what stands in the place of a model. */
export const RUBRIC = 'rubric';

/**
 * A judge that holds the request's criteria against the rules of evidence. It reads words and not
 * meaning, answers at once, the same every time, and uses nothing. A question that is about no criteria
 * is not answered.
 */
export function createRubricJudge(): Judge {
  return {
    async ask({ criteria }) {
      return criteria === null
        ? unanswered('not-sent', asksNoModel(RUBRIC))
        : { ...FREE, answered: true, text: replyText(rubricJudgments(criteria)) };
    },
  };
}

const FREE: Pick<JudgeReply, 'usage' | 'isUsageKnown' | 'requestId' | 'endpoint'> = {
  usage: NO_TOKENS,
  isUsageKnown: true,
  requestId: null,
  endpoint: null,
};

/** The reply in the shape that a model is asked for. */
function replyText(judgments: readonly RubricJudgment[]): string {
  const failing = judgments.filter(({ lacks }) => lacks.length > 0);
  const isPass = judgments.length > 0 && failing.length === 0;
  return JSON.stringify({
    criteria_judgments: judgments.map(judgmentOf),
    reasoning:
      failing.length === 0
        ? 'The evidence contains what the rules for its type require. Rules cannot tell whether it is true.'
        : `The evidence of ${failing.length} of ${judgments.length} criteria is too vague to check.`,
    verdict: isPass ? 'PASS' : 'FAIL',
  });
}

function judgmentOf({ ac_id, lacks }: RubricJudgment): object {
  return lacks.length === 0
    ? { ac_id, judgment: 'PASS', reasoning: 'It contains what the rules for its type require.' }
    : {
        ac_id,
        judgment: 'FAIL',
        reasoning: `Incomplete: ${lacks.join('; ')}.`,
        would_satisfy: neededEvidence(lacks),
      };
}
