import { checkedItems, confidenceOf, reasoningOf } from '../domain/validation/validation.ts';
import type { ValidationResponse, Verdict } from '../domain/validation/validation-response.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** The text that storing a validator's answer prints: the verdict, and the items that did not pass. */
export function storedText(
  promise: string,
  criterion: string,
  response: ValidationResponse,
  verdict: Verdict,
  style: Style,
): string {
  const items = checkedItems(response);
  const passed = items.filter((item) => item.passed).length;
  return [
    `STORED: Validation response for ${promise} / ${oneLine(criterion)}`,
    `  Verdict: ${verdictText(verdict, style)}`,
    `  Criteria: ${passed}/${items.length} passed`,
    `  Confidence: ${confidenceOf(response) ?? 'none given'}`,
    ...detailLines(response, verdict),
  ].join('\n');
}

function verdictText(verdict: Verdict, style: Style): string {
  return verdict === 'PASS' || verdict === 'PARTIAL' ? style.good(verdict) : style.bad(verdict);
}

function detailLines(response: ValidationResponse, verdict: Verdict): readonly string[] {
  const reasoning = reasoningOf(response);
  if (verdict === 'BLOCKED') return [`  Reasoning: ${indented(reasoning || 'none given', 13)}`];
  if (verdict !== 'FAIL') return [];
  const failures = checkedItems(response).filter((item) => !item.passed);
  return [
    '  Failures:',
    ...failures.map(
      ({ name, detail }) => `    - ${oneLine(name)}${detail === '' ? '' : `: ${oneLine(detail)}`}`,
    ),
    ...(failures.length === 0 ? [`    - ${oneLine(reasoning || 'not named')}`] : []),
  ];
}
