import { readDeclared } from '../../../src/checks/provable.ts';
import type { CheckResult } from '../../../src/domain/base/check-result.ts';
import type { Criterion, DeclaredCheck } from '../../../src/domain/promise/promise.ts';
import { digestOfChecks, PROOF_SOURCES } from '../../../src/domain/promise/proof.ts';
import type { TakeTree } from '../../../src/domain/promise/tree.ts';
import type { ProvingRun } from '../../../src/domain/standing/proving.ts';
import type { Verdict } from '../../../src/domain/validation/validation-response.ts';
import { NOW, promiseValue } from './domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from './promises.ts';

/** Criteria with checks and proofs, and trees to hold them against. */

export const CHECKS: readonly DeclaredCheck[] = [{ kind: 'command', run: 'npm test' }];
export const CHECK: DeclaredCheck = { kind: 'command', run: 'npm test' };

/** What a run is bound to that saw the tree `now`. */
export const BOUND = {
  bound: true,
  tree: 'now',
  lastChange: 1000.5,
  inputs: null,
  files: [],
} as const;

export const treeIs =
  (digest: string): TakeTree =>
  () => ({ bound: true, digest });
export const treeOverlooks: TakeTree = () => ({
  bound: false,
  why: 'overlooked',
  reason: 'git was told',
});

/** A proof of the checks above, of the tree `now`. */
export function proofParts(parts: PromiseParts = {}): PromiseParts {
  return {
    source: PROOF_SOURCES.checks,
    tree: 'now',
    inputs: null,
    files: [],
    checks: digestOfChecks(CHECKS),
    started_at: NOW,
    ...parts,
  };
}

export const selfChosen = (parts: PromiseParts = {}): PromiseParts =>
  proofParts({ source: PROOF_SOURCES.selfChosen, checks: null, check: CHECK, ...parts });

/** How far a criterion with checks has come. */
export const STATES = {
  words: {},
  unproved: { checks: CHECKS },
  proved: { checks: CHECKS, proof: proofParts() },
  stale: { checks: CHECKS, proof: proofParts({ tree: 'before' }) },
  'not bound': { checks: CHECKS, proof: proofParts({ tree: null, not_bound: 'no repository' }) },
  'other checks': { checks: CHECKS, proof: proofParts({ checks: 'another digest' }) },
  'self-chosen': { proof: selfChosen() },
  'self-chosen, stale': { proof: selfChosen({ tree: 'before' }) },
  'self-chosen, failed since': { proof: selfChosen({ failed_at: NOW }) },
  'checks, and a self-chosen proof': { checks: CHECKS, proof: selfChosen() },
} satisfies Record<string, PromiseParts>;

export type State = keyof typeof STATES;

/** The one criterion of a promise that is read from a file. */
export function criterionValue(parts: PromiseParts = {}, isMet = true): Criterion {
  const one = isMet ? metCriterion('AC-1', parts) : criterion('AC-1', parts);
  const [read] =
    promiseValue('session-a', { acceptance_criteria: [one] }).acceptance_criteria ?? [];
  if (read === undefined) throw new Error('there is no criterion');
  return read;
}

/** Attempts of validators, `cs prove: FAIL`, oldest first. */
export function attemptsOf(...texts: readonly string[]): readonly PromiseParts[] {
  return texts.map((text) => {
    const [by = '', verdict = ''] = text.split(': ');
    const feedback = verdict === 'PASS' ? [] : [{ finding: `${by} found`, would_satisfy: 'more' }];
    return { at: NOW, by, verdict, feedback };
  });
}

/** A run of some checks of a criterion that ended as is said. */
export function runValue(
  of: Criterion,
  verdict: Verdict,
  parts: Partial<ProvingRun> = {},
  source: string = PROOF_SOURCES.checks,
): ProvingRun {
  const status = verdict === 'PASS' ? 'PASS' : verdict === 'FAIL' ? 'FAIL' : 'SKIPPED';
  const result: CheckResult = { name: 'command_npm test', status, detail: 'exit code 0 in 0.1 s' };
  return {
    provable: readDeclared(of, source, CHECKS),
    kept: { checks: CHECKS, text: 'command: npm test' },
    results: [result],
    command: {
      argv: ['/bin/sh', '-c', 'npm test'],
      exit_code: 0,
      signal: null,
      started_at: '2026-03-04T05:00:00Z',
      duration_ms: 100,
      output_tail: '42 passed\n',
      output_sha256: 'abc',
      output_bytes: 10,
    },
    binding: BOUND,
    checkout: undefined,
    started_at: '2026-03-04T05:00:00Z',
    duration_ms: 120,
    ...parts,
  };
}
