import { isObject, textOf, textsIn } from '../domain/base/document.ts';
import { digestOfFacts, evidenceOfCriteria } from '../domain/judging/judged-facts.ts';
import { isJudged, standingRejection, wasAskedAbout } from '../domain/judging/judgment-record.ts';
import { type ReplayedJudgment, replayJudgment } from '../domain/judging/replayed-judgment.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criteriaToProve,
  isWaived,
} from '../domain/promise/promise.ts';
import { isProved, proofStanding } from '../domain/promise/proof.ts';
import { openCriteria } from '../domain/promise/self-report.ts';
import { type TierSettings, votesFor } from '../domain/promise/tier.ts';
import type { TakeTree } from '../domain/promise/tree.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import { type AnswerFor, validationProblems } from '../domain/validation/validation.ts';

/**
 * Derives the verdict on a promise again from what is stored of it: nobody is asked and nothing is written. Of a
 * verified promise it says whether the recorded verdict follows; of an open one, what each gate says now.
 */

/** What is stored of a promise, wherever it was read. */
export interface ReplayFacts {
  readonly id: string;
  readonly promise: CompletionPromise;
  /** The governing answers; of a verified promise those that were there when it was verified. */
  readonly answerFor: AnswerFor;
  /** The checkout as it is now, for an open promise. What was proved once stays proved in a verified one. */
  readonly takeTree: TakeTree;
  /** By which an open promise would be verified. */
  readonly settings: TierSettings & {
    readonly validation: Configuration['gates']['validation'];
  };
}

export const GATES = ['self_report', 'proofs', 'validation', 'judge'] as const;

export type Gate = (typeof GATES)[number];

/** One gate as it was recorded, and as it follows. */
interface ReplayedGate {
  readonly gate: Gate;
  /** How the promise passed it, as `verification.gates` says; null where nothing is recorded. */
  readonly recorded: string | null;
  /** How it is passed by what is stored; `shut` where it is not, `unknown` where nothing says. */
  readonly derived: string;
  /** Whether what is recorded follows. True of an open promise, which has nothing recorded. */
  readonly follows: boolean;
  readonly reasons: readonly ReplayReason[];
}

/** Why a gate is shut or does not follow. `criterion`: which it is about, where it is about one. */
interface ReplayReason {
  readonly why:
    | 'not-met'
    | 'no-evidence'
    | 'no-proof-text'
    | 'not-proved'
    | 'failed-result'
    | 'no-answer'
    | 'answer-blocks'
    | 'has-criteria'
    | 'rejected'
    | 'no-judgment'
    | 'other-evidence'
    | 'asks-for-votes'
    | 'unsigned';
  readonly criterion?: string;
  readonly detail?: string;
}

export interface Replay {
  readonly id: string;
  readonly status: string;
  /** Whether everything that is recorded follows from what is stored. */
  readonly follows: boolean;
  /** None where the promise was cancelled. */
  readonly gates: readonly ReplayedGate[];
  /** What else the record says was passed, of which nothing is stored that it could be derived from. */
  readonly recordedOnly: Readonly<Record<string, string>>;
  readonly judgments: readonly ReplayedJudgment[];
  readonly waived: readonly Criterion[];
}

/** Replays a promise. */
export function replayPromise(facts: ReplayFacts): Replay {
  const { id, promise } = facts;
  const judgments = (promise.judgments ?? []).map(replayJudgment);
  const gates = gatesOf(facts);
  return {
    id,
    status: promise.status,
    follows: [...gates, ...judgments.map(({ faults }) => ({ follows: faults.length === 0 }))].every(
      ({ follows }) => follows,
    ),
    gates,
    recordedOnly: recordedOnly(promise),
    judgments,
    waived: criteriaOf(promise).filter(isWaived),
  };
}

/** Parsing files and running commands leave no trace but their word. */
function recordedOnly({ status, verification }: CompletionPromise): Replay['recordedOnly'] {
  const gates = status === 'verified' && isObject(verification?.gates) ? verification.gates : {};
  const others = Object.entries(gates).filter(([gate]) => !GATES.some((known) => known === gate));
  return Object.fromEntries(others.map(([gate, word]) => [gate, textOf(word)]));
}

function gatesOf(facts: ReplayFacts): readonly ReplayedGate[] {
  switch (facts.promise.status) {
    case 'cancelled':
      return [];
    case 'verified':
      return GATES.map((gate) => verifiedGate(gate, facts));
    default:
      return GATES.map((gate) => {
        const { passage, reasons } = OPEN_GATES[gate](facts);
        return { gate, recorded: null, derived: passage, follows: true, reasons };
      });
  }
}

