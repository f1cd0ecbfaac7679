import { isObject } from '../base/document.ts';
import type { TamperingFacts } from '../judging/judged-facts.ts';
import { acceptedDigests, unacceptedOf } from '../promise/acceptance.ts';
import type { CompletionPromise } from '../promise/promise.ts';
import {
  TAMPERING,
  type TamperingFinding,
  type TamperingLook,
  type TamperingSetting,
} from '../promise/tampering.ts';
import type { ClosingFacts, JudgeRun } from './facts.ts';

/** What a look for weakened tests means for a promise: it is taken apart from this, and decides nothing by itself. */

/** The findings of a look that count; none where nothing was examined. */
export function findingsIn(look: TamperingLook | undefined): readonly TamperingFinding[] {
  return look?.examined === true ? look.findings : [];
}

/** Most findings that a judge is shown: a judge who sees a hundred looks at none of them. */
const MOST_JUDGED = 20;

/** The findings that a judge is shown: first those that are not accepted, then those that are. */
export function judgedFindings(
  promise: CompletionPromise,
  look: TamperingLook | undefined,
): TamperingFacts {
  const findings = findingsIn(look);
  const open = unacceptedOf(promise, findings);
  const rest = findings.filter((finding) => !open.includes(finding));
  return [...open, ...rest].slice(0, MOST_JUDGED);
}

/** What findings do to a close: by the stricter of the setting in force and the one that the promise was made with. */
export function tamperingSetting({
  promise: { settings },
  request,
}: Pick<ClosingFacts, 'promise' | 'request'>): TamperingSetting {
  const kept = isObject(settings) ? settings['gates.tampering'] : undefined;
  return TAMPERING.findLast((one) => one === kept || one === request.tampering) ?? 'warn';
}

/** The names of the findings that a run lets stand: those that a model saw and passed the promise with. */
export function passedFindings(run: JudgeRun | undefined): readonly string[] {
  const isPass =
    run?.byModel === true &&
    run.fault === undefined &&
    run.result.status === 'success' &&
    run.result.verdict === 'PASS';
  return isPass ? run.tampering : [];
}

/** A look with the names of what may stand, as reports show it. */
export interface StandingTampering {
  readonly look: TamperingLook;
  readonly accepted: ReadonlySet<string>;
}

/** What reports show of a look; nothing where there was none. */
export function shownTampering(
  promise: CompletionPromise,
  look: TamperingLook | undefined,
  passed: readonly string[],
): StandingTampering | undefined {
  return look && { look, accepted: new Set([...acceptedDigests(promise), ...passed]) };
}
