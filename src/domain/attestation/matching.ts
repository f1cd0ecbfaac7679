import { isTreeOf, type TreeDigest, type TreeScope } from '../promise/tree.ts';
import type { Bundle, SignedStatement } from './bundle.ts';
import type { Subject } from './statement.ts';

/** What subjects are held against: a checkout as it is now. Each is looked at when it is first asked for. */
export interface CheckoutFacts {
  /** Where the project's folder lies in it: with slashes, empty for its top. */
  readonly folder: string;
  readonly fingerprint: (scope: TreeScope) => TreeDigest;
  /** What git calls its content; `commit` is null where the files are not those of the one that is checked out. */
  readonly content: () =>
    | {
        readonly ok: true;
        readonly value: { readonly tree: string; readonly commit: string | null };
      }
    | { readonly ok: false; readonly reason: string };
}

type Matches = 'yes' | 'no' | 'unknown';

/** A subject, and whether this checkout is it. `reason`: for a person; may be empty. */
export interface HeldSubject {
  readonly subject: Subject;
  readonly matches: Matches;
  readonly reason: string;
}

/** A statement that was held against this checkout. */
export interface HeldStatement extends SignedStatement {
  readonly held: readonly HeldSubject[];
  readonly matches: Matches;
}

/** Holds a statement's subjects against a checkout. */
export function heldStatement(statement: SignedStatement, facts: CheckoutFacts): HeldStatement {
  const held = statement.subjects.map((subject) => heldSubject(subject, facts));
  return { ...statement, held, matches: matchesOf(held) };
}

function heldSubject(subject: Subject, facts: CheckoutFacts): HeldSubject {
  switch (subject.kind) {
    case 'files':
      return { subject, ...heldFiles(subject, facts) };
    case 'git-tree':
    case 'git-commit': {
      const content = facts.content();
      if (!content.ok) return { subject, matches: 'unknown', reason: content.reason };
      const { commit, tree } = content.value;
      const own = subject.kind === 'git-tree' ? tree : commit;
      return { subject, matches: own === subject.digest ? 'yes' : 'no', reason: '' };
    }
    case 'other':
      return { subject, matches: 'unknown', reason: 'no digest of it is known here' };
  }
}

function heldFiles(
  { digest, folder, scope }: Extract<Subject, { readonly kind: 'files' }>,
  facts: CheckoutFacts,
): Omit<HeldSubject, 'subject'> {
  if (folder !== facts.folder) {
    const named = folder === '' ? 'the top of the checkout' : folder;
    return { matches: 'unknown', reason: `it was taken in ${named}` };
  }
  const now = facts.fingerprint(scope);
  if (!now.bound) {
    // Files that are not there are other files than those that were seen.
    return { matches: now.why === 'no-match' ? 'no' : 'unknown', reason: now.reason };
  }
  return { matches: isTreeOf(now, digest) ? 'yes' : 'no', reason: '' };
}

/**
 * A fingerprint is of the bytes that programs read, so it decides where there is one, and all of them must match. What
 * git calls the files decides elsewhere: there one name is enough.
 */
function matchesOf(held: readonly HeldSubject[]): Matches {
  const files = held.filter(({ subject }) => subject.kind === 'files').map((one) => one.matches);
  if (files.length > 0) {
    if (files.includes('no')) return 'no';
    return files.includes('unknown') ? 'unknown' : 'yes';
  }
  const others = held.map(({ matches }) => matches);
  if (others.includes('yes')) return 'yes';
  return others.includes('no') ? 'no' : 'unknown';
}

/** What a bundle comes to: whether it holds here, and who says so. */
export type BundleOutcome = 'holds' | 'not-established' | 'does-not-fit';

/** A reason for an outcome. `line`: of the bundle; 0 for all of it. */
export interface BundleReason {
  readonly line: number;
  readonly why:
    | 'broken-line'
    | 'broken-signature'
    | 'unsigned'
    | 'unknown-signer'
    | 'other-files'
    | 'unknown-files'
    | 'failed-answer'
    | 'gap'
    | 'nothing'
    | 'rerun-failed'
    | 'rerun-unknown'
    | 'nothing-stored';
}

const DO_NOT_FIT: ReadonlySet<BundleReason['why']> = new Set([
  'broken-line',
  'broken-signature',
  'other-files',
  'failed-answer',
  'gap',
  'rerun-failed',
]);

/** Everything that keeps a bundle from holding here, in the order of its lines. Statements of others are left aside. */
export function reasonsAgainst(
  { broken, gaps }: Pick<Bundle, 'broken' | 'gaps'>,
  statements: readonly HeldStatement[],
): readonly BundleReason[] {
  const own = statements.filter(({ predicate }) => predicate.says !== 'other');
  return [
    ...(own.length === 0 && broken.length === 0 ? [{ line: 0, why: 'nothing' } as const] : []),
    ...broken.map(({ line }) => ({ line, why: 'broken-line' }) as const),
    ...gaps.map(({ line }) => ({ line, why: 'gap' }) as const),
    ...statements
      .filter(isBrokenlySigned)
      .map(({ line }) => ({ line, why: 'broken-signature' }) as const),
    ...own.flatMap(reasonsOf),
  ].sort((a, b) => a.line - b.line);
}

function isBrokenlySigned({ signed }: SignedStatement): boolean {
  return signed.status === 'broken';
}

function reasonsOf({ line, matches, predicate, signed }: HeldStatement): readonly BundleReason[] {
  const isFailed =
    predicate.says === 'answers' &&
    predicate.attested.answers.some(({ verdict }) => verdict !== 'PASS' && verdict !== 'PARTIAL');
  return [
    ...(signed.status === 'unsigned' ? [{ line, why: 'unsigned' } as const] : []),
    ...(signed.status === 'unknown' ? [{ line, why: 'unknown-signer' } as const] : []),
    ...(matches === 'no' ? [{ line, why: 'other-files' } as const] : []),
    ...(matches === 'unknown' ? [{ line, why: 'unknown-files' } as const] : []),
    ...(isFailed ? [{ line, why: 'failed-answer' } as const] : []),
  ];
}

/** What the reasons come to. */
export function outcomeOf(reasons: readonly BundleReason[]): BundleOutcome {
  if (reasons.some(({ why }) => DO_NOT_FIT.has(why))) return 'does-not-fit';
  return reasons.length > 0 ? 'not-established' : 'holds';
}
