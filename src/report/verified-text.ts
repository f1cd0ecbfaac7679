import { counted } from '../domain/base/counted.ts';
import { findingsIn, type StandingTampering } from '../domain/closing/tampering.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaToProve,
  titleOf,
} from '../domain/promise/promise.ts';
import {
  type ElsewhereProof,
  restsOnProof,
  type UnboundProof,
  unboundProofs,
} from '../domain/promise/proof.ts';
import { keptSelfValidated } from '../domain/standing/answers.ts';
import type { CommandLines } from './command-lines.ts';
import { brief, indented, oneLine } from './printable.ts';
import { progressText, unboundMark, waivedText } from './promise-text.ts';
import { limitsOf, unboundText } from './proof-text.ts';
import { shownLines } from './shown-text.ts';
import type { Style } from './style.ts';
import { tamperingLines } from './tampered-text.ts';
import { type ShownTierOne, tierOnePassedLine } from './tier-one-text.ts';
import { turnedLines } from './turned-text.ts';

/** What is shown of a close. */
export interface ShownClose {
  readonly id: string;
  readonly promise: CompletionPromise;
  readonly gates: VerificationGates;
  /** The criteria whose governing answer is PARTIAL. */
  readonly partial: readonly string[];
  readonly judgeLines: readonly string[];
  readonly tampering?: StandingTampering | undefined;
  readonly tierOne: ShownTierOne;
}

/** The text that closing a promise prints in our own dialect: what the judge said, and one line. */
export function closeText(shown: ShownClose, style: Style): string {
  const { judgeLines, promise } = shown;
  return [
    ...judgeLines,
    closeLine(shown, style),
    ...shownLines(criteriaToProve(promise)).map((line) => `  ${line}`),
    ...turnedLines(promise, style),
  ]
    .join('\n')
    .trim();
}

/** `VERIFIED: <id> (Title): 2/2 criteria met; proved: AC-1 (self-chosen); manual: AC-2; not judged.` */
function closeLine({ gates, id, partial, promise, tampering }: ShownClose, style: Style): string {
  const { verification } = promise;
  const criteria = criteriaToProve(promise);
  const self = keptSelfValidated(promise);
  const unbound = unboundProofs(criteria).map(({ ac_id }) => ac_id);
  const said = [
    `${progressText(promise)} criteria met${waivedText(promise)}`,
    ...evidenceWords(criteria),
    ...(verification?.proof ? [`proof given: ${brief(verification.proof, LONGEST_PROOF)}`] : []),
    ...named('not bound to the checkout', unbound),
    ...named('PARTIAL', partial),
    ...named('answered by the session itself', self),
    ...weakenedWords(tampering),
    ...PASSED_GATE_2[gates.validation ?? 'passed'],
    ...PASSED_GATE_3[gates.judge ?? 'not-run'],
  ].join('; ');
  const line = `VERIFIED: ${id} (${oneLine(titleOf(promise))}): ${said}.`;
  return gates.judge === 'unavailable' ? style.caution(line) : style.good(line);
}

const LONGEST_PROOF = 120;

function named(what: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${what}: ${ids.map(oneLine).join(', ')}`];
}

/** What each criterion rests on: a program's run, or words of the type that they were given. */
function evidenceWords(criteria: readonly Criterion[]): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const criterion of criteria) {
    const kind = restsOnProof(criterion)
      ? 'proved'
      : oneLine(criterion.evidence_type ?? '') || 'unknown';
    const ids = kinds.get(kind) ?? [];
    kinds.set(kind, ids);
    ids.push(`${oneLine(criterion.id)}${limitsOf(criterion)}`);
  }
  return [...kinds].map(([kind, ids]) => `${kind}: ${ids.join(', ')}`);
}

/** That tests may be weaker, and nobody accepted it. */
function weakenedWords(tampering: StandingTampering | undefined): readonly string[] {
  const found = findingsIn(tampering?.look);
  const open = found.filter(({ digest }) => tampering?.accepted.has(digest) !== true).length;
  return open === 0 ? [] : [counted(open, 'possibly weakened test')];
}

const PASSED_GATE_2: Readonly<Record<NonNullable<VerificationGates['validation']>, string[]>> = {
  passed: [],
  partial: [],
  skipped: ['Gate 2 skipped'],
  'no-criteria': [],
  'when-present': ['validated only where answered'],
  off: ['Gate 2 is off'],
};

const PASSED_GATE_3: Readonly<Record<NonNullable<VerificationGates['judge']>, string[]>> = {
  passed: ['judged PASS'],
  'not-run': ['not judged'],
  skipped: ['Gate 3 skipped'],
  unavailable: ['unjudged, because no judge was available'],
  rubric: ['judged by the offline rubric alone'],
  'no-criteria': [],
};

/** The whole of it. Under the drop-in names other programs read the gates' lines and `VERIFIED:`. */
export function verifiedText(
  { gates, id, judgeLines, partial, promise, tampering, tierOne }: ShownClose,
  style: Style,
  lines: CommandLines,
): string {
  const { verification } = promise;
  const isDropIn = lines.spelling === 'drop-in';
  const evidence = evidenceWords(criteriaToProve(promise)).join('; ');
  return [
    ...tierOnePassedLine(tierOne),
    ...(tampering === undefined ? [] : tamperingLines(tampering, style)),
    ...(gates.validation === undefined ? [] : [gate2Line(gates.validation, partial, isDropIn)]),
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
    ...(isDropIn || evidence === '' ? [] : [`  Evidence: ${evidence}`]),
    ...(isDropIn ? [] : shownLines(criteriaToProve(promise))).map((line) => `  ${line}`),
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

/** The drop-in names print what scripts match on, whatever the answers were. */
function gate2Line(
  validation: NonNullable<VerificationGates['validation']>,
  partial: readonly string[],
  isDropIn: boolean,
): string {
  return validation === 'partial' && !isDropIn
    ? `Gate 2: Validated, PARTIAL: ${partial.map(oneLine).join(', ')}`
    : GATE_2[validation];
}

const GATE_2: Readonly<Record<NonNullable<VerificationGates['validation']>, string>> = {
  passed: 'Gate 2: All validation responses verified (PASS)',
  partial: 'Gate 2: All validation responses verified (PASS)',
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
