import type { Failure } from '../../../domain/base/failure.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { CI_VALIDATOR } from '../../../domain/ci/ci-answers.ts';
import { agentNameIn } from '../../../domain/judging/agent-answers.ts';
import { PROVER } from '../../../domain/judging/attempts.ts';
import { criteriaOf, criterionOf, isOwnedBy } from '../../../domain/promise/promise.ts';
import {
  ANONYMOUS,
  evidenceDigest,
  type GivenAnswer,
  recordAnswer,
} from '../../../domain/standing/answers.ts';
import { checkedItems, storedByOf, verdictOf } from '../../../domain/validation/validation.ts';
import type {
  ValidationResponse,
  Verdict,
} from '../../../domain/validation/validation-response.ts';
import { oneLine } from '../../../report/printable.ts';
import { storedText } from '../../../report/validation-text.ts';
import type { FoundPromise } from '../../../store/promise-store.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Option, Report } from '../../command.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';

export const VALIDATOR_OPTION: Option = {
  takes: 'text',
  summary:
    'Name of the validator (default: the session). Only the same validator can replace a FAIL',
};

/** What is said where a session answers for its own promise. */
export const SELF_VALIDATED =
  'Note: this session owns the promise: the answer counts and is shown as self-validated.';

/** Stores a validator's answer for a criterion. `answering`: the session that answers, where that is not this session. Fails: invalid id, not found, broken file, file system. */
export async function storeAnswer(
  id: string,
  criterion: string,
  answer: GivenAnswer,
  at: string,
  suite: Suite,
  answering?: { readonly sessionId: string | null },
): Promise<Result<Report>> {
  const { by, response, verdict } = answer;
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { session } = suite.environment;
  const stored = await suite.validations.store(id, criterion, response, {
    storedBy: by,
    sessionId: answering === undefined ? (session?.id ?? null) : answering.sessionId,
    evidenceDigest: digestOfSubject(found.value, criterion),
  });
  if (!stored.ok) return stored;
  const unrecorded = await record(found.value, criterion, answer, at, suite);
  const { governing, place, warnings } = stored.value;
  const isOwn =
    answering === undefined && session !== undefined && isOwnedBy(found.value.promise, session);
  return success({
    text: storedText(id, criterion, response, verdict, suite.style),
    json: {
      id,
      ac_id: criterion,
      verdict,
      path: place,
      stored_by: by,
      self_validated: isOwn,
      governing: verdictOf(governing) ?? null,
    },
    notes: [
      ...oddities(found.value, criterion),
      ...contradictions(response, verdict),
      ...standingFail(governing, answer),
      ...[...warnings, ...unrecorded].map(warningOf),
    ],
  });
}

/** The name of the validator: `--validator`, else the session's id, else the anonymous one. */
export function validatorOf(args: Arguments, { environment }: Suite): Result<string> {
  const validator = args.text('validator')?.trim() ?? environment.session?.id ?? ANONYMOUS;
  if (validator === '') return usage('--validator is empty');
  if (validator === CI_VALIDATOR) {
    return usage(
      '--validator: "ci" is reserved for the answers of a pipeline, which --from stores',
    );
  }
  if (agentNameIn(validator) !== undefined) {
    return usage('--validator: names that begin with "run:" are reserved for validators of --by');
  }
  return validator === PROVER
    ? usage(`--validator: "${PROVER}" is reserved for the answers of checks`)
    : success(validator);
}

/** The digest of the criterion that is answered for; null where the promise has none of that id. */
function digestOfSubject({ promise }: FoundPromise, criterion: string): string | null {
  const subject = criterionOf(promise, criterion);
  return subject === undefined ? null : evidenceDigest(subject);
}

/** Keeps the answer with the promise as an attempt, for the next try. The answer itself is stored already. */
async function record(
  { ended, id, promise }: FoundPromise,
  criterion: string,
  answer: GivenAnswer,
  at: string,
  { promises }: Suite,
): Promise<readonly Failure[]> {
  if (ended || criterionOf(promise, criterion) === undefined) return [];
  const recorded = await promises.change(id, (current) =>
    recordAnswer(id, current, criterion, answer, at),
  );
  return recorded.ok ? recorded.value.warnings : [recorded.failure];
}

/** Tells a validator who stores a PASS that another validator's FAIL still governs. */
function standingFail(
  governing: ValidationResponse,
  { by, verdict }: GivenAnswer,
): readonly string[] {
  const other = storedByOf(governing);
  if (
    verdict === 'FAIL' ||
    verdictOf(governing) !== 'FAIL' ||
    other === undefined ||
    other === by
  ) {
    return [];
  }
  return [
    `Warning: a FAIL stored by ${oneLine(other)} still applies: only a later answer from the same validator (--validator) replaces it, or a person waives the criterion.`,
  ];
}

function oddities({ ended, id, promise }: FoundPromise, criterion: string): readonly string[] {
  const known = criteriaOf(promise).map((ac) => ac.id);
  return [
    ...(ended ? [`Warning: ${id} is already in the history (${oneLine(promise.status)}).`] : []),
    ...(known.includes(criterion)
      ? []
      : [
          `Warning: ${id} has no criterion ${oneLine(criterion)}; it has: ${known.map(oneLine).join(', ') || 'none'}.`,
        ]),
  ];
}

/** Warns of a PASS whose own results failed: Gate 2 goes by the verdict alone. */
function contradictions(response: ValidationResponse, verdict: Verdict): readonly string[] {
  const items = checkedItems(response);
  const failures = items.filter((item) => !item.passed).length;
  return verdict === 'PASS' && failures > 0
    ? [`Warning: the verdict is PASS, but ${failures} of ${items.length} results did not pass.`]
    : [];
}