/** How a gate is passed, and why it is not. */
interface Passage {
  readonly passage: string;
  readonly reasons: readonly ReplayReason[];
}

const shut = (reasons: readonly ReplayReason[], otherwise: string): Passage => ({
  passage: reasons.length > 0 ? 'shut' : otherwise,
  reasons,
});

/** Says how a gate of a verified promise is passed; it is told how it was passed by the record. */
type VerifiedGate = (facts: ReplayFacts, recorded: string | null) => Passage;

const VERIFIED_GATES: Readonly<Record<Gate, VerifiedGate>> = {
  self_report: (facts) => selfReport(facts, facts.promise.verification?.proof ?? null),
  // What a proof depends on may have changed since: that it was fresh then is what the record says.
  proofs: ({ promise }) =>
    proofs(promise, (criterion) => () => ({ bound: true, digest: criterion.proof?.tree ?? '' })),
  validation: (facts, recorded) => validationThen(facts, recorded),
  judge: (facts, recorded) => judgeThen(facts, recorded),
};

function verifiedGate(gate: Gate, facts: ReplayFacts): ReplayedGate {
  const { verification } = facts.promise;
  const gates = isObject(verification?.gates) ? verification.gates : {};
  const recorded = typeof gates[gate] === 'string' ? gates[gate] : null;
  const { passage, reasons } = VERIFIED_GATES[gate](facts, recorded);
  const unsigned: readonly ReplayReason[] =
    gate === 'self_report' && !verification?.verified_at ? [{ why: 'unsigned' }] : [];
  const follows =
    unsigned.length === 0 &&
    passage !== 'shut' &&
    (recorded === null || recorded === passage || isLooser(gate, recorded, passage));
  return { gate, recorded, derived: passage, follows, reasons: [...unsigned, ...reasons] };
}

/** A proof that is bound can be recorded as one that is not: what the checkout hides is looked for at verify. */
function isLooser(gate: Gate, recorded: string, derived: string): boolean {
  return gate === 'proofs' && recorded === 'not-bound' && derived === 'passed';
}

const OPEN_GATES: Readonly<Record<Gate, (facts: ReplayFacts) => Passage>> = {
  // What shows a promise without criteria comes with the call that verifies it.
  self_report: (facts) =>
    criteriaOf(facts.promise).length === 0
      ? { passage: 'unknown', reasons: [{ why: 'no-proof-text' }] }
      : selfReport(facts, null),
  proofs: ({ promise, takeTree }) => proofs(promise, () => takeTree),
  validation: (facts) => validationBy(facts, facts.settings.validation),
  judge: judgeNow,
};

function selfReport({ promise }: ReplayFacts, proof: string | null): Passage {
  if (criteriaOf(promise).length === 0) {
    return shut((proof ?? '').trim() === '' ? [{ why: 'no-proof-text' }] : [], 'proof');
  }
  const reasons = openCriteria(promise).map(({ id, lacks }) => ({
    why: lacks === 'met' ? ('not-met' as const) : ('no-evidence' as const),
    criterion: id,
  }));
  return shut(reasons, 'passed');
}

function proofs(
  promise: CompletionPromise,
  takeTreeFor: (criterion: Criterion) => TakeTree,
): Passage {
  const criteria = criteriaToProve(promise);
  const standings = criteria.map((criterion) => ({
    criterion,
    standing: proofStanding(criterion, takeTreeFor(criterion)),
  }));
  const reasons = standings.flatMap(({ criterion, standing }): readonly ReplayReason[] => {
    const { id } = criterion;
    if (!isProved(standing)) {
      return [{ why: 'not-proved', criterion: id, detail: standing.standing }];
    }
    const failed = failedResults(criterion);
    return failed === '' ? [] : [{ why: 'failed-result', criterion: id, detail: failed }];
  });
  const words = standings.map(({ standing }) => standing.standing);
  const passage = words.includes('not-bound')
    ? 'not-bound'
    : words.includes('fresh')
      ? 'passed'
      : 'none';
  return shut(reasons, passage);
}

/** The results in a proof that did not pass, which no proof has. */
function failedResults({ proof }: Criterion): string {
  const results = proof?.['results'];
  return (Array.isArray(results) ? results : [])
    .filter(isObject)
    .filter(({ status }) => status !== 'PASS')
    .map(({ name }) => textOf(name))
    .join(', ');
}

type Validation = ReplayFacts['settings']['validation'];

