import { isObject } from '../base/document.ts';
import { disputedCriteria, doubtfulPass, type Rejection } from '../judging/judgment-record.ts';
import { type CompletionPromise, isClosed } from '../promise/promise.ts';
import type {
  CapAccount,
  CriterionAccount,
  RequestAccount,
  TamperingAccount,
  WaitAccount,
} from './account.ts';
import { CONCERNS, type Concern, type ConcernKind } from './concern.ts';
import type { Cleaning, PromiseFacts } from './facts.ts';

/** What the concerns of a promise follow from. */
interface ConcernFacts extends Pick<PromiseFacts, 'checklists' | 'promise' | 'record'> {
  readonly criteria: readonly CriterionAccount[];
  readonly rejection: Rejection | undefined;
  readonly tampering: TamperingAccount;
  readonly request: RequestAccount | null;
  readonly waiting: WaitAccount | null;
  readonly capped: CapAccount | null;
  /** Whether a line of the ledger tells of its close. */
  readonly isCloseRecorded: boolean;
}

/** What there is to say of a concern; undefined where the promise gives no reason for it. */
type Raised = Omit<Concern, 'kind'> | undefined;

/** What a reader should look at, the most important first. */
export function concernsOf(facts: ConcernFacts, clean: Cleaning): readonly Concern[] {
  return CONCERNS.flatMap((kind) => {
    const raised = RAISED[kind](facts, clean);
    return raised === undefined ? [] : [{ kind, ...raised }];
  });
}

const RAISED: Readonly<Record<ConcernKind, (facts: ConcernFacts, clean: Cleaning) => Raised>> = {
  rejected: ({ promise, rejection }, clean) =>
    rejection === undefined || isClosed(promise)
      ? undefined
      : { criteria: rejection.failed.map(clean.text), detail: clean.text(rejection.reasoning) },
  'changed-outside': ({ record }) => whole(record === 'changed-outside'),
  unrecorded: ({ isCloseRecorded, promise, record }) =>
    whole(
      isClosed(promise) &&
        (record === 'unrecorded' || (record === 'changed-outside' && !isCloseRecorded)),
    ),
  'weakened-tests': ({ tampering }) => {
    const open = tampering.findings.filter(({ accepted }) => !accepted).length;
    if (open > 0) return { criteria: [], detail: String(open) };
    return whole(tampering.source === 'recorded' && tampering.passage === 'warned');
  },
  'cancel-requested': ({ request }) => whole(request !== null, request?.what),
  'checklist-changed': ({ checklists }, clean) =>
    checklists.length === 0
      ? undefined
      : {
          criteria: checklists.flatMap(({ criteria }) => criteria.map(clean.text)),
          detail: clean.text(checklists.map(({ file }) => file).join(', ')),
        },
  stale: ({ criteria }) => some(criteria, ({ standing }) => standing === 'stale'),
  'not-shown': ({ criteria }) => some(criteria, ({ proof }) => proof?.shown?.kind === 'kept'),
  failed: ({ criteria, promise }) =>
    isClosed(promise) ? undefined : some(criteria, (one) => isFailed(one)),
  divergent: ({ promise }, clean) => {
    const disputed = disputedCriteria(promise);
    return disputed.length === 0 ? undefined : { criteria: disputed.map(clean.text), detail: '' };
  },
  unjudged: ({ promise }) => {
    const { judge } = gatesOf(promise);
    return whole(judge === 'unavailable' || judge === 'rubric', judge);
  },
  skipped: ({ promise }) => {
    const gates = gatesOf(promise);
    const skipped = ['validation', 'judge'].filter((gate) => gates[gate] === 'skipped');
    return whole(skipped.length > 0, skipped.join(', '));
  },
  waived: ({ criteria }) => some(criteria, ({ standing }) => standing === 'waived'),
  'self-validated': ({ criteria }) =>
    some(
      criteria,
      // An answer that holds the gate shut lets nothing through.
      ({ validation }) => validation?.self_validated === true && isOpening(validation.verdict),
    ),
  'not-bound': ({ criteria }) =>
    some(criteria, ({ proof, standing }) => standing === 'met' && proof?.standing === 'not-bound'),
  capped: ({ capped, promise }) => whole(capped !== null && !isClosed(promise)),
  waiting: ({ promise, waiting }) =>
    whole(waiting !== null && !isClosed(promise), waiting?.question),
  doubtful: ({ promise }) => {
    const confidence = doubtfulPass(promise);
    return confidence === undefined ? undefined : { criteria: [], detail: String(confidence) };
  },
  unconfirmed: ({ criteria, tampering }) => {
    const named = some(criteria, ({ waiver }) => waiver?.counts === false);
    return named ?? whole(tampering.acceptances.some(({ counts }) => !counts));
  },
};

function whole(isRaised: boolean, detail: unknown = ''): Raised {
  return isRaised ? { criteria: [], detail: typeof detail === 'string' ? detail : '' } : undefined;
}

function some(
  criteria: readonly CriterionAccount[],
  isMeant: (criterion: CriterionAccount) => boolean,
): Raised {
  const ids = criteria.filter(isMeant).map(({ id }) => id);
  return ids.length === 0 ? undefined : { criteria: ids, detail: '' };
}

function isOpening(verdict: string | null): boolean {
  return verdict === 'PASS' || verdict === 'PARTIAL';
}

/** What a judge rejected is a concern of its own. */
function isFailed({ feedback, standing, validation }: CriterionAccount): boolean {
  if (standing === 'waived') return false;
  return feedback.length > 0 || validation?.verdict === 'FAIL' || validation?.verdict === 'BLOCKED';
}

function gatesOf({ verification }: CompletionPromise): { readonly [gate: string]: unknown } {
  const gates = verification?.gates;
  return isObject(gates) ? gates : {};
}
