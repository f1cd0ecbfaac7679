import { checkLabel } from '../base/check-label.ts';
import { isObject, textOf } from '../base/document.ts';
import type { Proof } from '../promise/promise.ts';
import { type AttestedAnswers, answersPredicate } from './attested-answers.ts';
import type { AttestedProof, AttestedRecord } from './record.ts';
import { type AttestedDocument, descriptorOf, documentOf, type Sha256 } from './resource.ts';
import { PREDICATE_TYPES, type Statement, type Subject, statementOf } from './statement.ts';
import { type AttestedVerification, VERIFIER } from './verification.ts';

/** The document of a promise's record, to which its other statements refer. */
export function recordDocument(record: AttestedRecord, sha256: Sha256): AttestedDocument {
  return documentOf(record, sha256);
}

/** The document of a proof, to which the record refers. */
export function proofDocument(proof: AttestedProof, sha256: Sha256): AttestedDocument {
  return documentOf(proof, sha256);
}

/** That the checks of a criterion passed over these files. */
export function testResultStatement(
  attested: AttestedProof,
  proof: AttestedDocument,
  record: AttestedDocument,
  subjects: readonly Subject[],
  sha256: Sha256,
): object {
  return statementOf({
    subjects,
    predicateType: PREDICATE_TYPES.testResult,
    predicate: {
      result: 'PASSED',
      configuration: [descriptorOf('checks', documentOf(attested.checks, sha256), 'elsewhere')],
      passedTests: testNames(attested),
      warnedTests: [],
      failedTests: [],
      completionPromise: {
        promise: attested.promise,
        criterion: attested.criterion.id,
        proof: descriptorOf('proof', proof, 'inside'),
        record: descriptorOf('record', record, 'elsewhere'),
      },
    },
  });
}

/** What passed, by the criterion and the names of the results. */
export function testNames({ criterion, proof }: Omit<AttestedProof, 'checks'>): readonly string[] {
  return resultNames(proof).map((name) => `${criterion.id}/${name}`);
}

function resultNames(proof: Proof): readonly string[] {
  const { results } = proof;
  return Array.isArray(results)
    ? results.map((result) => (isObject(result) ? checkLabel(textOf(result['name'])) : ''))
    : [];
}

/** What was promised: the criteria, their evidence and checks, and which of them are proved. */
export function recordStatement(
  { promise }: AttestedRecord,
  record: AttestedDocument,
  subjects: readonly Subject[],
): object {
  return statementOf({
    subjects,
    predicateType: PREDICATE_TYPES.record,
    predicate: { promise: promise.id, record: descriptorOf('record', record, 'inside') },
  });
}

/** That a promise went through its gates. */
export function verificationStatement(
  { at, gates, judges, promise, properties, validators }: AttestedVerification,
  record: AttestedDocument,
  subjects: readonly Subject[],
): object {
  return statementOf({
    subjects,
    predicateType: PREDICATE_TYPES.verification,
    predicate: {
      verifier: { id: VERIFIER },
      timeCreated: at,
      properties,
      completionPromise: {
        promise,
        gates,
        validators,
        judges,
        record: descriptorOf('record', record, 'elsewhere'),
      },
    },
  });
}

/** What a validator answers for a promise's criteria, about these files. */
export function answersStatement(answers: AttestedAnswers, subjects: readonly Subject[]): object {
  return statementOf({
    subjects,
    predicateType: PREDICATE_TYPES.answers,
    predicate: answersPredicate(answers),
  } satisfies Statement);
}
