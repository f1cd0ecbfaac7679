import { type Result, success } from '../base/result.ts';
import { recordJudgment } from '../judging/judgment-record.ts';
import type { VerificationGates } from '../promise/event.ts';
import type { CompletionPromise, JudgmentRecord } from '../promise/promise.ts';
import { type Actor, type Change, closeVerified } from '../promise/promise-changes.ts';
import { testChangesOf } from '../promise/tampering.ts';
import { selfValidated } from '../standing/answers.ts';
import { type ClosingFacts, type JudgeRun, runIn } from './facts.ts';
import { passGates } from './gates.ts';
import { servedBy } from './judged-facts.ts';

/** What closes a promise: the change, how it passed each gate, and the earlier PASS that served. */
export interface Closing {
  readonly change: Change;
  readonly gates: VerificationGates;
  readonly served: JudgmentRecord | undefined;
}

/** Closes a promise by facts that are whole. Fails as the first gate that is shut. */
export function decideClosing(facts: ClosingFacts, actor: Actor): Result<Closing> {
  const passed = passGates(facts);
  if (!passed.ok) return passed;
  const gates = passed.value;
  const { answerFor, promise, request } = facts;
  const run = runIn(facts);
  const judgment = run?.byModel === true ? withJudgment(promise, run, actor) : undefined;
  const tests = testChangesOf(facts.tierOne?.tampering);
  const proof = {
    text: request.proof ?? null,
    type: request.type,
    gates,
    selfValidated: ['passed', 'partial'].includes(gates.validation ?? '')
      ? selfValidated(promise, answerFor)
      : [],
    ...(tests === undefined ? {} : { tests }),
  };
  const closed = closeVerified(judgment?.promise ?? promise, proof, actor);
  const earlierEvents = judgment === undefined ? [] : [judgment.event];
  const served = run === undefined ? servedBy(facts) : undefined;
  return success({ change: { ...closed, earlierEvents }, gates, served });
}

/** A promise with a run of the judge, whose evidence it was. */
export function withJudgment(
  promise: CompletionPromise,
  run: JudgeRun,
  { at, session }: Actor,
): Change {
  const { backend, digest, endpoint, evidence, result, sees, tampering } = run;
  const seen = {
    ...(sees.length === 0 ? {} : { sees }),
    ...(run.isSameModel ? { same_model: true as const } : {}),
    ...(tampering.length === 0 ? {} : { tampering }),
  };
  const asked = { backend, endpoint, session_model: run.sessionModel, digest, evidence, ...seen };
  return recordJudgment(promise, result, { timestamp: at, session_id: session.id, ...asked });
}
