import { isObject, parseDocument } from '../domain/base/document.ts';
import type { CaseOutcome, CriterionOutcome } from '../domain/benchmark/outcome.ts';

/** Outcomes as a file keeps them, a line each, so that a run that was broken off goes on where it was. */

export function keptLine(key: string, outcome: CaseOutcome): string {
  return JSON.stringify({ key, ...outcome });
}

/** The outcomes of a file's text by their keys. Lines that hold none, and cases that were not judged, are passed over. */
export function keptOutcomes(text: string): ReadonlyMap<string, CaseOutcome> {
  const kept = new Map<string, CaseOutcome>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = parseDocument(line);
    const value = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const { key } = value;
    const outcome = outcomeIn(value);
    if (typeof key === 'string' && outcome !== undefined) kept.set(key, outcome);
  }
  return kept;
}

function outcomeIn(value: { readonly [key: string]: unknown }): CaseOutcome | undefined {
  const { case: id, cost_usd, criteria, error, input_tokens, latency_ms, output_tokens } = value;
  if (typeof id !== 'string' || error !== null || !Array.isArray(criteria)) return undefined;
  const said = criteria.flatMap((one: unknown) => criterionIn(one) ?? []);
  const number = (given: unknown): number => (typeof given === 'number' ? given : 0);
  return said.length !== criteria.length || said.length === 0
    ? undefined
    : {
        case: id,
        criteria: said,
        error: null,
        cost_usd: typeof cost_usd === 'number' ? cost_usd : null,
        input_tokens: number(input_tokens),
        output_tokens: number(output_tokens),
        latency_ms: number(latency_ms),
      };
}

function criterionIn(value: unknown): CriterionOutcome | undefined {
  if (!isObject(value)) return undefined;
  const { id, judgment, score } = value;
  const isRead = typeof id === 'string' && (judgment === 'PASS' || judgment === 'FAIL');
  return isRead ? { id, judgment, score: typeof score === 'number' ? score : null } : undefined;
}
