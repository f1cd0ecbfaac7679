import { createNodeClock } from '../adapters/node-clock.ts';
import { timestamp } from '../domain/base/time.ts';
import type { JudgedFacts } from '../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../domain/judging/judgment.ts';
import type { RealityVerdict } from '../domain/judging/reality-check.ts';
import { answersIn, readResponse, type StoredAnswer } from '../domain/validation/validation.ts';
import {
  argumentFault,
  type CallOptions,
  inputFault,
  type JudgeCall,
  type JudgeInput,
} from './arguments.ts';
import { parsePromise } from './reading.ts';

/** What those who build on the suite may use. Nothing here does any work when it is loaded. */
export type { CostLine } from '../domain/judging/cost-line.ts';
export { blockingIssues, verdictOfFindings } from '../domain/judging/findings-policy.ts';
export { verdictOn } from '../domain/judging/judge-policy.ts';
export type {
  CriterionJudgment,
  Diagnostics,
  Feedback,
  JudgeResult,
  JudgeStatus,
  JudgeVerdict,
  Judgment,
  ReviewFinding,
  Severity,
  VoteResult,
  VoteTally,
} from '../domain/judging/judgment.ts';
export type { RealityVerdict, StopAttempt } from '../domain/judging/reality-check.ts';
export type { Substance } from '../domain/judging/substance.ts';
export { majorityOf } from '../domain/judging/vote.ts';
export type { CompletionPromise, Criterion } from '../domain/promise/promise.ts';
export type { PromiseReading } from '../domain/promise/promise-reading.ts';
export type { JudgeCall, JudgeInput } from './arguments.ts';
export {
  type JudgeResultReading,
  JudgeVerdictSchema,
  parseJudgeResult,
  parsePromise,
} from './reading.ts';

/** The time that a judge and a reality check have by default, in milliseconds. */
const USUAL_TIME_MS = 60_000;
const USUAL_CHECK_MS = 30_000;

/**
 * Has a promise judged, and gives the answer that `cs judge --json` prints. Reads no project, writes no file,
 * and closes nothing. An outage or a limit is an answer as well. Rejects with a `TypeError` where an argument is wrong.
 */
export async function runJudge(call: JudgeCall): Promise<JudgeResult> {
  const fault = argumentFault(call);
  if (fault !== undefined) throw new TypeError(fault);
  const facts = factsOf(call);
  const { model = 'sonnet' } = call;
  const models = typeof model === 'string' ? [model] : model;
  const { judgeOnce } = await import('../cli/judging.ts');
  return judgeOnce(facts, {
    ...optionsOf(call, USUAL_TIME_MS),
    backend: call.backend ?? 'api',
    models,
    votes: call.votes ?? models.length,
    stopsEarly: call.stopEarly ?? false,
    style: call.style ?? 'plain',
  });
}

/**
 * Asks a model whether work satisfies what the user asked for, and gives the verdict that `cs judge reality-check` prints.
 * Reads no project and writes no file. What keeps it from being judged passes, and its reason says why. Rejects with a
 * `TypeError` where an argument is wrong.
 */
export async function runRealityCheck(input: JudgeInput): Promise<RealityVerdict> {
  const fault = inputFault(input);
  if (fault !== undefined) throw new TypeError(fault);
  const { diff, directives, fingerprint, lastMessage, stopAttempts } = input;
  const material = {
    directives: directives.map((given, index) => ({
      ...(typeof given === 'string' ? { text: given, type: 'initial-request' as const } : given),
      id: `D-${index + 1}`,
      at: '',
      status: 'active' as const,
    })),
    changes: diff ? { shown: { ...diff, leftOut: [] } } : { unknown: 'no diff was given' },
    lastMessage,
    attempts: stopAttempts ?? [],
    fingerprint: fingerprint ?? null,
    notBound: undefined,
  };
  const { checkOnce } = await import('../cli/judging.ts');
  const options = optionsOf(input, USUAL_CHECK_MS);
  return checkOnce(material, { ...options, backend: 'api', model: input.model ?? 'sonnet' });
}

/** How the Messages API is asked, with what is usual in place of what is missing. */
function optionsOf(call: CallOptions, usualMs: number) {
  return {
    apiKey: call.apiKey,
    authToken: call.authToken,
    endpoint: call.endpoint,
    timeoutMs: call.timeoutMs ?? usualMs,
    maxUsd: call.maxUsd ?? null,
    sessionId: null,
    signal: call.signal ?? new AbortController().signal,
    secrets: call.secrets ?? [],
    onCost: call.onCost ?? (() => {}),
    onWarning: call.onWarning ?? (() => {}),
  };
}

/** What the judge is shown; throws where the promise or an answer cannot be read. */
function factsOf({ answers = {}, promise, substance }: JudgeCall): JudgedFacts {
  const reading = parsePromise(promise);
  if (!reading.ok) throw new TypeError(`\`promise\` cannot be judged: ${reading.reason}`);
  return {
    id: reading.promise.id,
    promise: reading.promise,
    answerFor: answersIn(new Map(Object.entries(answers).map(storedAnswer))),
    isAsked: () => true,
    ...(substance === undefined ? {} : { substance: { ...substance, redacted: [] } }),
  };
}

function storedAnswer([criterion, answer]: readonly [string, unknown]): [string, StoredAnswer] {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const reading = readResponse(text ?? '', timestamp(createNodeClock().now()));
  if (reading.ok) return [criterion, { found: 'answer', response: reading.response }];
  const { fault } = reading.fault;
  throw new TypeError(`\`answers\` has no valid answer for ${criterion}: ${LACKS[fault]}`);
}

const LACKS = {
  json: 'it is not an object',
  missing: 'a required field is missing',
  verdict: 'its verdict is not PASS, FAIL, PARTIAL or BLOCKED',
} as const;
