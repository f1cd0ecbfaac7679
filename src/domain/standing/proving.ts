import { canonicalText } from '../base/canonical.ts';
import { checkLabel } from '../base/check-label.ts';
import {
  type CheckResult,
  confidenceOfResults,
  troubles,
  verdictOfResults,
} from '../base/check-result.ts';
import { type AttemptFeedback, PROVER, SELF_CHOSEN, withAttempt } from '../judging/attempts.ts';
import type { Artifact } from '../promise/artifact.ts';
import type { KnownCheck } from '../promise/check.ts';
import type { PromiseEvent } from '../promise/event.ts';
import {
  type CompletionPromise,
  type Criterion,
  criterionOf,
  type DeclaredCheck,
  hasChecks,
  isMetWithEvidence,
  type Proof,
} from '../promise/promise.ts';
import { type Actor, type Change, withCriterion } from '../promise/promise-changes.ts';
import { digestOfChecks, PROOF_SOURCES } from '../promise/proof.ts';
import type { TestChanges } from '../promise/tampering.ts';
import type { ShownFact } from '../shown/fact.ts';
import type { Verdict } from '../validation/validation-response.ts';

/** A criterion with something that can be run for it. */
export interface ProvableCriterion {
  readonly criterion: Criterion;
  /** One of `PROOF_SOURCES`. */
  readonly source: string;
  /** The type of the evidence that the criterion is met with. */
  readonly evidenceType: string;
  /** The checks as they stand in the promise: seals and proofs are about these. */
  readonly declared: readonly DeclaredCheck[];
  /** The declared checks that this version can run. */
  readonly checks: readonly KnownCheck[];
  /** A SKIPPED result for each declared check that this version cannot run. */
  readonly unreadable: readonly CheckResult[];
}

/** The facts of a command that ran, as a proof keeps them. */
export interface CommandFacts {
  readonly argv: readonly string[];
  /** Null where the command did not end by itself. */
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly output_tail: string;
  readonly output_sha256: string;
  readonly output_bytes: number;
  /** How many tests ran, where a runner of tests says so. */
  readonly tests_run?: number;
  /** A program of it that is neither the system's nor the project's own. */
  readonly program?: { readonly path: string; readonly sha256: string };
}

/** The state of the checkout that a proof is bound to, or why the proof is bound to none. */
export type ProofBinding =
  | {
      readonly bound: true;
      readonly tree: string;
      /** When the newest of the files was changed, in milliseconds since 1970; null where that cannot be told. */
      readonly lastChange: number | null;
      readonly inputs: readonly string[] | null;
      readonly files: readonly string[];
    }
  | { readonly bound: false; readonly reason: string };

/** One run of all checks of a criterion. */
export interface ProvingRun {
  readonly provable: ProvableCriterion;
  /** What ran, without secrets: only this is written down. */
  readonly kept: { readonly checks: readonly DeclaredCheck[]; readonly text: string };
  readonly results: readonly CheckResult[];
  /** The last command that ran, if any. */
  readonly command: CommandFacts | undefined;
  /** The files that it left; missing where it was not run. */
  readonly artifacts?: readonly Artifact[];
  /** What its commands say of the work; missing where they were not asked. */
  readonly shown?: ShownFact | undefined;
  readonly binding: ProofBinding;
  /** The absolute path of the checkout that it ran in; undefined where that is the project folder. */
  readonly checkout: string | undefined;
  readonly started_at: string;
  readonly duration_ms: number;
}

/** The beginning of the mark that takes the place of a secret. */
const MARK_OF_SECRET = '[redacted: ';

/**
 * Whether a criterion rests on a command of the session's choice that cannot be run again, because it
 * held a secret and is kept without it.
 */
export function isUnrepeatable(criterion: Criterion): boolean {
  return !hasChecks(criterion) && holdsRedacted(criterion.proof?.['check']);
}

/** Whether a secret was taken out of a value: a check that held one cannot be run as it stands. */
export function holdsRedacted(value: unknown): boolean {
  return canonicalText(value ?? null).includes(MARK_OF_SECRET);
}

/** The verdict of a run on its criterion. */
export function verdictOfRun({ results }: ProvingRun): Verdict {
  return verdictOfResults(results);
}

/** Whether every run of a list passed. */
export function areProved(runs: readonly ProvingRun[]): boolean {
  return runs.every((run) => verdictOfRun(run) === 'PASS');
}

/** The answer to Gate 2 that a run gives, in the shape in which validators answer. */
export function answerOfRun(
  promise: string,
  run: ProvingRun,
  timestamp: string,
): { readonly [key: string]: unknown } {
  const { binding, checkout, command, provable, results, shown } = run;
  const open = troubles(results);
  return {
    task_id: `prove-${promise}-${provable.criterion.id}`,
    verdict: verdictOfRun(run),
    criteria_results: results,
    timestamp,
    confidence: confidenceOfResults(results),
    reasoning:
      open.length === 0
        ? `All ${results.length} checks passed.`
        : open.map(({ detail, name }) => `${checkLabel(name)}: ${detail}`).join('; '),
    tree: binding.bound ? binding.tree : null,
    ...(checkout === undefined ? {} : { checkout }),
    ...(command === undefined ? {} : { command }),
    ...(shown === undefined ? {} : { shown }),
  };
}

/** Longest evidence that a run gives, in characters. */
const LONGEST_EVIDENCE = 2000;

/**
 * Records runs in a promise: for each criterion the attempt and, where it passed, its proof and evidence.
 * A criterion whose run did not pass loses its proof. `trusted` are new seals by criterion; `tests`: what changed of the
 * tests since the work began, where that is known. Gives undefined where there is no run.
 */
