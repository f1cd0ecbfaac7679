import { isBelowGit } from '../../../adapters/git/folder.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { ClosingRequest } from '../../../domain/closing/facts.ts';
import { passedFindings, shownTampering } from '../../../domain/closing/tampering.ts';
import {
  type CompletionPromise,
  criteriaToProve,
  ownerOf,
  titleOf,
} from '../../../domain/promise/promise.ts';
import { provedElsewhere, unboundProofs } from '../../../domain/promise/proof.ts';
import type { TakeTree } from '../../../domain/promise/tree.ts';
import { weakerSettings } from '../../../domain/settings/weaker.ts';
import { isAboutOtherEvidence } from '../../../domain/standing/answers.ts';
import { type AnswerFor, partialAmong } from '../../../domain/validation/validation.ts';
import { type Verified, verifyPromise } from '../../../gates/verify-promise.ts';
import { checklistNotes } from '../../../report/checklist-text.ts';
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
  closeText,
  elsewhereNotes,
  gateWarnings,
  unboundNotes,
  verifiedText,
} from '../../../report/verified-text.ts';
import { weakerJson, weakerText } from '../../../report/weaker-text.ts';
import type { AcknowledgedChange } from '../../../store/promise-store.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import { commentOnTask } from '../../beads-comment.ts';
import { checklistLooks } from '../../changed-checklists.ts';
import type { Report } from '../../command.ts';
import { notify } from '../../notifying.ts';
import { warningOf } from '../../print.ts';
import { closingOf, modelOf, type VerifyCall } from './call.ts';

/** Takes a promise through the gates and says what came of it. */
export async function close(id: string, call: VerifyCall): Promise<Result<Report>> {
  const { suite } = call;
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const closing = await closingOf(found.value, actor.value.session, call);
  if (!closing.ok) return closing;
  const verified = await verifyPromise(closing.value);
  if (!verified.ok) return verified;
  const outcome = verified.value;
  const { request, world } = closing.value;
  const { tampering } = request;
  const model = modelOf(request.judge);
  switch (outcome.outcome) {
    case 'already-verified':
      return success(alreadyVerified(id, outcome, model, call));
    case 'recorded':
      return success(recorded(id, outcome, suite));
    case 'refused':
      return success(refused(outcome, call));
    case 'verified':
      return success(await closed(outcome, { model, tampering }, call, world.lookAtTree()));
  }
}

/** Whether JSON is the judge's result alone, whatever happens. */
function isJudgeShape({ args }: VerifyCall): boolean {
  return args.given('judge');
}

function alreadyVerified(
  id: string,
  { promise }: Extract<Verified, { outcome: 'already-verified' }>,
  model: string,
  call: VerifyCall,
): Report {
  const result = resultOfVerified(promise, model);
  const unjudged = isJudgeShape(call) ? ' (unjudged)' : '';
  return {
    text: `Already verified: ${id}${result.verdict === 'PASS' ? ' (judged: PASS)' : unjudged}`,
    json: isJudgeShape(call) ? result : { id, already_verified: true, promise },
  };
}

/** Judged for its owner: the verdict, for whom it is kept, and what the owner still has to do. */
function recorded(
  id: string,
  { promise, run, stillShut, warnings }: Extract<Verified, { outcome: 'recorded' }>,
  { commandLines }: Suite,
): Report {
  const owner = ownerOf(promise);
  const kept = recordedLines({ id, owner, isKept: run.byModel, stillShut }, commandLines);
  return {
    text: [...run.lines(run.result.verdict === 'PASS'), ...kept].join('\n').trim(),
    json: { ...run.result, recorded_for: run.byModel ? owner : null },
    notes: [...run.notes, ...warnings.map(warningOf)],
  };
}

function refused(
  { failure, run, warnings }: Extract<Verified, { outcome: 'refused' }>,
  call: VerifyCall,
): Report {
  const { commandLines } = call.suite;
  return {
    text: run.lines(false).join('\n').trim(),
    json: isJudgeShape(call)
      ? resultOfRefusal(run.result, failure)
      : { ...failureJson(failure, commandLines), judge: run.result },
    notes: [...run.notes, ...warnings.map(warningOf), failureLines(failure, commandLines)],
    exitCode: exitCodeOf(failure, 'anything-else'),
  };
}

async function closed(
  { change, gates, run, served, tierOne }: Extract<Verified, { outcome: 'verified' }>,
  asked: { readonly model: string } & Pick<ClosingRequest, 'tampering'>,
  call: VerifyCall,
  takeTree: TakeTree,
): Promise<Report> {
  const { args, effective, suite } = call;
  const { after, id } = change;
  const session = suite.environment.session?.id ?? null;
  notify({ event: 'verified', session_id: session, promise_id: id, text: titleOf(after) }, suite);
  const task = args.text('task-id');
  const tampering = shownTampering(after, tierOne.tampering, passedFindings(run));
  const isInGit = isBelowGit(suite.environment.checkout);
  const weakened = { id, weaker: weakerSettings(after, effective) };
  const elsewhere = provedElsewhere(criteriaToProve(after), takeTree);
  const unbound = unboundProofs(criteriaToProve(after));
  const unsaid = task === undefined ? [] : await commentOnTask(task, id, after, suite);
  const judgeLines = served === undefined ? (run?.lines(true) ?? []) : servedLines(served);
  const judged = run?.result ?? (served && resultOfServed(served));
  const answers = await suite.validations.answersTo(id, criteriaToProve(after));
  const partial = partialAmong(criteriaToProve(after), answers);
  const shown = { id, promise: after, gates, partial, judgeLines, tampering, tierOne };
  return {
    text:
      suite.spelling === 'drop-in' || args.given('verbose')
        ? verifiedText(shown, suite.style, suite.commandLines)
        : closeText(shown, suite.style),
    json: isJudgeShape(call)
      ? (judged ?? resultWithoutCriteria(asked.model))
      : {
          id,
          promise: after,
          gates,
          tier1: tierOneJson(tierOne),
          tampering: tampering === undefined ? null : standingTamperingJson(tampering),
          elsewhere,
          not_bound: unbound,
          weaker_settings: weakerJson([weakened]),
          ...(judged === undefined ? {} : { judge: judged }),
        },
    notes: [
      ...gateWarnings(id, gates),
      ...(isInGit ? tierOneNotes(tierOne) : []),
      // Outside of git nothing is ever examined: it is said where the project wants to be kept from it.
      ...(isInGit || asked.tampering !== 'warn' ? tamperingNotes(tierOne.tampering) : []),
      ...tierOne.warnings.map(warningOf),
      ...elsewhereNotes(elsewhere),
      ...weakerText(weakened).map((text) => `Note: ${text}`),
      ...unboundNotes(unbound),
      ...checklistNotes(checklistLooks(suite)(after)),
      ...(run?.notes ?? []),
      ...wasPending(change),
      ...otherEvidence(after, answers),
      ...change.warnings.map(warningOf),
      ...unsaid,
    ],
  };
}

/** Answers that are about evidence which was replaced since: they still open the gate, and it is said. */
function otherEvidence(after: CompletionPromise, answerFor: AnswerFor): readonly string[] {
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

function wasPending({ before, id }: AcknowledgedChange): readonly string[] {
  return before?.status === 'pending' ? [`Note: ${id} was verified without being started.`] : [];
}
