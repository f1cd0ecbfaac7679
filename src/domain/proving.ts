import type { Check } from './check.ts';
import { readCheck } from './check-reading.ts';
import {
  type CheckResult,
  confidenceOfResults,
  skipped,
  troubles,
  verdictOfResults,
} from './check-result.ts';
import { DEFAULT_EVIDENCE_TYPE } from './evidence.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaToProve,
  type DeclaredCheck,
  hasChecks,
} from './promise.ts';
import { PROOF_SOURCES } from './proof.ts';
import type { Verdict } from './validation.ts';

/** A criterion that can be proved: what is to be run for it, and who chose that. */
export interface ProvableCriterion {
  readonly criterion: Criterion;
  readonly source: string;
  /** What kind of evidence it is met with. */
  readonly evidenceType: string;
  /** As they stand in the promise; what trust and proofs are about. */
  readonly declared: readonly DeclaredCheck[];
  /** Those that this version can run. */
  readonly checks: readonly Check[];
  /** What is said of those that it cannot. */
  readonly unreadable: readonly CheckResult[];
}

export interface ProvingPlan {
  readonly provable: readonly ProvableCriterion[];
  /** Criteria with nothing to run: other validators answer for them. */
  readonly left: readonly Criterion[];
}

/** What a promise has to be proved. `wanted`: the criteria that were named; all without. */
export function planProving(promise: CompletionPromise, wanted: readonly string[]): ProvingPlan {
  const asked = criteriaToProve(promise).filter(
    ({ id }) => wanted.length === 0 || wanted.includes(id),
  );
  const provable = asked.flatMap((criterion) => provableOf(criterion) ?? []);
  const left = asked.filter((criterion) => provableOf(criterion) === undefined);
  return { provable, left };
}

function provableOf(criterion: Criterion): ProvableCriterion | undefined {
  if (hasChecks(criterion)) {
    return readDeclared(criterion, PROOF_SOURCES.checks, checksOf(criterion));
  }
  // What the session chose to run when it met the criterion can be run again.
  const chosen = criterion.proof?.['check'];
  const reading = readCheck(chosen);
  return reading.ok
    ? readDeclared(criterion, PROOF_SOURCES.selfChosen, [{ ...reading.check }])
    : undefined;
}

/** The checks of a criterion, those that cannot be run set aside. */
export function readDeclared(
  criterion: Criterion,
  source: string,
  declared: readonly DeclaredCheck[],
  evidenceType: string = criterion.evidence_type || typeOfChecks(declared),
): ProvableCriterion {
  const readings = declared.map((check) => ({ check, reading: readCheck(check) }));
  return {
    criterion,
    source,
    evidenceType,
    declared,
    checks: readings.flatMap(({ reading }) => (reading.ok ? [reading.check] : [])),
    unreadable: readings.flatMap(({ check, reading }) =>
      reading.ok
        ? []
        : [skipped(`${check.kind}_unreadable`, `this check cannot be run: ${reading.reason}`)],
    ),
  };
}

/** A command is a test of something; a file and a tool's result are looked at. */
function typeOfChecks(declared: readonly DeclaredCheck[]): string {
  return declared.some(({ kind }) => kind === 'command') ? 'test' : DEFAULT_EVIDENCE_TYPE;
}

/** Whether anything of a criterion runs a command, which only trusted checks may. */
export function runsCommands({ checks }: ProvableCriterion): boolean {
  return checks.some(({ kind }) => kind === 'command');
}

/** What is known of a command that ran, as a proof keeps it. */
export interface CommandFacts {
  readonly argv: readonly string[];
  /** Null where it did not come to an end by itself. */
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly output_tail: string;
  readonly output_sha256: string;
  readonly output_bytes: number;
}

/** What the control run of a criterion's commands came to (DESIGN §4). */
export interface ControlOutcome {
  readonly revision: string;
  readonly outcome: 'conclusive' | 'vacuous' | 'inconclusive';
  readonly detail: string;
}

/** What a proof is bound to, or why it is bound to nothing. */
export type ProofBinding =
  | {
      readonly bound: true;
      readonly tree: string;
      /** Null where a glance is not enough to tell that nothing changed. */
      readonly glance: string | null;
      readonly inputs: readonly string[] | null;
      readonly files: readonly string[];
    }
  | { readonly bound: false; readonly reason: string };

/** One run of everything that a criterion has. */
export interface ProvingRun {
  readonly provable: ProvableCriterion;
  readonly results: readonly CheckResult[];
  /** The last command that ran, if any. */
  readonly command: CommandFacts | undefined;
  readonly control: ControlOutcome | undefined;
  readonly binding: ProofBinding;
  readonly started_at: string;
  readonly duration_ms: number;
}

/** What a run says of its criterion. */
export function verdictOfRun({ results }: ProvingRun): Verdict {
  return verdictOfResults(results);
}

/** Whether every run of a list passed. */
export function areProved(runs: readonly ProvingRun[]): boolean {
  return runs.every((run) => verdictOfRun(run) === 'PASS');
}

/** The Gate 2 answer of a run, in the shape of CONTRACT. */
export function answerOfRun(
  promise: string,
  run: ProvingRun,
  timestamp: string,
): { readonly [key: string]: unknown } {
  const { binding, command, control, provable, results } = run;
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
        : open.map(({ detail, name }) => `${name}: ${detail}`).join('; '),
    tree: binding.bound ? binding.tree : null,
    ...(command === undefined ? {} : { command }),
    ...(control === undefined ? {} : { control }),
  };
}
