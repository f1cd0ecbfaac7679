import { type CheckResult, verdictOfResults } from '../domain/base/check-result.ts';
import type { Verdict } from '../domain/validation/validation-response.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** A check that ended while others still run. */
export interface ShownEnd {
  readonly check: { readonly text: string };
  /** The ids of the criteria that ask for it; empty where the project asks for it. */
  readonly criteria: readonly string[];
  readonly results: readonly CheckResult[];
  readonly milliseconds: number;
  readonly done: number;
  readonly total: number;
}

/** `[2/3] ok AC-1 npm test 6.0 s`. Why a check failed is in the report that follows. */
export function endedCheckLine(ended: ShownEnd, style: Style): string {
  const { check, criteria, done, milliseconds, results, total } = ended;
  const ids = criteria.map((id) => `${oneLine(id)} `).join('');
  const label = oneLine(check.text.replace(/^command: /, ''));
  return `[${done}/${total}] ${wordOf(verdictOfResults(results), style)} ${ids}${label} ${secondsText(milliseconds)}`;
}

function wordOf(verdict: Verdict, style: Style): string {
  if (verdict === 'PASS') return style.good('ok');
  return verdict === 'FAIL' ? style.bad('FAIL') : style.caution('skipped');
}

/** How many results came out how, for a total. */
interface ResultCounts {
  readonly ok: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countResults(results: readonly CheckResult[]): ResultCounts {
  const count = (wanted: CheckResult['status']): number =>
    results.filter(({ status }) => status === wanted).length;
  return { ok: count('PASS'), failed: count('FAIL'), skipped: count('SKIPPED') };
}

/** `2 ok, 1 failed, 1 skipped in 7.3 s`: only what there is. */
export function totalText({ failed, ok, skipped }: ResultCounts, milliseconds: number): string {
  const parts = [
    `${ok} ok`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${parts.join(', ')} in ${secondsText(milliseconds)}`;
}

/** `3.2 s` */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
