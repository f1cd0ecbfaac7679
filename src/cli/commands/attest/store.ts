import type {
  AttestedAnswer,
  AttestedAnswers,
} from '../../../domain/attestation/attested-answers.ts';
import type { KnownKey } from '../../../domain/attestation/envelope.ts';
import type { HeldStatement } from '../../../domain/attestation/matching.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { criterionOf } from '../../../domain/promise/promise.ts';
import { evidenceDigest, recordAnswer } from '../../../domain/standing/answers.ts';
import { PROVER } from '../../../domain/standing/proving.ts';
import { verdictOf } from '../../../domain/validation/validation.ts';
import type { ValidationResponse } from '../../../domain/validation/validation-response.ts';
import type { StoredAttested } from '../../../report/attest-verify-text.ts';
import type { FoundPromise } from '../../../store/promise-store.ts';
import type { Suite } from '../../../suite.ts';

/**
 * Stores the answers of a bundle for Gate 2, each under its validator's name: those that a key signed which the caller
 * named, about the files that are here. No session gives them, so none of them counts as its own.
 */
export async function storeAnswers(
  statements: readonly HeldStatement[],
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
    for (const answer of predicate.attested.answers) {
      const one = await storeAnswer(found.value, predicate.attested, answer, key, suite);
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
  const note = { promise: id, ac_id, verdict, stored_by: answers.validator };
  const criterion = criterionOf(promise, ac_id);
  if (criterion === undefined) return success(left(note, `${id} has no such criterion`));
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
