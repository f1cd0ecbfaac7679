import type { VerificationGates } from '../domain/event.ts';
import { type CompletionPromise, titleOf } from '../domain/promise.ts';
import { judgeLine } from './command-lines.ts';
import { indented, oneLine } from './printable.ts';
import { progressText, waivedText } from './promise-text.ts';
import type { Style } from './style.ts';

/** What closing a promise prints. The gates' lines and `VERIFIED:` are interface (CONTRACT). */
export function verifiedText(
  id: string,
  promise: CompletionPromise,
  gates: VerificationGates,
  judgeLines: readonly string[],
  style: Style,
): string {
  const { verification } = promise;
  return [
    GATE_2[gates.validation],
    ...judgeLines,
    ...gate3Line(id, gates.judge),
    '',
    style.good(`VERIFIED: ${id}`),
    `  Summary: ${oneLine(promise.summary || titleOf(promise))}`,
    `  Type: ${oneLine(verification?.type ?? '')}`,
    `  Proof: ${indented(verification?.proof ?? 'the evidence of its criteria', 9)}`,
    `  Acceptance Criteria: ${progressText(promise)} met${waivedText(promise)}`,
    `  Verified by: ${oneLine(verification?.verified_by ?? '')}`,
    `  Verified at: ${oneLine(verification?.verified_at ?? '')}`,
  ].join('\n');
}

const GATE_2: Readonly<Record<VerificationGates['validation'], string>> = {
  passed: 'Gate 2: All validation responses verified (PASS)',
  skipped: 'Gate 2: Skipped (--skip-validation-check)',
  'no-criteria': 'Gate 2: Skipped (there is no criterion to validate)',
  'when-present':
    'Gate 2: No validation response speaks against it (gates.validation: when-present)',
  off: 'Gate 2: Off (gates.validation: off)',
};

/** The line of Gate 3 where no judge was asked; its own block says the rest. */
function gate3Line(id: string, judge: VerificationGates['judge']): readonly string[] {
  switch (judge) {
    case 'passed':
    case 'unavailable':
    case 'rubric':
      return [];
    case 'skipped':
      return ['Gate 3: Skipped (--skip-llm-gate)'];
    case 'no-criteria':
      return ['Gate 3: Skipped (there is no criterion to judge)'];
    case 'not-run':
      return [`Gate 3: did not run. To have the evidence judged: ${judgeLine(id)}`];
  }
}

/** What is warned of on stderr: gates that were passed without being asked. */
export function gateWarnings(
  id: string,
  { judge, validation }: VerificationGates,
): readonly string[] {
  return [
    ...(validation === 'skipped'
      ? [`WARNING: Skipping Gate 2 (validation) for ${id}; this is recorded.`]
      : []),
    ...(judge === 'skipped'
      ? [`WARNING: Skipping Gate 3 (judge) for ${id}; this is recorded.`]
      : []),
  ];
}
