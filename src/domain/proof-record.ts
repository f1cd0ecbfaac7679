import { withAttempt } from './attempts.ts';
import { canonicalText } from './canonical.ts';
import { checkText } from './check.ts';
import { type CheckResult, failedCheck, troubles } from './check-result.ts';
import type { CompletionPromise, Criterion, Proof } from './promise.ts';
import { hasEvidence, isMet } from './promise.ts';
import type { Actor, Change } from './promise-changes.ts';
import { withCriterion } from './promise-changes.ts';
import { digestOfChecks, PROOF_SOURCES } from './proof.ts';
import { PROVER } from './prover.ts';
import {
  type ControlOutcome,
  type ProvableCriterion,
  type ProvingRun,
  verdictOfRun,
} from './proving.ts';
import { redactSecrets } from './secrets.ts';

/** How a self-chosen run is known among the attempts. */
const SELF_CHOSEN = 'cs meet --run';

/** Longest evidence that is made of a run, in characters. */
const LONGEST_EVIDENCE = 2000;

/**
 * The promise with what some runs came to: each criterion's attempt, its proof where it passed, and
 * what it was met with. A criterion whose run did not pass has no proof any more.
 */
export function recordRuns(
  promise: CompletionPromise,
  runs: readonly ProvingRun[],
  actor: Actor,
  trusted: ReadonlyMap<string, string>,
): Change | undefined {
  let changed = promise;
  for (const run of runs) {
    const { id } = run.provable.criterion;
    const seal = trusted.get(id);
    changed = withCriterion(changed, id, {
      ...changeOfRun(changed, run, actor),
      ...(seal === undefined ? {} : { trust: seal }),
    });
  }
  const events = runs.flatMap(({ provable, ...run }) => [
    ...(trusted.has(provable.criterion.id)
      ? [{ event: 'checks.trusted', ac_id: provable.criterion.id } as const]
      : []),
    {
      event: 'criterion.proved',
      ac_id: provable.criterion.id,
      source: provable.source,
      verdict: verdictOfRun({ provable, ...run }),
    } as const,
  ]);
  const last = events.at(-1);
  return last === undefined
    ? undefined
    : { promise: changed, event: last, earlierEvents: events.slice(0, -1) };
}

function changeOfRun(
  promise: CompletionPromise,
  run: ProvingRun,
  { at, session }: Actor,
): Partial<Criterion> {
  const { criterion, source } = run.provable;
  const now = promise.acceptance_criteria?.find(({ id }) => id === criterion.id) ?? criterion;
  const verdict = verdictOfRun(run);
  const isByChecks = source === PROOF_SOURCES.checks;
  const attempt = withAttempt(now, {
    at,
    by: isByChecks ? PROVER : SELF_CHOSEN,
    verdict,
    feedback: troubles(run.results).map(feedbackOfResult),
  });
  const control = run.control === undefined ? {} : { control: controlRecord(run, run.control) };
  if (verdict !== 'PASS') {
    return { ...attempt, ...control, proof: proofAfterFailure(now, run, at) };
  }
  const isKept = isMet(now) && hasEvidence(now) && !(isOfARun(now, run) && isNews(now, run));
  const met = {
    status: 'met',
    evidence: evidenceOfRun(run),
    evidence_type: run.provable.evidenceType,
    met_at: at,
    met_by: session.id,
  };
  return { ...attempt, ...control, ...(isKept && isByChecks ? {} : met), proof: proofOfRun(run) };
}

/** A control holds for the commands that it was made of. */
function controlRecord({ provable }: ProvingRun, control: ControlOutcome) {
  return { ...control, checks: digestOfChecks(provable.declared) };
}

/**
 * What an earlier control says of commands that are run without one now: that they were found to show
 * nothing stands until another control, or other commands, take its place.
 */
export function standingControl({
  criterion,
  declared,
}: ProvableCriterion): CheckResult | undefined {
  const { checks, outcome, revision } = criterion.control ?? {};
  if (outcome !== 'vacuous' || checks !== digestOfChecks(declared)) return undefined;
  const at = typeof revision === 'string' ? revision : 'another revision';
  return failedCheck('control', `vacuous: it passed at ${at} too; run it again with --control`);
}

/**
 * What becomes of a proof whose run did not pass. The one of a command that the session chose stays,
 * marked as failed where it is that command: without it the criterion would rest on words again.
 */
function proofAfterFailure(now: Criterion, { provable }: ProvingRun, at: string): Proof | null {
  if (provable.source === PROOF_SOURCES.checks) return null;
  const proof = now.proof ?? null;
  const isSame = canonicalText(proof?.['check'] ?? null) === canonicalText(provable.declared[0]);
  return proof !== null && isSame ? { ...proof, failed_at: at } : proof;
}

function feedbackOfResult({ detail, name, status }: CheckResult) {
  return {
    finding: `${name}: ${detail}`,
    would_satisfy: status === 'SKIPPED' ? 'that it can be looked at, and passes' : 'that it passes',
  };
}

/** What is kept of a run that passed (DESIGN §4). */
function proofOfRun(run: ProvingRun): Proof {
  const { binding, command, control, duration_ms, provable, results, started_at } = run;
  const isByChecks = provable.source === PROOF_SOURCES.checks;
  return {
    source: provable.source,
    argv: command?.argv ?? null,
    exit_code: command?.exit_code ?? null,
    started_at: command?.started_at ?? started_at,
    duration_ms: command?.duration_ms ?? duration_ms,
    output_tail: command?.output_tail ?? null,
    output_sha256: command?.output_sha256 ?? null,
    tree: binding.bound ? binding.tree : null,
    ...(binding.bound
      ? { glance: binding.glance, inputs: binding.inputs, files: binding.files }
      : { not_bound: binding.reason }),
    checks: isByChecks ? digestOfChecks(provable.declared) : null,
    results,
    ...(isByChecks ? {} : { check: provable.declared[0] }),
    ...(control === undefined ? {} : { control }),
  };
}

/** Whether a run was of another checkout than the proof before: else it says nothing new. */
function isNews({ proof }: Criterion, { binding }: ProvingRun): boolean {
  return !binding.bound || proof?.tree !== binding.tree;
}

/** Whether a criterion's evidence was made of an earlier run of the same checks. */
function isOfARun({ evidence }: Criterion, run: ProvingRun): boolean {
  return (evidence ?? '').startsWith(`${whatRan(run)}\n`);
}

/** What was run, in words that can be kept: a command line may hold a secret. */
function whatRan({ provable }: ProvingRun): string {
  return redactSecrets(provable.checks.map(checkText).join('; ')).text;
}

/** A run in words, for whoever reads the evidence: what ran, how it ended, its last words. */
export function evidenceOfRun(run: ProvingRun): string {
  const { command, results } = run;
  const lines = results.map(({ detail, name }) => `${name}: ${detail}`);
  const head = `${whatRan(run)}\n${lines.join('\n')}`;
  const tail = command?.output_tail.trim() ?? '';
  const room = LONGEST_EVIDENCE - head.length - 1;
  return tail === '' || room <= 0
    ? head.slice(0, LONGEST_EVIDENCE)
    : `${head}\n${tail.slice(-room)}`;
}
