import { isObject, textOf, textsIn } from '../base/document.ts';
import type { Failure } from '../base/failure.ts';
import { digestOfFacts, evidenceOfCriteria } from '../judging/judged-facts.ts';
import { isJudged, wasAskedAbout } from '../judging/judgment-record.ts';
import { type ReplayedJudgment, replayJudgment } from '../judging/replayed-judgment.ts';
import { RECORDED_GATES } from '../promise/event.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criteriaToProve,
  isWaived,
  type NamedPromise,
} from '../promise/promise.ts';
import { isProved, proofStanding } from '../promise/proof.ts';
import { type TierSettings, votesFor } from '../promise/tier.ts';
import type { TakeTree } from '../promise/tree.ts';
import type { AnswerFor } from '../validation/validation.ts';
import type { ClosingFacts, ClosingRequest } from './facts.ts';
import { GATES } from './gates.ts';

/**
 * Derives the verdict on a promise again from what is stored of it: no call is made and nothing is written. Of a
 * verified promise it says whether the recorded verdict follows; of an open one, what each gate says now.
 */

/** What is stored of a promise, wherever it was read. */
export interface ReplayFacts extends NamedPromise {
  /** The governing answers; of a verified promise those that were there when it was verified. */
  readonly answerFor: AnswerFor;
  /** The checkout as it is now, for an open promise. What was proved once stays proved in a verified one. */
  readonly takeTree: TakeTree;
  /** By which an open promise would be verified. */
  readonly settings: TierSettings & Pick<ClosingRequest, 'validation'>;
}

/** The gates of which enough is stored; parsing files and running commands leave no trace but their word. */
export type ReplayedName = 'self_report' | 'proofs' | 'validation' | 'judge';

/** One gate as it was recorded, and as it follows. */
export interface ReplayedGate {
  readonly gate: ReplayedName;
  /** How the promise passed it, as `verification.gates` says; null where nothing is recorded. */
  readonly recorded: string | null;
  /** How it is passed by what is stored; `shut` where it is not, `unknown` where nothing says. */
  readonly derived: string;
  /** Whether what is recorded follows. True of an open promise, which has nothing recorded. */
  readonly follows: boolean;
  readonly reasons: readonly ReplayReason[];
}

