/** The result of one check. SKIPPED: it could not be run, which is no PASS. */
export type CheckStatus = 'PASS' | 'FAIL' | 'SKIPPED';

/** One line of a Gate 2 answer's `criteria_results`. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
  /** The lines of its output that tell why it failed, where there are several. */
  readonly output?: string;
}

export function passed(name: string, detail: string): CheckResult {
  return { name, status: 'PASS', detail };
}

/** `output`: the lines of its output that tell why. One alone stands in the detail. */
export function failedCheck(
  name: string,
  detail: string,
  output: readonly string[] = [],
): CheckResult {
  const said = output.length < 2 ? {} : { output: output.join('\n') };
  return { name, status: 'FAIL', detail, ...said };
}

export function skipped(name: string, detail: string): CheckResult {
  return { name, status: 'SKIPPED', detail };
}

/**
 * The verdict of some results: FAIL where any failed, PASS where every one passed, and BLOCKED where one
 * was skipped, because its result is unknown. No results are BLOCKED.
 */
export function verdictOfResults(results: readonly CheckResult[]): 'PASS' | 'FAIL' | 'BLOCKED' {
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
