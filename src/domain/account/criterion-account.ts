import type { CheckStatus } from '../base/check-result.ts';
import { isObject, textOf, textsIn } from '../base/document.ts';
import { failuresInARow, openFeedback } from '../judging/attempts.ts';
import { artifactsOf } from '../promise/artifact.ts';
import { sourceOf } from '../promise/checklist-change.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  isClosed,
  isMetWithEvidence,
  isWaived,
  ownerOf,
  type Proof,
} from '../promise/promise.ts';
import { checkoutOf, narrowedTo, programOf, proofStanding } from '../promise/proof.ts';
import { cleanShown, shownFactIn } from '../shown/fact.ts';
import { isAboutOtherEvidence } from '../standing/answers.ts';
import { reasoningOf, type StoredAnswer, storedByOf, verdictOf } from '../validation/validation.ts';
import type {
  CriterionAccount,
  CriterionStanding,
  ProofAccount,
  ProofFreshness,
  ResultAccount,
  ValidationAccount,
  WaiverAccount,
} from './account.ts';
import { commandLine } from './command-line.ts';
import type { Cleaning, KeptArtifactOf, PromiseFacts } from './facts.ts';

type CriterionFacts = Pick<PromiseFacts, 'promise' | 'answerFor' | 'takeTree' | 'keptArtifact'>;

/** What a report says of a criterion. `selfValidated`: the criteria that the promise's own session answered for. */
export function criterionAccount(
  criterion: Criterion,
  { answerFor, keptArtifact, promise, takeTree }: CriterionFacts,
  selfValidated: readonly string[],
  clean: Cleaning,
): CriterionAccount {
  const proof = criterion.proof
    ? {
        ...proofAccount(criterion, criterion.proof, takeTree, clean),
        artifacts: artifactAccounts(criterion.proof, keptArtifact, clean),
      }
    : undefined;
  const answer = answerFor(criterion.id);
  const waiver = waiverAccount(criterion, clean);
  return {
    id: clean.text(criterion.id),
    description: clean.text(criterion.description ?? ''),
    source: sourceAccount(criterion, clean),
    standing: standingOf(criterion, proof?.standing, isClosed(promise)),
    evidence: clean.text(criterion.evidence ?? ''),
    evidence_type: clean.text(criterion.evidence_type ?? ''),
    met_at: criterion.met_at ? clean.text(criterion.met_at) : null,
    met_by: criterion.met_by ? clean.text(criterion.met_by) : null,
    tier: criterion.tier ?? null,
    checks: checksOf(criterion).map(clean.check),
    proof: proof ?? null,
    validation: validationAccount(criterion, answer, promise, selfValidated, clean),
    waiver: waiver ?? null,
    failures: failuresInARow(promise, criterion),
    feedback: openFeedback(criterion).map(({ finding, would_satisfy }) => ({
      finding: clean.text(finding),
      would_satisfy: clean.text(would_satisfy),
    })),
  };
}

function sourceAccount({ source }: Criterion, clean: Cleaning): CriterionAccount['source'] {
  const from = sourceOf(source);
  return from === undefined ? null : { file: clean.text(from.file), line: from.line };
}

/** `freshness`: of its proof, where it has one. In a promise that has ended the proof held when it did. */
function standingOf(
  criterion: Criterion,
  freshness: ProofFreshness | undefined,
  hasEnded: boolean,
): CriterionStanding {
  if (isWaived(criterion)) return 'waived';
  if (!isMetWithEvidence(criterion)) return 'open';
  switch (freshness) {
    case 'fresh':
      return 'proved';
    case 'stale':
    case 'unknown':
      return hasEnded ? 'proved' : 'stale';
    case 'not-compared':
      return hasEnded ? 'proved' : 'met';
    case 'unproved':
    case 'checks-changed':
      return 'open';
    case 'not-bound':
      return 'met';
    case undefined:
      return checksOf(criterion).length > 0 ? 'open' : 'met';
  }
}

