import { createHash, createPrivateKey } from 'node:crypto';
import {
  type KeyReading,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from '../../../src/adapters/signing-keys.ts';
import type { AttestedAnswers } from '../../../src/domain/attestation/attested-answers.ts';
import { type Bundle, readBundle } from '../../../src/domain/attestation/bundle.ts';
import { envelopeLine, type KnownKey } from '../../../src/domain/attestation/envelope.ts';
import {
  answersStatement,
  proofDocument,
  recordDocument,
  recordStatement,
  testResultStatement,
  verificationStatement,
} from '../../../src/domain/attestation/making.ts';
import {
  attestedProof,
  attestedRecord,
  type Cleaner,
} from '../../../src/domain/attestation/record.ts';
import type { Subject } from '../../../src/domain/attestation/statement.ts';
import { attestedVerification } from '../../../src/domain/attestation/verification.ts';
import { type CompletionPromise, criteriaOf } from '../../../src/domain/promise/promise.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { digestOfChecks } from '../../../src/domain/promise/proof.ts';
import { metCriterion, type PromiseParts, promiseFile } from './promises.ts';

/** Bundles as values, made without a store and a checkout. */

export const sha256 = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** What stands in front of the 32 bytes of an Ed25519 key in PKCS#8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

let made = 0;

/** A private key as PEM, another one at every call, and the same ones in every run. */
export function newPem(): string {
  made += 1;
  const der = Buffer.concat([PKCS8, Buffer.alloc(32, made)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function newKey(pem = newPem()): SigningKey {
  return wholeKey(readSigningKey(pem, undefined, ''));
}

function wholeKey<Key>(reading: KeyReading<Key>): Key {
  if (!reading.ok) throw new Error(reading.reason);
  return reading.key;
}

/** What is known of a key to those who were given its public half. */
export function knownKeys(key: SigningKey): readonly KnownKey[] {
  return wholeKey(readPublicKeys(key.publicPem, 'given', 'ci.pem'));
}

/** Takes the word `hunter2` out. */
export function cleaner(): Cleaner {
  let count = 0;
  const text = (dirty: string): string =>
    dirty.replaceAll('hunter2', () => {
      count += 1;
      return '[redacted: password]';
    });
  return {
    text,
    words: (words) => words.map(text),
    check: (check) => ({ ...check, kind: check.kind }),
    redacted: () => (count === 0 ? [] : [{ kind: 'password', count }]),
  };
}

const CHECKS = [{ kind: 'command', run: 'npm test' }];
export const TREE = 'ab'.repeat(32);
export const COMMIT = 'cd'.repeat(20);

/** A criterion that is proved for a tree. */
export function provedCriterion(id: string, parts: PromiseParts = {}): PromiseParts {
  return metCriterion(id, {
    checks: CHECKS,
    proof: {
      source: 'checks',
      argv: ['/bin/sh', '-c', 'npm test'],
      exit_code: 0,
      tree: TREE,
      checkout: '/home/somebody/work',
      glance: 'g',
      last_change: 1,
      inputs: null,
      files: [],
      checks: digestOfChecks(CHECKS),
      output_tail: '42 passed',
      results: [{ name: 'npm test', status: 'PASS', detail: 'exit code 0' }],
    },
    ...parts,
  });
}

/** A promise as its file holds it. */
export function promiseOf(id: string, parts: PromiseParts = {}): CompletionPromise {
  const reading = readPromise(
    promiseFile(id, 'somebody', {
      acceptance_criteria: [provedCriterion('AC-1'), provedCriterion('AC-2')],
      ...parts,
    }),
  );
  if (!reading.ok) throw new Error(reading.reason);
  return reading.promise;
}

export const SUBJECTS: readonly Subject[] = [
  { kind: 'files', digest: TREE, scope: { inputs: null, files: [] }, folder: '' },
  { kind: 'git-commit', digest: COMMIT },
];

/** The statements of a promise: of its proofs, its record, and its verification where it is verified. */
export function statementsOf(
  promise: CompletionPromise,
  subjects: readonly Subject[] = SUBJECTS,
): readonly object[] {
  const clean = cleaner();
  const proofs = criteriaOf(promise).flatMap((criterion) => {
    const attested = attestedProof(promise.id, criterion, clean);
    return attested === undefined ? [] : [{ attested, document: proofDocument(attested, sha256) }];
  });
  const listed = proofs.map(({ attested, document }) => ({
    ac_id: attested.criterion.id,
    sha256: document.sha256,
  }));
  const record = attestedRecord(promise.id, promise, listed, clean);
  const document = recordDocument(record, sha256);
  const verification = attestedVerification(promise.id, promise, () => ({ found: 'none' }), clean);
  return [
    ...proofs.map((proof) =>
      testResultStatement(proof.attested, proof.document, document, subjects, sha256),
    ),
    recordStatement(record, document, subjects),
    ...(verification === undefined
      ? []
      : [verificationStatement(verification, document, subjects)]),
  ];
}

/** The lines of a bundle of a promise. */
export function linesFor(
  promise: CompletionPromise,
  key: SigningKey,
  subjects?: readonly Subject[],
): readonly string[] {
  return statementsOf(promise, subjects).map((statement) => envelopeLine(statement, key));
}

/** A line of a validator's answers. */
export function answersLine(answers: AttestedAnswers, key: SigningKey): string {
  return envelopeLine(answersStatement(answers, SUBJECTS), key);
}

/** Reads lines, or bytes, as a bundle. */
export function bundleOf(
  content: readonly string[] | Uint8Array,
  keys: readonly KnownKey[] = [],
): Bundle {
  const bytes = content instanceof Uint8Array ? content : Buffer.from(`${content.join('\n')}\n`);
  const reading = readBundle(bytes, { sha256, keys });
  if (!reading.ok) throw new Error(reading.reason);
  return reading.bundle;
}
