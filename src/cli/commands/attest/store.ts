import { sha256 } from '../../../adapters/file-digest.ts';
import type {
  AttestedAnswer,
  AttestedAnswers,
} from '../../../domain/attestation/attested-answers.ts';
import type { KnownKey } from '../../../domain/attestation/envelope.ts';
import type { HeldStatement } from '../../../domain/attestation/matching.ts';
import { attestedRecord, type Cleaner } from '../../../domain/attestation/record.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { definitionTextOf } from '../../../domain/ci/definition-set.ts';
import { PROVER } from '../../../domain/judging/attempts.ts';
import { type CompletionPromise, criterionOf, hasChecks } from '../../../domain/promise/promise.ts';
import { evidenceDigest, recordAnswer } from '../../../domain/standing/answers.ts';
import { verdictOf } from '../../../domain/validation/validation.ts';
import type { ValidationResponse } from '../../../domain/validation/validation-response.ts';
import type { StoredAttested } from '../../../report/attest-verify-text.ts';
import type { FoundPromise } from '../../../store/promise-store.ts';
import type { Suite } from '../../../suite.ts';

/**
 * Stores the answers of a bundle for Gate 2, each under its validator's name: those that a key signed which the caller
 * named, about the files that are here and what the promise asks for. No session gives them, so none of them counts as its own.
 */
export async function storeAnswers(
  statements: readonly HeldStatement[],
  clean: Cleaner,
  suite: Suite,
): Promise<Result<readonly StoredAttested[]>> {
  const stored: StoredAttested[] = [];
  for (const { matches, predicate, signed } of statements) {
    if (predicate.says !== 'answers' || signed.status !== 'known' || matches !== 'yes') continue;
    const key = signed.by.find(({ whose }) => whose === 'given');
    // The name of the suite's own runs is no validator's.
    if (key === undefined || predicate.attested.validator === PROVER) continue;
    const found = await suite.promises.find(predicate.promise);
    if (!found.ok) return found;
    const { attested } = predicate;
    const isAsked = asksOf(found.value.promise, clean).includes(attested.asks);
    for (const answer of attested.answers) {
      const one = isAsked
        ? await storeAnswer(found.value, attested, answer, key, suite)
        : success(left(noteOf(attested, answer), 'it is about other checks than the promise has'));
      if (!one.ok) return one;
      stored.push(one.value);
    }
  }
  return success(stored);
}

async function storeAnswer(
  { ended, id, promise }: FoundPromise,
  answers: AttestedAnswers,
  answer: AttestedAnswer,
  key: KnownKey,
  { clock, promises, validations }: Suite,
): Promise<Result<StoredAttested>> {
  const { ac_id, evidence_digest, verdict } = answer;
  const note = noteOf(answers, answer);
  const criterion = criterionOf(promise, ac_id);
  if (criterion === undefined) return success(left(note, `${id} has no such criterion`));
  if (!hasChecks(criterion)) {
    return success(
      left(note, 'it has no checks: what ran was chosen by those who made the bundle'),
    );
  }
  const digest = evidenceDigest(criterion);
  if (evidence_digest !== null && evidence_digest !== digest) {
    return success(left(note, 'it is about other evidence than the criterion has now'));
  }
  const response = responseOf(answers, answer, key);
  const origin = { storedBy: answers.validator, sessionId: null, evidenceDigest: digest };
  const stored = await validations.store(id, ac_id, response, origin);
  if (!stored.ok) return stored;
  const given = { by: answers.validator, response, verdict };
  const at = timestamp(clock.now());
  const recorded = ended
    ? undefined
    : await promises.change(id, (now) => recordAnswer(id, now, ac_id, given, at));
  if (recorded?.ok === false) return recorded;
  return success({ ...note, governing: verdictOf(stored.value.governing) ?? null, left: '' });
}

/**
 * The digests of what a promise asks for: as it is here, and as it travels, without the secrets in its texts. An answer is
 * worth nothing for other checks: the bundle's maker chose what ran.
 */
function asksOf(promise: CompletionPromise, clean: Cleaner): readonly string[] {
  const travelled = attestedRecord(promise.id, promise, [], clean).promise;
  return [promise, travelled].map((one) => sha256(definitionTextOf(one)));
}

function noteOf({ promise, validator }: AttestedAnswers, { ac_id, verdict }: AttestedAnswer) {
  return { promise, ac_id, verdict, stored_by: validator };
}

function left(note: Omit<StoredAttested, 'governing' | 'left'>, reason: string): StoredAttested {
  return { ...note, governing: null, left: reason };
}

/** An answer as it is stored, with the key that signed it. */
function responseOf(
  { at, promise, url }: AttestedAnswers,
  { ac_id, reasoning, results, verdict }: AttestedAnswer,
  { id }: KnownKey,
): ValidationResponse {
  return {
    task_id: `attested-${promise}-${ac_id}`,
    verdict,
    criteria_results: results,
    reasoning,
    timestamp: at,
    signed_by: id,
    ...(url === null ? {} : { url }),
  };
}