function proofAccount(
  criterion: Criterion,
  proof: Proof,
  takeTree: PromiseFacts['takeTree'],
  clean: Cleaning,
): Omit<ProofAccount, 'artifacts'> {
  const { exit_code: exitCode, duration_ms: duration } = proof;
  const words = textsIn(proof['argv']);
  return {
    source: clean.text(proof.source),
    command: words.length === 0 ? null : clean.command(commandLine(words)),
    exit_code: typeof exitCode === 'number' ? exitCode : null,
    started_at: cleanOrNull(proof['started_at'], clean),
    duration_ms: typeof duration === 'number' ? duration : null,
    output_tail: clean.text(textOf(proof['output_tail'])),
    output_sha256: cleanOrNull(proof['output_sha256'], clean),
    only: narrowedTo(proof)?.map(clean.text) ?? null,
    program: cleanOrNull(programOf(proof), clean),
    tree: cleanOrNull(proof.tree, clean),
    checkout: cleanOrNull(checkoutOf(proof), clean),
    ...freshnessOf(criterion, takeTree, clean),
    results: resultsIn(proof['results'], clean),
    shown: shownAccount(proof, clean),
  };
}

function artifactAccounts(
  proof: Proof,
  keptArtifact: KeptArtifactOf,
  clean: Cleaning,
): ProofAccount['artifacts'] {
  return artifactsOf(proof).map((artifact) => {
    const kept = keptArtifact(artifact);
    const path = clean.text(artifact.path);
    const tail = clean.text(kept?.tail ?? '');
    return { ...artifact, path, kept: kept?.place ?? null, tail };
  });
}

function shownAccount({ shown }: Proof, clean: Cleaning): ProofAccount['shown'] {
  const kept = shownFactIn(shown);
  return kept === undefined ? null : cleanShown(kept, clean.text);
}

const NOT_COMPARED = { bound: false, why: 'unreadable', reason: '' } as const;

function freshnessOf(
  criterion: Criterion,
  takeTree: PromiseFacts['takeTree'],
  clean: Cleaning,
): Pick<ProofAccount, 'standing' | 'reason' | 'changed'> {
  const { changed, reason, standing } = proofStanding(criterion, takeTree ?? (() => NOT_COMPARED));
  const isUnknown = standing === 'none' || (takeTree === undefined && standing === 'unknown');
  return {
    standing: isUnknown ? 'not-compared' : standing,
    reason: isUnknown ? '' : clean.text(reason),
    changed: (changed ?? []).map(clean.text),
  };
}

const STATUSES: readonly CheckStatus[] = ['PASS', 'FAIL', 'SKIPPED'];

/** Results may be written by hand or by another version: what is not as expected is left out. */
function resultsIn(value: unknown, clean: Cleaning): readonly ResultAccount[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap((result) => {
    const status = STATUSES.find((known) => known === result['status']);
    if (status === undefined) return [];
    const [name, detail] = [textOf(result['name']), textOf(result['detail'])];
    return [{ name: clean.text(name), status, detail: clean.text(detail) }];
  });
}

function validationAccount(
  criterion: Criterion,
  answer: StoredAnswer,
  promise: CompletionPromise,
  selfValidated: readonly string[],
  clean: Cleaning,
): ValidationAccount | null {
  if (answer.found === 'none') return null;
  if (answer.found === 'unreadable') {
    return { ...NO_ANSWER, unreadable: clean.text(answer.reason) };
  }
  const { response } = answer;
  const metadata = isObject(response['_metadata']) ? response['_metadata'] : {};
  const session = textOf(metadata['session_id']);
  const by = storedByOf(response);
  return {
    verdict: verdictOf(response) ?? null,
    by: by === undefined ? null : clean.text(by),
    at: cleanOrNull(metadata['stored_at'] ?? response['timestamp'], clean),
    session_id: session === '' ? null : clean.text(session),
    reasoning: clean.text(reasoningOf(response)),
    self_validated:
      selfValidated.includes(criterion.id) &&
      (isClosed(promise) || (session !== '' && session === ownerOf(promise))),
    is_about_other_evidence: isAboutOtherEvidence(response, criterion),
    unreadable: null,
  };
}

const NO_ANSWER: ValidationAccount = {
  verdict: null,
  by: null,
  at: null,
  session_id: null,
  reasoning: '',
  self_validated: false,
  is_about_other_evidence: false,
  unreadable: null,
};

function waiverAccount({ waived }: Criterion, clean: Cleaning): WaiverAccount | undefined {
  if (!waived) return undefined;
  return {
    by: clean.text(waived.by),
    at: clean.text(waived.at),
    reason: clean.text(waived.reason),
    counts: waived.unconfirmed === undefined,
  };
}

/** A text of outside; null where it is none, or empty. */
function cleanOrNull(value: unknown, clean: Cleaning): string | null {
  const text = textOf(value);
  return text === '' ? null : clean.text(text);
}
