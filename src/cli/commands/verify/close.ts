import { isBelowGit } from '../../../adapters/git/folder.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { JudgeResult } from '../../../domain/judging/judgment.ts';
import { criteriaToProve, type JudgmentRecord, ownerOf } from '../../../domain/promise/promise.ts';
import { provedElsewhere, unboundProofs } from '../../../domain/promise/proof.ts';
import type { EffectiveSetting } from '../../../domain/settings/configuration.ts';
import { weakerSettings } from '../../../domain/settings/weaker.ts';
import { isAboutOtherEvidence } from '../../../domain/standing/answers.ts';
import type { VerifyRequest } from '../../../gates/cheap-gates.ts';
import { passedFindings } from '../../../gates/judge-gate.ts';
import { shownTampering } from '../../../gates/tampering.ts';
import type { LookAtTierOne } from '../../../gates/tier-one.ts';
import type { Verified } from '../../../gates/verified.ts';
import { verifyPromise } from '../../../gates/verify-promise.ts';
import { recordedLines, servedLines } from '../../../report/earlier-judgment-text.ts';
import { exitCodeOf } from '../../../report/exit.ts';
import { failureJson, failureLines } from '../../../report/failure-text.ts';
import {
  resultOfRefusal,
  resultOfServed,
  resultOfVerified,
  resultWithoutCriteria,
} from '../../../report/judge-json.ts';
import { oneLine } from '../../../report/printable.ts';
import { standingTamperingJson, tamperingNotes } from '../../../report/tampered-text.ts';
import { tierOneJson, tierOneNotes } from '../../../report/tier-one-text.ts';
import {
  elsewhereNotes,
  gateWarnings,
  unboundNotes,
  verifiedText,
} from '../../../report/verified-text.ts';
import { weakerJson, weakerText } from '../../../report/weaker-text.ts';
import type { PreparedJudge } from '../../../reviews/promise/run.ts';
import type { AcknowledgedChange } from '../../../store/promise-store.ts';
import type { Suite } from '../../../suite.ts';
import { commentOnTask } from '../../beads-comment.ts';
import type { Report } from '../../command.ts';
import { warningOf } from '../../print.ts';

/** What a call of `cs-verify --promise` wants said, and in which shape. */
export interface Wanted {
  /** `--judge` was given: JSON is the judge's result alone, whatever happens. */
  readonly judgeShape: boolean;
  readonly model: string;
  readonly task: string | undefined;
  /** The settings in force. */
  readonly effective: readonly EffectiveSetting[];
}

