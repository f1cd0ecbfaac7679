import type { Subject } from '../domain/attestation/statement.ts';
import { counted } from '../domain/base/counted.ts';
import type { LeftOutProof } from '../domain/base/failure.ts';
import { leftOutText } from './attest-failure-text.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** A promise that was attested, as it is told. */
interface AttestedReport {
  readonly id: string;
  readonly statements: readonly object[];
  readonly proofs: readonly {
    readonly ac_id: string;
    readonly standing: { readonly standing: string };
    readonly subjects: readonly Subject[];
    readonly noCommit: string;
  }[];
  readonly left: readonly LeftOutProof[];
  readonly isVerified: boolean;
}

/** The public half of a key, as it is told. */
interface PublicKey {
  readonly id: string;
  readonly publicPem: string;
}

/** What was written, for people. */
export function attestedText(
  report: AttestedReport,
  keyid: string,
  path: string,
  style: Style,
): string {
  const { id, isVerified, proofs } = report;
  const parts = [
    counted(proofs.length, 'proof'),
    'its record',
    ...(isVerified ? ['its verification'] : []),
  ];
  return [
    `${style.good('Attested')} ${oneLine(id)} in ${oneLine(path)}: ${parts.join(', ')}.`,
    ...proofs.map(
      ({ ac_id, subjects }) => `  ${oneLine(ac_id)}: ${subjects.map(subjectText).join(', ')}`,
    ),
    `Signed with the key ${keyid}.`,
  ].join('\n');
}

/** A subject in a few words. */
export function subjectText(subject: Subject): string {
  switch (subject.kind) {
    case 'files': {
      const { digest, scope } = subject;
      const part = scope.inputs === null ? '' : ` of ${scope.inputs.map(oneLine).join(', ')}`;
      return `files ${digest.slice(0, SHOWN)}${part}`;
    }
    case 'git-tree':
      return `git tree ${subject.digest.slice(0, SHOWN)}`;
    case 'git-commit':
      return `commit ${subject.digest.slice(0, SHOWN)}`;
    case 'other':
      return `${oneLine(subject.name) || 'something'} (${subject.algorithms.map(oneLine).join(', ')})`;
  }
}

/** How much of a digest people are shown. */
const SHOWN = 12;

/** What the user should know of what was attested, on stderr. */
export function attestedNotes(
  { left, proofs }: AttestedReport,
  isOwnKey: boolean,
): readonly string[] {
  return [
    ...left.map((one) => `Warning: not attested: ${leftOutText(one)}.`),
    ...proofs.flatMap(({ ac_id, noCommit, standing: { standing } }) => {
      if (standing === 'stale') {
        return [
          `Warning: the proof of ${oneLine(ac_id)} is stale: it is attested for the files that it saw, not for those that are here.`,
        ];
      }
      return noCommit === ''
        ? []
        : [`Note: no commit is named for ${oneLine(ac_id)}: ${oneLine(noCommit)}.`];
    }),
    ...(isOwnKey
      ? [
          "Note: signed with this user's own key, which this user's agents can use as well: it shows that nothing was changed since, not that it is true.",
        ]
      : []),
  ];
}

/** The same as data. */
export function attestedJson(
  { id, isVerified, left, proofs, statements }: AttestedReport,
  keyid: string,
  path: string,
): object {
  return {
    id,
    path,
    keyid,
    statements: statements.length,
    verified: isVerified,
    proofs: proofs.map(({ ac_id, noCommit, standing, subjects }) => ({
      ac_id,
      standing: standing.standing,
      subjects: subjects.map(subjectJson),
      no_commit: noCommit === '' ? null : noCommit,
    })),
    left_out: left,
  };
}

/** A subject as data: what it is, and its digest where it is one that can be held against a checkout. */
export function subjectJson(subject: Subject): object {
  return subject.kind === 'other'
    ? { kind: subject.kind, digest: null }
    : { kind: subject.kind, digest: subject.digest };
}

/** A public key for others to trust. */
export function keyText({ id, publicPem }: PublicKey): string {
  return `${publicPem.trim()}\nkeyid: ${id}`;
}

/** The same as data. `isOwn`: it is the user's own. */
export function keyJson({ id, publicPem }: PublicKey, path: string, isOwn: boolean): object {
  return { keyid: id, public_key: publicPem, path, own: isOwn };
}