/** Why a gate is shut or does not follow. `criterion`: which it is about, where it is about one. */
export interface ReplayReason {
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
export function replayPromise(stored: ReplayFacts): Replay {
  const { id, promise } = stored;
  const judgments = (promise.judgments ?? []).map(replayJudgment);
  const gates = promise.status === 'cancelled' ? [] : replayedGates(stored);
  return {
    id,
    status: promise.status,
    follows:
      gates.every(({ follows }) => follows) && judgments.every(({ faults }) => faults.length === 0),
    gates,
    recordedOnly: Object.fromEntries(
      Object.entries(recordOf(promise))
        .filter(([gate]) => !isReplayed(gate))
        .map(([gate, word]) => [gate, textOf(word)]),
    ),
    judgments,
    waived: criteriaOf(promise).filter(isWaived),
  };
}

function recordOf({ status, verification }: CompletionPromise): Readonly<Record<string, unknown>> {
  return status === 'verified' && isObject(verification?.gates) ? verification.gates : {};
}

function replayedGates(stored: ReplayFacts): readonly ReplayedGate[] {
  const facts = factsOf(stored);
  const record = recordOf(stored.promise);
  return RECORDED_GATES.filter(isReplayed).flatMap((name) => {
    const row = GATES.find((one) => one.name === name);
    if (row === undefined) return [];
    const word = record[name];
    const recorded = typeof word === 'string' ? word : null;
    const decided = row.gate(facts);
    const said = decided.ok
      ? { passage: decided.value[name] ?? '', reasons: [] }
      : { passage: 'shut', reasons: reasonsOf(decided.failure) };
    const replayed = REPLAYED[name](said, facts, recorded);
    return [
      isVerified(facts) ? heldAgainst(name, recorded, replayed, facts) : openGate(name, replayed),
    ];
  });
}

function openGate(gate: ReplayedName, { passage, reasons }: Said): ReplayedGate {
  return { gate, recorded: null, derived: passage, follows: true, reasons };
}

/** What is recorded of a gate, beside what follows. */
function heldAgainst(
  gate: ReplayedName,
  recorded: string | null,
  { passage, reasons }: Said,
  { promise }: ClosingFacts,
): ReplayedGate {
  const isUnsigned = gate === 'self_report' && !promise.verification?.verified_at;
  const unsigned: readonly ReplayReason[] = isUnsigned ? [{ why: 'unsigned' }] : [];
  // A proof that is bound can be recorded as one that is not: what the checkout hides is looked for at verify.
  // Versions before called a PARTIAL passed.
  const isLooser =
    (gate === 'proofs' && recorded === 'not-bound' && passage === 'passed') ||
    (gate === 'validation' && recorded === 'passed' && passage === 'partial');
  const isSame = recorded === null || recorded === passage || isLooser;
  const follows = !isUnsigned && passage !== 'shut' && isSame;
  return { gate, recorded, derived: passage, follows, reasons: [...unsigned, ...reasons] };
}

/** What the gates decide by, of what is stored: a verified promise as it was asked then, an open one as it would be now. */
function factsOf({ answerFor, id, promise, settings, takeTree }: ReplayFacts): ClosingFacts {
  const isThen = promise.status === 'verified';
  // What a proof depends on may have changed since: that it was fresh then is what the record says.
  const treeThen =
    ({ proof }: Criterion): TakeTree =>
    () => ({ bound: true, digest: proof?.tree ?? '' });
  return {
    id,
    promise,
    answerFor,
    proofOf: (criterion) => proofStanding(criterion, isThen ? treeThen(criterion) : takeTree),
    session: { id: '', ids: [] },
    substance: () => undefined,
    request: {
      to: 'close',
      // What shows an open promise without criteria comes with the call that verifies it.
      proof: isThen ? (promise.verification?.proof ?? undefined) : undefined,
      type: 'manual',
      validation: isThen ? validationThen(recordOf(promise)['validation']) : settings.validation,
      tampering: 'warn',
      shown: 'tell',
      judge: { demand: 'none' },
      tiers: settings,
      serving: { independent: 'warn', sees: [] },
    },
  };
}

/** Gate 2 as it was asked then. Other programs record no gates: no answer says nothing then, and a FAIL speaks against it. */
function validationThen(recorded: unknown): ClosingRequest['validation'] {
  if (recorded === 'skipped' || recorded === 'off') return recorded;
  return recorded === 'when-present' || typeof recorded !== 'string' ? 'when-present' : 'required';
}

const isVerified = ({ promise }: ClosingFacts): boolean => promise.status === 'verified';

/** How a gate is passed, and why it is not. */
interface Said {
  readonly passage: string;
  readonly reasons: readonly ReplayReason[];
}

const shut = (reasons: readonly ReplayReason[], otherwise: string): Said => ({
  passage: reasons.length > 0 ? 'shut' : otherwise,
  reasons,
});

/** What a gate says of what is stored, where that is not what it says of a promise that is being closed. */
const REPLAYED: Readonly<
  Record<ReplayedName, (said: Said, facts: ClosingFacts, recorded: string | null) => Said>
> = {
  self_report: (said, facts) =>
    criteriaOf(facts.promise).length === 0 && !isVerified(facts)
      ? { ...said, passage: 'unknown' }
      : said,
  proofs: (said, facts) => shut([...said.reasons, ...failedResults(facts)], said.passage),
  validation: (said, facts, recorded) =>
    isVerified(facts) && recorded === null && said.passage === 'when-present'
      ? { ...said, passage: 'unknown' }
      : said,
  judge: (said, facts, recorded) =>
    isVerified(facts) ? judgeThen(said, facts, recorded) : judgeNow(said, facts),
};

function isReplayed(name: string): name is ReplayedName {
  return Object.hasOwn(REPLAYED, name);
}

function reasonsOf(failure: Failure): readonly ReplayReason[] {
  switch (failure.kind) {
    case 'proof-missing':
      return [{ why: 'no-proof-text' }];
    case 'criteria-open':
      return failure.open.map(({ id, lacks }) => ({
        why: lacks === 'met' ? 'not-met' : 'no-evidence',
        criterion: id,
      }));
    case 'unproved':
      return failure.criteria.map(({ id, proof }) => ({
        why: 'not-proved',
        criterion: id,
        detail: proof.standing,
      }));
    case 'validation-blocked':
      return failure.problems.map(({ by, criterion, reasoning, why }) =>
        why === 'missing'
          ? { why: 'no-answer', criterion }
          : {
              why: 'answer-blocks',
              criterion,
              detail: [why, by, reasoning].filter(Boolean).join(': '),
            },
      );
    case 'judge-rejected':
      return [{ why: 'rejected', detail: [failure.at, ...failure.failed].join(' ').trim() }];
    default:
      return [];
  }
}

/** The results in proofs that hold and did not pass, which no proof has. */
function failedResults({ promise, proofOf }: ClosingFacts): readonly ReplayReason[] {
  return criteriaToProve(promise)
    .filter((criterion) => isProved(proofOf(criterion)))
    .flatMap((criterion): readonly ReplayReason[] => {
      const results = criterion.proof?.['results'];
      const failed = (Array.isArray(results) ? results : [])
        .filter(isObject)
        .filter(({ status }) => status !== 'PASS')
        .map(({ name }) => textOf(name));
      return failed.length === 0
        ? []
        : [{ why: 'failed-result', criterion: criterion.id, detail: failed.join(', ') }];
    });
}

function judgeThen(said: Said, facts: ClosingFacts, recorded: string | null): Said {
  if (said.passage === 'shut') return said;
  const { promise } = facts;
  const last = (promise.judgments ?? []).at(-1);
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

/** Why the last run is no PASS on exactly what the promise holds. */
function passFaults({ answerFor, id, promise }: ClosingFacts): readonly ReplayReason[] {
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
  // A PASS of another session still serves after later answers of validators.
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
function judgeNow(said: Said, { promise, request }: ClosingFacts): Said {
  const criteria = criteriaToProve(promise);
  if (criteria.length === 0) return { passage: 'no-criteria', reasons: [] };
  const asks = criteria.flatMap((criterion): readonly ReplayReason[] => {
    const votes = votesFor(criterion, promise, request.tiers);
    return votes === 0 || isJudged(promise, criterion, votes)
      ? []
      : [{ why: 'asks-for-votes', criterion: criterion.id, detail: String(votes) }];
  });
  return shut([...said.reasons, ...asks], 'not-run');
}
