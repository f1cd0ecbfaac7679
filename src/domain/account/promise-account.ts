import { isObject, textOf } from '../base/document.ts';
import type { CostLine } from '../judging/cost-line.ts';
import { summarizeCost } from '../judging/cost-summary.ts';
import { isJudged, standingRejection } from '../judging/judgment-record.ts';
import { acceptancesOf, acceptedDigests } from '../promise/acceptance.ts';
import { RECORDED_GATES } from '../promise/event.ts';
import {
  type CompletionPromise,
  criteriaOf,
  criteriaToProve,
  ownerOf,
  titleOf,
} from '../promise/promise.ts';
import { votesFor } from '../promise/tier.ts';
import { keptSelfValidated, selfValidated } from '../standing/answers.ts';
import { standingRequest } from '../standing/giving-up.ts';
import { validationProblems } from '../validation/validation.ts';
import type {
  CostAccount,
  CriterionAccount,
  GateAccount,
  PromiseAccount,
  PromiseStanding,
  TamperingAccount,
} from './account.ts';
import { concernsOf } from './concerns.ts';
import { criterionAccount } from './criterion-account.ts';
import type { Cleaning, PromiseFacts, TamperingFacts, Timeline } from './facts.ts';
import { judgmentAccounts } from './judgment-account.ts';

/** What a report says of a promise. */
export function promiseAccount(facts: PromiseFacts, clean: Cleaning): PromiseAccount {
  const { calls, id, promise, record, timeline } = facts;
  const self =
    promise.status === 'verified'
      ? keptSelfValidated(promise)
      : selfValidated(promise, facts.answerFor);
  const criteria = criteriaOf(promise).map((criterion) =>
    criterionAccount(criterion, facts, self, clean),
  );
  const rejection = standingRejection(promise);
  const parts = {
    criteria,
    tampering: tamperingAccount(promise, facts.look, clean),
    ...peopleAccount(facts, clean),
  };
  return {
    id: clean.text(id),
    title: clean.text(titleOf(promise)),
    summary: summaryOf(promise, clean),
    standing: standingOf(facts, criteria, rejection !== undefined),
    status: clean.text(promise.status),
    ...originAccount(promise, clean),
    project: null,
    machine: null,
    tier: promise.tier ?? null,
    ...parts,
    gates: gateAccounts(promise, clean),
    judgments: judgmentAccounts(promise, calls, clean),
    cost: calls === undefined ? null : costAccount(calls),
    record: record ?? null,
    timeline: timeline.entries.map(({ at, event, session_id, words }) => ({
      at: clean.text(at),
      session_id: session_id === null ? null : clean.text(session_id),
      event: clean.text(event),
      words: clean.text(words),
    })),
    timeline_left_out: timeline.left_out,
    concerns: concernsOf(
      {
        promise,
        record,
        rejection,
        checklists: facts.checklists,
        isCloseRecorded: isCloseIn(timeline),
        ...parts,
      },
      clean,
    ),
  };
}

function summaryOf(promise: CompletionPromise, clean: Cleaning): string | null {
  const { summary } = promise;
  return summary && summary !== titleOf(promise) ? clean.text(summary) : null;
}

function standingOf(
  facts: PromiseFacts,
  criteria: readonly CriterionAccount[],
  isRejected: boolean,
): PromiseStanding {
  const { status } = facts.promise;
  if (status === 'verified' && facts.record === 'changed-outside') return 'changed';
  if (status === 'verified' || status === 'cancelled') return status;
  if (isRejected) return 'rejected';
  const isOpen = criteria.some(({ standing }) => standing === 'open' || standing === 'stale');
  if (isOpen || criteria.length === 0) return 'open';
  return isToAnswer(facts) ? 'met' : 'ready';
}

/** Whether a validator or a judge has still to answer before it closes. */
function isToAnswer({ answerFor, gates, promise }: PromiseFacts): boolean {
  const criteria = criteriaToProve(promise);
  const problems = validationProblems(criteria, answerFor).filter(
    ({ why }) => gates.validation !== 'when-present' || why !== 'missing',
  );
  const isUnjudged = criteria.some((criterion) => {
    const votes = votesFor(criterion, promise, gates);
    return votes > 0 && !isJudged(promise, criterion, votes);
  });
  return isUnjudged || (gates.validation !== 'off' && problems.length > 0);
}

