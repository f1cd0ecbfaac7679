import type { RealityOutcome } from '../domain/reality-check.ts';
import type { LeftOut } from '../domain/shown-changes.ts';
import { requestLines } from './dry-run-text.ts';
import { firstFew } from './first-few.ts';
import { indented, oneLine } from './printable.ts';
import {
  estimateLines,
  type PlannedReview,
  plannedLines,
  sentNotes,
  spentLines,
} from './review-text.ts';
import type { Style } from './style.ts';

/** A finished reality check, and who was asked. */
export interface ShownRealityCheck extends RealityOutcome {
  readonly backend: string;
  readonly paidBy: string;
}

/** Files that people are shown of those that the judge was not. */
const MOST_LEFT_OUT = 20;

export function realityText(check: ShownRealityCheck, style: Style): string {
  const { convergenceEstimate, forwardProgress, reason } = check.verdict;
  return [
    `Reality check: ${headingOf(check, style)}`,
    `Reason: ${indented(reason, 8)}`,
    ...listLines('Missing', check.verdict.missingItems),
    ...listLines('For the user to decide', check.verdict.questionsForUser),
    ...listLines('Next steps', check.verdict.suggestedNextSteps),
    `Forward progress: ${forwardProgress ? 'yes' : 'no'}`,
    ...(convergenceEstimate === undefined
      ? []
      : [`Done by the model's estimate: ${Math.round(convergenceEstimate * 100)}%`]),
    ...leftOutLines(check.leftOut),
    ...(check.status === 'not-asked' ? ['Nobody was asked.'] : spentLines(check)),
  ].join('\n');
}

function headingOf({ status, verdict }: ShownRealityCheck, style: Style): string {
  if (status !== 'success') return style.caution('PASS (not judged)');
  return verdict.pass ? style.good('PASS') : style.bad('NOT DONE');
}

function listLines(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0
    ? []
    : [`${heading}:`, ...items.map((item) => `  - ${indented(item, 4)}`)];
}

const WHY: Readonly<Record<LeftOut['why'], string>> = {
  secret: 'may hold secrets',
  binary: 'binary',
  unreadable: 'cannot be read',
  cut: 'cut',
  'beyond-limit': 'no room',
};

function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const { more, named } = firstFew(leftOut, MOST_LEFT_OUT);
  return [
    'Not shown to the judge:',
    ...named.map(({ path, why }) => `  ${oneLine(path)} (${WHY[why]})`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** The lines for stderr. `usualEndpoint`: the address that needs no mention. */
export function realityNotes(check: ShownRealityCheck, usualEndpoint: string): readonly string[] {
  const { error, status, unknownChanges } = check;
  return [
    ...(error === undefined
      ? []
      : [`WARNING: the reality check could not judge the work: ${oneLine(error)}`]),
    ...(unknownChanges === undefined || status !== 'success'
      ? []
      : [`WARNING: the model was not shown what changed: ${oneLine(unknownChanges)}`]),
    ...sentNotes(check, usualEndpoint),
  ];
}

/** The seven keys of the seed, and what else is known of the run under one key more. */
export function realityJson(check: ShownRealityCheck): object {
  const { convergenceEstimate, ...verdict } = check.verdict;
  return {
    pass: verdict.pass,
    reason: verdict.reason,
    missingItems: verdict.missingItems,
    questionsForUser: verdict.questionsForUser,
    forwardProgress: verdict.forwardProgress,
    ...(convergenceEstimate === undefined ? {} : { convergenceEstimate }),
    suggestedNextSteps: verdict.suggestedNextSteps,
    review: {
      status: check.status,
      model: check.model,
      backend: check.backend,
      paid_by: check.paidBy,
      token_cost: { input_tokens: check.inputTokens, output_tokens: check.outputTokens },
      cost_usd: check.costUsd,
      latency_ms: check.latencyMs,
      request_id: check.requestId,
      fingerprint: check.fingerprint,
      left_out: check.leftOut,
      redacted: check.redacted,
      ...(check.error === undefined ? {} : { error: check.error }),
    },
  };
}

/** What a reality check would send. */
export interface RealityDryRun extends PlannedReview {
  readonly directives: number;
  readonly leftOut: readonly LeftOut[];
}

/** The whole request for people. Nothing was sent, and nothing written. */
export function realityDryRunText(run: RealityDryRun): string {
  const { command, directives, leftOut, request } = run;
  return [
    ...plannedLines(run),
    `Active directives: ${directives}`,
    ...estimateLines(run),
    ...leftOutLines(leftOut),
    ...(directives === 0
      ? ['There is nothing to hold the work against: no call would be made.']
      : requestLines({ ...request, command })),
  ].join('\n');
}
