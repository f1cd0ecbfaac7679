import {
  proofDocument,
  recordDocument,
  recordStatement,
  testResultStatement,
  verificationStatement,
} from '../domain/attestation/making.ts';
import {
  type AttestedProof,
  attestedProof,
  attestedRecord,
  type Cleaner,
} from '../domain/attestation/record.ts';
import type { AttestedDocument, Sha256 } from '../domain/attestation/resource.ts';
import type { Subject } from '../domain/attestation/statement.ts';
import { attestedVerification } from '../domain/attestation/verification.ts';
import { canonicalText } from '../domain/base/canonical.ts';
import type { Failure, LeftOutProof, ProofStanding } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  type Proof,
} from '../domain/promise/promise.ts';
import { checkoutOf, proofStanding, scopeOf } from '../domain/promise/proof.ts';
import { isTreeOf, type TakeTree, type TreeEntry, type TreeScope } from '../domain/promise/tree.ts';
import type { GitContent, GitResult, TreeSnapshot } from '../ports.ts';
import type { PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';

/** The checkouts of a project, and what git calls their content. */
export interface AttestedCheckouts {
  readonly takeTree: TakeTree;
  /** A checkout as it was when it was first asked about; of the project without one. */
  readonly at: (checkout?: string) => TreeSnapshot;
  readonly contentOf: (entries: readonly TreeEntry[], checkout?: string) => GitResult<GitContent>;
  /** Where the project's folder lies in its checkout: with slashes, empty for its top. */
  readonly folderIn: (checkout?: string) => string;
}

interface AttestWorld {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly checkouts: AttestedCheckouts;
  readonly clean: Cleaner;
  readonly sha256: Sha256;
}

/** A promise as statements, before they are signed. */
export interface Attested {
  readonly id: string;
  /** In the order in which a bundle has them. */
  readonly statements: readonly object[];
  readonly proofs: readonly ProvedFor[];
  readonly left: readonly LeftOutProof[];
  readonly isVerified: boolean;
}

/** A proof that is attested, and for what. */
interface ProvedFor {
  readonly ac_id: string;
  readonly standing: ProofStanding;
  readonly subjects: readonly Subject[];
  /** Why no commit is named; empty where one is. */
  readonly noCommit: string;
}

interface Prepared extends ProvedFor {
  readonly attested: AttestedProof;
  readonly document: AttestedDocument;
}

/**
 * Makes statements of a promise's proofs, of what was promised, and of its verification where it is verified. A proof
 * is attested for the files that it saw: for a commit only where that holds just these files. Fails where no proof can
 * be attested.
 */
export async function attestPromise(id: string, world: AttestWorld): Promise<Result<Attested>> {
  const found = await world.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const prepared: Prepared[] = [];
  const left: LeftOutProof[] = [];
  const describe = createDescriber(world.checkouts);
  for (const criterion of criteriaOf(promise)) {
    const outcome = prepare(id, criterion, describe, world);
    if (outcome === undefined) continue;
    if ('why' in outcome) left.push(outcome);
    else if (prepared.some(({ ac_id }) => ac_id === outcome.ac_id)) {
      left.push({ ac_id: outcome.ac_id, why: 'shared-id', reason: '' });
    } else prepared.push(outcome);
  }
  if (prepared.length === 0) return failed({ kind: 'nothing-to-attest', id, left });
  const statements = await statementsOf(id, promise, prepared, world);
  if (!statements.ok) return statements;
  const proofs = prepared.map(({ attested: _, document: __, ...rest }) => rest);
  const isVerified = promise.status === 'verified';
  return success({ id, statements: statements.value, proofs, left, isVerified });
}

async function statementsOf(
  id: string,
  promise: CompletionPromise,
  prepared: readonly Prepared[],
  { clean, sha256, validations }: AttestWorld,
): Promise<Result<readonly object[]>> {
  const listed = prepared.map(({ ac_id, document }) => ({ ac_id, sha256: document.sha256 }));
  const attested = attestedRecord(id, promise, listed, clean);
  const record = recordDocument(attested, sha256);
  const all = distinctSubjects(prepared.flatMap(({ subjects }) => subjects));
  const until = promise.verification?.verified_at ?? undefined;
  const answers = await validations.answersTo(id, criteriaOf(promise), until);
  const verification = attestedVerification(id, promise, answers, clean);
  if (promise.status === 'verified' && verification === undefined) return failed(untimed(id));
  return success([
    ...prepared.map((proof) =>
      testResultStatement(proof.attested, proof.document, record, proof.subjects, sha256),
    ),
    recordStatement(attested, record, all),
    ...(verification === undefined ? [] : [verificationStatement(verification, record, all)]),
  ]);
}

function untimed(id: string): Failure {
  const reason = 'it is verified, and `verification.verified_at` is no time in UTC';
  return { kind: 'broken-file', file: { path: id, reason } };
}

/** What a proof is attested for, or why it is not; undefined for a criterion without one. */
function prepare(
  id: string,
  criterion: Criterion,
  describe: ReturnType<typeof createDescriber>,
  { checkouts, clean, sha256 }: AttestWorld,
): Prepared | LeftOutProof | undefined {
  const { proof } = criterion;
  if (proof === undefined || proof === null) return undefined;
  const standing = proofStanding(criterion, checkouts.takeTree);
  const { reason } = standing;
  const why = WHY_LEFT[standing.standing];
  if (why !== undefined) return { ac_id: criterion.id, why, reason };
  const attested = attestedProof(id, criterion, clean);
  if (attested === undefined) return undefined;
  const { noCommit, subjects } = describe({
    tree: proof.tree ?? '',
    scope: scopeOf(proof),
    checkout: placeOf(proof, checkouts),
  });
  return {
    ac_id: criterion.id,
    standing,
    subjects,
    noCommit,
    attested,
    document: proofDocument(attested, sha256),
  };
}

/** A proof that shows nothing of any files, or not what the criterion asks for now. */
const WHY_LEFT: Readonly<Partial<Record<ProofStanding['standing'], LeftOutProof['why']>>> = {
  'not-bound': 'not-bound',
  'checks-changed': 'checks-changed',
  unproved: 'failed-since',
};

/** What statements are about: the files that a run saw, and the names that git has for them. */
interface DescribedFiles {
  readonly subjects: readonly Subject[];
  /** Why no commit is named; empty where one is. */
  readonly noCommit: string;
}

/** The files that a run saw. `checkout`: where they lie, where that is not the project's folder. */
interface SeenFiles {
  readonly tree: string;
  readonly scope: TreeScope;
  readonly checkout: string | undefined;
}

const WHOLE: TreeScope = { inputs: null, files: [] };

/** What git has no name for: files beside those that it lists. */
const BESIDE: ReadonlySet<string> = new Set(['file', 'folder']);

/**
 * Says which files a run saw. Git's names for them are those of a tree, and of a commit that holds just that tree: they
 * are given where the run saw everything, and it is as it was.
 */
export function createDescriber(checkouts: AttestedCheckouts): (seen: SeenFiles) => DescribedFiles {
  const contents = new Map<string, GitResult<GitContent>>();
  const contentAt = (checkout: string | undefined): GitResult<GitContent> => {
    const known = contents.get(checkout ?? '');
    const content = known ?? checkouts.contentOf(checkouts.at(checkout).committed(), checkout);
    contents.set(checkout ?? '', content);
    return content;
  };
  return ({ checkout, scope, tree }) => {
    const folder = checkouts.folderIn(checkout);
    const files: Subject = { kind: 'files', digest: tree, scope, folder };
    const only = (noCommit: string): DescribedFiles => ({ subjects: [files], noCommit });
    const snapshot = checkouts.at(checkout);
    const now = snapshot.digest(scope);
    if (!isTreeOf(now, tree)) return only('its files have changed since');
    if (!isAll(scope, snapshot)) return only('it is about a part of the files');
    const content = contentAt(checkout);
    if (!content.ok) return only(content.reason);
    const gitTree: Subject = { kind: 'git-tree', digest: content.value.tree };
    const { commit } = content.value;
    return commit === null
      ? { subjects: [files, gitTree], noCommit: 'the files are not those of a commit' }
      : { subjects: [files, gitTree, { kind: 'git-commit', digest: commit }], noCommit: '' };
  };
}

/** Whether a scope takes every file that git lists. */
function isAll(scope: TreeScope, snapshot: TreeSnapshot): boolean {
  const listed = (entries: readonly TreeEntry[]): string =>
    canonicalText(entries.filter(({ mode }) => !BESIDE.has(mode)));
  return (
    scope.inputs === null || listed(snapshot.entries(scope)) === listed(snapshot.entries(WHOLE))
  );
}

/** The checkout that a proof is held against: its own, or the project's where that is gone. */
function placeOf(proof: Proof, { takeTree }: AttestedCheckouts): string | undefined {
  const own = checkoutOf(proof);
  if (own === undefined) return undefined;
  return takeTree(scopeOf(proof), own).isInstead === true ? undefined : own;
}

/** The subjects of several runs, each once. */
export function distinctSubjects(subjects: readonly Subject[]): readonly Subject[] {
  return [...new Map(subjects.map((subject) => [canonicalText(subject), subject])).values()];
}
