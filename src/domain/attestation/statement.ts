import { isObject, isTexts } from '../base/document.ts';
import type { TreeScope } from '../promise/tree.ts';
import { parseStrictly } from './strict-json.ts';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** The types of predicates that are made and understood here. */
export const PREDICATE_TYPES = {
  testResult: 'https://in-toto.io/attestation/test-result/v0.1',
  verification: 'https://in-toto.io/attestation/svr/v0.1',
  record: 'https://github.com/completion-promise/completion-promise/attestation/record/v0.1',
  answers: 'https://github.com/completion-promise/completion-promise/attestation/answers/v0.1',
} as const;

/**
 * The name of the tree fingerprint among digests: the SHA-256 in lower-case hexadecimal over the mode, the SHA-256 and
 * the path of every file of a scope, as `docs/attestations.md` says it. The scope stands in the annotations.
 */
export const FINGERPRINT = 'completionPromiseTree';

/** What a statement is about, as far as it can be held against a checkout. */
export type Subject =
  /** `folder`: the project's, from the top of its checkout; empty where it is that. */
  | {
      readonly kind: 'files';
      readonly digest: string;
      readonly scope: TreeScope;
      readonly folder: string;
    }
  /** A tree or a commit of git's, by its object id. */
  | { readonly kind: 'git-tree' | 'git-commit'; readonly digest: string }
  /** Another artifact, by the names of its digests. */
  | { readonly kind: 'other'; readonly name: string; readonly algorithms: readonly string[] };

export interface Statement {
  readonly subjects: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: { readonly [key: string]: unknown };
}

type StatementReading =
  | { readonly ok: true; readonly statement: Statement }
  | { readonly ok: false; readonly reason: string };

/** Most subjects of one statement: each is held against the checkout. */
const MOST_SUBJECTS = 1000;

/** Makes a statement of version 1. */
export function statementOf({ predicate, predicateType, subjects }: Statement): object {
  return {
    _type: STATEMENT_TYPE,
    subject: subjects.flatMap(subjectOf),
    predicateType,
    predicate,
  };
}

function subjectOf(subject: Subject): readonly object[] {
  switch (subject.kind) {
    case 'files': {
      const { digest, folder, scope } = subject;
      const annotations = { inputs: scope.inputs, files: scope.files, folder };
      return [{ name: 'files', digest: { [FINGERPRINT]: digest }, annotations }];
    }
    case 'git-tree':
      return [{ name: 'git tree', digest: { gitTree: subject.digest } }];
    case 'git-commit':
      return [{ name: 'git commit', digest: { gitCommit: subject.digest } }];
    case 'other':
      return [];
  }
}

/** Reads the payload of an envelope as a statement of version 1. Keys that it does not know are left aside. */
export function readStatement(payload: Uint8Array): StatementReading {
  const document = parseStrictly(payload);
  if (!document.ok) return { ok: false, reason: `its payload is unreadable: ${document.reason}` };
  const { value } = document;
  if (!isObject(value)) return fault('its payload is not an object');
  if (value['_type'] !== STATEMENT_TYPE) return fault('it is no in-toto statement of version 1');
  const { predicate = {}, predicateType, subject } = value;
  if (typeof predicateType !== 'string') return fault('`predicateType` is not a string');
  if (!isObject(predicate)) return fault('`predicate` is not an object');
  if (!Array.isArray(subject) || subject.length === 0) return fault('it has no subject');
  if (subject.length > MOST_SUBJECTS) return fault(`it has more than ${MOST_SUBJECTS} subjects`);
  const subjects = subject.map(readSubject);
  const read = subjects.filter((one) => one !== undefined);
  return read.length === subjects.length
    ? { ok: true, statement: { subjects: read.flat(), predicateType, predicate } }
    : fault('a subject has no digest, or not of the shape that it must have');
}

function fault(reason: string): StatementReading {
  return { ok: false, reason };
}

/** One artifact can have several digests: each of them is a way to know it. */
function readSubject(value: unknown): readonly Subject[] | undefined {
  if (!isObject(value) || !isObject(value['digest'])) return undefined;
  const { annotations, digest, name = '' } = value;
  const entries = Object.entries(digest);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (entries.length === 0 || texts.length < entries.length || typeof name !== 'string') {
    return undefined;
  }
  const known = texts.map(([algorithm, hex]) => knownSubject(algorithm, hex, annotations));
  if (known.includes('broken')) return undefined;
  const subjects = known.filter((one) => typeof one === 'object');
  if (subjects.length > 0) return subjects;
  return [{ kind: 'other', name, algorithms: texts.map(([algorithm]) => algorithm) }];
}

function knownSubject(
  algorithm: string,
  hex: string,
  annotations: unknown,
): Subject | 'broken' | 'other' {
  switch (algorithm) {
    case 'gitTree':
    case 'gitCommit':
      if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hex)) return 'broken';
      return { kind: algorithm === 'gitTree' ? 'git-tree' : 'git-commit', digest: hex };
    case FINGERPRINT: {
      const scope = readScope(annotations);
      if (scope === undefined || !/^[0-9a-f]{64}$/.test(hex)) return 'broken';
      return { kind: 'files', digest: hex, ...scope };
    }
    default:
      return 'other';
  }
}

function readScope(
  annotations: unknown,
): { readonly scope: TreeScope; readonly folder: string } | undefined {
  if (!isObject(annotations)) return undefined;
  const { files, folder, inputs } = annotations;
  if (typeof folder !== 'string' || !isTexts(files)) return undefined;
  if (inputs !== null && !isTexts(inputs)) return undefined;
  return { scope: { inputs, files }, folder };
}