/** Whether the ledger tells of a promise's end. It is among the last lines on it. */
function isCloseIn({ entries }: Timeline): boolean {
  return entries.some(({ event }) => event === 'promise.verified' || event === 'promise.cancelled');
}

type Origin = Pick<
  PromiseAccount,
  'owner' | 'created_by' | 'created_at' | 'verified_at' | 'verified_by'
>;

function originAccount(promise: CompletionPromise, clean: Cleaning): Origin {
  const { ownership, verification } = promise;
  const text = (value: string | null | undefined): string | null =>
    value ? clean.text(value) : null;
  return {
    owner: text(ownerOf(promise)),
    created_by: text(ownership.created_by),
    created_at: text(ownership.created_at),
    verified_at: text(verification?.verified_at),
    verified_by: text(verification?.verified_by),
  };
}

/** What it waits for, what was asked of a person, and how its session was let go. */
function peopleAccount(
  { capped, promise, waiting }: PromiseFacts,
  clean: Cleaning,
): Pick<PromiseAccount, 'waiting' | 'request' | 'capped'> {
  const request = standingRequest(promise);
  return {
    waiting:
      waiting === undefined
        ? null
        : {
            question: clean.text(waiting.question),
            needs: waiting.needs,
            at: clean.text(waiting.at),
          },
    request:
      request === undefined
        ? null
        : {
            what: request.what,
            at: clean.text(request.at),
            session_id: clean.text(request.session_id),
          },
    capped:
      capped === undefined ? null : { at: clean.text(capped.at), why: clean.text(capped.why) },
  };
}

/** The words that say that a gate asked for less than it could. */
const WEAK: ReadonlySet<string> = new Set([
  'partial',
  'skipped',
  'off',
  'unavailable',
  'rubric',
  'not-bound',
  'not-examined',
  'warned',
]);

function gateAccounts(
  { verification }: CompletionPromise,
  clean: Cleaning,
): readonly GateAccount[] {
  const gates = verification?.gates;
  if (!isObject(gates)) return [];
  // A version beside this one may have written others.
  return RECORDED_GATES.flatMap((gate) => {
    const passage = textOf(gates[gate]);
    return passage === ''
      ? []
      : [{ gate, passage: clean.text(passage), is_weak: WEAK.has(passage) }];
  });
}

/** The word by which a gate was passed; null where it was not. */
function passageOf(
  { verification }: CompletionPromise,
  gate: string,
  clean: Cleaning,
): string | null {
  const gates = verification?.gates;
  const passage = isObject(gates) ? textOf(gates[gate]) : '';
  return passage === '' ? null : clean.text(passage);
}

function tamperingAccount(
  promise: CompletionPromise,
  look: TamperingFacts | undefined,
  clean: Cleaning,
): TamperingAccount {
  const accepted = acceptedDigests(promise);
  const counting = acceptancesOf(promise);
  const isExamined = look?.examined === true;
  return {
    source: isExamined ? 'looked' : look === undefined ? 'recorded' : 'not-examined',
    reason: look?.examined === false ? clean.text(look.reason) : '',
    notes: (isExamined ? look.notes : []).map((note) => clean.text(note)),
    passage: passageOf(promise, 'tampering', clean),
    findings: (isExamined ? look.findings : []).map(({ detail, digest, kind, line, path }) => ({
      digest: clean.text(digest),
      kind: clean.text(kind),
      path: clean.text(path),
      line,
      detail: clean.text(detail),
      accepted: accepted.has(digest),
    })),
    acceptances: (promise.accepted ?? []).map((acceptance) => ({
      digest: clean.text(acceptance.digest),
      by: clean.text(acceptance.by),
      at: clean.text(acceptance.at),
      reason: clean.text(acceptance.reason),
      session_id: acceptance.session ? clean.text(acceptance.session) : null,
      counts: counting.includes(acceptance),
    })),
  };
}

function costAccount(calls: readonly CostLine[]): CostAccount {
  const { total } = summarizeCost(calls, 'kind', { since: undefined, until: undefined });
  const { calls: count, calls_of_unknown_cost, cost_usd } = total;
  return { calls: count, cost_usd, calls_of_unknown_cost };
}