/** Takes a promise through the gates and says what came of it. */
export async function close(
  request: VerifyRequest,
  prepared: PreparedJudge | undefined,
  wanted: Wanted,
  lookAtTierOne: LookAtTierOne,
  suite: Suite,
): Promise<Result<Report>> {
  const verified = await verifyPromise(request, suite, lookAtTierOne);
  if (!verified.ok) return verified;
  const outcome = verified.value;
  switch (outcome.outcome) {
    case 'already-verified':
      return success(alreadyVerified(request, outcome, wanted));
    case 'recorded':
      return success(recorded(request, outcome, prepared, suite));
    case 'refused':
      return success(refused(outcome, prepared, wanted, suite));
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

/** Judged for its owner: the verdict, for whom it is kept, and what the owner still has to do. */
function recorded(
  { id }: VerifyRequest,
  { promise, run, stillShut, warnings }: Extract<Verified, { outcome: 'recorded' }>,
  prepared: PreparedJudge | undefined,
  { commandLines }: Suite,
): Report {
  const owner = ownerOf(promise);
  return {
    text: [
      ...(prepared?.lines(true) ?? []),
      ...recordedLines({ id, owner, isKept: run.byModel, stillShut }, commandLines),
    ]
      .join('\n')
      .trim(),
    json: { ...run.result, recorded_for: run.byModel ? owner : null },
    notes: [...(prepared?.notes() ?? []), ...warnings.map(warningOf)],
  };
}

function refused(
  { failure, run, warnings }: Extract<Verified, { outcome: 'refused' }>,
  prepared: PreparedJudge | undefined,
  { judgeShape }: Wanted,
  { commandLines }: Suite,
): Report {
  return {
    text: (prepared?.lines(false) ?? []).join('\n').trim(),
    json: judgeShape
      ? resultOfRefusal(run.result, failure)
      : { ...failureJson(failure, commandLines), judge: run.result },
    notes: [
      ...(prepared?.notes() ?? []),
      ...warnings.map(warningOf),
      failureLines(failure, commandLines),
    ],
    exitCode: exitCodeOf(failure, 'anything-else'),
  };
}

async function closed(
  request: VerifyRequest,
  { change, gates, run, served, tierOne }: Extract<Verified, { outcome: 'verified' }>,
  prepared: PreparedJudge | undefined,
  { effective, judgeShape, model, task }: Wanted,
  suite: Suite,
): Promise<Report> {
  const { id } = request;
  const tampering = shownTampering(change.after, tierOne.tampering, passedFindings(run));
  // Outside of git nothing is ever examined: it is said where the project wants to be kept from it.
  const isAboutGit = request.tampering === 'block' || isBelowGit(suite.environment.checkout);
  const weakened = { id, weaker: weakerSettings(change.after, effective) };
  const elsewhere = provedElsewhere(criteriaToProve(change.after), request.lookAtTree());
  const unbound = unboundProofs(criteriaToProve(change.after));
  const unsaid = task === undefined ? [] : await commentOnTask(task, id, change.after, suite);
  return {
    text: verifiedText(
      id,
      change.after,
      gates,
      { judgeLines: judgeLinesOf(prepared, served), tampering, tierOne },
      suite.style,
      suite.commandLines,
    ),
    json: judgeShape
      ? (run?.result ?? resultUnasked(served, model))
      : {
          id,
          promise: change.after,
          gates,
          tier1: tierOneJson(tierOne),
          tampering: tampering === undefined ? null : standingTamperingJson(tampering),
          elsewhere,
          not_bound: unbound,
          weaker_settings: weakerJson([weakened]),
          ...judgeJson(run?.result ?? (served && resultOfServed(served))),
        },
    notes: [
      ...gateWarnings(id, gates),
      ...(isBelowGit(suite.environment.checkout) ? tierOneNotes(tierOne) : []),
      ...(isAboutGit ? tamperingNotes(tierOne.tampering) : []),
      ...tierOne.warnings.map(warningOf),
      ...elsewhereNotes(elsewhere),
      ...weakerText(weakened).map((text) => `Note: ${text}`),
      ...unboundNotes(unbound),
      ...(prepared?.notes() ?? []),
      ...wasPending(change),
      ...(await otherEvidence(change, suite)),
      ...change.warnings.map(warningOf),
      ...unsaid,
    ],
  };
}

/** Answers that are about evidence which was replaced since: they still open the gate, and it is said. */
async function otherEvidence(
  { after, id }: AcknowledgedChange,
  { validations }: Suite,
): Promise<readonly string[]> {
  const answerFor = await validations.answersTo(id, criteriaToProve(after));
  return criteriaToProve(after)
    .filter((criterion) => {
      const answer = answerFor(criterion.id);
      return answer.found === 'answer' && isAboutOtherEvidence(answer.response, criterion);
    })
    .map(
      ({ id: ac }) =>
        `Note: the validator's answer for ${oneLine(ac)} refers to evidence that has since been replaced.`,
    );
}

function judgeJson(judge: JudgeResult | undefined): object {
  return judge === undefined ? {} : { judge };
}

/** The block of Gate 3: of the run, or of the earlier one that served. */
function judgeLinesOf(
  prepared: PreparedJudge | undefined,
  served: JudgmentRecord | undefined,
): readonly string[] {
  return served === undefined ? (prepared?.lines(true) ?? []) : servedLines(served);
}

function resultUnasked(served: JudgmentRecord | undefined, model: string): JudgeResult {
  return served === undefined ? resultWithoutCriteria(model) : resultOfServed(served);
}

function wasPending({ before, id }: AcknowledgedChange): readonly string[] {
  return before?.status === 'pending' ? [`Note: ${id} was verified without being started.`] : [];
}
