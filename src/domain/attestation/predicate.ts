import { canonicalText } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';
import { scopeOf } from '../promise/proof.ts';
import { type AttestedAnswers, readAnswers } from './attested-answers.ts';
import { testNames } from './making.ts';
import {
  type AttestedProof,
  type AttestedRecord,
  readAttestedProof,
  readAttestedRecord,
} from './record.ts';
import {
  contentIn,
  describes,
  digestIn,
  documentOf,
  type Reading,
  readingFault,
  type Sha256,
} from './resource.ts';
import { PREDICATE_TYPES, type Statement } from './statement.ts';
import { type AttestedVerification, readVerification } from './verification.ts';

/** What a statement says. `record` is the digest of the record that it refers to. */
export type Predicate =
  | {
      readonly says: 'test-result';
      readonly promise: string;
      readonly sha256: string;
      readonly record: string;
      readonly attested: AttestedProof;
    }
  | {
      readonly says: 'record';
      readonly promise: string;
      readonly sha256: string;
      readonly attested: AttestedRecord;
    }
  | {
      readonly says: 'verification';
      readonly promise: string;
      readonly record: string;
      readonly attested: AttestedVerification;
    }
  | { readonly says: 'answers'; readonly promise: string; readonly attested: AttestedAnswers }
  /** A statement of another program, or of a later version. */
  | { readonly says: 'other'; readonly type: string };

/** Reads what a statement says. Fails where it would be one of the suite's own and does not fit together. */
export function readPredicate(statement: Statement, sha256: Sha256): Reading<Predicate> {
  switch (statement.predicateType) {
    case PREDICATE_TYPES.testResult:
      return readTestResult(statement, sha256);
    case PREDICATE_TYPES.record:
      return readRecord(statement, sha256);
    case PREDICATE_TYPES.verification:
      return readVerified(statement);
    case PREDICATE_TYPES.answers: {
      const answers = readAnswers(statement.predicate);
      if (!answers.ok) return answers;
      const { promise } = answers.value;
      return { ok: true, value: { says: 'answers', promise, attested: answers.value } };
    }
    default:
      return other(statement);
  }
}

function other({ predicateType }: Statement): Reading<Predicate> {
  return { ok: true, value: { says: 'other', type: predicateType } };
}

function readTestResult(statement: Statement, sha256: Sha256): Reading<Predicate> {
  const { completionPromise: own, configuration, passedTests, result } = statement.predicate;
  if (!isObject(own) || !describes(own['proof'], 'proof')) return other(statement);
  const content = contentIn(own['proof'], 'proof', sha256);
  if (!content.ok) return content;
  const proof = readAttestedProof(content.value.document);
  if (!proof.ok) return proof;
  const attested = proof.value;
  const record = digestIn(own['record'], 'record');
  if (record === undefined) return readingFault('it names no record by its digest');
  const checks = Array.isArray(configuration) ? digestIn(configuration[0], 'checks') : undefined;
  const isWhole =
    result === 'PASSED' &&
    own['promise'] === attested.promise &&
    own['criterion'] === attested.criterion.id &&
    checks === documentOf(attested.checks, sha256).sha256 &&
    canonicalText(passedTests) === canonicalText(testNames(attested));
  if (!isWhole) return readingFault('what it says is not what its proof says');
  if (!isAboutItsFiles(statement, attested)) {
    return readingFault('its subject is not what its proof was bound to');
  }
  const { sha256: digest } = content.value;
  const { promise } = attested;
  return { ok: true, value: { says: 'test-result', promise, sha256: digest, record, attested } };
}

/** Whether a statement names the files that its proof is bound to, and no others. */
function isAboutItsFiles({ subjects }: Statement, { proof }: AttestedProof): boolean {
  const files = subjects.filter((subject) => subject.kind === 'files');
  return (
    files.length > 0 &&
    files.every(
      ({ digest, scope }) =>
        digest === proof.tree && canonicalText(scope) === canonicalText(scopeOf(proof)),
    )
  );
}

function readRecord({ predicate }: Statement, sha256: Sha256): Reading<Predicate> {
  const content = contentIn(predicate['record'], 'record', sha256);
  if (!content.ok) return content;
  const record = readAttestedRecord(content.value.document);
  if (!record.ok) return record;
  const { id } = record.value.promise;
  if (predicate['promise'] !== id) return readingFault('it is named after another promise');
  const { sha256: digest } = content.value;
  return {
    ok: true,
    value: { says: 'record', promise: id, sha256: digest, attested: record.value },
  };
}

function readVerified(statement: Statement): Reading<Predicate> {
  const { completionPromise: own } = statement.predicate;
  const attested = readVerification(statement.predicate);
  if (attested === undefined) return other(statement);
  const record = isObject(own) ? digestIn(own['record'], 'record') : undefined;
  if (record === undefined) return readingFault('it names no record by its digest');
  const { promise } = attested;
  return { ok: true, value: { says: 'verification', promise, record, attested } };
}
