import type { Verdict } from './validation.ts';

/** How one thing that was checked came out. SKIPPED: it could not be looked at, and is not passed. */
export type CheckStatus = 'PASS' | 'FAIL' | 'SKIPPED';

/** One line of a Gate 2 answer's `criteria_results`. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
}

export function passed(name: string, detail: string): CheckResult {
  return { name, status: 'PASS', detail };
}

export function failedCheck(name: string, detail: string): CheckResult {
  return { name, status: 'FAIL', detail };
}

export function skipped(name: string, detail: string): CheckResult {
  return { name, status: 'SKIPPED', detail };
}

/**
 * The verdict of some results: FAIL where any failed, PASS where every one passed, and BLOCKED where
 * one could not be looked at, for nobody knows how that would have come out.
 */
export function verdictOfResults(results: readonly CheckResult[]): Verdict {
  if (results.some(({ status }) => status === 'FAIL')) return 'FAIL';
  const isWhole = results.length > 0 && results.every(({ status }) => status === 'PASS');
  return isWhole ? 'PASS' : 'BLOCKED';
}

/** The part of the results that could be looked at, from 0 to 1: 1 only where everything ran. */
export function confidenceOfResults(results: readonly CheckResult[]): number {
  if (results.length === 0) return 0;
  const ran = results.filter(({ status }) => status !== 'SKIPPED').length;
  return Math.floor((100 * ran) / results.length) / 100;
}

/** The results that keep a criterion from passing. */
export function troubles(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(({ status }) => status !== 'PASS');
}
