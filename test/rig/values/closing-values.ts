import type { ClosingFacts, ClosingRequest, JudgeRun } from '../../../src/domain/closing/facts.ts';
import { NO_TIER_ONE } from '../../../src/domain/closing/tier-one.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import { proofStanding } from '../../../src/domain/promise/proof.ts';
import type { TakeTree } from '../../../src/domain/promise/tree.ts';
import type { StoredAnswer } from '../../../src/domain/validation/validation.ts';
import { CHECK_SETTINGS, PROMISE_ID, sessionValue } from './domain-values.ts';
import { resultValue } from './judge-values.ts';
import { validatorResponse } from './promises.ts';
import { treeIs } from './proof-values.ts';

/** What the gates of a close decide by, as tests in the same process need it. */

/** A close that asks nothing but that a validator answers. */
export const CLOSING_REQUEST: ClosingRequest = {
  to: 'close',
  proof: undefined,
  type: 'test',
  validation: 'required',
  tampering: 'warn',
  shown: 'tell',
  judge: { demand: 'none' },
  tiers: CHECK_SETTINGS,
  serving: { independent: 'warn', sees: [] },
};

/** The facts of a close by the promise's owner, in a checkout that is `now`. No judge was asked. */
export function closingFacts(
  promise: CompletionPromise,
  request: Partial<ClosingRequest> = {},
  parts: Partial<ClosingFacts> = {},
  takeTree: TakeTree = treeIs('now'),
): ClosingFacts {
  return {
    id: PROMISE_ID,
    promise,
    session: sessionValue('session-a'),
    request: { ...CLOSING_REQUEST, ...request },
    answerFor: answered('PASS'),
    proofOf: (criterion) => proofStanding(criterion, takeTree),
    substance: () => undefined,
    tierOne: NO_TIER_ONE,
    judged: 'unasked',
    ...parts,
  };
}

/** The answer to every criterion; undefined where there is none. */
export function answered(verdict: string | undefined): (criterion: string) => StoredAnswer {
  return () =>
    verdict === undefined
      ? { found: 'none' }
      : { found: 'answer', response: validatorResponse(verdict) };
}

type Asking = Extract<ClosingRequest['judge'], { readonly demand: 'ask' }>;

/** A judge that is asked, once. */
export function askingValue(parts: Partial<Asking> = {}): Asking {
  return {
    demand: 'ask',
    about: 'all',
    onUnavailable: 'warn',
    wantsModel: false,
    votes: 1,
    model: 'a-model',
    isModel: true,
    isAnew: false,
    ...parts,
  };
}

/** A run of a judge; a PASS of a model where nothing else is said. */
export function judgeRunValue(parts: Partial<JudgeRun> = {}): JudgeRun {
  return {
    result: resultValue(),
    backend: 'api',
    byModel: true,
    endpoint: null,
    sessionModel: null,
    digest: 'd',
    evidence: { criteria: [], rest: 'e' },
    sees: [],
    isSameModel: false,
    tampering: [],
    fault: undefined,
    ...parts,
  };
}