export function recordRuns(
  promise: CompletionPromise,
  runs: readonly ProvingRun[],
  actor: Actor,
  trusted: ReadonlyMap<string, string>,
  tests?: TestChanges,
): Change | undefined {
  let changed = promise;
  for (const run of runs) {
    const { id } = run.provable.criterion;
    const seal = trusted.get(id);
    changed = withCriterion(changed, id, {
      ...changeOfRun(changed, run, actor, tests),
      ...(seal === undefined ? {} : { trust: seal }),
    });
  }
  const events = runs.flatMap((run): readonly PromiseEvent[] => {
    const { criterion, source } = run.provable;
    const ac_id = criterion.id;
    return [
      ...(trusted.has(ac_id) ? [{ event: 'checks.trusted', ac_id } as const] : []),
      { event: 'criterion.proved', ac_id, source, verdict: verdictOfRun(run) },
    ];
  });
  const last = events.at(-1);
  return last === undefined
    ? undefined
    : { promise: changed, event: last, earlierEvents: events.slice(0, -1) };
}

function changeOfRun(
  promise: CompletionPromise,
  run: ProvingRun,
  { at, session }: Actor,
  tests: TestChanges | undefined,
): Partial<Criterion> {
  const { criterion, source } = run.provable;
  const now = criterionOf(promise, criterion.id) ?? criterion;
  const verdict = verdictOfRun(run);
  const isByChecks = source === PROOF_SOURCES.checks;
  const attempt = withAttempt(now, {
    at,
    by: isByChecks ? PROVER : SELF_CHOSEN,
    verdict,
    feedback: troubles(run.results).map(feedbackOfResult),
  });
  if (verdict !== 'PASS') return { ...attempt, proof: proofAfterFailure(now, run, at) };
  const isKept = isMetWithEvidence(now) && !(isOfARun(now, run) && isNews(now, run));
  const met = {
    status: 'met',
    evidence: evidenceOfRun(run),
    evidence_type: run.provable.evidenceType,
    met_at: at,
    met_by: session.id,
  };
  return {
    ...attempt,
    ...(isKept && isByChecks ? {} : met),
    proof: proofOfRun(run, tests),
  };
}

/**
 * The proof of a criterion after a run that did not pass. A proof by checks goes. A self-chosen one stays,
 * marked as failed if the same command ran: without it the criterion would rest on its words alone.
 */
function proofAfterFailure(
  now: Criterion,
  { kept, provable }: ProvingRun,
  at: string,
): Proof | null {
  if (provable.source === PROOF_SOURCES.checks) return null;
  const proof = now.proof ?? null;
  const chosen = canonicalText(proof?.['check'] ?? null);
  const isSame = [provable.declared[0], kept.checks[0]].some(
    (one) => canonicalText(one) === chosen,
  );
  return proof !== null && isSame ? { ...proof, failed_at: at } : proof;
}

/** What a result says of what is wrong, and what would satisfy it. */
export function feedbackOfResult({ detail, name, output, status }: CheckResult): AttemptFeedback {
  return {
    finding: `${checkLabel(name)}: ${detail}`,
    would_satisfy: status === 'SKIPPED' ? 'that it can be run, and passes' : 'that it passes',
    ...(output === undefined ? {} : { output }),
  };
}

/** The proof that a run gives that passed. */
function proofOfRun(run: ProvingRun, tests: TestChanges | undefined): Proof {
  const { binding, checkout, command, duration_ms, kept, provable } = run;
  const { artifacts = [], results, shown, started_at } = run;
  const isByChecks = provable.source === PROOF_SOURCES.checks;
  return {
    source: provable.source,
    argv: command?.argv ?? null,
    exit_code: command?.exit_code ?? null,
    started_at: command?.started_at ?? started_at,
    duration_ms: command?.duration_ms ?? duration_ms,
    output_tail: command?.output_tail ?? null,
    output_sha256: command?.output_sha256 ?? null,
    ...(command?.tests_run === undefined ? {} : { tests_run: command.tests_run }),
    ...(command?.program === undefined ? {} : { program: command.program }),
    ...(tests === undefined ? {} : { tests }),
    tree: binding.bound ? binding.tree : null,
    ...(checkout === undefined ? {} : { checkout }),
    ...(binding.bound
      ? {
          last_change: binding.lastChange,
          inputs: binding.inputs,
          files: binding.files,
        }
      : { not_bound: binding.reason }),
    checks: isByChecks ? digestOfChecks(provable.declared) : null,
    results,
    ...(artifacts.length === 0 ? {} : { artifacts }),
    ...(isByChecks ? {} : { check: kept.checks[0] }),
    ...(shown === undefined ? {} : { shown }),
  };
}

/** Whether a run was of another state of the checkout than the proof before. */
function isNews({ proof }: Criterion, { binding }: ProvingRun): boolean {
  return !binding.bound || proof?.tree !== binding.tree;
}

/** Whether a criterion's evidence comes from an earlier run of the same checks. */
function isOfARun({ evidence }: Criterion, run: ProvingRun): boolean {
  return (evidence ?? '').startsWith(`${run.kept.text}\n`);
}

/** A run as evidence in words: what ran, how it ended, and the end of its output. */
function evidenceOfRun(run: ProvingRun): string {
  const { command, kept, results } = run;
  const lines = results.map(({ detail, name }) => `${checkLabel(name)}: ${detail}`);
  const head = `${kept.text}\n${lines.join('\n')}`;
  const tail = command?.output_tail.trim() ?? '';
  const room = LONGEST_EVIDENCE - head.length - 1;
  return tail === '' || room <= 0
    ? head.slice(0, LONGEST_EVIDENCE)
    : `${head}\n${tail.slice(-room)}`;
}