function validationBy({ answerFor, promise }: ReplayFacts, validation: Validation): Passage {
  const criteria = criteriaToProve(promise);
  if (criteria.length === 0) return { passage: 'no-criteria', reasons: [] };
  if (validation === 'off') return { passage: 'off', reasons: [] };
  const reasons = validationProblems(criteria, answerFor)
    .filter(({ why }) => validation === 'required' || why !== 'missing')
    .map(
      ({ by, criterion, reasoning, why }): ReplayReason =>
        why === 'missing'
          ? { why: 'no-answer', criterion }
          : {
              why: 'answer-blocks',
              criterion,
              detail: [why, by, reasoning].filter(Boolean).join(': '),
            },
    );
  return shut(reasons, validation === 'required' ? 'passed' : validation);
}

/** Gate 2 as the record says that it was asked. What was skipped follows from nothing that is stored. */
function validationThen(facts: ReplayFacts, recorded: string | null): Passage {
  switch (recorded) {
    case 'skipped':
    case 'off':
      return criteriaToProve(facts.promise).length === 0
        ? validationBy(facts, 'off')
        : { passage: recorded, reasons: [] };
    case 'when-present':
      return validationBy(facts, 'when-present');
    case null: {
      // Other programs record no gates. No answer says nothing then, and a FAIL still speaks against it.
      const { passage, reasons } = validationBy(facts, 'when-present');
      return { passage: passage === 'when-present' ? 'unknown' : passage, reasons };
    }
    default:
      return validationBy(facts, 'required');
  }
}

function judgeThen(facts: ReplayFacts, recorded: string | null): Passage {
  const { promise } = facts;
  const rejected = rejection(promise);
  if (rejected.length > 0) return shut(rejected, '');
  const judgments = promise.judgments ?? [];
  const last = judgments.at(-1);
  switch (recorded) {
    case 'passed':
      return shut(passFaults(facts), 'passed');
    case 'unavailable':
      return shut(last?.verdict === 'WARN' ? [] : [{ why: 'no-judgment' }], 'unavailable');
    case 'no-criteria':
      return criteriaToProve(promise).length === 0
        ? { passage: 'no-criteria', reasons: [] }
        : shut([{ why: 'has-criteria' }], '');
    case null:
      return { passage: last === undefined ? 'not-run' : 'unknown', reasons: [] };
    default:
      // Not asked, skipped, or answered by rules alone: nothing is kept of that.
      return { passage: recorded, reasons: [] };
  }
}

function rejection(promise: CompletionPromise): readonly ReplayReason[] {
  const standing = standingRejection(promise);
  if (standing === undefined) return [];
  return [{ why: 'rejected', detail: [standing.at, ...standing.failed].join(' ').trim() }];
}

/** Why the last run is no PASS on exactly what the promise holds. */
function passFaults({ answerFor, id, promise }: ReplayFacts): readonly ReplayReason[] {
  const judgments = promise.judgments ?? [];
  // An outage since then takes nothing away from a PASS.
  const at = judgments.findLastIndex(({ verdict }) => verdict !== 'WARN');
  const last = judgments[at];
  if (last?.verdict !== 'PASS' || last.status !== 'success') return [{ why: 'no-judgment' }];
  const asked = criteriaIdsIn(last['criteria']);
  const facts = {
    id,
    // The judge was told of the rejections before it.
    promise: { ...promise, judgments: judgments.slice(0, at) },
    answerFor,
    isAsked: (criterion: Criterion) => asked.includes(criterion.id),
    tampering: textsIn(last['tampering']).map((name) => ({ digest: name })),
  };
  // A PASS of another session serves whatever validators answered after it.
  const isSame =
    textOf(last['digest']) === digestOfFacts(facts) ||
    wasAskedAbout(last, evidenceOfCriteria(facts));
  return isSame ? [] : [{ why: 'other-evidence', detail: textOf(last['timestamp']) }];
}

function criteriaIdsIn(criteria: unknown): readonly string[] {
  return (Array.isArray(criteria) ? criteria : [])
    .filter(isObject)
    .map(({ ac_id }) => textOf(ac_id));
}

/** Gate 3 as it stands without a further run. */
function judgeNow({ promise, settings }: ReplayFacts): Passage {
  const criteria = criteriaToProve(promise);
  if (criteria.length === 0) return { passage: 'no-criteria', reasons: [] };
  const asks = criteria.flatMap((criterion): readonly ReplayReason[] => {
    const votes = votesFor(criterion, promise, settings);
    return votes === 0 || isJudged(promise, criterion, votes)
      ? []
      : [{ why: 'asks-for-votes', criterion: criterion.id, detail: String(votes) }];
  });
  return shut([...rejection(promise), ...asks], 'not-run');
}
