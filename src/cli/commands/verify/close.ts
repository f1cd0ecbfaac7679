import { isAboutOtherEvidence } from '../../../domain/answers.ts';
import { criteriaToProve } from '../../../domain/promise.ts';
import { type Result, success } from '../../../domain/result.ts';
import type { JudgeRun } from '../../../gates/judge-gate.ts';
import { type Verified, type VerifyRequest, verifyPromise } from '../../../gates/verify-promise.ts';
import { failureJson, failureLines } from '../../../report/failure-text.ts';
import {
  resultOfRefusal,
  resultOfVerified,
  resultWithoutCriteria,
} from '../../../report/judge-json.ts';
import { oneLine } from '../../../report/printable.ts';
import { gateWarnings, verifiedText } from '../../../report/verified-text.ts';
import type { AcknowledgedChange } from '../../../store/promise-store.ts';
import { commentOnTask } from '../../beads-comment.ts';
import type { Report } from '../../command.ts';
import { exitCodeOf } from '../../exit.ts';
import { warningOf } from '../../print.ts';
import type { Suite } from '../../suite.ts';
import type { PreparedJudge } from './judge.ts';

/** What a call of `cs-verify --promise` wants said, and in which shape. */
export interface Wanted {
  /** `--judge` was given: JSON is the judge's result alone, whatever happens. */
  readonly judgeShape: boolean;
  readonly model: string;
  readonly task: string | undefined;
}

/** Takes a promise through the gates and says what came of it. */
export async function close(
  request: VerifyRequest,
  prepared: PreparedJudge | undefined,
  wanted: Wanted,
  suite: Suite,
): Promise<Result<Report>> {
  const verified = await verifyPromise(request, suite);
  if (!verified.ok) return verified;
  const outcome = verified.value;
  switch (outcome.outcome) {
    case 'already-verified':
      return success(alreadyVerified(request, outcome, wanted));
    case 'refused':
      return success(refused(outcome, prepared, wanted));
    case 'verified':
      return success(await closed(request, outcome, prepared, wanted, suite));
  }
}

function alreadyVerified(
  { id }: VerifyRequest,
  { promise }: Extract<Verified, { outcome: 'already-verified' }>,
  { judgeShape, model }: Wanted,
): Report {
  const result = resultOfVerified(promise, model);
  const judged = result.verdict === 'PASS' ? ' (judged: PASS)' : judgeShape ? ' (unjudged)' : '';
  return {
    text: `Already verified: ${id}${judged}`,
    json: judgeShape ? result : { id, already_verified: true, promise },
  };
}

function refused(
  { failure, run, warnings }: Extract<Verified, { outcome: 'refused' }>,
  prepared: PreparedJudge | undefined,
  { judgeShape }: Wanted,
): Report {
  return {
    text: (prepared?.lines(false) ?? []).join('\n').trim(),
    json: judgeShape
      ? resultOfRefusal(run.result, failure)
      : { ...failureJson(failure), judge: run.result },
    notes: [...(prepared?.notes() ?? []), ...warnings.map(warningOf), failureLines(failure)],
    exitCode: exitCodeOf(failure, 'anything-else'),
  };
}

async function closed(
  request: VerifyRequest,
  { change, gates, run }: Extract<Verified, { outcome: 'verified' }>,
  prepared: PreparedJudge | undefined,
  { judgeShape, model, task }: Wanted,
  suite: Suite,
): Promise<Report> {
  const { id } = request;
  const unsaid = task === undefined ? [] : await commentOnTask(task, id, change.after, suite);
  return {
    text: verifiedText(id, change.after, gates, prepared?.lines(true) ?? [], suite.style),
    json: judgeShape
      ? (run?.result ?? resultWithoutCriteria(model))
      : { id, promise: change.after, gates, ...judgeJson(run) },
    notes: [
      ...gateWarnings(id, gates),
      ...(prepared?.notes() ?? []),
      ...wasPending(change),
      ...otherEvidence(change, suite),
      ...change.warnings.map(warningOf),
      ...unsaid,
    ],
  };
}

/** Answers that are about evidence which was replaced since: they still open the gate, and it is said. */
function otherEvidence(
  { after, id }: AcknowledgedChange,
  { validations }: Suite,
): readonly string[] {
  return criteriaToProve(after)
    .filter((criterion) => {
      const answer = validations.answerFor(id, criterion.id);
      return answer.found === 'answer' && isAboutOtherEvidence(answer.response, criterion);
    })
    .map(
      ({ id: ac }) =>
        `Note: the validator's answer for ${oneLine(ac)} is about evidence that was replaced since.`,
    );
}

function judgeJson(run: JudgeRun | undefined): object {
  return run === undefined ? {} : { judge: run.result };
}

function wasPending({ before, id }: AcknowledgedChange): readonly string[] {
  return before?.status === 'pending'
    ? [`Note: ${id} was verified without having been started.`]
    : [];
}
