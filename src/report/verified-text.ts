import type { StandingTampering } from '../domain/closing/tampering.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import { type CompletionPromise, titleOf } from '../domain/promise/promise.ts';
import type { ElsewhereProof, UnboundProof } from '../domain/promise/proof.ts';
import { keptSelfValidated } from '../domain/standing/answers.ts';
import type { CommandLines } from './command-lines.ts';
import { indented, oneLine } from './printable.ts';
import { progressText, unboundMark, waivedText } from './promise-text.ts';
import { unboundText } from './proof-text.ts';
import type { Style } from './style.ts';
import { tamperingLines } from './tampered-text.ts';
import { type ShownTierOne, tierOnePassedLine } from './tier-one-text.ts';
import { turnedLines } from './turned-text.ts';

/** The text that closing a promise prints. Other programs read the gates' lines and `VERIFIED:`. */
export function verifiedText(
  id: string,
  promise: CompletionPromise,
  gates: VerificationGates,
  {
    judgeLines,
    tampering,
    tierOne,
  }: {
    readonly judgeLines: readonly string[];
    readonly tampering?: StandingTampering | undefined;
    readonly tierOne: ShownTierOne;
  },
  style: Style,
  lines: CommandLines,
): string {
  const { verification } = promise;
  return [
    ...tierOnePassedLine(tierOne),
    ...(tampering === undefined ? [] : tamperingLines(tampering, style)),
    ...(gates.validation === undefined ? [] : [GATE_2[gates.validation]]),
    ...selfValidatedLine(promise, style),
    ...judgeLines,
    ...gate3Line(id, gates.judge, lines),
    '',
    // A judge was wanted and could not be had: that is no success to show in green.
    gates.judge === 'unavailable'
      ? style.caution(`VERIFIED: ${id} (unjudged)`)
      : style.good(`VERIFIED: ${id}`),
    `  Summary: ${oneLine(promise.summary || titleOf(promise))}`,
    `  Type: ${oneLine(verification?.type ?? '')}`,
    `  Proof: ${indented(verification?.proof ?? 'the evidence of its criteria', 9)}`,
    `  Acceptance Criteria: ${progressText(promise)} met${waivedText(promise)}${unboundMark(promise, style)}`,
    `  Verified by: ${oneLine(verification?.verified_by ?? '')}`,
    `  Verified at: ${oneLine(verification?.verified_at ?? '')}`,
    ...turnedLines(promise, style).map((line) => `  ${line}`),
  ].join('\n');
}

/** The criteria that the session answered for itself; nothing where others did. */
function selfValidatedLine(promise: CompletionPromise, style: Style): readonly string[] {
  const ids = keptSelfValidated(promise);
  if (ids.length === 0) return [];
  const named = ids.map(oneLine).join(', ');
  return [
    style.caution(`  Self-validated: ${named} (answered by the session that owns the promise)`),
  ];
}

const GATE_2: Readonly<Record<NonNullable<VerificationGates['validation']>, string>> = {
  passed: 'Gate 2: All validation responses verified (PASS)',
  skipped: 'Gate 2: Skipped (--skip-validation-check)',
  'no-criteria': 'Gate 2: Skipped (no criteria to validate)',
  'when-present': 'Gate 2: No validation response fails it (gates.validation: when-present)',
  off: 'Gate 2: Off (gates.validation: off)',
};

/** The line of Gate 3 where no judge was asked. Where one was, `judgeLines` say the outcome. */
function gate3Line(
  id: string,
  judge: VerificationGates['judge'],
  lines: CommandLines,
): readonly string[] {
  switch (judge) {
    case 'passed':
    case 'unavailable':
    case 'rubric':
    case undefined:
      return [];
    case 'skipped':
      return ['Gate 3: Skipped (--skip-llm-gate)'];
    case 'no-criteria':
      return ['Gate 3: Skipped (no criteria to judge)'];
    case 'not-run':
      return [`Gate 3: did not run. To have the evidence judged: ${lines.judge(id)}`];
  }
}

/** The notes on proofs of checkouts whose content the project folder does not have, for stderr. */
export function elsewhereNotes(elsewhere: readonly ElsewhereProof[]): readonly string[] {
  return elsewhere.map(
    ({ ac_id, checkout }) =>
      `Note: the proof of ${oneLine(ac_id)} is valid for the checkout ${oneLine(checkout)}; the project folder has other content.`,
  );
}

/** The notes on proofs that are bound to no state of the files, for stderr. */
export function unboundNotes(unbound: readonly UnboundProof[]): readonly string[] {
  return unbound.map(
    (one) => `Note: ${unboundText(one)}. It is unknown whether its files changed.`,
  );
}

const SKIPPABLE = [
  ['validation', 'Gate 2 (validation)'],
  ['judge', 'Gate 3 (judge)'],
] as const;

/** The warnings of skipped gates, for stderr. */
export function gateWarnings(id: string, gates: VerificationGates): readonly string[] {
  return SKIPPABLE.filter(([gate]) => gates[gate] === 'skipped').map(
    ([, name]) => `WARNING: Skipping ${name} for ${id}; this is recorded.`,
  );
}
